import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary } from './support/library.ts';

test('the search finds while typing, and its results open by keyboard (GEN-005)', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  const results = page.getByRole('listbox', { name: 'Search results' });
  const first = results.getByRole('option').first();
  await field.pressSequentially('t');
  await expect(first).toBeVisible();
  // It shows for 0.75 s: an observer notes it, whenever the test looks.
  await page.evaluate(() => {
    const note = () => {
      if (document.body.textContent.includes('Thinking…')) document.body.dataset['thought'] = 'true';
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await field.pressSequentially('he');
  await expect(page.locator('body')).toHaveAttribute('data-thought', 'true');
  await expect(first).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  const address = (await first.getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(results).toBeHidden();
});

test('Enter leads to all results by groups, and coming back from one shows them again', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  await signIn();
  await page.goto(`/library/${libraryId}`);
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('a');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=a$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Books' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show all: Books' }).click();
  const grid = page.getByRole('grid', { name: 'Books' });
  const links = grid.getByRole('link');
  await expect.poll(() => links.count()).toBeGreaterThan(12);
  const name = (await links.nth(1).textContent()) ?? '';
  await links.nth(1).click();
  await expect(page).toHaveURL(/\/item\//);
  await page.goBack();
  await expect(grid.getByRole('link', { name })).toBeVisible();
  await expect(field).toHaveValue('a');
});

test('on a phone the search fills the window, and offers recent searches', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await page.getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await field.fill('alice');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(/q=alice$/);
  await page.getByRole('button', { name: 'Search' }).click();
  await field.fill('');
  await expect(page.getByRole('option', { name: 'alice' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove “alice” from recent searches' }).click();
  await expect(page.getByText('Search for titles, people, series, tags and genres.')).toBeVisible();
  await page.getByRole('button', { name: 'Close search' }).click();
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();
});

test('narrators are listed with their books, renamed in all of them, removed after a question, and both are undone', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  await signIn();
  await page.goto(`/library/${libraryId}`);
  await page.getByRole('link', { name: 'Narrators', exact: true }).first().click();
  const grid = page.getByRole('grid', { name: 'Narrators' });
  const first = grid.getByRole('link').first();
  await expect(first).toHaveText(/ books?$/);
  const name = ((await first.textContent()) ?? '').replace(/ \d+ books?$/, '');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await field.fill('Aaron New');
  await field.press('Enter');
  await expect(grid.getByRole('link', { name: 'Aaron New' })).toBeVisible();
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(grid.getByRole('link', { name: 'Aaron New' })).toBeHidden();
  await expect(first).toHaveText(new RegExp(`^${name} `));
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  await field.fill('Aaron New');
  await field.press('Enter');
  await expect(grid.getByRole('link', { name: 'Aaron New' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Aaron New' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Remove Aaron New from');
  await page.setViewportSize({ width: 390, height: 844 });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(grid.getByRole('link', { name: 'Aaron New' })).toBeHidden();
  const left = async () => {
    const { narrators } = (await api.call('GET', `/api/libraries/${libraryId}/narrators`)) as {
      narrators: { name: string }[];
    };
    return narrators.filter((narrator) => narrator.name === 'Aaron New' || narrator.name === name);
  };
  await expect.poll(left).toEqual([]);
  await undo.click();
  await expect(grid.getByRole('link', { name: 'Aaron New' })).toBeVisible();
});
