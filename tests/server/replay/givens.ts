import fs from 'node:fs/promises';
import { at, listAt } from '../library/support.ts';
import type { Ids } from './ids.ts';
import { openIdGivens } from './openid-givens.ts';
import { recordings } from './recorded.ts';
import type { World } from './world.ts';

interface Here {
  readonly world: World;
  readonly ids: Ids;
}

/** Changes of a request for our installation; missing members stay as recorded. */
export interface GivenRequest {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undoes the preparation. */
  readonly after?: () => Promise<unknown>;
}

/** Prepares one recording before it is replayed. */
export type Given = (here: Here) => Promise<GivenRequest | void>;

const pathOf = (name: string): string => recordings.find((recording) => recording.name === name)?.request.path ?? '';
const bodyOf = (name: string): Record<string, unknown> =>
  recordings.find((recording) => recording.name === name)?.request.body as Record<string, unknown>;
const answerOf = (name: string): object =>
  recordings.find((recording) => recording.name === name)?.response.body as object;
const idIn = (name: string): string => /[0-9a-f-]{36}/.exec(pathOf(name))?.[0] ?? '';

/** A fresh session of root instead of the recorded one. */
const withSession = (name: string, after?: (here: Here, id: string) => Promise<unknown>): [string, Given] => [
  name,
  async (here) => {
    const id = await here.ids.openSession();
    await after?.(here, id);
    return { path: pathOf(name).replace(/[0-9a-f-]{36}/, id) };
  },
];

/** Requests whole shelves: 'Discover' shows ten random books, and their filled values are compared. */
const wholeShelves = (name: string, query = ''): [string, Given] => [
  name,
  async ({ ids }) => ({ path: `${await ids.path(pathOf(name))}?limit=500${query}` }),
];

/** Restores the item from before it was matched. */
const unmatched = (name: string): [string, Given] => [
  name,
  async ({ world, ids }) => {
    const metadata = { subtitle: null, isbn: null, description: null };
    await world.json('PATCH', `/api/items/${await ids.map(idIn(name))}/media`, { metadata });
  },
];

const shareId = (world: World, slug: string): string | undefined =>
  world.server.ctx.store.database.get<{ id: string }>('SELECT id FROM shares WHERE slug = ?', slug)?.id;

/** Creates the share of this slug: of a book with several tracks, with only one downloadable, as recorded. */
async function share({ world, ids }: Here, slug: string): Promise<void> {
  if (shareId(world, slug) !== undefined) return;
  const isFirst = slug === 'raven-share';
  const mediaItemId = await ids.map(
    String(bodyOf(isFirst ? 'share/create' : 'share/create-not-downloadable-expiring')['mediaItemId']),
  );
  await world.json('POST', '/api/share/mediaitem', {
    slug,
    mediaItemType: 'book',
    mediaItemId,
    expiresAt: 0,
    isDownloadable: isFirst,
  });
}
const visiting = (name: string, visited = pathOf(name).split('/')[3] ?? ''): [string, Given] => [
  name,
  async (here) => {
    for (const slug of ['raven-share', 'moby-share']) await share(here, slug);
    const reply = await here.world.send('anonymous', {
      method: 'GET',
      path: `/public/share/${visited}`,
      query: { t: 12 },
    });
    const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const progress = {
      method: 'PATCH',
      path: `/public/share/${visited}/progress`,
      body: { currentTime: 33.3 },
      headers: { cookie },
    };
    if (name !== 'share/public-get') await here.world.send('anonymous', progress);
    return { headers: { cookie } };
  },
];
const unshared =
  (slug: string): Given =>
  async ({ world }) => {
    const id = shareId(world, slug);
    if (id !== undefined) await world.json('DELETE', `/api/share/mediaitem/${id}`);
  };

/** A backup made just now instead of the recorded one. */
const withBackup = (name: string): [string, Given] => [
  name,
  async ({ world }) => {
    const made = listAt(await world.json('POST', '/api/backups'), 'backups');
    return { path: pathOf(name).replace(/\d{4}-\d\d-\d\dT\d{4}/, String(at(made[0], 'id'))) };
  },
];

const withKey =
  (isActive: boolean): Given =>
  async ({ world }) => {
    const made = await world.json('POST', '/api/api-keys', {
      name: 'Used',
      userId: world.server.ctx.store.users.byName('user')?.id,
      isActive,
    });
    return { headers: { authorization: `Bearer ${String(at(made, 'apiKey', 'apiKey'))}` } };
  };

