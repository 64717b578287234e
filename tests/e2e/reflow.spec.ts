import type { Page } from 'playwright/test';
import { hrefTo, type Route, type RouteName } from '../../src/machines/kit/router/routes.ts';
import { expect, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, firstPodcast, one, podcastLibrary } from './support/library.ts';
import { serveTexts, speak, switchTo } from './support/languages.ts';
import { bookNamed } from './support/reader.ts';
import { BIG_TEXT, expectReflow, resize, NORMAL, WINDOWS } from './support/reflow.ts';

interface Place {
  readonly library: string;
  readonly podcasts: string;
  readonly book: string;
  readonly podcast: string;
  readonly userId: string;
  readonly seriesId: string;
  readonly author: string;
  readonly collection: string;
  readonly playlist: string;
  readonly slug: string;
}

/** A collection, a playlist, a share, a session and an API key, so that no page is empty. */
async function furnish(api: ServerApi): Promise<Place> {
  const [library, podcasts, podcast] = [await bookLibrary(api), await podcastLibrary(api), await firstPodcast(api)];
  const books = await booksOf(api, library);
  const book = one(
    [...books].sort((a, b) => b.media.duration - a.media.duration),
    0,
  );
  const few = books.slice(0, 3).map(({ id }) => id);
  const created = async (path: string, body: unknown) => ((await api.call('POST', path, body)) as { id: string }).id;
  const { authors, series } = (await api.call('GET', `/api/libraries/${library}/filterdata`)) as {
    authors: { id: string }[];
    series: { id: string }[];
  };
  const items = few.map((libraryItemId) => ({ libraryItemId }));
  const collection = await created('/api/collections', { libraryId: library, name: 'For long journeys', books: few });
  const playlist = await created('/api/playlists', { libraryId: library, name: 'Bedtime', items });
  const { media } = (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as { media: { id: string } };
  const share = { slug: 'reflow', mediaItemId: media.id, mediaItemType: 'book', expiresAt: 0, isDownloadable: true };
  await api.call('POST', '/api/share/mediaitem', share);
  const key = { name: 'Nightly synchronisation', isActive: true, userId: api.userId, expiresIn: 86_400 };
  await api.call('POST', '/api/api-keys', key);
  await api.call('PATCH', `/api/me/progress/${book.id}`, { currentTime: 70, duration: 600, progress: 0.1 });
  await api.call('POST', `/api/items/${book.id}/play`, { deviceInfo: { clientName: 'Earmark' } });
  return {
    library,
    podcasts,
    podcast,
    book: book.id,
    userId: api.userId,
    seriesId: one(series, 0).id,
    author: one(authors, 0).id,
    collection,
    playlist,
    slug: share.slug,
  };
}

/** Every page of the route table. */
const routesOf = ({
  library,
  podcasts,
  ...place
}: Place): { readonly [Name in RouteName]: Route & { name: Name } } => ({
  index: { name: 'index' },
  login: { name: 'login' },
  library: { name: 'library', libraryId: library },
  bookshelf: { name: 'bookshelf', libraryId: library },
  librarySeries: { name: 'librarySeries', libraryId: library },
  libraryCollections: { name: 'libraryCollections', libraryId: library },
  libraryPlaylists: { name: 'libraryPlaylists', libraryId: library },
  libraryAuthors: { name: 'libraryAuthors', libraryId: library },
  libraryNarrators: { name: 'libraryNarrators', libraryId: library },
  libraryStats: { name: 'libraryStats', libraryId: library },
  libraryLatest: { name: 'libraryLatest', libraryId: podcasts },
  libraryPodcastSearch: { name: 'libraryPodcastSearch', libraryId: podcasts },
  libraryDownloadQueue: { name: 'libraryDownloadQueue', libraryId: podcasts },
  librarySearch: { name: 'librarySearch', libraryId: library, q: 'the' },
  series: { name: 'series', libraryId: library, seriesId: place.seriesId },
  item: { name: 'item', id: place.book },
  author: { name: 'author', id: place.author },
  collection: { name: 'collection', id: place.collection },
  playlist: { name: 'playlist', id: place.playlist },
  batch: { name: 'batch' },
  config: { name: 'config' },
  configLibraries: { name: 'configLibraries' },
  configUsers: { name: 'configUsers' },
  configUser: { name: 'configUser', id: place.userId },
  configUserSessions: { name: 'configUserSessions', id: place.userId },
  configApiKeys: { name: 'configApiKeys' },
  configSessions: { name: 'configSessions' },
  configBackups: { name: 'configBackups' },
  configLogs: { name: 'configLogs' },
  configNotifications: { name: 'configNotifications' },
  configEmail: { name: 'configEmail' },
  configMetadataUtils: { name: 'configMetadataUtils' },
  configTags: { name: 'configTags' },
  configGenres: { name: 'configGenres' },
  configProviders: { name: 'configProviders' },
  configFeeds: { name: 'configFeeds' },
  configAuthentication: { name: 'configAuthentication' },
  configStats: { name: 'configStats' },
  upload: { name: 'upload' },
  account: { name: 'account' },
  accountSessions: { name: 'accountSessions' },
  manage: { name: 'manage', id: place.book },
  chapters: { name: 'chapters', id: place.book },
  tracks: { name: 'tracks', id: place.book },
  share: { name: 'share', slug: place.slug },
});

const PARTS = 3;
/** `REFLOW_LANGUAGE=en-xa` (40 % longer), `en-xb` (from right to left) or any language, in usual windows. */
const LANGUAGE = process.env['REFLOW_LANGUAGE'];
const LOOKED_AT = LANGUAGE ? [NORMAL, { ...NORMAL, width: 800 }, { ...NORMAL, width: 360 }] : WINDOWS;

for (let part = 0; part < PARTS; part += 1)
  test(`pages reflow: text at 200 %, windows of 320 px and zoom at 400 % (${part + 1} of ${PARTS})`, async ({
    page,
    api,
    signIn,
  }) => {
    const place = await furnish(api);
    await signIn();
    if (LANGUAGE) await speak(page, LANGUAGE);
    const all = [
      ...Object.values(routesOf(place)).map(hrefTo),
      `/library/${place.podcasts}`,
      `/library/${place.podcasts}/bookshelf`,
      `/item/${place.podcast}`,
      '/nowhere',
    ];
    for (const address of all.filter((_, index) => index % PARTS === part)) {
      await resize(page, NORMAL);
      await page.goto(address);
      await expect(
        page.getByRole('heading', { level: 1 }).or(page.locator('[autocomplete=username]')).first(),
      ).toBeAttached();
      await expect(page.locator('[aria-busy="true"], .animate-pulse')).toHaveCount(0);
      for (const window of LOOKED_AT) await expectReflow(page, window, address);
    }
  });

/** Opens each and looks at it in every window. `open` starts on the page at `path`. */
async function walk(page: Page, all: readonly (readonly [path: string, open: (page: Page) => Promise<void>])[]) {
  for (const [path, open] of all) {
    await resize(page, NORMAL);
    if (path !== '') await page.goto(path);
    await open(page);
    await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null))));
    const name = await page.locator('[role="dialog"], [role="menu"]').last().getAttribute('aria-labelledby');
    await look(page, `${path} ${name}`);
  }
}

