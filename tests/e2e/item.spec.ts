import { expect, expectAccessible, expectAdvance, test, type ServerApi } from './support/fixtures.ts';
import type { MediaProgress } from '../../src/schemas/api/progress.ts';
import { bookLibrary, booksOf, type Book } from './support/library.ts';
import { isReadLive, itemRequest } from './support/live.ts';
import { GONE_ELSEWHERE } from './support/watch.ts';

async function findBooks(api: ServerApi): Promise<{ libraryId: string; books: Book[] }> {
  const libraryId = await bookLibrary(api);
  return { libraryId, books: (await booksOf(api, libraryId)).filter(({ media }) => media.numTracks > 0) };
}

async function findBook(api: ServerApi): Promise<Book> {
  const [book] = (await findBooks(api)).books;
  if (!book) throw new Error('The demo has no book with sound');
  return book;
}

test('a removed book says so and leads back to its library', async ({ page, api, signIn, watch }) => {
  watch.allow(GONE_ELSEWHERE);
  const {
    libraryId,
    books: [book],
  } = await findBooks(api);
  await signIn();
  const ready = isReadLive(page, itemRequest(book?.id));
  await page.goto(`/item/${book?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: book?.media.metadata.title ?? '' })).toBeVisible();
  await ready;
  await api.call('DELETE', `/api/items/${book?.id}`);
  await expect(page.getByText(`“${book?.media.metadata.title}” was removed`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to library' }).click();
  await expect(page).toHaveURL(new RegExp(`/library/${libraryId}/bookshelf$`));
});

test('a script in a description does not run, and the rest of it shows', async ({ page, api, signIn, watch }) => {
  // The browser reports the handler that its policy would have stopped while the text is parsed and cleaned.
  watch.allow(/inline event handler/);
  const book = await findBook(api);
  await signIn();
  await page.route(`**/api/items/${book.id}?expanded=1*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { media: { metadata: object } };
    const description =
      '<p>Before</p><script>window.hostile = 1</script><img src="x" onerror="window.hostile = 2"><p>After</p>';
    await route.fulfill({
      response: answer,
      json: { ...body, media: { ...body.media, metadata: { ...body.media.metadata, description } } },
    });
  });
  await page.goto(`/item/${book.id}`);
  const description = page.getByRole('region', { name: 'Description' });
  await expect(description).toContainText('Before');
  await expect(description).toContainText('After');
  expect(await description.locator('script, [onerror]').count()).toBe(0);
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
});

test('an item with one field of the wrong type shows an error, and the frame stays', async ({ page, api, signIn }) => {
  const book = await findBook(api);
  await signIn();
  await page.route(`**/api/items/${book.id}?expanded=1*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { media: object };
    await route.fulfill({ response: answer, json: { ...body, media: { ...body.media, duration: 'long' } } });
  });
  await page.goto(`/item/${book.id}`);
  await expect(page.getByRole('alert')).toContainText('Failed to fetch book');
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
});

test('a book in progress is marked as finished without a question, and undo restores its position', async ({
  page,
  api,
  signIn,
}) => {
  const book = await findBook(api);
  const place = async () => {
    const { currentTime, progress, isFinished } = (await api.call(
      'GET',
      `/api/me/progress/${book.id}`,
    )) as MediaProgress;
    return { currentTime, progress, isFinished };
  };
  await api.call('PATCH', `/api/me/progress/${book.id}`, {
    currentTime: 10,
    duration: book.media.duration,
    progress: 10 / book.media.duration,
  });
  const before = await place();
  await signIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/item/${book.id}`);
  await page.getByRole('button', { name: 'Mark as finished' }).click();
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices.getByText('marked as finished')).toBeVisible();
  await expect.poll(place).toEqual({ ...before, progress: 1, isFinished: true });
  await expectAccessible(page);
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Mark as finished' })).toBeVisible();
  await expect.poll(place).toEqual(before);
});

test('the mark of the playing chapter is visible in forced colours', async ({ page, api, signIn }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn();
  const [book] = (await findBooks(api)).books.sort((one, other) => other.media.numTracks - one.media.numTracks);
  await page.goto(`/item/${book?.id}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
  const colours = page
    .locator('main button[aria-current] .equaliser > *')
    .first()
    .evaluate((bar) => [bar, document.body].map((part) => getComputedStyle(part).backgroundColor));
  expect(new Set(await colours).size).toBe(2);
});

test('a prompt grows to its size within a quarter of a second (MOD-001, CON-086)', async ({ page, api, signIn }) => {
  const { books } = await findBooks(api);
  const [book] = books
    .filter(({ media }) => media.numTracks === 1)
    .sort((one, other) => other.media.duration - one.media.duration);
  const duration = book?.media.duration ?? 0;
  await api.call('PATCH', `/api/me/progress/${book?.id}`, { currentTime: 6, duration, progress: 6 / duration });
  await signIn();
  await page.goto(`/item/${book?.id}`);
  await page.evaluate(() => {
    const widths: number[] = [];
    Object.assign(window, { widths });
    const look = () => {
      const popup = document.querySelector('[role="dialog"]');
      if (popup) widths.push(popup.getBoundingClientRect().width);
      requestAnimationFrame(look);
    };
    look();
  });
  await page
    .getByRole('button', { name: /, play from/ })
    .nth(1)
    .click();
  await expect(page.getByRole('dialog')).toContainText('You’ll lose your place at 0:06.');
  const widths = () => page.evaluate(() => (window as unknown as { widths: number[] }).widths);
  await expect.poll(async () => (await widths()).at(-1)).toBe(500);
  const [first = 0] = await widths();
  expect(first).toBeGreaterThanOrEqual(0.93 * 500);
  expect(first).toBeLessThan(500);
});

test('the page of a book ends with the next one of its series, and links there', async ({ page, api, signIn }) => {
  const { books } = await findBooks(api);
  const first = books.find(({ media }) => media.metadata.title === 'A Scandal in Bohemia');
  await signIn();
  await page.goto(`/item/${first?.id}`);
  const next = page.getByRole('region', { name: 'Next in Sherlock Holmes' });
  await next.scrollIntoViewIfNeeded();
  // The demo has no third book of his: the next one stands in the first row only.
  await expect(page.getByRole('region', { name: 'More by Arthur Conan Doyle' })).toBeHidden();
  await expectAccessible(page);
  await next.getByRole('link', { name: 'The Red-Headed League' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Red-Headed League' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'More by Arthur Conan Doyle' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Next in / })).toBeHidden();
});
