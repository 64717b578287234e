import type { MediaType } from '../../../schemas/api/common.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { folderNameOf } from '../../kit/text.logic.ts';
import { fieldsOf, joinFiles, type FoundItem, type ItemFields, type ItemFile } from './grouping.logic.ts';

/** `at` in ms. */
export interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** Speed is measured over this window, in ms; no speed is shown before the first sample. */
const WINDOW_MS = 10_000;
const FIRST_MS = 1500;

/** Keeps one sample from before the window, to measure all of it. */
export function flowed(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const from = samples.findLastIndex(({ at }) => at <= sample.at - WINDOW_MS);
  return [...samples.slice(Math.max(0, from)), sample];
}

/** Bytes per second; null while unknown. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < FIRST_MS || last.bytes <= first.bytes) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

/** Seconds for this number of bytes; null while unknown. */
export function secondsLeft(bytes: number, speed: number | null): number | null {
  return speed === null ? null : Math.ceil(Math.max(0, bytes) / speed);
}

export type RowState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting' }
  /** Bytes of the whole request. */
  | { readonly kind: 'sending'; readonly sentBytes: number; readonly samples: readonly Sample[] }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly error: AppError };

export interface PlaceCheck {
  readonly directory: string;
  readonly title: string | null;
  /** `unknown`: the request failed; it is repeated before sending. */
  readonly found: 'free' | 'taken' | 'unknown';
}

export type RowField = keyof ItemFields;

type LookUp = 'requested' | 'found' | 'none' | 'failed';

export interface Row extends ItemFields {
  readonly key: number;
  /** Outermost first. */
  readonly folders: readonly string[];
  readonly files: readonly ItemFile[];
  readonly bytes: number;
  readonly state: RowState;
  readonly check: PlaceCheck | null;
  readonly lookUp: LookUp | null;
  readonly breaks: number;
  readonly run: number;
  /** The folder that received all bytes, but no answer came; null: none. */
  readonly sentTo: string | null;
}

export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'taken'; readonly title: string | null }
  | { readonly kind: 'failed'; readonly error: AppError };

const AT_ONCE = 2;
/** After this many connection failures, the item itself is the likely cause. */
const MOST_BREAKS = 3;

export const newRow = (key: number, item: FoundItem): Row => ({
  ...item,
  key,
  bytes: item.files.reduce((sum, { file }) => sum + file.size, 0),
  state: { kind: 'ready' },
  check: null,
  lookUp: null,
  breaks: 0,
  run: 0,
  sentTo: null,
});

/** Folder names as the server derives them, outermost first. */
export function partsOf(row: Pick<Row, RowField>, mediaType: MediaType): Pick<Row, RowField> {
  const [title, author, series] = [row.title, row.author, row.series].map((part) => folderNameOf(part));
  const isBook = mediaType === 'book';
  return { title: title ?? '', author: isBook ? (author ?? '') : '', series: isBook ? (series ?? '') : '' };
}

/** Below the library folder; '' without a title. */
export function directoryOf(row: Pick<Row, RowField>, mediaType: MediaType): string {
  const { title, author, series } = partsOf(row, mediaType);
  return title === '' ? '' : [author, series, title].filter((part) => part !== '').join('/');
}

export type Problem =
  | { readonly kind: 'noTitle' }
  | { readonly kind: 'badTitle' }
  /** Same folder as an earlier row: its number, from 1. */
  | { readonly kind: 'twice'; readonly number: number }
  | { readonly kind: 'taken'; readonly title: string | null }
  /** The folder is taken, likely by this item: all of it was sent, but no answer came. */
  | { readonly kind: 'ours' };

/** One problem or null per row. Folders compare without case, as on many disks. */
export function problemsOf(rows: readonly Row[], mediaType: MediaType): readonly (Problem | null)[] {
  const first = new Map<string, number>();
  return rows.map((row, index): Problem | null => {
    if (row.state.kind === 'sent') return null;
    if (row.title.trim() === '') return { kind: 'noTitle' };
    const directory = directoryOf(row, mediaType);
    if (directory === '') return { kind: 'badTitle' };
    const number = first.get(directory.toLowerCase());
    if (number !== undefined) return { kind: 'twice', number };
    first.set(directory.toLowerCase(), index + 1);
    const { check } = row;
    if (check?.found !== 'taken' || check.directory !== directory) return null;
    return row.sentTo === directory ? { kind: 'ours' } : { kind: 'taken', title: check.title };
  });
}

