import { expect, type Page } from 'playwright/test';
import { compiledTexts } from '../../../scripts/lib/texts.mjs';

/** Shows the client in a language from the next page on. */
export async function speak(page: Page, language: string): Promise<void> {
  await serveTexts(page);
  await page.addInitScript(
    (code) => localStorage.setItem('userSettings', JSON.stringify({ language: code })),
    language,
  );
}

/** Shows what is open in a language, as when it is chosen in another tab. */
export async function switchTo(page: Page, language: string): Promise<void> {
  await page.evaluate((code) => {
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem('userSettings') ?? '{}'), language: code });
    localStorage.setItem('userSettings', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'userSettings', newValue, storageArea: localStorage }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Texts of every language: the build has none of pseudo-languages. */
export async function serveTexts(page: Page): Promise<void> {
  await page.route(/\/assets\/texts\//, (route) => {
    const [, language = '', area = ''] = /texts\/([\w-]+)\/([\w-]+)\./.exec(route.request().url()) ?? [];
    return route.fulfill({ json: compiledTexts(language, area) });
  });
}
