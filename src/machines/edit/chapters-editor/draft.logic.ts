import type { Chapter } from '../../../schemas/api/audio-file.ts';

/** `start` in seconds of the whole book. */
export interface TimedTitle {
  readonly start: number;
  readonly title: string;
}

/** `key` identifies the row in this draft. A chapter ends where the next one starts. */
export interface DraftRow extends TimedTitle {
  readonly key: number;
}

export interface Draft {
  readonly rows: readonly DraftRow[];
  readonly nextKey: number;
}

/** `noLength` needs confirmation; the others block saving. */
export type RowProblem = 'firstNotZero' | 'beforePrevious' | 'pastEnd' | 'noTitle' | 'noLength';

export type EditFault = 'shiftPastEnd' | 'shiftBeforeStart' | 'nothingToShift' | 'tooMany' | 'nothingToDo';

/** Rows by key, times in seconds of the whole book. */
export type ChapterEdit =
  | { readonly kind: 'setTitle'; readonly key: number; readonly title: string }
  | { readonly kind: 'setStart'; readonly key: number; readonly start: number }
  | { readonly kind: 'remove'; readonly key: number }
  | { readonly kind: 'insertBelow'; readonly key: number }
  | { readonly kind: 'insertAt'; readonly start: number; readonly title: string }
  | { readonly kind: 'insertMany'; readonly starts: readonly number[] }
  /** `from`: this row and those below it; null: all but the first. */
  | { readonly kind: 'shift'; readonly seconds: number; readonly from: number | null }
  | { readonly kind: 'replace'; readonly chapters: readonly TimedTitle[] }
  | { readonly kind: 'mapTitles'; readonly titles: readonly string[] }
  /** `pattern`: see {@link titleBy}. `from`: this row and those below it; null: all. */
  | { readonly kind: 'rename'; readonly pattern: string; readonly first: number; readonly from: number | null }
  /** Splits a chapter, or the whole book (`key` null), into equal parts. */
  | { readonly kind: 'divide'; readonly key: number | null; readonly count: number; readonly pattern: string }
  /** Splits a chapter, or the whole book (`key` null), into parts of this length. */
  | { readonly kind: 'every'; readonly key: number | null; readonly seconds: number; readonly pattern: string };

/** A limit against mistakes: a book of 100 hours in half minutes. */
export const MOST_CHAPTERS = 12_000;

const EMPTY_DRAFT: Draft = { rows: [], nextKey: 0 };

/** Rounded to ms, the precision of files. */
export const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export function draftOf(chapters: readonly TimedTitle[]): Draft {
  return withRows(EMPTY_DRAFT, chapters);
}

function withRows({ nextKey }: Draft, chapters: readonly TimedTitle[]): Draft {
  return {
    rows: chapters.map(({ start, title }, index) => ({ key: nextKey + index, start: toMs(start), title })),
    nextKey: nextKey + chapters.length,
  };
}

/** Fills a pattern: `{n}` the number, `{nn}` and `{nnn}` zero-padded, `{title}` the old title. */
export function titleBy(pattern: string, number: number, title: string): string {
  return pattern.replace(/\{(n{1,4}|title)\}/g, (_, name: string) =>
    name === 'title' ? title : String(number).padStart(name.length, '0'),
  );
}

/** The draft after an edit, or why nothing changed. `duration` in seconds. */
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

/** Refused when the last start would pass the end, or the first moved one its predecessor. */
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

const countOf = (count: number): number => (Number.isInteger(count) && count > 0 && count <= MOST_CHAPTERS ? count : 0);

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

export const isFault = (problem: RowProblem | null): boolean => problem !== null && problem !== 'noLength';

/** Each chapter ends where the next starts, the last one with the book. */
export function chaptersOf(rows: readonly TimedTitle[], duration: number): Chapter[] {
  return rows.map(({ start, title }, id) => ({
    id,
    start,
    end: rows[id + 1]?.start ?? duration,
    title: title.trim(),
  }));
}

/** Equal to the millisecond. */
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

/** Compares the text of fields: one more space is a change. */
export const isSameDraft = ({ rows: one }: Draft, { rows: other }: Draft): boolean =>
  isSameList(one, other) && one.every(({ title }, index) => title === other[index]?.title);

/** One chapter per file, named without its ending. */
export function chaptersOfTracks(
  tracks: readonly { readonly startOffset: number; readonly title: string }[],
): readonly TimedTitle[] {
  return tracks.map(({ startOffset, title }) => ({
    start: startOffset,
    title: title.replace(/\.[a-z\d]{2,4}$/i, '').trim() || title,
  }));
}
