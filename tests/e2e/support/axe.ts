import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Rules that depend on colors. All others are checked in one theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Axe finds no accessibility fault: colors in the dark and the light theme, all else in one. Lists faults as `theme
 * rule: selector`. Also: no part of the page has the page's title as its heading.
 * @param part checks only this selector once it shows: what lies over a page that passes by itself
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible();
  const faults: string[] = [];
  const move = await holdStill(page);
  for (const theme of ['dark', 'light'] as const) {
    const before = await setTheme(page, theme);
    // Without a page of its own for the report, and with the nodes of faults only: half of the time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (theme === 'light') axe.withRules(COLOR_RULES);
    const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
    faults.push(
      ...violations.flatMap((fault) => fault.nodes.map((node) => `${theme} ${fault.id}: ${node.target.join(' ')}`)),
    );
    await setTheme(page, before);
  }
  await move();
  if (part === undefined) faults.push(...(await repeatedTitles(page)));
  expect(faults).toEqual([]);
}

/** Headings of parts that only repeat the page's title. */
const repeatedTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const title = document.querySelector('main h1')?.textContent;
    return [...document.querySelectorAll<HTMLElement>('main :is(h2, h3, h4)')]
      .filter((heading) => heading.textContent === title && heading.checkVisibility())
      .map(({ textContent }) => `repeated title: ${textContent}`);
  });

/**
 * Shows a tooltip under the resting pointer at once: half faded in it would be too faint. Returns what lets the page
 * move again.
 */
async function holdStill(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    return still;
  });
  return () =>
    sheet.evaluate((still) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== still);
    });
}

/** Sets the theme past the settings and waits until colours are at rest; gives the one before. */
function setTheme(page: Page, theme: string | null): Promise<string | null> {
  return page.evaluate(async (name) => {
    const root = document.documentElement;
    const before = root.dataset['theme'] ?? null;
    if (name === null) delete root.dataset['theme'];
    else root.dataset['theme'] = name;
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map((animation) => animation.finished));
    return before;
  }, theme);
}
