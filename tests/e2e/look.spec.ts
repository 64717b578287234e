import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { currentTime, expect, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import {
  bookLibrary,
  booksOf,
  firstOnHome,
  firstPodcast,
  longestOfOneFile,
  podcastLibrary,
} from './support/library.ts';

/** The texts that do not fit into their boxes. */
const cut = (texts: Locator) =>
  texts.evaluateAll((elements) =>
    elements
      .filter((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1)
      .map((text) => text.textContent),
  );

/** The words of a text that break over a line. */
const brokenWords = (text: Locator) =>
  text.evaluate((element) => {
    const node = element.firstChild;
    const whole = node?.textContent ?? '';
    return [...whole.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node as Node, index);
      range.setEnd(node as Node, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });

/** It fits this window width from side to side; it may be below the fold. */
async function expectWithin(part: Locator, width: number): Promise<void> {
  const { x, width: own } = await boxAtRest(part);
  expect([x >= 0, x + own <= width, own > 0], `${width} px`).toEqual([true, true, true]);
}

async function listenTo(api: ServerApi, count: number) {
  const books = (await booksOf(api, await bookLibrary(api)))
    .filter(({ media }) => media.duration > 60 && media.numTracks === 1)
    .slice(0, count);
  for (const { id, media } of books)
    await api.call('PATCH', `/api/me/progress/${id}`, {
      currentTime: media.duration / 2,
      duration: media.duration,
      progress: 0.5,
    });
  return books;
}

const PHONES = [390, 320];

test('the names in the bar of places show in full on phones', async ({ page, api, signIn }) => {
  await signIn();
  for (const library of [await bookLibrary(api), await podcastLibrary(api)]) {
    await page.goto(`/library/${library}`);
    for (const width of PHONES) {
      await page.setViewportSize({ width, height: 700 });
      const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      await expect(places, `${width} px`).toHaveCount(5);
      await expect.poll(() => cut(places.locator('> span:last-child')), `${width} px`).toEqual([]);
    }
  }
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 700 });
    await expect(page.getByRole('link', { name: 'Add podcast' })).toBeVisible();
  }
});

