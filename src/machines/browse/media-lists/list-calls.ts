import type { Api } from '../../../services/api.ts';
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
} from '../../../services/endpoints/media-lists.ts';
import { listLibraryCollections, listLibraryPlaylists } from '../../../services/endpoints/library-lists.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { has, without } from '../../playback/queue/queue.logic.ts';
import { refOf, toMediaList, type ListKind, type ListOutline, type MediaList } from './media-list.logic.ts';
import type { ListJob, NewList } from './media-lists.protocol.ts';

export type ListKey = Pick<ListOutline, 'kind' | 'id'>;

/** Rejects with an `AppException`, as all calls here. */
export async function readList(api: Api, { kind, id }: ListKey, signal?: AbortSignal): Promise<MediaList> {
  return toMediaList(
    kind === 'collection' ? await api.call(getCollection, { id }, signal) : await api.call(getPlaylist, { id }, signal),
  );
}

/** Of playlists, only the account's. */
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

/** A server may ignore a null description of a playlist. */
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

/** Sends a change. Null: the list no longer exists. */
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

/** Retries a change: sends only what is missing on the server. Rejects with `notFound` if the list was removed. */
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

/** Finds the list that an earlier request created: same name, id not in `known`. */
export async function findMade(api: Api, list: ListOutline, known: readonly string[]): Promise<MediaList | null> {
  const made = (await readLists(api, list)).filter(({ id, name }) => name === list.name && !known.includes(id));
  return made[0] ?? null;
}

const idsOf = (entries: readonly MediaRef[]) => entries.map(({ libraryItemId }) => libraryItemId);

const ENTRY_CALLS = {
  add: { playlist: addAllToPlaylist, book: addToCollection, books: addAllToCollection },
  remove: { playlist: removeAllFromPlaylist, book: removeFromCollection, books: removeAllFromCollection },
} as const;

/** A single book of a collection has its own endpoint (AMB-70). */
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
