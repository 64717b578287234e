import type { Api } from '../../services/api.ts';
import {
  getCollection,
  getPlaylist,
  addAllToCollection,
  addToCollection,
  createCollection,
  deleteCollection,
  removeAllFromCollection,
  removeFromCollection,
  updateCollection,
  addAllToPlaylist,
  createPlaylist,
  createPlaylistFromCollection,
  deletePlaylist,
  removeAllFromPlaylist,
  updatePlaylist,
} from '../../services/endpoints/media-lists.ts';
import { listLibraryCollections, listLibraryPlaylists } from '../../services/endpoints/library-lists.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import { has, without } from '../queue/queue.logic.ts';
import { refOf, toMediaList, type ListKind, type ListOutline, type MediaList } from './media-list.logic.ts';
import type { ListJob, NewList } from './media-lists.protocol.ts';

/** Which one. */
export type ListKey = Pick<ListOutline, 'kind' | 'id'>;

/** Reads one. Rejects with an `AppException`, as all of these. */
export async function readList(api: Api, { kind, id }: ListKey, signal?: AbortSignal): Promise<MediaList> {
  return toMediaList(
    kind === 'collection' ? await api.call(getCollection, { id }, signal) : await api.call(getPlaylist, { id }, signal),
  );
}

/** Reads all of a library: of playlists those of the account (COL-001, PLY-002). */
export async function readLists(
  api: Api,
  { kind, libraryId }: { readonly kind: ListKind; readonly libraryId: string },
  signal?: AbortSignal,
): Promise<readonly MediaList[]> {
  const whole = { libraryId, limit: 0, page: 0 };
  const { results } =
    kind === 'collection'
      ? await api.call(listLibraryCollections, whole, signal)
      : await api.call(listLibraryPlaylists, whole, signal);
  return results.items.map(toMediaList);
}

/** Makes one. */
export async function createList(
  api: Api,
  { kind, libraryId, name, description, entries }: NewList,
  signal?: AbortSignal,
): Promise<MediaList> {
  const about = { libraryId, name, description };
  const answer =
    kind === 'collection'
      ? await api.call(createCollection, { ...about, books: idsOf(entries) }, signal)
      : await api.call(createPlaylist, { ...about, items: entries.map(refOf) }, signal);
  return toMediaList(answer);
}

/** Changes name and description. A server may keep the description of a playlist where null is sent. */
async function describeList(
  api: Api,
  { kind, id }: ListKey,
  change: { readonly name: string; readonly description: string | null },
  signal?: AbortSignal,
): Promise<MediaList> {
  const answer =
    kind === 'collection'
      ? await api.call(updateCollection, { id, change }, signal)
      : await api.call(updatePlaylist, { id, change }, signal);
  return toMediaList(answer);
}

/** Makes a change. Null: it is gone. */
export async function runJob(api: Api, job: ListJob, signal?: AbortSignal): Promise<MediaList | null> {
  const { list } = job;
  switch (job.kind) {
    case 'add':
      return changeEntries(api, 'add', list, job.entries, signal);
    case 'remove':
      return changeEntries(api, 'remove', list, job.entries, signal);
    case 'restore':
      return reorderLike(api, list, await changeEntries(api, 'add', list, job.entries, signal), signal);
    case 'reorder':
      return reorder(api, list, job.entries, signal);
    case 'edit':
      return describeList(api, list, job.change, signal);
    case 'delete':
      await api.call(list.kind === 'collection' ? deleteCollection : deletePlaylist, { id: list.id }, signal);
      return null;
    case 'create':
    case 'recreate':
      return createList(api, list, signal);
    case 'copy':
      return toMediaList(await api.call(createPlaylistFromCollection, { collectionId: list.id }, signal));
  }
}

/**
 * A change that may have been made already: only what is still missing is. Fails with `notFound` when the list is gone,
 * which is what some changes end in.
 */
export async function runUnlessDone(api: Api, job: ListJob): Promise<MediaList | null> {
  const found = await readList(api, job.list);
  if (job.kind !== 'add' && job.kind !== 'restore' && job.kind !== 'remove') return runJob(api, job);
  const missing =
    job.kind === 'remove'
      ? without(job.entries, without(job.entries, found.entries))
      : without(job.entries, found.entries);
  if (missing.length > 0) return runJob(api, { ...job, entries: missing });
  return job.kind === 'restore' ? reorderLike(api, job.list, found) : found;
}

/** The list that was made of this and is not among `known`; null: it was not made. */
export async function findMade(api: Api, list: ListOutline, known: readonly string[]): Promise<MediaList | null> {
  const made = (await readLists(api, list)).filter(({ id, name }) => name === list.name && !known.includes(id));
  return made[0] ?? null;
}

const idsOf = (entries: readonly MediaRef[]) => entries.map(({ libraryItemId }) => libraryItemId);

/** How entries go in and out. */
const ENTRY_CALLS = {
  add: { playlist: addAllToPlaylist, book: addToCollection, books: addAllToCollection },
  remove: { playlist: removeAllFromPlaylist, book: removeFromCollection, books: removeAllFromCollection },
} as const;

/** One book of a collection goes by the call for one (AMB-70). */
async function changeEntries(
  api: Api,
  way: keyof typeof ENTRY_CALLS,
  { kind, id }: ListKey,
  entries: readonly MediaRef[],
  signal?: AbortSignal,
): Promise<MediaList> {
  const calls = ENTRY_CALLS[way];
  const [first, ...others] = entries;
  if (kind === 'playlist')
    return toMediaList(await api.call(calls.playlist, { id, items: entries.map(refOf) }, signal));
  return toMediaList(
    first && others.length === 0
      ? await api.call(calls.book, { id, itemId: first.libraryItemId }, signal)
      : await api.call(calls.books, { id, books: idsOf(entries) }, signal),
  );
}

/** Entries in the order that the list had; new ones follow. */
function reorderLike(api: Api, list: ListOutline, answer: MediaList, signal?: AbortSignal): Promise<MediaList> {
  const order = list.entries.filter((entry) => has(answer.entries, entry));
  return reorder(api, list, [...order, ...without(answer.entries, order)], signal);
}

async function reorder(
  api: Api,
  { kind, id }: ListKey,
  entries: readonly MediaRef[],
  signal?: AbortSignal,
): Promise<MediaList> {
  const answer =
    kind === 'collection'
      ? await api.call(updateCollection, { id, change: { books: idsOf(entries) } }, signal)
      : await api.call(updatePlaylist, { id, change: { items: entries.map(refOf) } }, signal);
  return toMediaList(answer);
}