test('with a filter on, filter, sort and view can be pressed on phones', async ({ page, api, signIn }) => {
  await signIn();
  const address = `/library/${await bookLibrary(api)}/bookshelf`;
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${address}?filter=progress.${encodeURIComponent(btoa('not-started'))}`);
    const buttons = page.getByRole('region', { name: 'Sort, filter and view' }).getByRole('button');
    await expect(page.getByRole('button', { name: 'Clear filter' }), `${width} px`).toBeInViewport({ ratio: 1 });
    const widths = await buttons.evaluateAll((all) =>
      all
        .filter((button) => button.getAttribute('aria-haspopup'))
        .map((button) => [button, ...button.querySelectorAll('svg')].map((part) => part.getBoundingClientRect().width)),
    );
    expect(widths).toHaveLength(3);
    for (const [button = 0, icon = 0] of widths) {
      expect(button, `${width} px`).toBeGreaterThanOrEqual(36);
      expect(icon, `${width} px`).toBeGreaterThanOrEqual(16);
    }
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Genre', exact: true })).toBeVisible();
  }
});

test('two covers fit side by side on phones', async ({ page, api, signIn }) => {
  await signIn();
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
    const cells = page.getByRole('gridcell');
    await expect(cells.first().getByRole('link')).toBeVisible();
    const [one, other] = [await boxAtRest(cells.nth(0)), await boxAtRest(cells.nth(1))];
    expect(one.y, `${width} px`).toBe(other.y);
  }
});

test('users, API keys, progress and sessions fit phones, however long their names are', async ({
  browser,
  server,
  api,
  signIn,
}) => {
  const { users } = (await api.call('GET', '/api/users')) as { users: { id: string; username: string }[] };
  const userId = users.find(({ username }) => username === 'listener')?.id;
  const name = 'Nightly synchronisation of the household calendar';
  await api.call('POST', '/api/api-keys', { name, isActive: true, userId, expiresIn: 86_400 });
  const [book] = (await booksOf(api, await bookLibrary(api))).sort(
    (one, other) => other.media.metadata.title.length - one.media.metadata.title.length,
  );
  await api.call('PATCH', `/api/items/${book?.id}/media`, { metadata: { title: `${name}, unabridged` } });
  await api.call('POST', `/api/items/${book?.id}/play`, { deviceInfo: { clientName: 'Earmark' } });
  await api.call('POST', '/api/users', { username: 'Grandmother Wilhelmina', password: 'x', type: 'user' });
  await api.call('PATCH', `/api/me/progress/${book?.id}`, { progress: 0.5, currentTime: 60, duration: 120 });
  const [startedAt, id] = [Date.now() - 600_000, randomUUID()];
  const heard = { id, libraryItemId: book?.id, episodeId: null, startTime: 0, currentTime: 60, duration: 120 };
  await api.call('POST', '/api/session/local', { ...heard, timeListening: 60, startedAt, updatedAt: startedAt });
  const context = await browser.newContext({ baseURL: server.url, hasTouch: true, isMobile: true });
  await signIn(undefined, context);
  const page = await context.newPage();
  for (const [path, table] of [
    [`/config/users/${api.userId}`, 'Saved progress'],
    ['/account/sessions', 'Past listening sessions'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    const cells = page.getByRole('table', { name: table }).getByRole('row').last().getByRole('cell');
    await expect(cells.first()).toBeAttached();
    for (const cell of await cells.all()) if (await cell.isVisible()) await expectWithin(cell, 390);
  }
  for (const [path, table, text] of [
    ['/config/api-keys', 'API keys', name],
    ['/config/users', 'Users', 'Grandmother Wilhelmina'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    const rows = page.getByRole('table', { name: table }).getByRole('row');
    const row = rows.filter({ hasText: text });
    await expect(row.getByRole('button').last()).toBeVisible();
    for (const width of PHONES) {
      await page.setViewportSize({ width, height: 844 });
      for (const one of await rows.filter({ has: page.getByRole('button') }).all())
        await expectWithin(one.getByRole('button').last(), width);
      expect(await brokenWords(row.getByText(text, { exact: true })), `${width} px`).toEqual([]);
    }
  }
  await context.close();
});

for (const width of [1280, 320]) {
  test(`no entry of a card's menu needs two lines at ${width} px`, async ({ page, api, signIn }) => {
    await page.setViewportSize({ width, height: 700 });
    const [book] = await listenTo(api, 3);
    const libraryId = await bookLibrary(api);
    await signIn();
    await page.goto(`/library/${libraryId}`);
    const card = page.getByRole('region', { name: 'Continue listening' }).getByRole('listitem').first();
    await card.hover();
    await card.getByRole('button', { name: /^More/ }).click();
    const entries = page.getByRole('menuitem');
    await expect(entries.filter({ hasText: 'Remove from shelf' })).toBeVisible();
    const tallest = () =>
      entries.evaluateAll((all) =>
        Math.max(
          ...all
            .flatMap((entry) => [...entry.querySelectorAll('span')])
            .map((text) => text.getBoundingClientRect().height),
        ),
      );
    expect(await tallest()).toBeLessThan(30);
    await api.call('PATCH', `/api/me/progress/${book?.id}`, { isFinished: true });
    await page.goto(`/library/${libraryId}/bookshelf?filter=progress.${encodeURIComponent(btoa('finished'))}`);
    const finished = page.getByRole('gridcell').first();
    await finished.hover();
    await finished.getByRole('button', { name: /^More/ }).click();
    await expect(entries.filter({ hasText: 'Mark as not finished' })).toBeVisible();
    expect(await tallest()).toBeLessThan(30);
  });
}

test('nothing beside the button for Play moves when it becomes Pause', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const [book] = (await booksOf(api, libraryId)).sort((one, other) => other.media.duration - one.media.duration);
  const { duration } = book?.media ?? { duration: 0 };
  await api.call('PATCH', `/api/me/progress/${book?.id}`, { duration, currentTime: 150, progress: 150 / duration });
  await signIn();
  for (const [path, beside] of [
    [`/item/${book?.id}`, 'Mark as finished'],
    [`/library/${libraryId}`, /^Back \d+/],
  ] as const) {
    await page.goto(path);
    const main = page.locator('main');
    const neighbour = main.getByRole('button', { name: beside }).first();
    const play = main.getByRole('button', { name: /^Resume at/ }).first();
    await expect(play).toBeVisible();
    const before = await boxAtRest(neighbour);
    await play.click();
    const pause = main.getByRole('button', { name: /^Pause/ }).first();
    await expect(pause).toBeVisible();
    await expectAdvance(page);
    expect(Math.abs((await boxAtRest(neighbour)).x - before.x)).toBeLessThan(16);
    await pause.click();
    await expect(play).toBeVisible();
  }
});