const signedIn = async (world: World): Promise<{ refresh: string; access: string }> => {
  const reply = await world.send('anonymous', {
    method: 'POST',
    path: '/login',
    body: { username: 'user', password: 'userpass' },
    headers: { 'x-return-tokens': 'true' },
  });
  return {
    refresh: String(at(reply.body, 'user', 'refreshToken')),
    access: String(at(reply.body, 'user', 'accessToken')),
  };
};

/** The same account under another name: the fixture already has the recorded one. */
const renamed = (name: string): [string, Given] => [
  `users/${name}`,
  async ({ ids }) => ({
    body: { ...((await ids.value(bodyOf(`users/${name}`))) as object), username: `second-${name}` },
  }),
];

const imageSet: Given = async ({ world, ids }) => {
  await world.json('POST', `/api/authors/${await ids.map(idIn('authors/image'))}/image`, {
    url: `${world.web.url}/author.jpg`,
  });
  await world.json('POST', `/api/authors/${await ids.map(idIn('authors/image-delete'))}/image`, {
    url: `${world.web.url}/author.jpg`,
  });
};

const configured: Given = async ({ world }) => {
  await world.json('PATCH', '/api/notifications', {
    appriseApiUrl: `${world.web.url}/apprise/notify`,
    maxFailedAttempts: 5,
    maxNotificationQueue: 20,
  });
};

const feedWithSlug = async ({ world }: Here, slug: string): Promise<string> => {
  const feeds = listAt(await world.json('GET', '/api/feeds'), 'feeds');
  const open = feeds.find((feed) => at(feed, 'slug') === slug);
  if (open) return String(at(open, 'id'));
  const item = listAt(await world.json('GET', `/api/libraries/${world.libraries.books}/items`), 'results').find(
    (entry) => Number(at(entry, 'media', 'numTracks')) > 2,
  );
  return String(
    at(
      await world.json('POST', `/api/feeds/item/${String(at(item, 'id'))}/open`, {
        serverAddress: world.server.url,
        slug,
      }),
      'feed',
      'id',
    ),
  );
};
const withFeed: Given = async (here) => void (await feedWithSlug(here, 'aesop-feed'));

/** Adds listening of today. */
const heardToday =
  (as: string, body: object = {}): Given =>
  async ({ world, ids }) => {
    const session = await world.json(
      'POST',
      `/api/items/${ids.someMp3}/play`,
      { deviceInfo: { deviceId: `today-${as}` }, supportedMimeTypes: ['audio/mpeg'], ...body },
      as,
    );
    const path = `/api/session/${String(at(session, 'id'))}`;
    await world.json('POST', `${path}/sync`, { currentTime: 5, timeListened: 5, duration: 116 }, as);
    await world.json('POST', `${path}/close`, {}, as);
  };
const openIdConfigured = async ({ world }: Here): Promise<void> => {
  const settings = Object.entries(answerOf('auth-settings/get-openid')).filter(
    ([key]) => !key.endsWith('SamplePermissions'),
  );
  await world.json('PATCH', '/api/auth-settings', { ...Object.fromEntries(settings), authOpenIDMatchExistingBy: null });
};

/** For as long as the recording is replayed. */
const openIdOffered: Given = async (here) => {
  const before = await here.world.json('GET', '/api/auth-settings');
  await openIdConfigured(here);
  return { after: () => here.world.json('PATCH', '/api/auth-settings', before) };
};

