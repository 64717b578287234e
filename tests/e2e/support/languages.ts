import type { Page } from 'playwright/test';
import { compiledTexts } from '../../../scripts/lib/texts.mjs';

/** Shows the client in a language from the next page on; the build has no texts of pseudo-languages. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.route(/\/assets\/texts\//, (route) => {
    const [, area = ''] = /texts\/[\w-]+\/([\w-]+)\./.exec(route.request().url()) ?? [];
    return route.fulfill({ json: compiledTexts(language, area) });
  });
  await page.addInitScript(
    (code) => localStorage.setItem('userSettings', JSON.stringify({ language: code })),
    language,
  );
}