test('the button that resumes a book shows its whole time beside others', async ({ page, api, signIn }) => {
  const book = await longestOfOneFile(api);
  await api.call('PATCH', `/api/me/progress/${book.id}`, { duration: 80_000, currentTime: 45_296, progress: 0.5662 });
  await signIn();
  await page.goto(`/item/${book.id}`);
  const play = page.getByRole('main').getByRole('button', { name: /^Resume at 12:34:56/ });
  await expect(play).toBeVisible();
  for (const width of [320, 390, 430, 500, 560, 640]) {
    await page.setViewportSize({ width, height: 850 });
    const room = () =>
      play.evaluate((button) => {
        const text = [...button.querySelectorAll('bdi')].find((one) => one.checkVisibility())?.firstChild;
        const range = document.createRange();
        if (!text) return NaN;
        range.setStart(text, 0);
        range.setEnd(text, 'Resume at 12:34:56'.length);
        const { right } = button.getBoundingClientRect();
        return right - parseFloat(getComputedStyle(button).paddingRight) - range.getBoundingClientRect().right;
      });
    // For the ellipsis of the chapter.
    await expect.poll(room, { message: `in ${width} px` }).toBeGreaterThan(width < 360 ? -1 : 12);
  }
});

test('the first card shows its position in a window of 320 px, also in hours', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const book = await firstOnHome(api, libraryId);
  await api.call('PATCH', `/api/me/progress/${book.id}`, { duration: 80_000, currentTime: 45_296, progress: 0.5662 });
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn();
  await page.goto(`/library/${libraryId}`);
  const play = page.getByRole('button', { name: 'Resume at 12:34:56' });
  await expect(play).toBeVisible();
  const cut = await play.evaluate((button) =>
    [button, ...button.querySelectorAll('span')]
      .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
      .map((part) => part.textContent),
  );
  expect(cut).toEqual([]);
});

test('the page of a book and of a podcast has a toolbar that leads back to the library (BAR-034)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const libraryId = await bookLibrary(api);
  const [book] = await booksOf(api, libraryId);
  await page.goto(`/item/${book?.id}`);
  const toolbar = page.getByRole('region', { name: 'Breadcrumb' });
  await expect(toolbar.getByText(book?.media.metadata.title ?? '', { exact: true })).toBeVisible();
  const [rail, bar] = [await boxAtRest(page.getByRole('navigation', { name: 'Main' })), await boxAtRest(toolbar)];
  expect(bar.x).toBe(rail.x + rail.width);
  await toolbar.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/library/${libraryId}/bookshelf$`));
  await page.goBack();
  await expect(toolbar).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(toolbar).toBeHidden();
});

test('jumps on the first card move its start position, and it plays from there', async ({ page, api, signIn }) => {
  const [book] = await listenTo(api, 1);
  const half = (book?.media.duration ?? 0) / 2;
  const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}`);
  const main = page.locator('main');
  await expect(main.getByRole('button', { name: `Resume at ${clock(half)}` })).toBeVisible();
  for (let press = 0; press < 2; press += 1) await main.getByRole('button', { name: 'Back 10 seconds' }).click();
  await main.getByRole('button', { name: `Resume at ${clock(half - 20)}` }).click();
  await expectAdvance(page);
  expect(await currentTime(page)).toBeGreaterThanOrEqual(Math.floor(half - 20));
  expect(await currentTime(page)).toBeLessThan(half - 10);
});

