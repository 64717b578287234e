import type { MediaType } from '../../schemas/api/common.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { folderNameOf } from '../kit/folder-name.logic.ts';
import { fieldsOf, joinFiles, type FoundItem, type ItemFields, type ItemFile } from './grouping.logic.ts';
import { flowed, type Sample } from './flow.logic.ts';

export type RowState =
  /** Not asked to be sent yet, or stopped. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting' }
  /** Bytes that have gone, of the whole request. */
  | { readonly kind: 'sending'; readonly sentBytes: number; readonly samples: readonly Sample[] }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly error: AppError };

/** What the server says of a folder. */
export interface PlaceCheck {
  readonly directory: string;
  /** Of the item whose folder it is or lies in, where the server says so. */
  readonly title: string | null;
  /** `unknown`: it could not be asked; it is asked again before anything is sent. */
  readonly found: 'free' | 'taken' | 'unknown';
}

export type RowField = keyof ItemFields;

/** What a service said of a row: it is asked, knew it or did not, or could not be asked. */
export type LookUp = 'asked' | 'found' | 'none' | 'failed';

/** An item that is to be uploaded. */
export interface Row extends ItemFields {
  readonly key: number;
  /** Those that it was picked in, from the outermost. */
  readonly folders: readonly string[];
  readonly files: readonly ItemFile[];
  /** Of all files. */
  readonly bytes: number;
  readonly state: RowState;
  readonly check: PlaceCheck | null;
  readonly lookUp: LookUp | null;
  /** How often the connection broke while it was sent. */
  readonly breaks: number;
  /** In which run it was sent last; 0: in none. */
  readonly run: number;
  /** The folder that all its bytes went to before an answer was lost; null: no answer was. */
  readonly sentTo: string | null;
}

/** How sending an item ended. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'taken'; readonly title: string | null }
  | { readonly kind: 'failed'; readonly error: AppError };

/** How many are sent at once. */
const AT_ONCE = 2;
/** A connection that breaks as often while one item is sent breaks because of it. */
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

/** Its fields as folders of the library, from the outermost: what the server makes of what is sent. */
export function partsOf(row: Pick<Row, RowField>, mediaType: MediaType): Pick<Row, RowField> {
  const [title, author, series] = [row.title, row.author, row.series].map((part) => folderNameOf(part));
  const isBook = mediaType === 'book';
  return { title: title ?? '', author: isBook ? (author ?? '') : '', series: isBook ? (series ?? '') : '' };
}

/** Where its files go, below the folder of the library (areas 24); '' without a title. */
export function directoryOf(row: Pick<Row, RowField>, mediaType: MediaType): string {
  const { title, author, series } = partsOf(row, mediaType);
  return title === '' ? '' : [author, series, title].filter((part) => part !== '').join('/');
}

/** Why a row can't be sent. */
export type Problem =
  | { readonly kind: 'noTitle' }
  /** Its title makes no folder name. */
  | { readonly kind: 'badTitle' }
  /** A row above goes to the same folder: its number, from 1. */
  | { readonly kind: 'twice'; readonly number: number }
  | { readonly kind: 'taken'; readonly title: string | null }
  /** Its folder is taken, most likely by itself: all of it was sent there, but no answer came. */
  | { readonly kind: 'ours' };

/** What is wrong with each row (VAL-036), in their order: two folders that differ in case are one to many disks. */
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
/** Whether its fields can be changed. */
export const isOpen = ({ state: { kind } }: Row): boolean => kind === 'ready' || kind === 'failed';

const changed = (rows: readonly Row[], key: number, change: (row: Row) => Row): readonly Row[] =>
  rows.map((row) => (row.key === key ? change(row) : row));

/** With a field as it is typed: a row that failed is one to send again. */
export const typed = (rows: readonly Row[], key: number, field: RowField, value: string): readonly Row[] =>
  changed(rows, key, (row) =>
    isOpen(row) ? { ...row, [field]: value, state: { kind: 'ready' }, lookUp: null, breaks: 0 } : row,
  );

/** With what a service says of a row that it was asked about; its fields stay where it says nothing. */
export const lookedUp = (
  rows: readonly Row[],
  key: number,
  lookUp: LookUp,
  fields: Partial<ItemFields> = {},
): readonly Row[] =>
  changed(rows, key, (row) => {
    if (lookUp !== 'asked' && row.lookUp !== 'asked') return row;
    return isOpen(row) ? { ...row, ...fields, lookUp } : { ...row, lookUp: null };
  });

