import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, type Book } from './support/library.ts';
import { becomesLive } from './support/live.ts';

/** The books with sound. */
async function findBooks(api: ServerApi): Promise<{ libraryId: string; books: Book[] }> {
  const libraryId = await bookLibrary(api);
  return { libraryId, books: (await booksOf(api, libraryId)).filter(({ media }) => media.numTracks > 0) };
}

async function findBook(api: ServerApi): Promise<Book> {
  const [book] = (await findBooks(api)).books;
  if (!book) throw new Error('The demo has no book with sound');
  return book;
}

test('a removed book says so and leads back to its library', async ({ page, api, signIn }) => {
  const { libraryId, books: [book] } = await findBooks(api);
  await signIn();
  const live = becomesLive(page);
  await page.goto(`/item/${book?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: book?.media.metadata.title ?? '' })).toBeVisible();
  await live;
  await api.call('DELETE', `/api/items/${book?.id}`);
  await expect(page.getByText(`“${book?.media.metadata.title}” was removed`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the library' }).click();
  await expect(page).toHaveURL(new RegExp(`/library/${libraryId}/bookshelf$`));
});

test('a script in a description does not run, and the rest of it is shown', async ({ page, api, signIn, watch }) => {
  // The browser tells of the handler that its policy would have stopped while the text is parsed and cleaned.
  watch.allow(/inline event handler/);
  const book = await findBook(api);
  await signIn();
  await page.route(`**/api/items/${book.id}?expanded=1*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { media: { metadata: object } };
    const description = '<p>Before</p><script>window.hostile = 1</script><img src="x" onerror="window.hostile = 2"><p>After</p>';
    await route.fulfill({ response: answer, json: { ...body, media: { ...body.media, metadata: { ...body.media.metadata, description } } } });
  });
  await page.goto(`/item/${book.id}`);
  const description = page.getByRole('region', { name: 'Description' });
  await expect(description).toContainText('Before');
  await expect(description).toContainText('After');
  expect(await description.locator('script, [onerror]').count()).toBe(0);
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
});

test('an item with one field of the wrong type says that it cannot be read, and the frame stays', async ({ page, api, signIn }) => {
  const book = await findBook(api);
  await signIn();
  await page.route(`**/api/items/${book.id}?expanded=1*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { media: object };
    await route.fulfill({ response: answer, json: { ...body, media: { ...body.media, duration: 'long' } } });
  });
  await page.goto(`/item/${book.id}`);
  await expect(page.getByRole('alert')).toContainText('Failed to fetch book');
  await expect(page.getByRole('navigation', { name: 'Main places' }).first()).toBeVisible();
});

test('a question before a position is lost is asked accessibly, on a phone too', async ({ page, api, signIn }) => {
  const book = await findBook(api);
  await api.call('PATCH', `/api/me/progress/${book.id}`, { currentTime: 10, duration: book.media.duration, progress: 10 / book.media.duration });
  await signIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/item/${book.id}`);
  await page.getByRole('button', { name: 'Mark as finished' }).click();
  const prompt = page.getByRole('dialog');
  await expect(prompt).toBeVisible();
  await expectAccessible(page);
  await prompt.getByRole('button', { name: 'Mark as finished' }).click();
  await expect(page.getByRole('button', { name: 'Mark as not finished' })).toBeVisible();
});
