import type { Chapter } from '../../schemas/api/chapter.ts';

/** A chapter as it is read from a text, a file or a provider; `start` in seconds of the whole book. */
export interface TimedTitle {
  readonly start: number;
  readonly title: string;
}

/** A chapter of the draft. `key` names its row as long as the draft lives; ends are not kept, they follow. */
export interface DraftRow extends TimedTitle {
  readonly key: number;
}

/** The chapters as they are edited, in their order, and the key of the next row. */
export interface Draft {
  readonly rows: readonly DraftRow[];
  readonly nextKey: number;
}

/** What is wrong with a row. All but `noLength`, which needs a yes, keep it from being saved (CHE-002 to CHE-005). */
export type RowProblem = 'firstNotZero' | 'beforePrevious' | 'pastEnd' | 'noTitle' | 'noLength';

/** Why an edit changed nothing. */
export type EditFault = 'shiftPastEnd' | 'shiftBeforeStart' | 'nothingToShift' | 'tooMany' | 'nothingToDo';

/** One change of the draft. Rows are named by their keys, times are seconds of the whole book. */
export type ChapterEdit =
  | { readonly kind: 'setTitle'; readonly key: number; readonly title: string }
  | { readonly kind: 'setStart'; readonly key: number; readonly start: number }
  | { readonly kind: 'remove'; readonly key: number }
  /** A row below this one with its start and no title. */
  | { readonly kind: 'insertBelow'; readonly key: number }
  /** A row where its start belongs. */
  | { readonly kind: 'insertAt'; readonly start: number; readonly title: string }
  /** Rows without titles where these starts belong. */
  | { readonly kind: 'insertMany'; readonly starts: readonly number[] }
  /** `from`: this row and those below it; null: all but the first. */
  | { readonly kind: 'shift'; readonly seconds: number; readonly from: number | null }
  /** Others in place of all. */
  | { readonly kind: 'replace'; readonly chapters: readonly TimedTitle[] }
  /** Titles only, as many as there are rows. */
  | { readonly kind: 'mapTitles'; readonly titles: readonly string[] }
  /** `pattern`: see {@link titleBy}. `from`: this row and those below it; null: all. */
  | { readonly kind: 'rename'; readonly pattern: string; readonly first: number; readonly from: number | null }
  /** So many chapters of the same length in place of one, or of the whole book (`key` null). */
  | { readonly kind: 'divide'; readonly key: number | null; readonly count: number; readonly pattern: string }
  /** Chapters of this length in place of one, or of the whole book (`key` null). */
  | { readonly kind: 'every'; readonly key: number | null; readonly seconds: number; readonly pattern: string };

/** More chapters than this are a mistake: a book of 100 hours by half minutes. */
export const MOST_CHAPTERS = 12_000;

const EMPTY_DRAFT: Draft = { rows: [], nextKey: 0 };

/** Seconds to the millisecond, which is what files can hold. */
export const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The draft of these chapters. */
export function draftOf(chapters: readonly TimedTitle[]): Draft {
  return withRows(EMPTY_DRAFT, chapters);
}

function withRows({ nextKey }: Draft, chapters: readonly TimedTitle[]): Draft {
  return {
    rows: chapters.map(({ start, title }, index) => ({ key: nextKey + index, start: toMs(start), title })),
    nextKey: nextKey + chapters.length,
  };
}

/**
 * A title by a pattern: `{n}` is the number, `{nn}` and `{nnn}` with zeros before it, `{title}` the title that was.
 */
export function titleBy(pattern: string, number: number, title: string): string {
  return pattern.replace(/\{(n{1,4}|title)\}/g, (_, name: string) =>
    name === 'title' ? title : String(number).padStart(name.length, '0'),
  );
}

