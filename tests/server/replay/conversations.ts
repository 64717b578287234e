import fs from 'node:fs';
import path from 'node:path';
import { SignJWT } from 'jose';
import type { Socket } from 'socket.io-client';
import { at, listAt } from '../library/support.ts';
import type { Ids } from './ids.ts';
import { kit } from './outside.ts';
import { items, recordings, type Json } from './recorded.ts';
import type { World } from './world.ts';

/** Tools to reproduce a recorded conversation. */
export interface Stage {
  readonly world: World;
  readonly ids: Ids;
  /** The recorded request of this name, ready to be sent; it fails when the answer has another status. */
  prepared(name: string): Promise<() => Promise<unknown>>;
  /** Opens a further connection of an account. */
  open(as: string): Promise<Socket>;
  /** Waits until root has received an event, some seconds or `patience` (ms). */
  heard(event: string, patience?: number): Promise<unknown>;
}

export type Heard = readonly [event: string, payload: unknown];

export interface Conversation {
  /** Prepares the scene and returns the action to run while the sockets listen. */
  readonly begin?: (stage: Stage) => Promise<() => Promise<unknown>>;
  /** The client's message in place of the recorded placeholder. */
  readonly says?: (stage: Stage) => Promise<unknown>;
  readonly end?: (stage: Stage) => Promise<unknown>;
  /** Sockets that receive nothing. */
  readonly silent?: readonly string[];
  /** Sockets that are closed before it begins. */
  readonly absent?: readonly string[];
  /** The received and recorded events that are compared, with the reason at each use. */
  readonly counted?: (heard: readonly Heard[], isRecorded: boolean) => readonly Heard[];
}

const without =
  (isLeftOut: (heard: Heard, isRecorded: boolean) => boolean): Required<Conversation>['counted'] =>
  (heard, isRecorded) =>
    heard.filter((entry) => !isLeftOut(entry, isRecorded));
/** The watcher of the recorded server found files of earlier work; ours does not watch here. */
const isOfWatcher = ([event, payload]: Heard): boolean =>
  event.startsWith('task_') && at(payload, 'action') === 'watcher-scan';

const requested = (name: string, more: Omit<Conversation, 'begin'> = {}): Conversation => ({
  begin: ({ prepared }) => prepared(name),
  ...more,
});

/** Requests of ours, where none was recorded; earlier events are ignored. */
const doing = (
  act: (stage: Stage) => Promise<unknown>,
  before?: (stage: Stage) => Promise<unknown>,
  more: Omit<Conversation, 'begin'> = {},
): Conversation => ({
  begin: async (stage) => {
    await before?.(stage);
    return () => act(stage);
  },
  ...more,
});

const recordedItem = (title: string): string => [...items].find(([, item]) => item.title === title)?.[0] ?? '';
const mine = ({ ids }: Stage, title: string): Promise<string> => ids.map(recordedItem(title));
const media = async (stage: Stage, title: string, metadata: object): Promise<unknown> =>
  stage.world.json('PATCH', `/api/items/${await mine(stage, title)}/media`, { metadata });
const authorNamed = async ({ world }: Stage, name: string): Promise<string> => {
  const authors = listAt(await world.json('GET', `/api/libraries/${world.libraries.books}/authors`), 'authors');
  return String(
    at(
      authors.find((author) => at(author, 'name') === name),
      'id',
    ),
  );
};

const newLibrary = async ({ world }: Stage, name: string, folder: string, more: object = {}): Promise<string> =>
  String(
    at(
      await world.json('POST', '/api/libraries', { name, mediaType: 'book', folders: [{ fullPath: folder }], ...more }),
      'id',
    ),
  );
const recordedRequest = (name: string) => {
  const found = recordings.find((recording) => recording.name === name);
  if (!found) throw new Error(`No recording ${name}`);
  return found.request;
};
const recordedBody = (name: string): Json => recordedRequest(name).body as Json;
const idIn = (name: string): string => /[0-9a-f-]{36}/.exec(recordedRequest(name).path)?.[0] ?? '';

const libraryNamed = ({ world }: Stage, name: string): string =>
  world.server.ctx.store.libraries.all().find((library) => library.name === name)?.id ?? '';

