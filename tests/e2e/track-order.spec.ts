import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

interface Saved {
  media: { audioFiles: { ino: string; index: number; exclude: boolean; metadata: { filename: string } }[] };
}

test('the files of a book are reordered by keyboard, one is left out, and the book follows', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => (media.numTracks ?? 0) > 2);
  const id = book?.id ?? '';
  const filesOf = async () => ((await api.call('GET', `/api/items/${id}?expanded=1`)) as Saved).media.audioFiles;
  const names = (await filesOf()).map(({ metadata }) => metadata.filename);
  const [first = '', second = '', third = ''] = names;
  await page.goto(`/audiobook/${id}/edit`);
  await expect(page.getByRole('grid', { name: 'Audio files' }).getByText(first, { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel(`Move ${second}`).press('ArrowUp');
  await expect(page.getByText(`${second} is number 1 of ${names.length}`)).toBeAttached();
  await page.getByLabel(`Include ${third}`).press('Space');
  await expect(page.getByLabel(`Include ${third}`)).not.toBeChecked();
  await expect(page.getByLabel(`Include ${third}`)).toBeFocused();
  await page.getByRole('link', { name: 'Series' }).first().click();
  const question = page.getByRole('dialog').filter({ hasText: /unsaved/i });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Move chapters' }).click();
  await expect(page).toHaveURL(new RegExp(`/item/${id}$`));
  await expect(page.getByText('Chapters moved with their files')).toBeVisible();
  const saved = await filesOf();
  expect(saved.find(({ metadata }) => metadata.filename === third)).toMatchObject({ exclude: true, index: -1 });
  const rest = saved.filter(({ exclude }) => !exclude).toSorted((one, other) => one.index - other.index);
  expect(rest.map(({ metadata }) => metadata.filename)).toEqual([
    second,
    first,
    ...names.filter((name) => ![first, second, third].includes(name)),
  ]);
});
