import { randomUUID } from 'node:crypto';
import { at, listAt } from '../library/support.ts';
import {
  files,
  itemOfMedia,
  items as recordedItems,
  kinds,
  mediaOfFolder,
  names,
  UUID,
  versions,
  type ItemTraits,
  type Json,
  type Kind,
} from './recorded.ts';
import type { OurItem, World } from './world.ts';

export type Ids = Awaited<ReturnType<typeof createIds>>;

const isSpare = (item: unknown): boolean => String(at(item, 'relPath')).startsWith('Spare');

/**
 * Maps each recorded id to one of ours of the same kind, found by its traits or created for it, always the same one.
 */
export async function createIds(world: World) {
  const bound = new Map<string, Promise<string>>();
  const uses = new Map<string, number>();
  const ours = await world.items();
  const podcast = ours.find((item) => item.title === 'Fables Daily');
  const episodes: { readonly id: string; readonly itemId: string; readonly title: string }[] = [];
  for (const item of ours.filter(({ json }) => at(json, 'mediaType') === 'podcast')) {
    const list = listAt(await world.json('GET', `/api/items/${item.id}?expanded=1`), 'media', 'episodes');
    episodes.push(
      ...list.map((episode) => ({
        id: String(at(episode, 'id')),
        itemId: item.id,
        title: String(at(episode, 'title')),
      })),
    );
  }
  let spares = ours.filter(({ json }) => isSpare(json)).map(({ id }) => id);

  const someMp3 = ours.find(({ title }) => title === 'A Study in Scarlet')?.id ?? '';

  /** An unused item: one mp3. */
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
      [Number(at(media, 'numTracks') ?? 0) > 0 === wanted.tracks > 0, 20],
      [item.title === wanted.title, 300],
      [Number(at(media, 'numTracks') ?? 0) > 1 === wanted.tracks > 1, 8],
      [(at(media, 'ebookFormat') ?? null) === wanted.ebookFormat, 8],
      [(at(media, 'coverPath') !== null) === wanted.hasCover, 12],
      [!isSpare(item.json), 6],
    ];
    return checks.reduce((sum, [holds, weight]) => sum + (holds ? weight : 0), 0) - 2 * (uses.get(item.id) ?? 0);
  };
  /** Our item with the same files. */
  const sameItem = (id: string): string | undefined => {
    const wanted = recordedItems.get(id);
    if (!wanted) return undefined;
    const library =
      { Ebooks: world.libraries.ebooks, Podcasts: world.libraries.podcasts }[names.get(wanted.libraryId) ?? ''] ??
      world.libraries.books;
    return ours.find(
      ({ libraryId, title, json }) =>
        libraryId === library &&
        (wanted.mediaType === 'podcast' ? title === wanted.title : at(json, 'relPath') === wanted.relPath),
    )?.id;
  };
  const pickItem = (id: string): string => {
    const same = sameItem(id);
    if (same !== undefined) return same;
    const wanted = recordedItems.get(id) ?? {
      mediaType: 'book',
      libraryId: '',
      tracks: 1,
      ebookFormat: null,
      explicit: false,
      isMissing: false,
      hasCover: true,
      title: '',
      relPath: '',
    };
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
  const someBooks = ours
    .filter(
      ({ json, libraryId }) =>
        libraryId === world.libraries.books &&
        at(json, 'media', 'metadata', 'explicit') === false &&
        at(json, 'isMissing') === false &&
        !isSpare(json),
    )
    .map(({ id }) => id);
  const openSession = async (body: object = {}, item = pickItem(''), episodeId = ''): Promise<string> =>
    String(
      at(
        await world.json('POST', `/api/items/${item}/play${episodeId && `/${episodeId}`}`, {
          deviceInfo: { deviceId: randomUUID() },
          supportedMimeTypes: ['audio/mpeg', 'audio/mp4'],
          mediaPlayer: 'html5',
          ...body,
        }),
        'id',
      ),
    );

  /** The form in which the recordings show it most often; of several the last. */
  const usual = (id: string): Json => {
    const forms = (versions.get(id) ?? [])
      .filter((form) => 'lastUpdate' in form || 'playMethod' in form)
      .map((form) => ({ form, text: JSON.stringify({ ...form, lastUpdate: 0 }).length }));
    const often = (text: number) => forms.filter((other) => other.text === text).length;
    return forms.toSorted((a, b) => often(b.text) - often(a.text))[0]?.form ?? {};
  };
  const libraryOf = async (id: string): Promise<string> =>
    map(
      String(
        (versions.get(id) ?? []).map((form) => form['libraryId']).find((libraryId) => libraryId !== undefined) ?? '',
      ),
    );
  /** The entry with the recorded name, or one after the other. */
  const named = async (
    id: string,
    kind: 'author' | 'series',
    read: (libraryId: string) => Promise<readonly unknown[]>,
  ): Promise<string> => {
    const known = (versions.get(id) ?? []).some((form) => 'libraryId' in form);
    const list = await read(known ? await libraryOf(id) : world.libraries.books);
    const same = list.find((entry) => at(entry, 'name') === names.get(id));
    return same
      ? String(at(same, 'id'))
      : nth(
          list.map((entry) => String(at(entry, 'id'))),
          kind,
        );
  };
  const username = (id: unknown): string => names.get(String(id)) ?? 'root';

  const makers: Record<Kind, (id: string) => string | Promise<string>> = {
    item: pickItem,
    media: async (id) =>
      String(at(await world.json('GET', `/api/items/${await map(itemOfMedia.get(id) ?? '')}`), 'media', 'id')),
    library: async (id) => {
      const name = names.get(id);
      if (name === 'Ebooks') return world.libraries.ebooks;
      if (name === 'Podcasts') return world.libraries.podcasts;
      if (name?.startsWith('Audiobooks')) return world.libraries.books;
      const made = String(
        at(
          await world.json('POST', '/api/libraries', {
            name: `Spare ${id.slice(0, 4)}`,
            mediaType: 'book',
            folders: [{ fullPath: world.folders.spare }],
          }),
          'id',
        ),
      );
      await world.server.ctx.scans.scanLibrary(made);
      return made;
    },
    folder: (id) =>
      world.server.ctx.store.libraries.byId(
        mediaOfFolder.get(id) === 'podcast' ? world.libraries.podcasts : world.libraries.books,
      )?.folders[0]?.id ?? '',
    user: async (id) => {
      const known = world.server.ctx.store.users.byName(username(id));
      if (known && names.has(id)) return known.id;
      const {
        permissions,
        librariesAccessible: libraries,
        itemTagsSelected,
      } = (versions.get(id) ?? []).findLast((form) => 'permissions' in form) ?? {};
      const made = {
        username: `${names.get(id) ?? 'temp'}-${id.slice(0, 4)}`,
        password: 'p',
        isActive: true,
        permissions,
        librariesAccessible: await value(libraries),
        itemTagsSelected,
      };
      return String(at(await world.json('POST', '/api/users', made), 'user', 'id'));
    },
    author: (id) =>
      named(id, 'author', async (libraryId) =>
        listAt(await world.json('GET', `/api/libraries/${libraryId}/authors`), 'authors'),
      ),
    series: (id) =>
      named(id, 'series', async (libraryId) =>
        listAt(await world.json('GET', `/api/libraries/${libraryId}/series?limit=100`), 'results'),
      ),
    episode: (id) => {
      const title = (versions.get(id) ?? [])[0]?.['title'];
      return (
        episodes.find((episode) => episode.title === title)?.id ??
        nth(
          episodes.filter(({ itemId }) => itemId === podcast?.id).map((episode) => episode.id),
          'episode',
        )
      );
    },
    collection: async (id) => {
      const { name = 'Some', description = null, books } = usual(id);
      const mapped = Array.isArray(books)
        ? await Promise.all(books.map((book) => map(String(at(book, 'id')))))
        : someBooks.slice(0, 2);
      return String(
        at(
          await world.json('POST', '/api/collections', {
            libraryId: world.libraries.books,
            name,
            description,
            books: mapped,
          }),
          'id',
        ),
      );
    },
    playlist: async (id) => {
      const { name = 'Some', description = null, items = [], libraryId, userId } = usual(id);
      const wanted = (Array.isArray(items) ? items : []).map((item) => ({
        libraryItemId: at(item, 'libraryItemId'),
        ...(at(item, 'episodeId') ? { episodeId: at(item, 'episodeId') } : {}),
      }));
      const mapped =
        wanted.length > 0 ? await value(wanted) : someBooks.slice(0, 2).map((libraryItemId) => ({ libraryItemId }));
      const library = libraryId === undefined ? world.libraries.books : await map(String(libraryId));
      return String(
        at(
          await world.json(
            'POST',
            '/api/playlists',
            { libraryId: library, name, description, items: mapped },
            username(userId),
          ),
          'id',
        ),
      );
    },
    session: async (id) => {
      const forms = versions.get(id) ?? [];
      const {
        libraryItemId,
        episodeId,
        currentTime = 5,
        timeListening = 0,
      } = forms.toSorted((a, b) => Number(b['timeListening']) - Number(a['timeListening']))[0] ?? {};
      if (typeof libraryItemId !== 'string') return openSession();
      const opened = await openSession(
        {},
        await map(libraryItemId),
        typeof episodeId === 'string' ? await map(episodeId) : '',
      );
      if (Number(timeListening) > 0)
        await world.json('POST', `/api/session/${opened}/sync`, { currentTime, timeListened: timeListening });
      return opened;
    },
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
    feed: async () =>
      String(
        at(
          await world.json('POST', `/api/feeds/item/${spare()}/open`, {
            serverAddress: world.server.url,
            slug: randomUUID(),
          }),
          'feed',
          'id',
        ),
      ),
    share: async () => {
      const mediaItemId = at(await world.json('GET', `/api/items/${spare()}`), 'media', 'id');
      return String(
        at(
          await world.json('POST', '/api/share/mediaitem', {
            slug: randomUUID(),
            mediaItemType: 'book',
            mediaItemId,
            expiresAt: 0,
          }),
          'id',
        ),
      );
    },
    notification: async () => {
      const settings = await world.json('POST', '/api/notifications', {
        eventName: 'onBackupCompleted',
        urls: ['json://127.0.0.1'],
        titleTemplate: 't',
        bodyTemplate: 'b',
        enabled: true,
        type: 'info',
        libraryId: null,
      });
      return String(at(listAt(settings, 'notifications').at(-1), 'id'));
    },
    apiKey: async () =>
      String(
        at(
          await world.json('POST', '/api/api-keys', {
            name: 'Key',
            userId: world.server.ctx.store.users.byName('user')?.id,
            isActive: true,
          }),
          'apiKey',
          'id',
        ),
      ),
    provider: async () =>
      String(
        at(
          await world.json('POST', '/api/custom-metadata-providers', {
            name: 'Some',
            url: `${world.web.url}/provider`,
            mediaType: 'book',
          }),
          'provider',
          'id',
        ),
      ),
  };

  /** Our id for a recorded one; ids of an unknown kind stay. */
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
    const libraryFiles = listAt(await world.json('GET', `/api/items/${await map(file.itemId)}`), 'libraryFiles').filter(
      (entry) => at(entry, 'fileType') === file.fileType,
    );
    const ofRole = libraryFiles.filter((entry) => (at(entry, 'isSupplementary') === true) === file.isSupplementary);
    const same = ofRole[file.index] ?? ofRole[0] ?? libraryFiles[0];
    return same ? String(at(same, 'ino')) : ino;
  };

  const text = async (value: string): Promise<string> => {
    let mapped = value
      .replaceAll('http://127.0.0.1:18081', world.web.url)
      .replaceAll('http://127.0.0.1:13378', world.server.url);
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
    map,
    value,
    spare,
    openSession,
    sameItem,
    podcast: podcast?.id ?? '',
    someMp3,
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
