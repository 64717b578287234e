import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';

async function bookLibrary(api: ServerApi): Promise<string> {
  const { libraries } = (await api.call('GET', '/api/libraries')) as { libraries: { id: string; mediaType: string }[] };
  const book = libraries.find(({ mediaType }) => mediaType === 'book');
  if (!book) throw new Error('The demo has no library of books');
  return book.id;
}

async function titles(api: ServerApi, libraryId: string): Promise<{ id: string; title: string }[]> {
  const { results } = (await api.call('GET', `/api/libraries/${libraryId}/items?limit=100&sort=media.metadata.title`)) as {
    results: { id: string; media: { metadata: { title: string } } }[];
  };
  return results.map(({ id, media }) => ({ id, title: media.metadata.title }));
}

test('the way leads from home over the bookshelf to a book, and back', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const [first] = await titles(api, libraryId);
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).first().click();
  await expect(page).toHaveURL(/\/bookshelf/);
  await page.locator('main').getByRole('link', { name: first?.title ?? '' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: first?.title ?? '' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/bookshelf/);
});

for (const [name, path] of [['home', ''], ['the bookshelf', '/bookshelf']] as const) {
  test(`${name} has no faults of accessibility, in both themes`, async ({ page, api, signIn }) => {
    await signIn();
    await page.goto(`/library/${await bookLibrary(api)}${path}`);
    await expect(page.locator('main').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
  });
}

test('a book has no faults of accessibility, in both themes', async ({ page, api, signIn }) => {
  const [first] = await titles(api, await bookLibrary(api));
  await signIn();
  await page.goto(`/item/${first?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('a book that is not there says so', async ({ page, signIn, watch }) => {
  watch.allow(/404/);
  await signIn();
  await page.goto('/item/nothing');
  await expect(page.locator('main')).toContainText(/not here/);
});

test('an address that leads nowhere says so', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
});