test('a jump of the player restored after a reload shows on the first card too', async ({ page, api, signIn }) => {
  await listenTo(api, 1);
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}`);
  const main = page.locator('main');
  await main.getByRole('button', { name: /^Resume/ }).click();
  await expectAdvance(page);
  await page.reload();
  const resume = main.getByRole('button', { name: /^Resume at/ });
  const seconds = async () => {
    const [minutes = 0, rest = 0] = ((await resume.getByText(/^Resume at/).textContent()) ?? '')
      .replace(/\D*/, '')
      .split(':')
      .map(Number);
    return minutes * 60 + rest;
  };
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  // The save of the page that ended may reach the account, and so the card, after the player's own place.
  await page.waitForLoadState('networkidle');
  const before = await seconds();
  await main.getByRole('button', { name: 'Back 10 seconds' }).click();
  await expect.poll(seconds).toBe(before - 10);
});

test('removing a filter by keyboard hands the focus on', async ({ page, api, signIn }) => {
  await signIn();
  const address = `/library/${await bookLibrary(api)}/bookshelf`;
  await page.goto(`${address}?filter=progress.${encodeURIComponent(btoa('not-started'))}`);
  await page.getByRole('button', { name: 'Clear filter' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Clear filter' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
});

/** Where the content of a shelf ends, and where the tallest card of its line ends. */
const bottoms = (page: Page) =>
  page
    .locator('main ul[data-shelf]')
    .evaluateAll((lists) =>
      lists.map((list) => Math.max(...[...list.children].map((item) => item.getBoundingClientRect().bottom))),
    );

test('no gap opens below the episodes beside a cover in wide windows', async ({ page, api, signIn }) => {
  await signIn();
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/library/${await podcastLibrary(api)}`);
    const row = page.getByRole('region', { name: 'Newest episodes' });
    await expect(row.getByRole('link').nth(3)).toBeVisible();
    const [episodes = 0, cover = 0] = await bottoms(page);
    expect(cover - episodes).toBeLessThan(60);
    const links = row.locator('li').getByRole('link');
    await links.first().focus();
    for (const [key, place] of [
      ['ArrowDown', 1],
      ['ArrowRight', 3],
      ['ArrowUp', 2],
      ['ArrowLeft', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect(links.nth(place)).toBeFocused();
    }
  }
});

test('the cover shows in full in 90 % of the window by 90 %, and a press closes it (MOD-008, MOD-009, CON-085)', async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await signIn();
  const [book] = await booksOf(api, await bookLibrary(api));
  await page.goto(`/item/${book?.id}`);
  await page.getByRole('button', { name: 'View cover' }).click();
  const picture = page.getByRole('dialog').getByRole('img');
  await expect(picture).toBeVisible();
  const box = await boxAtRest(picture);
  expect([box.x, box.y, box.width, box.height]).toEqual([50, 35, 900, 630]);
  expect(await picture.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
  await picture.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('choosing random order again gives another order, from its start', async ({ page, api, signIn }) => {
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}/bookshelf`);
  const titles = () => page.getByRole('grid', { name: 'Items' }).getByRole('link').allTextContents();
  const choose = async () => {
    const answer = page.waitForResponse(/\/items\?.*sort=random/);
    await page.getByRole('button', { name: /^Sorted by/ }).click();
    await page.getByRole('menuitemradio', { name: 'Random' }).click();
    await answer;
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await choose();
  await expect(page.getByRole('button', { name: 'Sorted by Random' })).toBeVisible();
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(10);
  const first = await titles();
  await choose();
  await expect.poll(titles).not.toEqual(first);
  await expect.poll(async () => (await titles()).toSorted()).toEqual(first.toSorted());
  expect(await titles()).not.toEqual(first);
});

test('the cover of the full-screen player leaves room for what is below it, one line of buttons', async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [book] = await listenTo(api, 1);
  await signIn();
  await page.goto(`/item/${book?.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Resume/ })
    .click();
  await page.getByRole('button', { name: 'Open full player' }).click();
  const sheet = page.getByRole('dialog', { name: 'Player' });
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [320, 480],
  ] as const) {
    const at = `${width} by ${height} px`;
    await page.setViewportSize({ width, height });
    const cover = await boxAtRest(sheet.locator('img'));
    const title = await boxAtRest(sheet.getByRole('link', { name: book?.media.metadata.title ?? '' }));
    expect(cover.height, at).toBe(cover.width);
    expect(cover.height, at).toBeGreaterThan(64);
    expect(cover.y + cover.height, at).toBeLessThanOrEqual(title.y);
    const chapters = sheet.getByRole('button', { name: 'Chapters', exact: true });
    await expect(chapters, at).toBeInViewport({ ratio: 1 });
    const settings = sheet.getByRole('button', { name: 'Player settings' });
    expect((await boxAtRest(settings)).y, at).toBe((await boxAtRest(chapters)).y);
  }
});

