import type { SnapshotFrom } from 'xstate';
import type { LogLine } from '../../../schemas/api/server-admin.ts';
import { remembering } from '../../kit/kit.selectors.ts';
import type { LogsContext, logsMachine } from './logs.machine.ts';

export interface NumberedLine extends LogLine {
  readonly id: number;
}

interface LogRow {
  readonly id: string;
  readonly line: NumberedLine;
  readonly text: string;
  readonly isFirst: boolean;
}

/** Above this count the oldest lines go, down to `KEPT`. */
const MOST = 5050;
export const KEPT = 5000;

/** Levels by number. */
export const LOG_LEVELS = [0, 1, 2, 3, 4, 5, 6] as const;
/** Minimum levels of the server to choose from; trace is for its developers. */
export const SERVER_LEVELS = [1, 2, 3] as const;

/** Appends numbered lines; above 5,050 it keeps the last 5,000. */
export function withLines(lines: readonly NumberedLine[], added: readonly LogLine[]): readonly NumberedLine[] {
  const first = (lines.at(-1)?.id ?? 0) + 1;
  const all = [...lines, ...added.map((line, index) => ({ ...line, id: first + index }))];
  return all.length > MOST ? all.slice(-KEPT) : all;
}

const same = (line: LogLine): string => [line.timestamp, line.level, line.message].join(' ');

/** Lines of `received` after those of `lines`. Within the same millisecond by text; more repeats count as new. */
export function newerThan(lines: readonly LogLine[], received: readonly LogLine[]): readonly LogLine[] {
  const last = lines.at(-1)?.timestamp ?? '';
  const known = lines.filter(({ timestamp }) => timestamp === last).map(same);
  return received.filter((line) => {
    if (line.timestamp !== last) return line.timestamp > last;
    const at = known.indexOf(same(line));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** The reloaded log plus lines received meanwhile. Numbers continue, so that visible rows keep their position. */
export function readAnew(lines: readonly NumberedLine[], read: readonly LogLine[]): readonly NumberedLine[] {
  const before = lines.at(-1);
  return withLines(before ? [before] : [], [...read, ...newerThan(read, lines)]).filter((line) => line !== before);
}

interface LogFilter {
  readonly term: string;
  readonly levels: readonly number[];
  readonly least: number;
}

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

export function rowsOf(lines: readonly NumberedLine[]): readonly LogRow[] {
  return lines.flatMap((line) =>
    line.message.split('\n').map((text, index) => ({ id: `${line.id}/${index}`, line, text, isFirst: index === 0 })),
  );
}

export const textOf = (lines: readonly LogLine[]): string =>
  lines
    .map(({ timestamp, levelName, source, message }) =>
      [timestamp, levelName, ...(source ? [`[${source}]`] : []), message].join(' '),
    )
    .join('\n');

export const shownLines = ({ lines, term, levels, level }: LogsContext): readonly NumberedLine[] =>
  filterLines(lines, { term, levels, least: level });

type Snapshot = SnapshotFrom<typeof logsMachine>;

export const selectLogRows = remembering<LogsContext>()(
  ({ lines, term, levels, level }) => [lines, term, levels, level],
  (context): readonly LogRow[] => rowsOf(shownLines(context)),
);

export const selectLogSearch = ({ context }: Snapshot) => context.search;
export const selectLevels = ({ context }: Snapshot) => context.levels;
export const selectServerLevel = (snapshot: Snapshot) =>
  snapshot.matches({ shown: { work: 'saving' } }) ? snapshot.context.wanted : snapshot.context.level;
export const selectIsPaused = (snapshot: Snapshot) => snapshot.matches({ shown: { list: 'paused' } });
export const selectHeldCount = ({ context }: Snapshot) => context.held.length;
export const selectOpenLine = ({ context }: Snapshot) => context.openLine;
export const selectLogCopier = ({ context }: Snapshot) => context.copier;
export const selectIsFiltered = ({ context }: Snapshot) => context.term.trim() !== '' || context.levels.length > 0;
