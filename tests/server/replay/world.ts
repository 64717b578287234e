import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Socket } from 'socket.io-client';
import { expect, vi } from 'vitest';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { at, listAt } from '../library/support.ts';
import { servicesOn } from '../search/support.ts';
import { kit, startOutside } from './outside.ts';
import { recordings } from './recorded.ts';

/** Books of the recorded server with missing files. */
const MISSING = ['Bram Stoker/Dracula', 'Bram Stoker/The Lair of the White Worm', 'Mark Twain/Luck'];
/** The recorded podcasts and the numbers of the episodes that were downloaded. */
const PODCASTS = [
  { feed: 'fables-daily', title: 'Fables Daily', episodes: [3, 4, 5, 6, 7, 8, 14] },
  { feed: 'gothic-hour', title: 'The Gothic Hour', episodes: [1, 2, 3, 4] },
];

export interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An item of the fixture as its list shows it. */
export interface OurItem {
  readonly id: string;
  readonly libraryId: string;
  readonly title: string;
  readonly json: unknown;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The browser of the recordings. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

/** Books that a recording may delete or change. */
const SPARES = 20;

const copy = (from: string, to: string) => fs.cpSync(from, to, { recursive: true });

/** Folders of the fixture: the media of the recorded server, and unused books. */
function makeFolders(): { root: string; books: string; ebooks: string; podcasts: string; spare: string } {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-replay-')));
  const folder = (name: string) => path.join(root, name);
  copy(path.join(kit, 'audiobooks'), folder('books'));
  copy(path.join(kit, 'ebooks'), folder('ebooks'));
  copy(
    path.join(kit, 'audiobooks/Oscar Wilde/The Happy Prince'),
    folder('books/Upload Author/Upload Series/Uploaded Book'),
  );
  fs.renameSync(
    folder('books/Upload Author/Upload Series/Uploaded Book/The Happy Prince.mp3'),
    folder('books/Upload Author/Upload Series/Uploaded Book/Uploaded Track.mp3'),
  );
  fs.mkdirSync(folder('podcasts'));
  const bet = path.join(kit, 'audiobooks/Anton Chekhov/The Bet/The Bet.mp3');
  for (let number = 1; number <= SPARES; number += 1)
    copy(bet, folder(`spare/Spare Author ${number}/Spare ${number}/Spare ${number}.mp3`));
  return {
    root,
    books: folder('books'),
    ebooks: folder('ebooks'),
    podcasts: folder('podcasts'),
    spare: folder('spare'),
  };
}

/**
 * The installation for the replay: three libraries and the accounts of the recordings, created by the recorded requests
 * themselves.
 */
export async function startWorld() {
  const folders = makeFolders();
  const web = await startOutside();
  const server: TestServer = await startServer({
    bookFolders: [folders.books],
    podcastFolders: [folders.podcasts],
    allowPrivateRequests: true,
    searchServices: servicesOn(web.url),
  });
  const tokens = new Map<string, string>();

  const send = async (as: string, { method, path: target, query = {}, body, headers = {} }: Call): Promise<Reply> => {
    const url = new URL(
      server.url +
        target
          .split('/')
          .map((segment) =>
            encodeURIComponent(decodeURIComponent(segment))
              .replaceAll('%3F', '?')
              .replaceAll('%3D', '=')
              .replaceAll('%26', '&'),
          )
          .join('/'),
    );
    for (const [key, value] of Object.entries(query)) url.searchParams.append(key, String(value));
    const token = tokens.get(as);
    const isForm = body instanceof FormData;
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': AGENT,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body === null || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined || body === null
        ? {}
        : { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const type = answer.headers.get('content-type')?.split(';')[0] ?? null;
    return {
      status: answer.status,
      type,
      body: type === 'application/json' && text !== '' ? JSON.parse(text) : text,
      headers: answer.headers,
    };
  };
  const json = async (method: string, target: string, body?: unknown, as = 'root'): Promise<unknown> => {
    const answer = await send(as, { method, path: target, body });
    if (answer.status >= 300)
      throw new Error(`${method} ${target} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`);
    return answer.body;
  };
  const recordedBody = (name: string): Record<string, unknown> => {
    const found = recordings.find((recording) => recording.name === name);
    return found?.request.body as Record<string, unknown>;
  };
  const signIn = async (username: string): Promise<void> => {
    const user = server.ctx.store.users.byName(username);
    if (user) tokens.set(username, await server.ctx.tokens.access(user));
  };

  const root = await server.account('root', 'root');
  tokens.set('root', root.token);
  const ebooks = await json('POST', '/api/libraries', {
    name: 'Ebooks',
    mediaType: 'book',
    folders: [{ fullPath: folders.ebooks }],
  });
  const libraries = { ebooks: String(at(ebooks, 'id')), books: '', podcasts: '' };
  for (const library of server.ctx.store.libraries.all()) {
    if (library.id !== libraries.ebooks) libraries[library.mediaType === 'book' ? 'books' : 'podcasts'] = library.id;
  }
  const scan = (id: string) => server.ctx.scans.scanLibrary(id);
  for (const id of Object.values(libraries)) await scan(id);
  for (const name of MISSING) fs.rmSync(path.join(folders.books, name), { recursive: true });
  await scan(libraries.books);
  const spares = String(
    at(
      await json('POST', '/api/libraries', {
        name: 'Spares',
        mediaType: 'book',
        folders: [{ fullPath: folders.spare }],
      }),
      'id',
    ),
  );
  await scan(spares);
  const podcastFolder = server.ctx.store.libraries.byId(libraries.podcasts)?.folders[0]?.id;
  for (const { feed, title, episodes } of PODCASTS) {
    const { podcast } = (await json('POST', '/api/podcasts/feed', { rssFeed: `${web.url}/${feed}/feed.xml` })) as {
      podcast: { metadata: Record<string, unknown>; episodes: Record<string, unknown>[] };
    };
    const made = await json('POST', '/api/podcasts', {
      path: path.join(folders.podcasts, title),
      folderId: podcastFolder,
      libraryId: libraries.podcasts,
      media: {
        metadata: {
          ...podcast.metadata,
          title,
          genres: podcast.metadata['categories'],
          imageUrl: podcast.metadata['image'],
          explicit: podcast.metadata['explicit'] === 'yes',
          itunesId: '1000000001',
          itunesPageUrl: '',
          itunesArtistId: '',
          releaseDate: '',
        },
        autoDownloadEpisodes: false,
        autoDownloadSchedule: '0 * * * *',
      },
    });
    const id = String(at(made, 'id'));
    await json(
      'POST',
      `/api/podcasts/${id}/download-episodes`,
      podcast.episodes.filter((episode) => episodes.includes(Number(episode['episode']))),
    );
    await vi.waitFor(
      async () =>
        expect(listAt(await json('GET', `/api/items/${id}?expanded=1`), 'media', 'episodes')).toHaveLength(
          episodes.length,
        ),
      { timeout: 20_000, interval: 50 },
    );
    await json('GET', `/api/podcasts/${id}/checknew?limit=0`);
  }

  await scan(libraries.podcasts);

  await json('POST', '/api/users', recordedBody('users/create-admin'));
  await json('POST', '/api/users', {
    username: 'user',
    password: 'userpass',
    type: 'user',
    isActive: true,
    permissions: {
      createEreader: true,
      accessExplicitContent: false,
      download: true,
      update: false,
      delete: false,
      upload: false,
    },
  });
  await json('POST', '/api/users', recordedBody('users/create-guest'));
  await json('POST', '/api/users', { username: 'sleeper', password: 'sleeperpass', type: 'user', isActive: false });
  for (const name of ['create-restricted', 'create-tag-limited']) {
    const body = recordedBody(`users/${name}`);
    await json(
      'POST',
      '/api/users',
      name === 'create-restricted' ? { ...body, librariesAccessible: [libraries.ebooks] } : body,
    );
  }
  for (const name of ['admin', 'user', 'guest', 'restricted', 'tagged']) await signIn(name);

  await json('POST', '/api/emails/ereader-devices', {
    ereaderDevices: listAt(recordedBody('emails/ereader-devices'), 'ereaderDevices'),
  });

  const online: Socket[] = [];

  const items = async (): Promise<OurItem[]> => {
    const all = await Promise.all(
      [...Object.values(libraries), spares].map((id) => json('GET', `/api/libraries/${id}/items`)),
    );
    return all
      .flatMap((page) => listAt(page, 'results'))
      .map((entry) => ({
        id: String(at(entry, 'id')),
        libraryId: String(at(entry, 'libraryId')),
        title: String(at(entry, 'media', 'metadata', 'title')),
        json: entry,
      }));
  };
  return {
    server,
    web,
    folders,
    libraries,
    send,
    json,
    items,
    signIn,
    tokens,
    online,
    stop: async () => {
      for (const socket of online) socket.disconnect();
      await server.stop();
      await web.stop();
      fs.rmSync(folders.root, { recursive: true, force: true });
    },
  };
}
