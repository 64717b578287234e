import type { Library } from '../../schemas/api/library.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { UploadLeft } from '../../schemas/upload-left.ts';
import type { Sample } from './flow.logic.ts';
import { groupFiles, type IgnoredFile, type ItemFields } from './grouping.logic.ts';
import type { Pick, ReadPick } from './read-picked.actor.ts';
import {
  checked,
  directoryOf,
  isOpen,
  isQueued,
  isUnsent,
  newRow,
  partsOf,
  queued,
  type PlaceCheck,
  type Row,
} from './rows.logic.ts';

export interface UploadContext {
  readonly libraries: readonly Library[];
  readonly libraryId: string | null;
  readonly folderId: string | null;
  /** Where items were to be uploaded when the page was reloaded; null when there were none. */
  readonly left: UploadLeft | null;
  readonly rows: readonly Row[];
  readonly ignored: readonly IgnoredFile[];
  readonly unreadable: readonly string[];
  readonly hasIgnored: boolean;
  readonly nextKey: number;
  /** Details are looked up as soon as books are picked. */
  readonly isAuto: boolean;
  /** Choices that are still to be read. */
  readonly picks: readonly Pick[];
  /** The last choice had nothing that could become an item; why it could not be read. */
  readonly foundNothing: boolean;
  readonly pickError: AppError | null;
  /** What was removed last, to bring it back. */
  readonly removed: readonly Row[];
  /** Rows whose files are shown. */
  readonly filesOf: number | null;
  /** Somebody tried to send rows that cannot be. */
  readonly isRefused: boolean;
  /** The row that the server is being asked about. */
  readonly asked: { readonly key: number; readonly directory: string } | null;
  /** A row to go to. */
  readonly follow: { readonly index: number } | null;
  /** Counts the times that sending began from rest. */
  readonly run: number;
  /** Bytes that went since it began, and when. */
  readonly flow: readonly Sample[];
  /** Why the libraries are not known, or why nothing can be sent. */
  readonly error: AppError | null;
}

/** Nothing is chosen yet. `left`: what a page before this one says of itself. */
export const firstContext = (left: UploadContext['left']): UploadContext => ({
  libraries: [],
  libraryId: null,
  folderId: null,
  left,
  rows: [],
  ignored: [],
  unreadable: [],
  hasIgnored: false,
  nextKey: 1,
  isAuto: false,
  picks: [],
  foundNothing: false,
  pickError: null,
  removed: [],
  filesOf: null,
  isRefused: false,
  asked: null,
  follow: null,
  run: 0,
  flow: [],
  error: null,
});

/** The library that is chosen. */
export const libraryOf = ({ libraries, libraryId }: UploadContext): Library | null =>
  libraries.find(({ id }) => id === libraryId) ?? null;
export const folderOf = (context: UploadContext) =>
  libraryOf(context)?.folders.find(({ id }) => id === context.folderId) ?? null;
export const mediaTypeOf = (context: UploadContext) => libraryOf(context)?.mediaType ?? 'book';

/** A library and its first folder, unless those that are chosen are still there, or have items. */
export function chosenOf(context: UploadContext, libraries: readonly Library[], preferred: string | null) {
  if (context.rows.length > 0) return {};
  const library = [context.libraryId, context.left?.libraryId, preferred]
    .map((wanted) => libraries.find(({ id }) => id === wanted))
    .find((found) => found !== undefined);
  const { id, folders } = library ?? libraries[0] ?? { id: null, folders: [] };
  const folder =
    folders.find((one) => one.id === context.folderId) ??
    folders.find((one) => one.id === context.left?.folderId) ??
    folders[0];
  return { libraryId: id, folderId: folder?.id ?? null };
}

/** What is sent of a row. */
export function itemInput(context: UploadContext, row: Row) {
  const mediaType = mediaTypeOf(context);
  const files = row.files.map(({ name, file }) =>
    file.name === name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified }),
  );
  return {
    key: row.key,
    directory: directoryOf(row, mediaType),
    folderPath: folderOf(context)?.fullPath ?? '',
    upload: {
      ...partsOf(row, mediaType),
      libraryId: context.libraryId ?? '',
      folderId: context.folderId ?? '',
      files,
    },
  };
}

/** Those that were tried and did not go. */
export const failedKeys = ({ rows }: UploadContext): readonly number[] =>
  rows.filter(({ state }) => state.kind === 'failed').map(({ key }) => key);

/** With the items of what was picked. */
export function withPicked(context: UploadContext, { files, unreadable }: ReadPick): Partial<UploadContext> {
  const { items, ignored } = groupFiles(files, mediaTypeOf(context));
  return {
    picks: context.picks.slice(1),
    rows: [...context.rows, ...items.map((item, index) => newRow(context.nextKey + index, item))],
    nextKey: context.nextKey + items.length,
    ignored: [...context.ignored, ...ignored],
    unreadable: [...context.unreadable, ...unreadable],
    foundNothing: items.length === 0,
    pickError: null,
    removed: [],
  };
}

/** Without a row, which can be brought back unless it was sent. */
export const withoutRow = ({ rows }: UploadContext, key: number): Partial<UploadContext> => ({
  rows: rows.filter((row) => row.key !== key),
  removed: rows.filter((row) => row.key === key && isUnsent(row)),
  filesOf: null,
});

/** Without all of them. */
export const emptied = ({ rows }: UploadContext): Partial<UploadContext> => ({
  rows: [],
  removed: rows.filter(isUnsent),
  ignored: [],
  unreadable: [],
  foundNothing: false,
  pickError: null,
  isRefused: false,
  filesOf: null,
  run: 0,
});

/** With what the server says of the folder that it was asked about. */
export function withCheck(
  { asked, rows }: UploadContext,
  found: PlaceCheck['found'],
  title: string | null = null,
): Partial<UploadContext> {
  if (asked === null) return {};
  return { asked: null, rows: checked(rows, asked.key, { directory: asked.directory, title, found }) };
}

/** With rows that wait to be sent: `keys`, or all that were not tried. Where nothing is under way a run begins. */
export function withQueued(context: UploadContext, keys: readonly number[] | null): Partial<UploadContext> {
  const isUnderWay = context.rows.some(isQueued);
  const run = isUnderWay ? context.run : context.run + 1;
  const rows = queued(context.rows, mediaTypeOf(context), run, keys);
  if (isUnderWay || !rows.some(isQueued)) return { rows };
  return { rows, run, flow: [], isRefused: false, removed: [] };
}

/** The rows to look up: one, or with the toggle on all that were not yet; a book without a title is none. */
export function rowsToLookUp(context: UploadContext, key: number | null): readonly Row[] {
  if (mediaTypeOf(context) !== 'book') return [];
  const isWanted = (row: Row) => (key === null ? context.isAuto && row.lookUp === null : row.key === key);
  return context.rows.filter(
    (row) => isOpen(row) && isWanted(row) && row.lookUp !== 'asked' && row.title.trim() !== '',
  );
}

/** What a service says, without what it leaves open. */
export const knownFields = (fields: ItemFields): Partial<ItemFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
