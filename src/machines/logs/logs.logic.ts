import type { LogLine } from '../../schemas/api/server-admin.ts';

/** A line with a number that no other has. */
export interface NumberedLine extends LogLine {
  readonly id: number;
}

/** A row of the list: a line of a message. Only the first one of a message says when it was. */
export interface LogRow {
  readonly id: string;
  readonly line: NumberedLine;
  readonly text: string;
  readonly isFirst: boolean;
}

/** With more lines than this the oldest go, down to `KEPT` (areas 10). */
const MOST = 5050;
export const KEPT = 5000;

/** The levels of a log, by their number; a filter of them. */
export const LOG_LEVELS = [0, 1, 2, 3, 4, 5, 6] as const;
/** What the server can be told to log at least. Trace is for those who develop it. */
export const SERVER_LEVELS = [1, 2, 3] as const;

/** Lines after others, with numbers that go on, cut to the last 5,000 when there are more than 5,050. */
export function withLines(lines: readonly NumberedLine[], added: readonly LogLine[]): readonly NumberedLine[] {
  const first = (lines.at(-1)?.id ?? 0) + 1;
  const all = [...lines, ...added.map((line, index) => ({ ...line, id: first + index }))];
  return all.length > MOST ? all.slice(-KEPT) : all;
}

const same = (line: LogLine): string => [line.timestamp, line.level, line.message].join(' ');

/**
 * Those of `heard` that come after all of `lines`. Lines of the same millisecond as the last one are told apart by what
 * they say; a text that stands there more often in `heard` is kept as many times more.
 */
export function newerThan(lines: readonly LogLine[], heard: readonly LogLine[]): readonly LogLine[] {
  const last = lines.at(-1)?.timestamp ?? '';
  const known = lines.filter(({ timestamp }) => timestamp === last).map(same);
  return heard.filter((line) => {
    if (line.timestamp !== last) return line.timestamp > last;
    const at = known.indexOf(same(line));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/**
 * The log as it was read, with what was heard since. Numbers go on, so that what is in view keeps its place.
 */
export function readAnew(lines: readonly NumberedLine[], read: readonly LogLine[]): readonly NumberedLine[] {
  const before = lines.at(-1);
  return withLines(before ? [before] : [], [...read, ...newerThan(read, lines)]).filter((line) => line !== before);
}

export interface LogFilter {
  /** Words in the message, in any case. */
  readonly term: string;
  /** Only these levels; none: all. */
  readonly levels: readonly number[];
  /** At least this one. */
  readonly least: number;
}

/** The lines that a filter lets through. */
export function filterLines(
  lines: readonly NumberedLine[],
  { term, levels, least }: LogFilter,
): readonly NumberedLine[] {
  const words = term.trim().toLowerCase();
  return lines.filter(
    ({ level, message }) =>
      level >= least &&
      (levels.length === 0 || levels.includes(level)) &&
      (words === '' || message.toLowerCase().includes(words)),
  );
}

/** The rows of the list: a message of several lines has several. */
export function rowsOf(lines: readonly NumberedLine[]): readonly LogRow[] {
  return lines.flatMap((line) =>
    line.message.split('\n').map((text, index) => ({ id: `${line.id}/${index}`, line, text, isFirst: index === 0 })),
  );
}

/** Lines as a text. */
export const textOf = (lines: readonly LogLine[]): string =>
  lines
    .map(({ timestamp, levelName, source, message }) =>
      [timestamp, levelName, ...(source ? [`[${source}]`] : []), message].join(' '),
    )
    .join('\n');
