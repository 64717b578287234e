import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

interface Answer {
  readonly media: { readonly metadata: { readonly description: string | null; readonly subtitle: string | null } };
}

const metadataOf = async (api: ServerApi, id: string) =>
  ((await api.call('GET', `/api/items/${id}?expanded=1`)) as Answer).media.metadata;

test('a description is formatted by keyboard, linked and sent; an untouched one stays as it is (EDT-033)', async ({
  page,
  api,
  signIn,
}) => {
  const [book] = await booksOf(api, await bookLibrary(api));
  if (!book) throw new Error('The demo has no book');
  const given = 'As <b>given</b>, not as we <br /> write it';
  await api.call('PATCH', `/api/items/${book.id}/media`, { metadata: { description: given } });
  await signIn();
  await page.goto(`/item/${book.id}?edit=${book.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit: / });
  const text = dialog.getByRole('textbox', { name: 'Description' });
  await expect(text).toHaveText(/As given/);
  await dialog.getByLabel('Subtitle').fill('Only this');
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Item details updated')).toBeVisible();
  expect(await metadataOf(api, book.id)).toMatchObject({ description: given, subtitle: 'Only this' });

  await text.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Plain ');
  await page.keyboard.press('ControlOrMeta+B');
  await page.keyboard.type('bold');
  await expect(dialog.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ControlOrMeta+B');
  await page.keyboard.type(' and ');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('tales.example');
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+Shift+8');
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second <script>');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('toolbar', { name: 'Formatting' }).locator(':focus')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect
    .poll(async () => (await metadataOf(api, book.id)).description)
    .toBe(
      '<p>Plain <strong>bold</strong> and <a href="https://tales.example">https://tales.example</a></p>' +
        '<ul><li>first</li><li>second &lt;script&gt;</li></ul>',
    );

  // Escape cancels the link, not the dialog.
  await text.click();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const shown = page.getByRole('region', { name: 'Description' });
  await expect(shown.getByRole('listitem')).toHaveText(['first', 'second <script>']);
  await expect(shown.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
});