/** The draft after an edit, or why it changed nothing. `duration`: of the whole book, in seconds. */
export function applyEdit(draft: Draft, edit: ChapterEdit, duration: number): Draft | EditFault {
  switch (edit.kind) {
    case 'setTitle':
      return mapRow(draft, edit.key, (row) => ({ ...row, title: edit.title }));
    case 'setStart':
      return mapRow(draft, edit.key, (row) => ({ ...row, start: toMs(Math.max(0, edit.start)) }));
    case 'remove':
      return { ...draft, rows: draft.rows.filter(({ key }) => key !== edit.key) };
    case 'insertBelow':
      return insertBelow(draft, edit.key);
    case 'insertAt':
      return insertAt(draft, edit);
    case 'insertMany':
      if (draft.rows.length + edit.starts.length > MOST_CHAPTERS) return 'tooMany';
      return edit.starts.reduce((all, start) => insertAt(all, { start, title: '' }), draft);
    case 'shift':
      return shift(draft, edit.seconds, edit.from, duration);
    case 'replace':
      return edit.chapters.length > MOST_CHAPTERS ? 'tooMany' : withRows(draft, edit.chapters);
    case 'mapTitles':
      return { ...draft, rows: draft.rows.map((row, index) => ({ ...row, title: edit.titles[index] ?? row.title })) };
    case 'rename': {
      const begin = indexFrom(draft, edit.from, 0);
      const numbered = (index: number) => edit.first + index - begin;
      return {
        ...draft,
        rows: draft.rows.map((row, index) =>
          index < begin ? row : { ...row, title: titleBy(edit.pattern, numbered(index), row.title) },
        ),
      };
    }
    case 'divide': {
      const { begin, end } = spanOf(draft, edit.key, duration);
      const starts = Array.from(
        { length: countOf(edit.count) },
        (_, index) => begin + ((end - begin) * index) / edit.count,
      );
      return starts.length < 2 ? 'nothingToDo' : fill(draft, edit, starts);
    }
    case 'every': {
      const { begin, end } = spanOf(draft, edit.key, duration);
      const count = edit.seconds > 0 ? countOf(Math.ceil(toMs(end - begin) / edit.seconds)) : 0;
      const starts = Array.from({ length: count }, (_, index) => begin + index * edit.seconds);
      return starts.length < 2 ? 'nothingToDo' : fill(draft, edit, starts);
    }
  }
}

function spliced(rows: readonly DraftRow[], index: number, gone: number, added: readonly DraftRow[]): DraftRow[] {
  return [...rows.slice(0, index), ...added, ...rows.slice(index + gone)];
}

function mapRow(draft: Draft, key: number, change: (row: DraftRow) => DraftRow): Draft {
  return { ...draft, rows: draft.rows.map((row) => (row.key === key ? change(row) : row)) };
}

const indexFrom = ({ rows }: Draft, key: number | null, otherwise: number): number =>
  key === null
    ? otherwise
    : Math.max(
        0,
        rows.findIndex((row) => row.key === key),
      );

function insertBelow(draft: Draft, key: number): Draft {
  const index = draft.rows.findIndex((row) => row.key === key);
  const above = draft.rows[index];
  const added = { key: draft.nextKey, start: above?.start ?? 0, title: '' };
  return { rows: spliced(draft.rows, index + 1, 0, [added]), nextKey: draft.nextKey + 1 };
}

function insertAt(draft: Draft, { start, title }: TimedTitle): Draft {
  const later = draft.rows.findIndex((row) => row.start > start);
  const added = { key: draft.nextKey, start: toMs(Math.max(0, start)), title };
  const index = later === -1 ? draft.rows.length : later;
  return { rows: spliced(draft.rows, index, 0, [added]), nextKey: draft.nextKey + 1 };
}

