import type { FastifyRequest } from 'fastify';
import type { output } from 'zod/v4/core';
import { newPlaylist, playlistChange, playlistItem, playlistItems } from '../../src/schemas/requests/lists.ts';
import type { Area, ServerContext } from '../context.ts';
import { canSeeItem, canSeeLibrary } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail, failPlain } from '../http/errors.ts';
import { isRecord, param, queryCount } from '../http/input.ts';
import { sendJson } from '../http/send-json.ts';
import type { ItemAccess } from '../items/items.types.ts';
import { itemInSight } from '../library/access-hooks.ts';
import type { User } from '../store/users.repo.ts';
import { collectionsIn } from './collections.repo.ts';
import { longJson } from './long-json.ts';
import { playlistsIn, type Playlist, type PlaylistEntry } from './playlists.repo.ts';

type NamedMedia = output<typeof playlistItem>;
type FoundEntry = PlaylistEntry & { readonly item: ItemAccess };
/** The named entries, or null when one of them does not exist in the library. */
type EntriesOf = (named: readonly NamedMedia[], libraryId: string, user: User) => FoundEntry[] | null;

/** An entry as the API sends it: a book expanded, an episode expanded with its podcast minified. */
function entryJson(ctx: ServerContext, { itemId, episodeId }: PlaylistEntry, user: User): object | undefined {
  if (!itemInSight(ctx, user, itemId)) return undefined;
  const expanded = ctx.items.expanded(itemId);
  if (episodeId === null) return { libraryItemId: itemId, libraryItem: expanded };
  const episodes: unknown = expanded?.media['episodes'];
  const episode: unknown = Array.isArray(episodes)
    ? episodes.find((one) => isRecord(one) && one['id'] === episodeId)
    : undefined;
  return episode ? { episodeId, episode, libraryItemId: itemId, libraryItem: ctx.items.minified(itemId) } : undefined;
}

/** Of one account: each entry comes whole, with all its files. */
const MOST_PLAYLISTS = 500;
const MOST_LISTED = 5000;