/** The folder that all rows lie in, where it became the author of them all; null without one. */
export function sharedFolder(rows: readonly Row[], mediaType: MediaType): string | null {
  const folder = rows[0]?.folders[0];
  const isShared =
    mediaType === 'book' &&
    rows.length > 1 &&
    rows.every((row) => isOpen(row) && row.folders.length > 1 && row.folders[0] === folder && row.author === folder);
  return isShared ? (folder ?? null) : null;
}

/** Without that folder, where there is one: what the others say stands in the fields. */
export function withoutShared(rows: readonly Row[], mediaType: MediaType): readonly Row[] {
  if (sharedFolder(rows, mediaType) === null) return rows;
  return rows.map((row) => {
    const folders = row.folders.slice(1);
    return { ...row, ...fieldsOf(folders, mediaType), folders, lookUp: null };
  });
}

/** Books of loose files, which may be the chapters of one. */
export const looseRows = (rows: readonly Row[], mediaType: MediaType): readonly Row[] =>
  mediaType === 'book' ? rows.filter((row) => isOpen(row) && row.folders.length === 0) : [];

/** With the books of loose files as one, in the place of the first; its title is what their names begin with. */
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

/** The row whose folder the server has not been asked about; null: none. */
export function uncheckedIn(rows: readonly Row[], mediaType: MediaType): { key: number; directory: string } | null {
  for (const row of rows) {
    const directory = directoryOf(row, mediaType);
    if (isOpen(row) && directory !== '' && row.check?.directory !== directory) return { key: row.key, directory };
  }
  return null;
}

/** With what the server says of the folder of a row: of one that is being sent it would meet what is sent. */
export const checked = (rows: readonly Row[], key: number, check: PlaceCheck): readonly Row[] =>
  changed(rows, key, (row) => (isOpen(row) ? { ...row, check } : row));

/** Those that may be sent wait for it: of `keys`, or all that were not tried. */
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

/** The next one to be sent; null: none waits, or as many as may be are being sent. */
export function nextOf(rows: readonly Row[]): Row | null {
  const busy = rows.filter(({ state }) => state.kind === 'sending').length;
  return busy < AT_ONCE ? (rows.find(({ state }) => state.kind === 'waiting') ?? null) : null;
}

export const begun = (rows: readonly Row[], key: number): readonly Row[] =>
  changed(rows, key, (row) => ({ ...row, state: { kind: 'sending', sentBytes: 0, samples: [] } }));

/** With so many bytes of a row gone at a time in ms. */
export const progressed = (rows: readonly Row[], key: number, sentBytes: number, at: number): readonly Row[] =>
  changed(rows, key, (row) =>
    row.state.kind === 'sending'
      ? { ...row, state: { kind: 'sending', sentBytes, samples: flowed(row.state.samples, { at, bytes: sentBytes }) } }
      : row,
  );

/** Those of `keys` (all without) are not to be sent any more. */
export const stopped = (rows: readonly Row[], keys: readonly number[] | null = null): readonly Row[] =>
  rows.map((row) =>
    isQueued(row) && (keys === null || keys.includes(row.key)) ? { ...row, state: { kind: 'ready' }, run: 0 } : row,
  );

/** Whether a failure is one of the connection, which the same item may be sent over again when it is back. */
export const isBreak = ({ kind }: AppError): boolean => kind === 'network' || kind === 'timeout';

/** Whether the server may have stored what it had: the connection broke, or a proxy before it did not hear of it. */
const isUnanswered = (error: AppError): boolean =>
  isBreak(error) || (error.kind === 'server' && [502, 503, 504].includes(error.status));

/** Whether the disk of the server is full: it says so by its status, or in the words of its system. */
export const isDiskFull = (error: AppError): boolean =>
  error.kind === 'server' && (error.status === 507 || /ENOSPC|EDQUOT|no space left/i.test(error.message));

/** Whether a failure will meet every other item too: the disk is full, nothing may be uploaded there (any more). */
export const isForAll = (error: AppError): boolean =>
  ['forbidden', 'unauthorized', 'notFound', 'rateLimited'].includes(error.kind) || isDiskFull(error);

/** Whether a row goes on waiting after a failure, to be sent when it can be. */
export const waitsAfter = ({ breaks }: Row, error: AppError): boolean =>
  isForAll(error) || (isBreak(error) && breaks + 1 < MOST_BREAKS);

/** With how sending a row ended. */
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

/** How far a run is: items, and bytes of them. */
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