/** Refused when the last start would pass the end, or the first one that moves the one before it. */
function shift(draft: Draft, seconds: number, from: number | null, duration: number): Draft | EditFault {
  const begin = indexFrom(draft, from, 1);
  const moved = draft.rows[begin];
  const last = draft.rows.at(-1);
  if (!moved || !last || seconds === 0) return 'nothingToShift';
  const start = toMs(moved.start + seconds);
  const floor = draft.rows[begin - 1]?.start ?? 0;
  if (begin === 0 ? start < 0 : start <= 0 || start < floor) return 'shiftBeforeStart';
  if (toMs(last.start + seconds) >= duration) return 'shiftPastEnd';
  const clamp = (time: number) => toMs(Math.min(duration, Math.max(0, time)));
  return {
    ...draft,
    rows: draft.rows.map((row, index) => (index < begin ? row : { ...row, start: clamp(row.start + seconds) })),
  };
}

/** A count that can be made; 0 for one that can't. */
const countOf = (count: number): number => (Number.isInteger(count) && count > 0 && count <= MOST_CHAPTERS ? count : 0);

/** Where a chapter begins and ends; the whole book without one. */
function spanOf({ rows }: Draft, key: number | null, duration: number): { begin: number; end: number } {
  const index = rows.findIndex((row) => row.key === key);
  return { begin: rows[index]?.start ?? 0, end: index === -1 ? duration : (rows[index + 1]?.start ?? duration) };
}

function fill(
  draft: Draft,
  { key, pattern }: { readonly key: number | null; readonly pattern: string },
  starts: readonly number[],
): Draft | EditFault {
  const index = draft.rows.findIndex((row) => row.key === key);
  const whole = draft.rows[index];
  if (draft.rows.length + starts.length > MOST_CHAPTERS) return 'tooMany';
  const { rows, nextKey } = withRows(
    draft,
    starts.map((start, number) => ({ start, title: titleBy(pattern, number + 1, whole?.title ?? '').trim() })),
  );
  return { rows: index === -1 ? rows : spliced(draft.rows, index, 1, rows), nextKey };
}

/** What is wrong with each row, in their order; null for nothing (CHE-002 to CHE-005). */
export function problemsOf(rows: readonly TimedTitle[], duration: number): readonly (RowProblem | null)[] {
  return rows.map(({ start, title }, index) => {
    const before = rows[index - 1];
    if (!before && start !== 0) return 'firstNotZero';
    if (before && start < before.start) return 'beforePrevious';
    if (start >= duration) return 'pastEnd';
    if (title.trim() === '') return 'noTitle';
    return before?.start === start ? 'noLength' : null;
  });
}

/** Whether a problem keeps the draft from being saved. */
export const isFault = (problem: RowProblem | null): boolean => problem !== null && problem !== 'noLength';

/** The chapters as they are saved: each ends where the next begins, the last one with the book. */
export function chaptersOf(rows: readonly TimedTitle[], duration: number): Chapter[] {
  return rows.map(({ start, title }, id) => ({
    id,
    start,
    end: rows[id + 1]?.start ?? duration,
    title: title.trim(),
  }));
}

/** Whether two lists are the same chapters, to the millisecond. */
export function isSameList(one: readonly TimedTitle[], other: readonly TimedTitle[]): boolean {
  if (one === other) return true;
  return (
    one.length === other.length &&
    one.every(({ start, title }, index) => {
      const twin = other[index];
      return twin !== undefined && toMs(twin.start) === toMs(start) && twin.title.trim() === title.trim();
    })
  );
}

/** The same as they stand in the fields: a space more is a change. */
export const isSameDraft = ({ rows: one }: Draft, { rows: other }: Draft): boolean =>
  isSameList(one, other) && one.every(({ title }, index) => title === other[index]?.title);

/** One chapter for each file, named as the file without its ending. */
export function chaptersOfTracks(
  tracks: readonly { readonly startOffset: number; readonly title: string }[],
): readonly TimedTitle[] {
  return tracks.map(({ startOffset, title }) => ({
    start: startOffset,
    title: title.replace(/\.[a-z\d]{2,4}$/i, '').trim() || title,
  }));
}
