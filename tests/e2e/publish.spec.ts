import { expect, expectAccessible, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

test('a book is shared from its menu: a visitor opens the link, a second administrator sees it, and it is removed', async ({
  page,
  browser,
  signIn,
  api,
}) => {
  await signIn();
  const { id, media } = await longestOfOneFile(api);
  const { title } = media.metadata;
  await page.goto(`/item/${id}`);
  await page.getByRole('button', { name: /^More options for / }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('textbox', { name: 'Link name' }).fill('raven');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByText('This book is shared')).toBeVisible();
  const address = await dialog.getByRole('textbox', { name: 'Share URL' }).inputValue();
  await dialog.getByRole('button', { name: 'Show QR code' }).click();
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible();

  await dialog.getByRole('button', { name: 'Delete link' }).click();
  await page
    .getByRole('dialog', { name: 'Delete link', exact: true })
    .getByRole('button', { name: 'Delete link' })
    .click();
  await expect(dialog.getByRole('textbox', { name: 'Link name' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('This link doesn’t work any more')).toBeVisible();
  await visitor.context().close();
});

test('a feed is opened from the menu of a book, read, and closed by another administrator', async ({
  page,
  signIn,
  api,
}) => {
  await signIn();
  const { id, media } = await longestOfOneFile(api);
  const { title } = media.metadata;
  await page.goto(`/item/${id}`);
  await page.getByRole('button', { name: /^More options for / }).click();
  await page.getByRole('menuitem', { name: 'RSS feed' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox', { name: 'Link name' }).fill('raven');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open Feed' }).click();
  const field = dialog.getByRole('textbox', { name: 'Feed URL' });
  await expect(field).toBeVisible();
  const feed = await page.request.get(await field.inputValue());
  expect(await feed.text()).toContain('<itunes:block>yes</itunes:block>');
  const { feeds } = (await api.call('GET', '/api/feeds')) as { feeds: { id: string }[] };
  await api.call('POST', `/api/feeds/${feeds[0]?.id}/close`);
  await expect(dialog.getByRole('button', { name: 'Open Feed' })).toBeVisible();
});