/** A folder of the two books of the recorded small library. */
function smallFolder({ world }: Stage): string {
  const folder = path.join(world.folders.root, 'small');
  for (const book of ['Herman Melville/Moby-Dick', "D. H. Lawrence/Lady Chatterley's Lover"])
    fs.cpSync(path.join(kit, 'audiobooks', book), path.join(folder, book), { recursive: true });
  return folder;
}

const play = (stage: Stage, item: string, body: object = {}): Promise<unknown> =>
  stage.world.json('POST', `/api/items/${item}/play`, {
    deviceInfo: { clientName: 'Abs Web', deviceId: 'web-device-1' },
    supportedMimeTypes: ['audio/flac', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/aac'],
    mediaPlayer: 'html5',
    forceTranscode: false,
    forceDirectPlay: false,
    ...body,
  });

/** Closes all sessions, as before the first play of the recordings. */
const closeAll = async ({ world }: Stage): Promise<void> => {
  for (const session of listAt(await world.json('GET', '/api/sessions/open'), 'sessions'))
    await world.json('POST', `/api/session/${String(at(session, 'id'))}/close`, {}, 'root');
};

/** A session of the recorded book. */
let opened = '';
const openWar = async (stage: Stage): Promise<void> => {
  await closeAll(stage);
  opened = String(at(await play(stage, await mine(stage, 'The War of the Worlds')), 'id'));
};
const remember = (session: unknown): void => void (opened = String(at(session, 'id')));
const TRANSCODED = { supportedMimeTypes: ['audio/mpeg'], forceTranscode: true };
/** This server scans an item before it reports the end of the work; the recorded one when its watcher finds it. */
const isReadAgain = ([event]: Heard): boolean => event === 'item_updated';
const syncing = (stage: Stage, kind: 'sync' | 'close', body: object): Promise<unknown> =>
  stage.world.json('POST', `/api/session/${opened}/${kind}`, body);

const expired = async ({ world }: Stage): Promise<string> => {
  const secret = new TextEncoder().encode(world.server.ctx.store.settings.get('tokenSecret', ''));
  const userId = world.server.ctx.store.users.byName('user')?.id;
  return new SignJWT({ userId, username: 'user', type: 'access', version: 0 })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(1)
    .sign(secret);
};

/** Restores a book whose files were missing. */
async function restore({ world }: Stage, book: string): Promise<void> {
  fs.cpSync(path.join(kit, 'audiobooks', book), path.join(world.folders.books, book), { recursive: true });
  await world.server.ctx.scans.scanLibrary(world.libraries.books);
}

/** A watcher scans changes after four quiet seconds. */
const WATCHER_MS = 12_000;

/** The recorded upload with new files: the recording has only their sizes. */
async function upload({ world }: Stage): Promise<void> {
  const library = world.server.ctx.store.libraries.byId(world.libraries.books);
  const form = new FormData();
  for (const [name, file] of [
    ['Uploaded Track.mp3', 'The Happy Prince.mp3'],
    ['cover.jpg', 'cover.jpg'],
  ] as const)
    form.append(
      name,
      new Blob([fs.readFileSync(path.join(kit, 'audiobooks/Oscar Wilde/The Happy Prince', file))]),
      name,
    );
  for (const [name, value] of [
    ['title', 'Uploaded Book'],
    ['author', 'Upload Author'],
    ['series', 'Upload Series'],
    ['library', world.libraries.books],
    ['folder', library?.folders[0]?.id ?? ''],
  ] as const)
    form.append(name, value);
  const { status, body } = await world.send('root', { method: 'POST', path: '/api/upload', body: form });
  if (status !== 200) throw new Error(`The upload was answered with ${status} ${String(body)}`);
}

const EVERYBODY = ['root', 'root-second-tab', 'user'];

/** How to reproduce each recorded conversation, in the order of their run. */
export const conversations: Readonly<Record<string, Conversation>> = {
  'connect-auth-admin': { absent: EVERYBODY, says: async ({ world }) => world.tokens.get('root') },
  'connect-auth-user': { says: async ({ world }) => world.tokens.get('user') },
  'connect-auth-failed': {},
  'connect-auth-expired-token': { says: expired },
  'connect-auth-api-key': {
    says: async ({ world }) => {
      const userId = world.server.ctx.store.users.byName('user')?.id;
      const made = await world.json('POST', '/api/api-keys', { name: 'Socket', userId, isActive: true });
      return at(made, 'apiKey', 'apiKey');
    },
  },
  'connect-without-auth': {},
  'socket-reauth-after-refresh': { says: async ({ world }) => world.tokens.get('user') },
  'user-online-offline': {
    absent: ['user'],
    begin: async (stage) => async () => void (await stage.open('user')).disconnect(),
  },
  'admin-message': {},
  'admin-message-from-user-ignored': { silent: ['root', 'user'] },
  'log-listener': {
    begin: async (stage) => async () => {
      stage.world.server.ctx.log.info('Server', 'Received ping');
      await stage.world.send('anonymous', {
        method: 'POST',
        path: '/login',
        body: { username: 'ghost', password: 'x' },
      });
    },
    // Ours logs each ping, too.
    counted: without(([event, payload]) => event === 'log' && String(at(payload, 'message')).startsWith('Ping of')),
  },
  'user-added': doing(
    ({ world }) => world.json('POST', '/api/users', recordedBody('users/create-admin')),
    ({ world }) =>
      world.json('PATCH', `/api/users/${world.server.ctx.store.users.byName('admin')?.id}`, { username: 'other' }),
  ),
  'user-updated-by-admin': requested('users/update', { silent: ['user'] }),
  'user-removed': {
    begin: async (stage) => {
      const id = await stage.ids.map('8a443cf5-54fe-4d9a-8c9a-6e1666c65b37');
      await stage.world.json('PATCH', `/api/users/${id}`, { username: 'temp2', isActive: false });
      return stage.prepared('users/delete');
    },
  },
  'library-added': doing((stage) =>
    newLibrary(stage, 'Audiobooks', stage.world.folders.spare, { icon: 'audiobookshelf' }),
  ),
  'library-removed': doing(async (stage) => {
    const id = await newLibrary(stage, 'Temporary', stage.world.folders.spare);
    await stage.world.json('DELETE', `/api/libraries/${id}`);
  }),
  'library-updated': doing(
    ({ world }) =>
      world.json('PATCH', `/api/libraries/${world.libraries.books}`, {
        settings: { markAsFinishedPercentComplete: 95, markAsFinishedTimeRemaining: null },
      }),
    undefined,
    {
      end: ({ world }) =>
        world.json('PATCH', `/api/libraries/${world.libraries.books}`, {
          settings: { markAsFinishedPercentComplete: null, markAsFinishedTimeRemaining: 10 },
        }),
    },
  ),
  'scan-library-ebooks': doing(
    (stage) => stage.world.json('POST', `/api/libraries/${libraryNamed(stage, 'Ebooks')}/scan`),
    async (stage) => {
      await stage.world.json('PATCH', `/api/libraries/${libraryNamed(stage, 'Ebooks')}`, { name: 'First ebooks' });
      await newLibrary(stage, 'Ebooks', stage.world.folders.ebooks);
    },
    {
      end: (stage) =>
        stage.world.json('PATCH', `/api/libraries/${libraryNamed(stage, 'First ebooks')}`, { name: 'Ebooks' }),
    },
  ),
  'scan-library-nothing-new': doing(
    ({ world }) => world.json('POST', `/api/libraries/${world.libraries.books}/scan?force=0`),
    ({ world }) => world.server.ctx.scans.scanLibrary(world.libraries.books),
  ),
  'scan-small-library': doing(
    (stage) => stage.world.json('POST', `/api/libraries/${libraryNamed(stage, 'Throwaway')}/scan`),
    async (stage) =>
      newLibrary(stage, 'Throwaway', smallFolder(stage), {
        provider: await stage.ids.value('custom-580c960a-7a71-4a2b-94b1-5450b074cb97'),
      }),
  ),
  'library-with-items-removed': doing((stage) =>
    stage.world.json('DELETE', `/api/libraries/${libraryNamed(stage, 'Throwaway')}`),
  ),
  'scan-cancelled': doing(({ world }) => world.json('POST', `/api/libraries/${world.libraries.books}/scan?force=1`)),
  'batch-scan': requested('items/batch-scan', { silent: ['root'] }),
  'item-scan': requested('items/scan', { silent: ['root'] }),
  'item-updated-media': doing(
    (stage) => media(stage, 'The Bet', { subtitle: 'A Story' }),
    (stage) => media(stage, 'The Bet', { subtitle: 'No Story' }),
  ),
  'item-updated-cover': requested('items/cover-from-url'),
  'item-updated-ebook-status': {
    // The epub is the main ebook and becomes a supplementary one; the next is used.
    begin: async (stage) => {
      const id = await stage.ids.map(idIn('items/ebook-status-back'));
      const files = listAt(await stage.world.json('GET', `/api/items/${id}`), 'libraryFiles');
      const ino = (ext: string) =>
        String(
          at(
            files.find((file) => at(file, 'metadata', 'ext') === ext),
            'ino',
          ),
        );
      const isMobi =
        at(
          files.find((file) => at(file, 'metadata', 'ext') === '.mobi'),
          'isSupplementary',
        ) !== true;
      if (isMobi) await stage.world.json('PATCH', `/api/items/${id}/ebook/${ino('.epub')}/status`);
      return () => stage.world.json('PATCH', `/api/items/${id}/ebook/${ino('.mobi')}/status`);
    },
  },
  'library-file-removed': {
    begin: async (stage) => {
      const id = await mine(stage, "Aesop's Fables");
      const files = listAt(await stage.world.json('GET', `/api/items/${id}`), 'libraryFiles');
      const guide = files.find((file) => at(file, 'metadata', 'filename') === 'Study Guide.pdf');
      return () => stage.world.json('DELETE', `/api/items/${id}/file/${String(at(guide, 'ino'))}`);
    },
  },
  'item-updated-match': {
    begin: async (stage) => {
      await restore(stage, 'Mark Twain/Luck');
      await media(stage, 'Luck', { subtitle: null, series: [], publisher: null });
      return stage.prepared('items/match');
    },
  },
  'author-added-series-added': doing(
    async (stage) =>
      stage.world.json('POST', `/api/items/${await mine(stage, 'The Nightingale and the Rose')}/match`, {
        provider: await stage.ids.value('custom-580c960a-7a71-4a2b-94b1-5450b074cb97'),
        title: 'The Nightingale and the Rose',
        overrideDetails: true,
      }),
    (stage) =>
      media(stage, 'The Nightingale and the Rose', { subtitle: null, series: [], authors: [{ name: 'Oscar Wilde' }] }),
  ),
  'batch-quickmatch-complete': {
    begin: async (stage) => {
      await media(stage, 'Misery', { subtitle: null, isbn: null, asin: null, description: null, genres: ['Drama'] });
      return stage.prepared('items/batch-quickmatch');
    },
  },
  'author-updated': doing(
    async (stage) =>
      stage.world.json('PATCH', `/api/authors/${await authorNamed(stage, 'Anton Chekhov')}`, {
        asin: 'B000AQ0842',
        description: '<p>Russian playwright</p>',
      }),
    async (stage) =>
      stage.world.json('PATCH', `/api/authors/${await authorNamed(stage, 'Anton Chekhov')}`, {
        asin: null,
        description: null,
      }),
  ),
  'author-renamed': {
    begin: async (stage) => {
      await media(stage, 'The Story of an Hour', { authors: [{ name: 'Kate Chopin' }] });
      return stage.prepared('authors/update-name');
    },
    end: async (stage) =>
      stage.world.json('PATCH', `/api/authors/${await authorNamed(stage, 'Anton P. Chekhov')}`, {
        name: 'Anton Chekhov',
      }),
  },
  'author-merged': doing(
    async (stage) =>
      stage.world.json('PATCH', `/api/authors/${await authorNamed(stage, 'Mergeable Author')}`, {
        name: 'Anton Chekhov',
      }),
    (stage) => media(stage, 'The Story of an Hour', { authors: [{ name: 'Mergeable Author' }] }),
    { end: (stage) => media(stage, 'The Story of an Hour', { authors: [{ name: 'Kate Chopin' }] }) },
  ),
  'author-match': requested('authors/match'),
  'author-removed-with-last-book': doing(async (stage) => {
    await media(stage, 'Regret', { authors: [{ name: 'Somebody Else' }] });
    await media(stage, 'Regret', { authors: [{ name: 'Kate Chopin' }] });
  }),
  'author-removed': doing(
    async (stage) => stage.world.json('DELETE', `/api/authors/${await authorNamed(stage, 'Disposable Author')}`),
    (stage) => media(stage, 'Regret', { authors: [{ name: 'Kate Chopin' }, { name: 'Disposable Author' }] }),
    // The recorded author had no books any more.
    { counted: without(([event]) => event === 'items_updated') },
  ),
  'series-updated': requested('series/update'),
  'series-removed': doing(async (stage) => {
    await media(stage, 'The Bet', { series: [{ name: 'Throwaway Series', sequence: '1' }] });
    await media(stage, 'The Bet', { series: [] });
  }),
  'tag-renamed': requested('tags/rename'),
  'narrator-renamed': requested('libraries/narrator-rename'),
  'collection-added': requested('collections/create'),
  'collection-updated': requested('collections/update'),
  'collection-removed': {
    begin: async (stage) => {
      const body = { libraryId: stage.world.libraries.books, name: 'Short lived', books: [await mine(stage, 'Luck')] };
      const id = String(at(await stage.world.json('POST', '/api/collections', body), 'id'));
      return () => stage.world.json('DELETE', `/api/collections/${id}`);
    },
  },
  'playlist-added-root': requested('playlists/create-root', { silent: ['user'] }),
  'playlist-updated': requested('playlists/update'),
  'playlist-removed': requested('playlists/delete'),
  'playlist-removed-with-last-item': requested('playlists/item-remove-last'),
  'rss-feed-open': requested('feeds/open-item'),
  'rss-feed-closed': {
    begin: async (stage) => {
      const feeds = listAt(await stage.world.json('GET', '/api/feeds'), 'feeds');
      const open = feeds.find((feed) => at(feed, 'slug') === 'rabbit-feed');
      return () => stage.world.json('POST', `/api/feeds/${String(at(open, 'id'))}/close`);
    },
  },
  'share-open': requested('share/create', { silent: ['user'] }),
  'share-closed': {
    begin: async ({ world }) => {
      const id = world.server.ctx.store.database.get<{ id: string }>("SELECT id FROM shares WHERE slug = 'moby-share'");
      return () => world.json('DELETE', `/api/share/mediaitem/${id?.id}`);
    },
    silent: ['user'],
  },
  'custom-provider-added': requested('custom-metadata-providers/create'),
  'custom-provider-removed': {
    begin: async ({ world }) => {
      const body = recordedBody('custom-metadata-providers/create-second');
      const id = at(await world.json('POST', '/api/custom-metadata-providers', body), 'provider', 'id');
      return () => world.json('DELETE', `/api/custom-metadata-providers/${String(id)}`);
    },
  },
  'ereader-devices-updated-admin': requested('emails/ereader-devices'),
  'ereader-devices-updated-user': requested('me/ereader-devices'),
  'notifications-test-event': {
    begin: async ({ world, prepared }) => {
      const known = listAt(await world.json('GET', '/api/notifications'), 'settings', 'notifications');
      for (const one of known) await world.json('DELETE', `/api/notifications/${String(at(one, 'id'))}`);
      await world.json('POST', '/api/notifications', { ...recordedBody('notifications/update-one'), id: undefined });
      await world.json('POST', '/api/notifications', {
        eventName: 'onTest',
        urls: ['json://127.0.0.1'],
        titleTemplate: 'Test {{version}}',
        bodyTemplate: 'Body',
        type: 'warning',
        enabled: true,
      });
      return prepared('notifications/test-event');
    },
    silent: ['user'],
  },
  'notifications-test-event-failed': doing(({ world }) => world.json('GET', '/api/notifications/test?fail=1')),
  'backup-created': {
    begin: async ({ world, prepared }) => {
      const known = listAt(await world.json('GET', '/api/notifications'), 'settings', 'notifications');
      await world.json('DELETE', `/api/notifications/${String(at(known[1], 'id'))}`);
      return prepared('backups/create');
    },
  },
  'podcast-created': requested('podcasts/create'),
  'episode-download': doing(
    async (stage) => {
      const { world } = stage;
      const item = (await world.items()).find(({ json }) => String(at(json, 'path')).endsWith('/Another'));
      const { podcast } = (await world.json('POST', '/api/podcasts/feed', {
        rssFeed: `${world.web.url}/fables-daily/feed.xml`,
      })) as { podcast: { episodes: Record<string, unknown>[] } };
      const wanted = podcast.episodes.filter(({ episode }) => Number(episode) >= 3 && Number(episode) <= 8);
      await world.json('POST', `/api/podcasts/${item?.id}/download-episodes`, wanted);
    },
    undefined,
    {
      // Of the large repeated events only two were recorded; this server reads the files itself.
      counted: (heard, isRecorded) => {
        const first = (event: string) => heard.filter(([other]) => other === event).slice(0, 2);
        const kept = new Set([...first('item_updated'), ...first('episode_added')]);
        return heard.filter(
          (entry) =>
            (!/^(item_updated|episode_added)$/.test(entry[0]) || kept.has(entry)) &&
            !(isRecorded && isOfWatcher(entry)),
        );
      },
    },
  ),
  'episode-download-failed': requested('podcasts/download-episodes-broken-url'),
  'opml-create': requested('podcasts/opml-create'),
  'episode-removed': {
    begin: async (stage) => {
      const id = await mine(stage, 'Fables Daily');
      const episodes = listAt(await stage.world.json('GET', `/api/items/${id}?expanded=1`), 'media', 'episodes');
      const last = episodes.find((episode) => at(episode, 'episode') === '14');
      return () => stage.world.json('DELETE', `/api/podcasts/${id}/episode/${String(at(last, 'id'))}?hard=1`);
    },
  },
  'progress-patched': requested('me/progress-patch'),
  'bookmark-created': {
    begin: async (stage) => {
      await (
        await stage.prepared('me/progress-hide-from-continue')
      )();
      return stage.prepared('me/bookmark-create');
    },
  },
  'session-started': doing(openWar, closeAll, { silent: ['user'] }),
  'session-sync': doing((stage) => syncing(stage, 'sync', { currentTime: 1300, timeListened: 15, duration: 3996.3 })),
  'session-closed': doing((stage) => syncing(stage, 'close', { currentTime: 1310, timeListened: 9, duration: 3996.3 })),
  'session-replaced-on-same-device': doing(
    async (stage) => play(stage, await mine(stage, 'A Study in Scarlet')),
    async (stage) => play(stage, await mine(stage, "Alice's Adventures in Wonderland")),
  ),
  'progress-from-other-device': doing(async (stage) =>
    stage.world.json('POST', '/api/session/local-all', {
      deviceInfo: { deviceId: 'phone-1', model: 'Phone', clientVersion: '2.26.0' },
      sessions: [
        {
          id: 'abda3c26-9ec3-40fa-a903-4a4d617dda8a',
          libraryItemId: await mine(stage, 'The War of the Worlds'),
          mediaType: 'book',
          duration: 3996.3,
          currentTime: 1500,
          timeListening: 10,
          updatedAt: Date.now(),
        },
      ],
    }),
  ),
  'stream-transcode': doing(
    async (stage) => {
      await play(stage, await mine(stage, 'The Raven and Other Poems'), TRANSCODED).then(remember);
      await stage.heard('stream_open');
      await syncing(stage, 'close', { currentTime: 5, timeListened: 5, duration: 329.214195 });
    },
    async (stage) => {
      await closeAll(stage);
      const path = `/api/me/progress/${await mine(stage, 'The Raven and Other Poems')}`;
      await stage.world.json('PATCH', path, { currentTime: 0, duration: 329.214195 });
    },
  ),
  'stream-transcode-long-and-seek': doing(
    async (stage) => {
      await play(stage, await mine(stage, 'The War of the Worlds'), TRANSCODED).then(remember);
      await stage.heard('stream_open');
      await syncing(stage, 'close', {});
    },
    async (stage) => {
      await closeAll(stage);
      await stage.world.json('PATCH', `/api/me/progress/${await mine(stage, 'The War of the Worlds')}`, {
        currentTime: 0,
        duration: 3996.3,
      });
    },
  ),
  'stream-reset-by-seek-back': doing(
    async (stage) => {
      await play(stage, await mine(stage, 'The War of the Worlds'), TRANSCODED).then(remember);
      await stage.heard('stream_open');
      await stage.world.send('root', { method: 'GET', path: `/hls/${opened}/output-3.ts` });
      await stage.heard('stream_reset');
      await syncing(stage, 'close', {});
    },
    async (stage) =>
      stage.world.json('PATCH', `/api/me/progress/${await mine(stage, 'The War of the Worlds')}`, {
        currentTime: 1800,
        duration: 3996.3,
      }),
  ),
  'stream-error': doing(
    async (stage) => {
      await play(stage, await mine(stage, 'Luck'), TRANSCODED).then(remember);
      await stage.world.send('root', { method: 'GET', path: `/hls/${opened}/output-0.ts` });
    },
    async (stage) => {
      fs.rmSync(path.join(stage.world.folders.books, 'Mark Twain/Luck/Luck.mp3'));
      await play(stage, await mine(stage, 'Dracula'));
    },
    {
      end: async (stage) => {
        await closeAll(stage);
        await restore(stage, 'Mark Twain/Luck');
      },
    },
  ),
  'embed-metadata-batch-queue': requested('tools/batch-embed-metadata', { counted: without(isReadAgain) }),
  'encode-m4b': requested('tools/encode-m4b', {
    counted: without((heard) => isReadAgain(heard) || isOfWatcher(heard)),
  }),
  'encode-m4b-cancelled': {
    begin: async (stage) => {
      const path = `/api/tools/item/${await mine(stage, 'The War of the Worlds')}/encode-m4b?codec=aac&bitrate=32k&channels=1`;
      return async () => {
        process.env['EARMARK_STAND_IN'] = 'slow';
        await stage.world.json('POST', path);
        await stage.heard('track_progress');
        await stage.world.json('DELETE', path.split('?')[0] ?? '');
      };
    },
    end: async () => void delete process.env['EARMARK_STAND_IN'],
  },
  'item-removed': doing(async (stage) => stage.world.json('DELETE', `/api/items/${await mine(stage, 'A Dog Tale')}`)),
  'item-removed-hard': doing(async (stage) =>
    stage.world.json('DELETE', `/api/items/${await mine(stage, 'The Lottery Ticket')}?hard=1`),
  ),
  'batch-delete': doing(async (stage) =>
    stage.world.json('POST', '/api/items/batch/delete?hard=1', {
      libraryItemIds: [await mine(stage, 'Punch, Brothers, Punch'), await mine(stage, 'Beyond the Bayou')],
    }),
  ),
  'issues-deleted': requested('libraries/issues-delete'),
  'backup-applied': {
    begin: async ({ world }) => {
      const made = listAt(await world.json('POST', '/api/backups'), 'backups');
      return () => world.json('GET', `/api/backups/${String(at(made[0], 'id'))}/apply`);
    },
  },
  'upload-then-watcher': doing(
    async (stage) => {
      await upload(stage);
      const book = 'Arthur Conan Doyle/Sherlock Holmes/Vol 2 - 1890 - The Sign of the Four {Jane Reader}';
      fs.utimesSync(path.join(stage.world.folders.books, book, 'desc.txt'), new Date(), new Date());
      await stage.heard('task_finished', WATCHER_MS);
    },
    async ({ world }) => {
      const known = (await world.items()).find(({ json }) => String(at(json, 'path')).endsWith('/Uploaded Book'));
      await world.json('DELETE', `/api/items/${known?.id}?hard=1`);
      fs.rmSync(path.join(world.folders.books, 'Upload Author'), { recursive: true });
      await world.server.ctx.scans.watch();
    },
    // It was recorded from the middle of the task on.
    { counted: without(([event]) => event === 'task_started') },
  ),
};