test('the heading of home is above its shelves in a window of 2560 px', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 2560, height: 1200 });
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}`);
  const shelf = page.getByRole('heading', { name: 'Recently added' });
  await expect(shelf).toBeVisible();
  const heading = page.getByRole('region', { name: 'View' }).getByText('Home');
  expect((await boxAtRest(heading)).x).toBe((await boxAtRest(shelf)).x);
});

test('on a phone in landscape the cover of a book is beside its title, and Play is in view', async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const [book] = await listenTo(api, 1);
  await signIn();
  await page.goto(`/item/${book?.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: /^Resume/ })).toBeInViewport({ ratio: 1 });
  const title = await boxAtRest(main.getByRole('heading', { level: 1 }));
  const cover = await boxAtRest(main.getByRole('button', { name: 'View cover' }));
  expect(title.x).toBeGreaterThan(cover.x + cover.width);
});

test('an episode shows its date and length on phones', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto(`/item/${await firstPodcast(api)}`);
  const facts = page.getByText(/^Mar 24, 2025 · 57 sec · Season 2, episode 12$/);
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 844 });
    await expect(facts).toBeVisible();
    const isWhole = await facts.evaluate((text) => {
      const range = document.createRange();
      const node = [...text.childNodes].find((child) => child.textContent?.includes('57 sec'));
      range.selectNodeContents(node ?? text);
      return range.getBoundingClientRect().right <= text.getBoundingClientRect().right;
    });
    expect(isWhole, `${width} px`).toBe(true);
  }
});

test('resetting progress by keyboard leaves the focus on the element before it', async ({ page, api, signIn }) => {
  const [book] = await listenTo(api, 1);
  await signIn();
  await page.goto(`/item/${book?.id}`);
  await page.getByRole('button', { name: 'Reset progress' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Reset progress' })).toHaveCount(0);
  await expect(page.locator('main').getByRole('button', { name: /^More options for / })).toBeFocused();
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a press beside an open menu closes it and does nothing else', async ({ page, api, signIn }) => {
    await listenTo(api, 3);
    await signIn();
    await page.goto(`/library/${await bookLibrary(api)}`);
    const resume = page.getByRole('button', { name: /^Resume/ });
    await page
      .getByRole('button', { name: /^More options/ })
      .nth(1)
      .tap();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    const box = await boxAtRest(resume);
    await page.touchscreen.tap(box.x + 8, box.y + 8);
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0);
    await resume.tap();
    await expectAdvance(page);
    await page.getByRole('button', { name: 'Open full player' }).tap();
    await page.getByRole('button', { name: /^Speed/ }).tap();
    await expect(menu).toBeVisible();
    const close = await boxAtRest(
      page.getByRole('dialog', { name: 'Player' }).getByRole('button', { name: /^Close/, includeHidden: true }),
    );
    await page.touchscreen.tap(close.x + 8, close.y + 8);
    await expect(menu).toHaveCount(0);
    await expectAdvance(page);
  });
});

test('a title in the player bar uses the room up to the buttons in wide windows', async ({ page, api, signIn }) => {
  const widths = [1024, 1440];
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn();
  const books = await booksOf(api, await bookLibrary(api));
  const named = (title: string) => books.find(({ media }) => media.metadata.title.startsWith(title));
  const player = page.getByRole('region', { name: 'Player' });
  const play = async (book: (typeof books)[number] | undefined) => {
    await page.goto(`/item/${book?.id}`);
    await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
    await expectAdvance(page);
    return player.getByRole('link', { name: book?.media.metadata.title ?? '' });
  };
  const short = await play(named('The Red-Headed League'));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(() => cut(short), `${width} px`).toEqual([]);
  }
  const long = await play(named('The Life and Strange'));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 768 });
    const title = await boxAtRest(long);
    const back = await boxAtRest(player.getByRole('group').getByRole('button').first());
    const room = back.x - title.x - title.width;
    expect(room, `${width} px`).toBeGreaterThanOrEqual(8);
    expect(room, `${width} px`).toBeLessThan(32);
  }
});

test('a menu opened by keyboard starts at its first visible entry', async ({ page, api, signIn }) => {
  await signIn();
  await page.goto(`/library/${await bookLibrary(api)}`);
  await page.getByRole('button', { name: /^Account/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused();
});
