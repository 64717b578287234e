import { expect, type Locator, type Page } from 'playwright/test';

/** More stops than any page of the demo has. */
const MOST_STOPS = 80;

/** The focused element shows an outline around itself, or around the card that its link covers. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const outlines = [getComputedStyle(element), getComputedStyle(element, '::after')].map(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    );
    return {
      name: element.getAttribute('aria-label') ?? element.textContent,
      hasOutline: element !== document.body && outlines.includes(true),
    };
  });
  expect(seen).toEqual({ name: seen.name, hasOutline: true });
}

/** Presses Tab, or Shift+Tab, until the target has the focus. The focus must be visible at every stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not reach ${target.toString()}`);
}