/** At what is open, in every window. */
async function look(page: Page, what: string) {
  if (LANGUAGE) await switchTo(page, LANGUAGE);
  for (const window of LOOKED_AT) await expectReflow(page, window, what);
  if (LANGUAGE) await switchTo(page, 'en-us');
}

test.beforeEach(async ({ page }) => {
  if (LANGUAGE) await serveTexts(page);
});

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const tab = (name: string) => (page: Page) => page.getByRole('dialog').getByRole('tab', { name }).click();
const entry = (name: string) => async (page: Page) => {
  await press(/^More (options|actions)/)(page);
  await page.getByRole('menuitem', { name }).click();
};
const key = (name: string) => async (page: Page) => {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.keyboard.press(name);
};

test('the dialogs of an item and of a library reflow', async ({ page, api, signIn, watch }) => {
  // Sources of metadata can't be reached here.
  watch.allow(/502/);
  const { book, podcast } = await furnish(api);
  await signIn();
  await walk(page, [
    ...['Details', 'Cover', 'Chapters', 'Files', 'Match', 'Tools'].map(
      (name) => [`/item/${book}?edit=${book}`, tab(name)] as const,
    ),
    ...['Episodes', 'Schedule'].map((name) => [`/item/${podcast}?edit=${podcast}`, tab(name)] as const),
    ['/config/libraries', entry('Edit')],
    ...['Settings', 'Scanner', 'Schedule', 'Tools'].map((name) => ['', tab(name)] as const),
  ]);
});

test('menus, confirmations and the dialogs of settings reflow', async ({ page, api, signIn }) => {
  const { library, book } = await furnish(api);
  await signIn();
  const shelf = `/library/${library}/bookshelf`;
  await walk(page, [
    ['/config/users', press('Add user')],
    ['/config/users', press('Delete listener')],
    ['/config/api-keys', press(/^Edit/)],
    [`/item/${book}`, press(/^More options/)],
    [`/item/${book}`, entry('Delete')],
    [shelf, press(/^Sorted by/)],
    [shelf, press('Filter')],
    [shelf, press(/^Library:/)],
    [shelf, press(/^Account/)],
    [shelf, key('?')],
  ]);
});

test('the dialogs of lists, of people and of the reader reflow', async ({ page, api, signIn }) => {
  const { library, book, podcast, author, collection, seriesId } = await furnish(api);
  const reader = await bookNamed(api, 'Alice: A Reader');
  await signIn();
  await walk(page, [
    ...['Share', 'RSS feed'].map((name) => [`/item/${book}`, entry(name)] as const),
    [`/item/${book}`, press(/^Add /)],
    [`/author/${author}`, press('Edit')],
    [`/collection/${collection}`, press('Edit')],
    [`/library/${library}/narrators`, press(/^Rename/)],
    [`/library/${library}/series/${seriesId}`, press(/^More for/)],
    [`/item/${podcast}`, press(/^Show:/)],
    ['/config', press('Find a setting')],
    ['/config/users', press('Message everyone')],
    [`/item/${reader}?read=main`, press('Reader settings')],
  ]);
});

const LISTS = [/^Bookmarks/, /^Queue/, /^Speed/, /^Sleep timer/, 'Player settings', 'Chapters'] as const;

test('the mini player, the full player and what opens from them reflow', async ({ page, api, signIn }) => {
  const { book } = await furnish(api);
  await signIn();
  await page.goto(`/item/${book}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Resume/ })
    .first()
    .click();
  await expectAdvance(page);
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).click();
  await look(page, 'the bar or the mini player');
  await resize(page, BIG_TEXT);
  await page.getByRole('button', { name: 'Open full player' }).click();
  const sheet = page.getByRole('dialog', { name: 'Player', exact: true });
  await look(page, 'the full player');
  for (const name of LISTS) {
    await resize(page, BIG_TEXT);
    await sheet.getByRole('button', { name }).first().click();
    await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null))));
    await look(page, String(name));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});
