import { speak } from './support/languages.ts';
import { longestOfOneFile } from './support/library.ts';
import { expect, expectAccessible, expectAdvance, expectSound, test } from './support/fixtures.ts';

test('the language is chosen on the sign-in page, at once, and stays after a reload (I18-003)', async ({ page }) => {
  await page.goto('/login');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', 'en-us');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(root).toHaveAttribute('lang', 'de');
  await expectAccessible(page);
  const texts = page.waitForResponse(/assets\/texts\/de\/start\./);
  await page.reload();
  expect((await texts).ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Sprache' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the sign-in form does not move when the choice of language comes', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/assets\/language-select-/, async (route) => {
    await held;
    return route.continue();
  });
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeVisible();
  const before = await button.boundingBox();
  release();
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test('English requests no texts', async ({ page, signIn }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await signIn();
  await page.goto('/account');
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  expect(requested.filter((url) => url.includes('/assets/texts/'))).toEqual([]);
});

test('the language changes while a book plays', async ({ page, api, signIn }) => {
  await signIn();
  const { id, media } = await longestOfOneFile(api);
  await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: 20, duration: media.duration, progress: 0.1 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectSound(page);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectAdvance(page);
});

test('a server in German shows German to people who chose nothing', async ({ page, api, signIn }) => {
  await api.call('PATCH', '/api/settings', { language: 'de' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await signIn();
  await page.goto('/account');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

for (const language of ['en-xa', 'en-xb']) {
  test(`a page in the pseudo-language ${language}`, async ({ page, signIn }) => {
    await signIn();
    await speak(page, language);
    await page.goto('/account');
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'en-xb' ? 'rtl' : 'ltr');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      language === 'en-xa' ? /^⟦Åççöûñţ .+⟧$/ : /\u202eAccount/,
    );
    await expectAccessible(page);
  });
}
