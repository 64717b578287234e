import type { Page } from 'playwright/test';
import { expect, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, firstOnHome, librariesOf } from './support/library.ts';
import { becomesLive, isReadLive, itemRequest } from './support/live.ts';
import { GONE_ELSEWHERE } from './support/watch.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

const FILTER_DATA = /include=filterdata/;

async function twoLibraries(api: ServerApi) {
  const libraries = await librariesOf(api);
  const idOf = (type: string) => libraries.find(({ mediaType }) => mediaType === type)?.id ?? '';
  return { books: idOf('book'), podcasts: idOf('podcast') };
}

/** Signed in, on the shelf of books, with a second library of podcasts, all loaded and live. */
async function onTheShelfOfTwo(page: Page, api: ServerApi, signIn: () => Promise<void>) {
  const { books, podcasts } = await twoLibraries(api);
  await signIn();
  const ready = isReadLive(page, /\/items\?/, FILTER_DATA);
  await page.goto(`/library/${books}/bookshelf`);
  await ready;
  return { books, podcasts };
}

test('after an exception in a page the sound goes on and is saved, and the page can be retried', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/broken page|Something went wrong|The page/);
  const books = (await booksOf(api, await bookLibrary(api)))
    .filter(({ media }) => media.numTracks > 0)
    .sort((one, other) => other.media.duration - one.media.duration);
  const [playing, broken] = books;
  let isBroken = true;
  await page.route(/\/assets\/item-[\w-]{8}\.js$/, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const thrown = '((globalThis.pageIsBroken?(()=>{throw new Error("broken page")})():0),"byAuthors")';
    expect(code).toMatch(/[`"']byAuthors[`"']/);
    await route.fulfill({ response, body: code.replace(/[`"']byAuthors[`"']/, thrown) });
  });
  const setBroken = (value: boolean) => {
    isBroken = value;
    return page.evaluate((now) => Object.assign(window, { pageIsBroken: now }), value);
  };
  await signIn();
  await page.goto(`/item/${playing?.id}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
  await rail(page).getByRole('link', { name: 'Library', exact: true }).click();
  const card = page.locator('main').getByRole('link', { name: broken?.media.metadata.title ?? '', exact: true });
  await expect(card).toBeVisible();
  await setBroken(true);
  expect(isBroken).toBe(true);
  await card.click();
  const failed = page.getByRole('alert').filter({ hasText: 'Something went wrong on this page' });
  await expect(failed).toBeVisible();
  await expect(rail(page)).toBeVisible();
  await expectAdvance(page);
  const saved = await page.waitForResponse(/\/api\/session\/[^/]+\/sync/, { timeout: 25_000 });
  expect(saved.status()).toBe(200);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toBeVisible();
  await setBroken(false);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: broken?.media.metadata.title ?? '' })).toBeVisible();
  await expectAdvance(page);
});

test('the next library replaces a removed one, on its same page (LIB-005)', async ({ page, api, signIn, watch }) => {
  watch.allow(GONE_ELSEWHERE);
  const { books, podcasts } = await onTheShelfOfTwo(page, api, signIn);
  await api.call('DELETE', `/api/libraries/${books}`);
  await expect(page).toHaveURL(new RegExp(`/library/${podcasts}/bookshelf`));
  await expect(page.getByText('1 podcast', { exact: true })).toBeVisible();
  await expect(rail(page).getByRole('link', { name: 'Latest', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Library: Podcasts/ })).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Genre', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Genre' }).getByRole('button').first()).toBeVisible();
});

test('when its library is removed, the page of a book leads to the next library (LIB-006)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(GONE_ELSEWHERE);
  const { books, podcasts } = await twoLibraries(api);
  const [book] = await booksOf(api, books);
  await signIn();
  const ready = isReadLive(page, itemRequest(book?.id), FILTER_DATA);
  await page.goto(`/item/${book?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await ready;
  await api.call('DELETE', `/api/libraries/${books}`);
  await expect(page).toHaveURL(new RegExp(`/library/${podcasts}$`));
  await expect(page.getByRole('heading', { name: 'Newest episodes' })).toBeVisible();
});

test('without a library there is no rail but a message, and the first library added opens (LIB-007, BAR-013)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(GONE_ELSEWHERE);
  const { books, podcasts } = await onTheShelfOfTwo(page, api, signIn);
  const warned = page.waitForEvent('console', (message) =>
    message.text().includes('User has no more accessible libraries'),
  );
  const { folders } = (await api.call('GET', `/api/libraries/${books}`)) as { folders: { fullPath: string }[] };
  await api.call('DELETE', `/api/libraries/${podcasts}`);
  await api.call('DELETE', `/api/libraries/${books}`);
  await warned;
  await expect(page.getByRole('heading', { name: 'Add your first library' })).toBeVisible();
  await expect(page.getByText('Library not found')).toHaveCount(0);
  await expect(rail(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/');
  const { id } = (await api.call('POST', '/api/libraries', {
    name: 'Later',
    mediaType: 'book',
    folders: folders.map(({ fullPath }) => ({ fullPath })),
  })) as { id: string };
  await expect(page).toHaveURL(new RegExp(`/library/${id}$`));
  await expect(rail(page).getByRole('link', { name: 'Library', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Library: Later/ })).toBeVisible();
});

test('a podcast library that takes over sorts by episodes where books were sorted by duration (LIB-011)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(GONE_ELSEWHERE);
  const { books, podcasts } = await onTheShelfOfTwo(page, api, signIn);
  await page.getByRole('button', { name: /^Sorted by Title/ }).click();
  const sorted = page.waitForResponse(/\/items\?.*sort=media\.duration/);
  await page.getByRole('menuitemradio', { name: 'Duration' }).click();
  await expect(page.getByRole('button', { name: /^Sorted by Duration/ })).toBeVisible();
  await sorted;
  const sorts: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === `/api/libraries/${podcasts}/items`) sorts.push(searchParams.get('sort'));
  });
  await api.call('DELETE', `/api/libraries/${books}`);
  await expect(page.getByRole('button', { name: /^Sorted by Number of episodes/ })).toBeVisible();
  await expect(page.getByText('1 podcast', { exact: true })).toBeVisible();
  expect(new Set(sorts)).toEqual(new Set(['media.numTracks']));
});

test('a book removed from the shelf while another removal is pending is hidden too', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).filter(({ media }) => media.numTracks > 0).slice(0, 4);
  for (const { id, media } of books)
    await api.call('PATCH', `/api/me/progress/${id}`, {
      currentTime: media.duration / 4,
      duration: media.duration,
      progress: 0.25,
    });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sent: string[] = [];
  await page.route(/\/remove-from-continue-listening/, async (route) => {
    sent.push(route.request().url());
    await held;
    await route.continue();
  });
  await signIn();
  await page.goto(`/library/${libraryId}`);
  const row = page.getByRole('region', { name: 'Continue listening' });
  const two = books.slice(1, 3).map(({ media }) => media.metadata.title);
  for (const title of two) {
    await row.getByRole('link', { name: title, exact: true }).hover();
    await row.getByRole('button', { name: `More options for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Remove from shelf' }).click();
    await expect(row.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  }
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  release();
  const hidden = async () => {
    const { mediaProgress } = (await api.call('GET', '/api/me')) as {
      mediaProgress: { libraryItemId: string; hideFromContinueListening: boolean }[];
    };
    return books
      .slice(1, 3)
      .map(({ id }) => mediaProgress.find((entry) => entry.libraryItemId === id)?.hideFromContinueListening);
  };
  await expect.poll(hidden).toEqual([true, true]);
  for (const title of two) await expect(row.getByRole('link', { name: title, exact: true })).toHaveCount(0);
});

test('unreadable libraries and progress are reported once, and the rest shows', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const [book] = (await booksOf(api, libraryId)).filter(({ media }) => media.numTracks > 0);
  await api.call('PATCH', `/api/me/progress/${book?.id}`, { currentTime: 5, duration: book?.media.duration });
  await page.route(/\/api\/libraries$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { libraries: object[] };
    await route.fulfill({ response, json: { ...body, libraries: [...body.libraries, { id: 7 }] } });
  });
  await page.route(/\/api\/(authorize|me)$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { user?: { mediaProgress: object[] }; mediaProgress?: object[] };
    (body.user ?? body).mediaProgress?.push({ id: 'p', libraryItemId: 7 });
    await route.fulfill({ response, json: body });
  });
  await signIn();
  const live = becomesLive(page);
  await page.goto(`/library/${libraryId}`);
  await live;
  await expect(page.getByRole('button', { name: /^Library: Books/ })).toBeVisible();
  await expect(notices(page).getByText(/entr(y|ies) couldn’t be read/)).toHaveCount(1);
  await expect(page.locator('#home-continue')).toBeVisible();
});

const PLACES = ['the page of a book', 'the library', 'home'] as const;
/** Extra time that the connection takes, in ms. */
const WAITS = [0, 3000];

for (const [place, waitMs] of PLACES.flatMap((name) => WAITS.map((wait) => [name, wait] as const))) {
  const after = waitMs > 0 ? 'late' : 'at once';
  test(`a title changed before the live connection opens (${after}) shows on ${place} once it is open`, async ({
    page,
    api,
    signIn,
  }) => {
    const libraryId = await bookLibrary(api);
    const book = await firstOnHome(api, libraryId);
    let connect = () => {};
    const held = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await page.routeWebSocket(/socket\.io/, async (socket) => {
      await held;
      socket.connectToServer();
    });
    await signIn();
    const paths = {
      'the page of a book': `/item/${book.id}`,
      'the library': `/library/${libraryId}/bookshelf`,
      home: `/library/${libraryId}`,
    };
    await page.clock.install();
    await page.goto(paths[place]);
    const shown = page.locator('main');
    await expect(shown.getByText(book.media.metadata.title, { exact: true }).first()).toBeVisible();
    await page.clock.fastForward(waitMs);
    await api.call('PATCH', `/api/items/${book.id}/media`, { metadata: { title: 'Changed Before' } });
    connect();
    await expect(shown.getByText('Changed Before', { exact: true }).first()).toBeVisible();
  });
}