/** Playlists: each is its owner's alone. One that loses its last entry is removed. */
export const registerPlaylists: Area = (app, ctx) => {
  const playlists = playlistsIn(ctx.store.database);
  const collections = collectionsIn(ctx.store.database);
  const json = (playlist: Playlist, user: User) => ({
    ...playlist,
    items: playlists.entries(playlist.id).flatMap((entry) => entryJson(ctx, entry, user) ?? []),
  });
  /** The same in parts. */
  const longPlaylist = (playlist: Playlist, user: User) =>
    longJson(
      'items',
      playlists.entries(playlist.id),
      (entry) => JSON.stringify(entryJson(ctx, entry, user)) as string | undefined,
      playlist,
    );
  const find = (request: FastifyRequest): Playlist => {
    const found = playlists.byId(param(request, 'id'));
    if (!found) throw fail(404, 'Playlist not found');
    if (found.userId !== request.user.id) throw fail(403);
    return found;
  };
  const announce = (playlist: Playlist, user: User) => {
    const changed = playlists.byId(playlist.id) ?? playlist;
    const body = json(changed, user);
    if (playlists.entries(playlist.id).length > 0) ctx.events.toUser(user.id, 'playlist_updated', body);
    else {
      playlists.remove(playlist.id);
      ctx.events.toUser(user.id, 'playlist_removed', body);
    }
    return body;
  };
  /** The entry of `{libraryItemId, episodeId?}`, or null when it does not exist in the library. */
  const entryOf = ({ libraryItemId, episodeId }: NamedMedia, libraryId: string): FoundEntry | null => {
    const item = ctx.items.access(libraryItemId);
    if (item?.libraryId !== libraryId) return null;
    if (item.mediaType === 'book') return { item, itemId: item.id, episodeId: null, mediaItemId: item.mediaId };
    if (episodeId == null || !ctx.items.episode(item.id, episodeId)) return null;
    return { item, itemId: item.id, episodeId, mediaItemId: episodeId };
  };
  const entriesOf: EntriesOf = (named, libraryId) => {
    const found = named.map((one) => entryOf(one, libraryId));
    return found.every((entry): entry is FoundEntry => entry !== null) ? found : null;
  };
  /** The same without hidden entries; hidden entries alone are refused like missing ones. */
  const seenEntriesOf: EntriesOf = (named, libraryId, user) => {
    const seen = entriesOf(named, libraryId, user)?.filter(({ item }) => canSeeItem(user, item)) ?? [];
    return seen.length > 0 || named.length === 0 ? seen : null;
  };
  const refuseLong = (user: User, added: number): void => {
    if (playlists.lengthOf(user.id) + added > MOST_LISTED)
      throw failPlain(400, `The playlists of an account may have ${MOST_LISTED} entries at most`);
  };
  const create = (
    user: User,
    fields: { libraryId: string; name: string; description: string | null },
    entries: readonly PlaylistEntry[],
  ) => {
    if (playlists.ofUser(user.id).length >= MOST_PLAYLISTS)
      throw failPlain(400, `An account may have ${MOST_PLAYLISTS} playlists at most`);
    refuseLong(user, entries.length);
    const created = playlists.byId(playlists.create({ ...fields, userId: user.id }, entries));
    if (!created) throw fail(500);
    const body = json(created, user);
    ctx.events.toUser(user.id, 'playlist_added', body);
    return body;
  };

  app.get('/api/playlists', async ({ user }, reply) =>
    sendJson(reply, await longJson('playlists', playlists.ofUser(user.id), (playlist) => longPlaylist(playlist, user))),
  );

  app.get('/api/libraries/:id/playlists', async (request, reply) => {
    const libraryId = param(request, 'id');
    if (!ctx.store.libraries.byId(libraryId)) throw fail(404, 'Library not found');
    if (!canSeeLibrary(request.user, libraryId)) throw fail(403);
    const [limit, page] = [queryCount(request, 'limit', 0), queryCount(request, 'page', 0)];
    const { playlists: shown, total } = playlists.pageOf(request.user.id, libraryId, { limit, page });
    const write = (playlist: Playlist) => longPlaylist(playlist, request.user);
    return sendJson(reply, await longJson('results', shown, write, { total, limit, page }));
  });

  app.post('/api/playlists', async (request) => {
    const { libraryId, name, description, items } = readBody(request, newPlaylist);
    if (ctx.store.libraries.byId(libraryId) && !canSeeLibrary(request.user, libraryId)) throw fail(403);
    const entries = seenEntriesOf(items ?? [], libraryId, request.user);
    if (!entries) throw fail(400, 'Invalid playlist data. Invalid items');
    return create(request.user, { libraryId, name, description: description ?? null }, entries);
  });

  app.post('/api/playlists/collection/:collectionId', async (request) => {
    const collection = collections.byId(param(request, 'collectionId'));
    if (!collection || !canSeeLibrary(request.user, collection.libraryId)) throw fail(404, 'Collection not found');
    const { libraryId, name, description } = collection;
    const entries = collections.bookIds(collection.id).flatMap((id) => {
      const item = itemInSight(ctx, request.user, id);
      return item ? { itemId: id, episodeId: null, mediaItemId: item.mediaId } : [];
    });
    if (entries.length === 0) throw fail(400, 'Collection has no books');
    return create(request.user, { libraryId, name, description }, entries);
  });

  app.get('/api/playlists/:id', async (request, reply) =>
    sendJson(reply, await longPlaylist(find(request), request.user)),
  );

  app.patch('/api/playlists/:id', async (request) => {
    const playlist = find(request);
    const { name, description, items } = readBody(request, playlistChange);
    if (items !== undefined) {
      const entries = seenEntriesOf(items, playlist.libraryId, request.user);
      if (!entries) throw fail(400, 'Invalid playlist items');
      const shown = playlists.entries(playlist.id).filter(({ itemId }) => itemInSight(ctx, request.user, itemId));
      if (entries.length !== shown.length) throw fail(400, 'Invalid playlist items. Length mismatch');
      playlists.reorder(
        playlist.id,
        entries.map(({ mediaItemId }) => mediaItemId),
      );
    }
    const changed = { name: name ?? playlist.name, description: description ?? playlist.description };
    if (changed.name !== playlist.name || changed.description !== playlist.description)
      playlists.update(playlist.id, changed);
    return announce(playlist, request.user);
  });

  app.delete('/api/playlists/:id', async (request, reply) => {
    const playlist = find(request);
    const removed = json(playlist, request.user);
    playlists.remove(playlist.id);
    ctx.events.toUser(request.user.id, 'playlist_removed', removed);
    return reply.send('OK');
  });

  app.post('/api/playlists/:id/item', async (request) => {
    const playlist = find(request);
    const named = readBody(request, playlistItem);
    const item = itemInSight(ctx, request.user, named.libraryItemId);
    if (!item) throw fail(400, 'Library item not found');
    if (item.libraryId !== playlist.libraryId) throw fail(400, 'Library item in different library');
    const entry = entryOf(named, playlist.libraryId);
    if (!entry) throw fail(400, 'Invalid item to add for this library type');
    if (playlists.entries(playlist.id).some(({ mediaItemId }) => mediaItemId === entry.mediaItemId))
      throw fail(400, 'Item already in playlist');
    refuseLong(request.user, 1);
    playlists.append(playlist.id, [entry]);
    return announce(playlist, request.user);
  });

  const removeOne = async (request: FastifyRequest) => {
    const playlist = find(request);
    const [itemId, episodeId] = [param(request, 'libraryItemId'), param(request, 'episodeId') || null];
    const entry = playlists.entries(playlist.id).find((one) => one.itemId === itemId && one.episodeId === episodeId);
    if (!entry) throw fail(404, 'Media item not found in playlist');
    playlists.removeEntries(playlist.id, [entry.mediaItemId]);
    return announce(playlist, request.user);
  };
  app.delete('/api/playlists/:id/item/:libraryItemId', removeOne);
  app.delete('/api/playlists/:id/item/:libraryItemId/:episodeId', removeOne);

  const batch =
    (choose: EntriesOf, work: (playlist: Playlist, entries: readonly PlaylistEntry[], user: User) => void) =>
    async (request: FastifyRequest) => {
      const playlist = find(request);
      const entries = choose(readBody(request, playlistItems).items, playlist.libraryId, request.user);
      if (!entries) throw fail(400, 'Invalid request body items');
      work(playlist, entries, request.user);
      return announce(playlist, request.user);
    };
  app.post(
    '/api/playlists/:id/batch/add',
    batch(seenEntriesOf, (playlist, entries, user) => {
      refuseLong(user, entries.length);
      playlists.append(playlist.id, entries);
    }),
  );
  app.post(
    '/api/playlists/:id/batch/remove',
    batch(entriesOf, (playlist, entries) =>
      playlists.removeEntries(
        playlist.id,
        entries.map(({ mediaItemId }) => mediaItemId),
      ),
    ),
  );
};