export const givens: Readonly<Record<string, Given>> = Object.fromEntries<Given>([
  ['api-keys/use', withKey(true)],
  ['api-keys/use-inactive', withKey(false)],
  [
    'auth/api-refresh-token-as-bearer',
    async ({ world }) => ({ headers: { authorization: `Bearer ${(await signedIn(world)).refresh}` } }),
  ],
  ['auth/api-token-in-query', async ({ world }) => ({ path: `/api/me?token=${(await signedIn(world)).access}` })],
  [
    'auth/api-after-logout',
    async ({ world }) => ({ headers: { authorization: `Bearer ${(await signedIn(world)).access}` } }),
  ],
  [
    'auth/refresh-cookie',
    async ({ world }) => ({ headers: { cookie: `refresh_token=${(await signedIn(world)).refresh}` } }),
  ],
  ['auth/status-with-openid', openIdOffered],
  ...openIdGivens.map(([name, given]): [string, Given] => [name, given]),
  ['auth/refresh-header', async ({ world }) => ({ headers: { 'x-refresh-token': (await signedIn(world)).refresh } })],
  ['authors/image', imageSet],
  ['authors/image-delete', imageSet],
  [
    'authors/update-name-merges',
    async ({ world }) => {
      const author = listAt(await world.json('GET', `/api/libraries/${world.libraries.books}/authors`), 'authors').find(
        (entry) => String(at(entry, 'name')).startsWith('Daniel Defoe'),
      );
      return { path: `/api/authors/${String(at(author, 'id'))}` };
    },
  ],
  [
    'authors/delete',
    async ({ world }) => {
      const library =
        (await world.items()).find(({ json }) => String(at(json, 'relPath')).startsWith('Spare'))?.libraryId ?? '';
      const authors = listAt(await world.json('GET', `/api/libraries/${library}/authors`), 'authors');
      return { path: `/api/authors/${String(at(authors[0], 'id'))}` };
    },
  ],
  withBackup('backups/download'),
  withBackup('backups/apply'),
  [
    'backups/upload',
    async ({ world }) => {
      const id = String(at(listAt(await world.json('POST', '/api/backups'), 'backups')[0], 'id'));
      const answer = await fetch(`${world.server.url}/api/backups/${id}/download`, {
        headers: { authorization: `Bearer ${world.tokens.get('root')}` },
      });
      const body = new FormData();
      body.append('file', new Blob([await answer.arrayBuffer()]), '2024-01-01T0000.audiobookshelf');
      return { body };
    },
  ],
  [
    'collections/add-book-err-twice',
    async ({ world, ids }) => {
      await world.send('root', {
        method: 'POST',
        path: `/api/collections/${await ids.map(idIn('collections/add-book'))}/book`,
        body: await ids.value(bodyOf('collections/add-book')),
      });
    },
  ],
  [
    'collections/add-book',
    async ({ world, ids }) => {
      await world.json(
        'DELETE',
        `/api/collections/${await ids.map(idIn('collections/add-book'))}/book/${await ids.map(String(bodyOf('collections/add-book')['id']))}`,
      );
    },
  ],
  ['feeds/open-err-slug', withFeed],
  ['feeds/public-cover', withFeed],
  ['feeds/public-xml', withFeed],
  ['feeds/list', withFeed],
  [
    'feeds/public-item',
    async (here) => {
      await feedWithSlug(here, 'aesop-feed');
      const feed = listAt(await here.world.json('GET', '/api/feeds'), 'feeds').find(
        (entry) => at(entry, 'slug') === 'aesop-feed',
      );
      return { path: new URL(String(at(feed, 'episodes', 0, 'enclosure', 'url')), here.world.server.url).pathname };
    },
  ],
  [
    'feeds/open-collection',
    async ({ world }) => {
      const open = listAt(await world.json('GET', '/api/feeds'), 'feeds').find(
        (feed) => at(feed, 'slug') === 'rabbit-feed',
      );
      if (open) await world.json('POST', `/api/feeds/${String(at(open, 'id'))}/close`);
    },
  ],
  [
    'feeds/open-item',
    async (here) => {
      await here.world.json('POST', `/api/feeds/${await feedWithSlug(here, 'aesop-feed')}/close`);
    },
  ],
  ['hls/play-force-transcode', async ({ ids }) => ({ path: `/api/items/${ids.someMp3}/play` })],
  ['hls/play-force-transcode-long', async ({ ids }) => ({ path: `/api/items/${ids.someMp3}/play` })],
  ['hls/play-transcode-mid', async ({ ids }) => ({ path: `/api/items/${ids.someMp3}/play` })],
  ['items/batch-delete', async ({ ids }) => ({ body: { libraryItemIds: [ids.spare(), ids.spare()] } })],
  ['items/delete-hard', async ({ ids }) => ({ path: `/api/items/${ids.spare()}` })],
  [
    'items/media-patch-tags-genres',
    async ({ world, ids }) => {
      await world.json('PATCH', await ids.path(pathOf('items/media-patch-tags-genres')), { tags: [] });
    },
  ],
  [
    'items/metadata-object',
    async ({ world, ids }) => {
      const path = `/api/items/${await ids.map(idIn('items/metadata-object'))}`;
      const { subtitle, series } = at(await world.json('GET', path), 'media', 'metadata') as Record<string, unknown>;
      await world.json('PATCH', `${path}/media`, { metadata: { subtitle: null, series: [] } });
      return { after: () => world.json('PATCH', `${path}/media`, { metadata: { subtitle, series } }) };
    },
  ],
  [
    'items/media-patch-no-change',
    async ({ world, ids }) => {
      const item = await world.json('GET', `/api/items/${await ids.map(idIn('items/media-patch-no-change'))}`);
      return { body: { metadata: { title: at(item, 'media', 'metadata', 'title') } } };
    },
  ],
  [
    'libraries/remove-metadata',
    async ({ world }) => ({ path: `/api/libraries/${world.libraries.books}/remove-metadata` }),
  ],
  [
    'libraries/remove-metadata-none',
    async ({ world }) => ({ path: `/api/libraries/${world.libraries.books}/remove-metadata` }),
  ],
  [
    'items/file-delete',
    async ({ world, ids }) => {
      const id = ids.spare();
      return {
        path: `/api/items/${id}/file/${String(at(await world.json('GET', `/api/items/${id}`), 'libraryFiles', 0, 'ino'))}`,
      };
    },
  ],
  [
    'items/media-patch-podcast-off',
    async ({ world, ids }) => {
      await world.json('PATCH', `/api/items/${ids.podcast}/media`, { autoDownloadEpisodes: true });
    },
  ],
  ['notifications/test-one', configured],
  [
    'notifications/test-one-err-unreachable',
    async ({ world }) => {
      await world.json('PATCH', '/api/notifications', {
        appriseApiUrl: `${world.web.url}/nowhere`,
        maxFailedAttempts: 5,
        maxNotificationQueue: 20,
      });
    },
  ],
  [
    'notifications/test-one-err-not-configured',
    async ({ world }) => {
      await world.json('PATCH', '/api/notifications', {
        appriseApiUrl: null,
        maxFailedAttempts: 5,
        maxNotificationQueue: 20,
      });
    },
  ],
  [
    'playlists/item-add-err-twice',
    async ({ world, ids }) => {
      await world.send('root', {
        method: 'POST',
        path: await ids.path(pathOf('playlists/item-add')),
        body: await ids.value(bodyOf('playlists/item-add')),
      });
    },
  ],
  [
    'playlists/item-remove-err',
    async ({ world, ids }) => {
      await world.send('root', { method: 'DELETE', path: await ids.path(pathOf('playlists/item-remove-err')) });
    },
  ],
  [
    'playlists/item-add',
    async ({ world, ids }) => {
      await world.send('root', { method: 'DELETE', path: await ids.path(pathOf('playlists/item-remove-err')) });
    },
  ],
  [
    'playlists/item-remove',
    async ({ world, ids }) => {
      await world.send('root', {
        method: 'POST',
        path: await ids.path(pathOf('playlists/item-add')),
        body: await ids.value(bodyOf('playlists/item-add')),
      });
    },
  ],
  [
    'playlists/item-remove-last',
    async ({ world }) => {
      const made = await world.json('POST', '/api/playlists', {
        libraryId: world.libraries.books,
        name: 'One',
        items: [],
      });
      const item = String(
        at(listAt(await world.json('GET', `/api/libraries/${world.libraries.books}/items`), 'results')[0], 'id'),
      );
      await world.json('POST', `/api/playlists/${String(at(made, 'id'))}/item`, { libraryItemId: item });
      return { path: `/api/playlists/${String(at(made, 'id'))}/item/${item}` };
    },
  ],
  [
    'podcasts/create',
    async ({ world, ids }) => ({
      body: { ...((await ids.value(bodyOf('podcasts/create'))) as object), path: `${world.folders.podcasts}/Another` },
    }),
  ],
  withSession('sessions/close-twice', ({ world }, id) => world.json('POST', `/api/session/${id}/close`, {})),
  withSession('sessions/public-track-after-close', ({ world }, id) =>
    world.json('POST', `/api/session/${id}/close`, {}),
  ),
  [
    'sessions/track-content-url',
    async ({ world, ids }) => {
      const session = await world.json('POST', `/api/items/${ids.someMp3}/play`, {
        deviceInfo: { deviceId: 'content' },
        supportedMimeTypes: ['audio/mpeg'],
      });
      return { path: String(at(session, 'audioTracks', 0, 'contentUrl')) };
    },
  ],
  [
    'sessions/sync-err-replaced-session',
    async ({ ids }) => {
      const [first] = [
        await ids.openSession({ deviceInfo: { deviceId: 'same' } }),
        await ids.openSession({ deviceInfo: { deviceId: 'same' } }),
      ];
      return { path: `/api/session/${first}/sync` };
    },
  ],
  ['share/create-err-already', (here) => share(here, 'raven-share')],
  ['share/create-err-slug', (here) => share(here, 'raven-share')],
  ['share/create', unshared('raven-share')],
  ['share/create-not-downloadable-expiring', unshared('moby-share')],
  ...[
    'public-get',
    'public-get-after-progress',
    'public-cover',
    'public-download',
    'public-download-err-not-allowed',
    'public-progress',
    'public-progress-err',
    'public-track',
    'public-track-err-index',
    'public-track-whole',
  ].map((name) => visiting(`share/${name}`)),
  visiting('share/public-wrong-share-for-session', 'raven-share'),
  ['auth-settings/get-openid', openIdOffered],
  ['auth-settings/update-match-existing', openIdConfigured],
  [
    'auth-settings/update-restore',
    async (here) => {
      await openIdConfigured(here);
      await here.world.json('PATCH', '/api/auth-settings', { authOpenIDMatchExistingBy: 'username' });
    },
  ],
  [
    'emails/settings-initial',
    async ({ world }) => {
      await world.json('PATCH', '/api/emails/settings', { secure: true, rejectUnauthorized: true });
      return { after: () => world.json('PATCH', '/api/emails/settings', { secure: false, rejectUnauthorized: false }) };
    },
  ],
  ['me/listening-stats', heardToday('root')],
  ['users/listening-stats', heardToday('user')],
  ['users/list-latest-session', heardToday('root', { forceTranscode: true })],
  [
    'users/one-openid-linked',
    async ({ world }) => {
      world.server.ctx.store.database.run("UPDATE users SET authOpenIDSub = 'subject' WHERE username = 'user'");
      return {
        after: async () =>
          world.server.ctx.store.database.run("UPDATE users SET authOpenIDSub = NULL WHERE username = 'user'"),
      };
    },
  ],
  [
    'sessions/local-all',
    async ({ ids }) => {
      const { deviceInfo, sessions } = bodyOf('sessions/local-all');
      const mapped = (await ids.value(sessions)) as object[];
      return { body: { deviceInfo, sessions: mapped.map((session) => ({ ...session, updatedAt: Date.now() })) } };
    },
  ],
  [
    'users/update-username-rotates',
    async ({ world, ids }) => {
      await world.json('PATCH', `/api/users/${await ids.map(idIn('users/update-username-rotates'))}`, {
        isActive: true,
      });
    },
  ],
  [
    'authors/match',
    async ({ ids, world }) => {
      const path = `/api/authors/${await ids.map(idIn('authors/match'))}`;
      await world.json('PATCH', path, { asin: null, description: null });
    },
  ],
  unmatched('items/match-audible'),
  unmatched('items/match-google'),
  wholeShelves('denied-guest/library-personalized'),
  ...['libraries/personalized', 'libraries/personalized-final'].map((name) =>
    wholeShelves(name, '&include=rssfeed,numEpisodesIncomplete,share'),
  ),
  [
    'users/online',
    async ({ world, ids }) => {
      const item =
        listAt(answerOf('users/online'), 'openSessions').map((session) => String(at(session, 'libraryItemId')))[0] ??
        '';
      const id = await ids.openSession({}, await ids.map(item));
      await world.json('POST', `/api/session/${id}/sync`, { currentTime: 1300, timeListened: 15 });
    },
  ],
  [
    'sessions/open-list-with-share',
    async (here) => {
      await share(here, 'raven-share');
      await here.world.send('anonymous', { method: 'GET', path: '/public/share/raven-share', query: { t: 12 } });
    },
  ],
  ['feeds/close', async (here) => ({ path: `/api/feeds/${await feedWithSlug(here, 'aesop-feed')}/close` })],
  ['sessions/open-list', async ({ ids }) => void (await ids.map(idIn('sessions/open-session')))],
  [
    'upload/upload',
    async ({ world }) => {
      await fs.rm(`${world.folders.books}/Upload Author`, { recursive: true });
    },
  ],
  ...['create-admin', 'create-guest', 'create-restricted', 'create-tag-limited'].map(renamed),
]);
