import { expect, test } from './support/fixtures.ts';

test('a browser that is too old gets a page that says what it needs', async ({ page, server }) => {
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'));
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'This browser is too old for Earmark' })).toBeVisible();
  await expect(page.getByText('Safari 17.4')).toBeVisible();
  await expect(page.locator('#root')).toHaveCount(0);
});

test('a browser of today does not see it', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/');
  await expect(page.getByText('too old')).toBeHidden();
});
