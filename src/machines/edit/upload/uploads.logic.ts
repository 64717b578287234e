import type { Library } from '../../../schemas/api/library.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { groupFiles, type IgnoredFile, type ItemFields } from './grouping.logic.ts';
import type { Pick, ReadPick, UploadLeft } from './uploads.setup.ts';
import {
  checked,
  directoryOf,
  isOpen,
  isQueued,
  isUnsent,
  isUnstarted,
  newRow,
  partsOf,
  queued,
  type PlaceCheck,
  type Row,
  type Sample,
} from './rows.logic.ts';

export interface UploadContext {
  readonly libraries: readonly Library[];
  readonly libraryId: string | null;
  readonly folderId: string | null;
  readonly left: UploadLeft | null;
  readonly rows: readonly Row[];
  readonly ignored: readonly IgnoredFile[];
  readonly unreadable: readonly string[];
  readonly hasIgnored: boolean;
  readonly nextKey: number;
  readonly isAuto: boolean;
  readonly picks: readonly Pick[];
  readonly foundNothing: boolean;
  readonly pickError: AppError | null;
  readonly removed: readonly Row[];
  readonly filesOf: number | null;
  readonly isRefused: boolean;
  readonly requested: { readonly key: number; readonly directory: string } | null;
  readonly follow: { readonly index: number } | null;
  /** Increments when sending starts from rest. */
  readonly run: number;
  readonly flow: readonly Sample[];
  /** Why nothing can be sent. */
  readonly error: AppError | null;
}

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
  requested: null,
  follow: null,
  run: 0,
  flow: [],
  error: null,
});

export const libraryOf = ({ libraries, libraryId }: UploadContext): Library | null =>
  libraries.find(({ id }) => id === libraryId) ?? null;
export const folderOf = (context: UploadContext) =>
  libraryOf(context)?.folders.find(({ id }) => id === context.folderId) ?? null;
export const mediaTypeOf = (context: UploadContext) => libraryOf(context)?.mediaType ?? 'book';

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

export const failedKeys = ({ rows }: UploadContext): readonly number[] =>
  rows.filter(({ state }) => state.kind === 'failed').map(({ key }) => key);

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

/** A removed row can be restored unless it was sent. */
export const withoutRow = ({ rows }: UploadContext, key: number): Partial<UploadContext> => ({
  rows: rows.filter((row) => row.key !== key),
  removed: rows.filter((row) => row.key === key && isUnsent(row)),
  filesOf: null,
});

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

/** The page is closed: keeps what was started, unless all of it is uploaded. */
export function withoutUnstarted(context: UploadContext): UploadContext {
  const started = context.rows.filter((row) => !isUnstarted(row));
  if (!started.some(isUnsent)) return firstContext(null);
  const rows = started.map((row) => (row.lookUp === 'requested' ? { ...row, lookUp: null } : row));
  const { libraries, libraryId, folderId, nextKey, run, flow, error } = context;
  return { ...firstContext(null), rows, libraries, libraryId, folderId, nextKey, run, flow, error };
}

export function withCheck(
  { requested, rows }: UploadContext,
  found: PlaceCheck['found'],
  title: string | null = null,
): Partial<UploadContext> {
  if (requested === null) return {};
  return { requested: null, rows: checked(rows, requested.key, { directory: requested.directory, title, found }) };
}

/** Queues `keys`, or all untried rows; starts a run if none is under way. */
export function withQueued(context: UploadContext, keys: readonly number[] | null): Partial<UploadContext> {
  const isUnderWay = context.rows.some(isQueued);
  const run = isUnderWay ? context.run : context.run + 1;
  const rows = queued(context.rows, mediaTypeOf(context), run, keys);
  if (isUnderWay || !rows.some(isQueued)) return { rows };
  return { rows, run, flow: [], isRefused: false, removed: [] };
}

/** One row, or with the toggle on all rows not looked up yet; a book needs a title. */
export function rowsToLookUp(context: UploadContext, key: number | null): readonly Row[] {
  if (mediaTypeOf(context) !== 'book') return [];
  const isWanted = (row: Row) => (key === null ? context.isAuto && row.lookUp === null : row.key === key);
  return context.rows.filter(
    (row) => isOpen(row) && isWanted(row) && row.lookUp !== 'requested' && row.title.trim() !== '',
  );
}

export const knownFields = (fields: ItemFields): Partial<ItemFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