export const isQueued = ({ state: { kind } }: Row): boolean => kind === 'waiting' || kind === 'sending';
export const isUnsent = ({ state: { kind } }: Row): boolean => kind !== 'sent';
/** Of those that were, some are so again: stopped, or their folder was found taken. */
export const isUnstarted = ({ state: { kind } }: Row): boolean => kind === 'ready';
export const isOpen = ({ state: { kind } }: Row): boolean => kind === 'ready' || kind === 'failed';

const changed = (rows: readonly Row[], key: number, change: (row: Row) => Row): readonly Row[] =>
  rows.map((row) => (row.key === key ? change(row) : row));

/** Typing makes a failed row ready again. */
export const typed = (rows: readonly Row[], key: number, field: RowField, value: string): readonly Row[] =>
  changed(rows, key, (row) =>
    isOpen(row) ? { ...row, [field]: value, state: { kind: 'ready' }, lookUp: null, breaks: 0 } : row,
  );

export const lookedUp = (
  rows: readonly Row[],
  key: number,
  lookUp: LookUp,
  fields: Partial<ItemFields> = {},
): readonly Row[] =>
  changed(rows, key, (row) => {
    if (lookUp !== 'requested' && row.lookUp !== 'requested') return row;
    return isOpen(row) ? { ...row, ...fields, lookUp } : { ...row, lookUp: null };
  });

/** The folder around all rows that became their author; null for none. */
export function sharedFolder(rows: readonly Row[], mediaType: MediaType): string | null {
  const folder = rows[0]?.folders[0];
  const isShared =
    mediaType === 'book' &&
    rows.length > 1 &&
    rows.every((row) => isOpen(row) && row.folders.length > 1 && row.folders[0] === folder && row.author === folder);
  return isShared ? (folder ?? null) : null;
}

export function withoutShared(rows: readonly Row[], mediaType: MediaType): readonly Row[] {
  if (sharedFolder(rows, mediaType) === null) return rows;
  return rows.map((row) => {
    const folders = row.folders.slice(1);
    return { ...row, ...fieldsOf(folders, mediaType), folders, lookUp: null };
  });
}

/** Loose files may be the chapters of one book. */
export const looseRows = (rows: readonly Row[], mediaType: MediaType): readonly Row[] =>
  mediaType === 'book' ? rows.filter((row) => isOpen(row) && row.folders.length === 0) : [];

/** Merges loose files into one book, named by their common beginning. */
export function joined(rows: readonly Row[], mediaType: MediaType): readonly Row[] {
  const loose = looseRows(rows, mediaType);
  const [first] = loose;
  if (!first || loose.length < 2) return rows;
  const files = joinFiles(loose.map((row) => row.files));
  const title = sharedStart(loose.map((row) => row.title)).replace(/[\s\d\p{P}]+$/u, '');
  const one = newRow(first.key, { title, author: first.author, series: first.series, folders: [], files });
  return rows.flatMap((row) => (row === first ? one : loose.includes(row) ? [] : row));
}

