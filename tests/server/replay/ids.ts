import { randomUUID } from 'node:crypto';
import { at, listAt } from '../library/support.ts';
import { files, itemOfMedia, items as recordedItems, kinds, mediaOfFolder, names, UUID, type ItemTraits, type Kind } from './recorded.ts';
import type { OurItem, World } from './world.ts';

export type Ids = Awaited<ReturnType<typeof createIds>>;

const isSpare = (item: unknown): boolean => String(at(item, 'relPath')).startsWith('Spare');

/** Gives for each recorded id one of ours of the same kind, found by its traits or made for it, and always the same one. */
export async function createIds(world: World) {
  const bound = new Map<string, Promise<string>>();
  const uses = new Map<string, number>();
  const ours = await world.items();
  const podcast = ours.find((item) => at(item.json, 'mediaType') === 'podcast');
  const episodes = listAt(await world.json('GET', `/api/items/${podcast?.id}?expanded=1`), 'media', 'episodes').map((episode) => String(at(episode, 'id')));
  const authors = listAt(await world.json('GET', `/api/libraries/${world.libraries.books}/authors`), 'authors');
  const series = listAt(await world.json('GET', `/api/libraries/${world.libraries.books}/series?limit=100`), 'results').map((entry) => String(at(entry, 'id')));
  let spares = ours.filter(({ json }) => isSpare(json)).map(({ id }) => id);

  const someMp3 = ours.find(({ title }) => title === "Aesop's Fables")?.id ?? '';

  /** An item that nothing else refers to: one mp3. */
  const spare = (): string => {
    const [first, ...rest] = spares;
    if (first === undefined) throw new Error('No spare item is left');
    spares = rest;
    return first;
  };
  const score = (item: OurItem, wanted: ItemTraits): number => {
    const media = at(item.json, 'media');
    const isEbookLibrary = names.get(wanted.libraryId) === 'Ebooks';
    const checks: readonly (readonly [boolean, number])[] = [
      [at(item.json, 'mediaType') === wanted.mediaType, 100],
      [(item.libraryId === world.libraries.ebooks) === isEbookLibrary, 50],
      [at(item.json, 'isMissing') === wanted.isMissing, 40],
      [at(media, 'metadata', 'explicit') === wanted.explicit, 20],
      [(Number(at(media, 'numTracks') ?? 0) > 0) === wanted.tracks > 0, 20],
      [item.title === wanted.title, 5],
      [(Number(at(media, 'numTracks') ?? 0) > 1) === wanted.tracks > 1, 8],
      [(at(media, 'ebookFormat') ?? null) === wanted.ebookFormat, 8],
      [(at(media, 'coverPath') !== null) === wanted.hasCover, 12],
      [!isSpare(item.json), 6],
    ];
    return checks.reduce((sum, [holds, weight]) => sum + (holds ? weight : 0), 0) - 2 * (uses.get(item.id) ?? 0);
  };
  const pickItem = (id: string): string => {
    const wanted = recordedItems.get(id) ?? { mediaType: 'book', libraryId: '', tracks: 1, ebookFormat: null, explicit: false, isMissing: false, hasCover: true, title: '' };
    const best = ours.toSorted((a, b) => score(b, wanted) - score(a, wanted))[0];
    if (!best) throw new Error('The fixture has no items');
    uses.set(best.id, (uses.get(best.id) ?? 0) + 1);
    return best.id;
  };
  const nth = (list: readonly string[], kind: Kind): string => {
    const count = uses.get(kind) ?? 0;
    uses.set(kind, count + 1);
    return list[count % list.length] ?? randomUUID();
  };
  const someBooks = ours.filter(({ json, libraryId }) => libraryId === world.libraries.books && at(json, 'media', 'metadata', 'explicit') === false && at(json, 'isMissing') === false && !isSpare(json)).map(({ id }) => id);
  const openSession = async (body: object = {}, item = pickItem('')): Promise<string> =>
    String(at(await world.json('POST', `/api/items/${item}/play`, { deviceInfo: { deviceId: randomUUID() }, supportedMimeTypes: ['audio/mpeg', 'audio/mp4'], mediaPlayer: 'html5', ...body }), 'id'));

  const makers: Record<Kind, (id: string) => string | Promise<string>> = {
    item: pickItem,
    media: async (id) => String(at(await world.json('GET', `/api/items/${await map(itemOfMedia.get(id) ?? '')}`), 'media', 'id')),
    library: async (id) => {
      const name = names.get(id);
      if (name === 'Ebooks') return world.libraries.ebooks;
      if (name === 'Podcasts') return world.libraries.podcasts;
      if (name?.startsWith('Audiobooks')) return world.libraries.books;
      const made = String(at(await world.json('POST', '/api/libraries', { name: `Spare ${id.slice(0, 4)}`, mediaType: 'book', folders: [{ fullPath: world.folders.spare }] }), 'id'));
      await world.server.ctx.scans.scanLibrary(made);
      return made;
    },
    folder: (id) => world.server.ctx.store.libraries.byId(mediaOfFolder.get(id) === 'podcast' ? world.libraries.podcasts : world.libraries.books)?.folders[0]?.id ?? '',
    user: async (id) => {
      const username = names.get(id) ?? 'temp';
      const known = world.server.ctx.store.users.byName(username);
      if (known) return known.id;
      return String(at(await world.json('POST', '/api/users', { username: `${username}-${id.slice(0, 4)}`, password: 'p', isActive: true }), 'user', 'id'));
    },
    author: (id) => {
      const same = authors.find((author) => at(author, 'name') === names.get(id));
      return same ? String(at(same, 'id')) : nth(authors.map((author) => String(at(author, 'id'))), 'author');
    },
    series: () => nth(series, 'series'),
    episode: () => nth(episodes, 'episode'),
    collection: async () => String(at(await world.json('POST', '/api/collections', { libraryId: world.libraries.books, name: 'Some', books: someBooks.slice(0, 2) }), 'id')),
    playlist: async (id) => {
      const items = names.get(id) === 'Episodes' ? episodes.slice(0, 2).map((episodeId) => ({ libraryItemId: podcast?.id, episodeId })) : someBooks.slice(0, 2).map((libraryItemId) => ({ libraryItemId }));
      return String(at(await world.json('POST', '/api/playlists', { libraryId: names.get(id) === 'Episodes' ? world.libraries.podcasts : world.libraries.books, name: 'Some', items }), 'id'));
    },
    session: () => openSession(),
    stream: () => openSession({ forceTranscode: true }, someMp3),
    storedSession: async () => {
      const id = await openSession();
      await world.json('POST', `/api/session/${id}/sync`, { currentTime: 5, timeListened: 5, duration: 100 });
      await world.json('POST', `/api/session/${id}/close`, {});
      return id;
    },
    progress: async () => {
      const item = spare();
      await world.json('PATCH', `/api/me/progress/${item}`, { currentTime: 3, duration: 12, progress: 0.25 });
      return String(at(await world.json('GET', `/api/me/progress/${item}`), 'id'));
    },
    feed: async () => String(at(await world.json('POST', `/api/feeds/item/${spare()}/open`, { serverAddress: world.server.url, slug: randomUUID() }), 'feed', 'id')),
    share: async () => {
      const mediaItemId = at(await world.json('GET', `/api/items/${spare()}`), 'media', 'id');
      return String(at(await world.json('POST', '/api/share/mediaitem', { slug: randomUUID(), mediaItemType: 'book', mediaItemId, expiresAt: 0 }), 'id'));
    },
    notification: async () => {
      const settings = await world.json('POST', '/api/notifications', { eventName: 'onBackupCompleted', urls: ['json://127.0.0.1'], titleTemplate: 't', bodyTemplate: 'b', enabled: true, type: 'info', libraryId: null });
      return String(at(listAt(settings, 'notifications').at(-1), 'id'));
    },
    apiKey: async () => String(at(await world.json('POST', '/api/api-keys', { name: 'Key', userId: world.server.ctx.store.users.byName('user')?.id, isActive: true }), 'apiKey', 'id')),
    provider: async () => String(at(await world.json('POST', '/api/custom-metadata-providers', { name: 'Some', url: `${world.web.url}/provider`, mediaType: 'book' }), 'provider', 'id')),
  };

  /** Our id for a recorded one; ids of no known kind stay as they are. */
  const map = async (id: string): Promise<string> => {
    const kind = id === '' ? 'item' : kinds.get(id);
    if (!kind) return id;
    const made = bound.get(id) ?? Promise.resolve(makers[kind](id));
    bound.set(id, made);
    return made;
  };

  /** Our inode number for a recorded one: a file of the same kind of the same item. */
  const mapFile = async (ino: string): Promise<string> => {
    const file = files.get(ino);
    if (!file) return ino;
    const libraryFiles = listAt(await world.json('GET', `/api/items/${await map(file.itemId)}`), 'libraryFiles').filter((entry) => at(entry, 'fileType') === file.fileType);
    const ofRole = libraryFiles.filter((entry) => (at(entry, 'isSupplementary') === true) === file.isSupplementary);
    const same = ofRole[file.index] ?? ofRole[0] ?? libraryFiles[0];
    return same ? String(at(same, 'ino')) : ino;
  };

  const text = async (value: string): Promise<string> => {
    let mapped = value.replaceAll('http://127.0.0.1:18081', world.web.url).replaceAll('http://127.0.0.1:13378', world.server.url);
    if (mapped.startsWith('/audiobooks')) mapped = world.folders.books + mapped.slice('/audiobooks'.length);
    if (mapped.startsWith('/podcasts')) mapped = world.folders.podcasts + mapped.slice('/podcasts'.length);
    for (const id of new Set(mapped.match(UUID) ?? [])) mapped = mapped.replaceAll(id, await map(id));
    return files.has(mapped) ? mapFile(mapped) : mapped;
  };
  const value = async (given: unknown): Promise<unknown> => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return Promise.all(given.map(value));
    if (typeof given !== 'object' || given === null) return given;
    const entries: [string, unknown][] = [];
    for (const [key, entry] of Object.entries(given)) entries.push([key, await value(entry)]);
    return Object.fromEntries(entries);
  };

  return {
    map, value, spare, openSession, podcast: podcast?.id ?? '', someMp3,
    bind: (recorded: string, mine: string) => void bound.set(recorded, Promise.resolve(mine)),
    /** A path with our ids; numbers after `file`, `ebook` and `ffprobe` are inode numbers. */
    path: async (target: string): Promise<string> => {
      const segments = await Promise.all(target.split('/').map(text));
      return segments.join('/');
    },
    /** Query values, the base64 of filters included. */
    query: async (query: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
      const mapped = (await value(query)) as Record<string, unknown>;
      const [, group, encoded] = /^(authors|series)\.(.+)$/.exec(String(query['filter'] ?? '')) ?? [];
      if (!group || !encoded) return mapped;
      const plain = Buffer.from(decodeURIComponent(encoded), 'base64').toString();
      return { ...mapped, filter: `${group}.${encodeURIComponent(Buffer.from(await text(plain)).toString('base64'))}` };
    },
  };
}