function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  while (!others.every((text) => text.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

/** The next row whose folder is unchecked. */
export function uncheckedIn(rows: readonly Row[], mediaType: MediaType): { key: number; directory: string } | null {
  for (const row of rows) {
    const directory = directoryOf(row, mediaType);
    if (isOpen(row) && directory !== '' && row.check?.directory !== directory) return { key: row.key, directory };
  }
  return null;
}

/** Rows being sent are skipped: the check would find their own files. */
export const checked = (rows: readonly Row[], key: number, check: PlaceCheck): readonly Row[] =>
  changed(rows, key, (row) => (isOpen(row) ? { ...row, check } : row));

/** Queues `keys`, or all untried rows. */
export function queued(
  rows: readonly Row[],
  mediaType: MediaType,
  run: number,
  keys: readonly number[] | null = null,
): readonly Row[] {
  const problems = problemsOf(rows, mediaType);
  return rows.map((row, index) =>
    !problems[index] && (keys === null ? row.state.kind === 'ready' : isOpen(row) && keys.includes(row.key))
      ? { ...row, state: { kind: 'waiting' }, breaks: 0, run }
      : row,
  );
}

export function nextOf(rows: readonly Row[]): Row | null {
  const busy = rows.filter(({ state }) => state.kind === 'sending').length;
  return busy < AT_ONCE ? (rows.find(({ state }) => state.kind === 'waiting') ?? null) : null;
}

export const begun = (rows: readonly Row[], key: number): readonly Row[] =>
  changed(rows, key, (row) => ({ ...row, state: { kind: 'sending', sentBytes: 0, samples: [] } }));

/** `at` in ms. */
export const progressed = (rows: readonly Row[], key: number, sentBytes: number, at: number): readonly Row[] =>
  changed(rows, key, (row) =>
    row.state.kind === 'sending'
      ? { ...row, state: { kind: 'sending', sentBytes, samples: flowed(row.state.samples, { at, bytes: sentBytes }) } }
      : row,
  );

/** Stops `keys`, or all rows. */
export const stopped = (rows: readonly Row[], keys: readonly number[] | null = null): readonly Row[] =>
  rows.map((row) =>
    isQueued(row) && (keys === null || keys.includes(row.key)) ? { ...row, state: { kind: 'ready' }, run: 0 } : row,
  );

/** Connection failures can be retried later. */
export const isBreak = ({ kind }: AppError): boolean => kind === 'network' || kind === 'timeout';

/** The server may have stored it: the connection broke, or a proxy answered for it. */
const isUnanswered = (error: AppError): boolean =>
  isBreak(error) || (error.kind === 'server' && [502, 503, 504].includes(error.status));

/** By status, or by the system error in the answer. */
export const isDiskFull = (error: AppError): boolean =>
  error.kind === 'server' && (error.status === 507 || /ENOSPC|EDQUOT|no space left/i.test(error.message));

/** Failures that would meet every item: disk full, upload not permitted. */
export const isForAll = (error: AppError): boolean =>
  ['forbidden', 'unauthorized', 'notFound', 'rateLimited'].includes(error.kind) || isDiskFull(error);

export const waitsAfter = ({ breaks }: Row, error: AppError): boolean =>
  isForAll(error) || (isBreak(error) && breaks + 1 < MOST_BREAKS);

export const settled = (rows: readonly Row[], key: number, outcome: Outcome, mediaType: MediaType): readonly Row[] =>
  changed(rows, key, (row): Row => {
    if (row.state.kind !== 'sending') return row;
    switch (outcome.kind) {
      case 'sent':
        return { ...row, state: { kind: 'sent' } };
      case 'taken': {
        const check = { directory: directoryOf(row, mediaType), title: outcome.title, found: 'taken' as const };
        return { ...row, state: { kind: 'ready' }, check };
      }
      case 'failed': {
        const { error } = outcome;
        const breaks = row.breaks + (isBreak(error) ? 1 : 0);
        const isAllSent = row.bytes > 0 && row.state.sentBytes >= row.bytes;
        const sentTo = isAllSent && isUnanswered(error) ? directoryOf(row, mediaType) : row.sentTo;
        const state = waitsAfter(row, error) ? ({ kind: 'waiting' } as const) : ({ kind: 'failed', error } as const);
        return { ...row, breaks, sentTo, state };
      }
    }
  });

export function totalsOf(rows: readonly Row[], run: number) {
  const own = rows.filter((row) => row.run === run && run > 0);
  const sent = own.filter(({ state }) => state.kind === 'sent');
  const sum = (list: readonly Row[], of: (row: Row) => number) => list.reduce((total, row) => total + of(row), 0);
  return {
    items: own.length,
    sentItems: sent.length,
    failedItems: own.filter(({ state }) => state.kind === 'failed').length,
    bytes: sum(own, ({ bytes }) => bytes),
    sentBytes: sum(own, ({ bytes, state }) =>
      state.kind === 'sent' ? bytes : state.kind === 'sending' ? Math.min(bytes, state.sentBytes) : 0,
    ),
  };
}
