import { expect, type Page } from 'playwright/test';

/** What an idle user looks at: the first card in view, and the focused element. */
interface Sight {
  readonly card: string;
  /** Distance from the top of the window, in CSS pixels. */
  readonly top: number;
  /** Name or text of the focused element; empty for none. */
  readonly focus: string;
  readonly focusTop: number;
}

function look(page: Page): Promise<Sight> {
  return page.evaluate(() => {
    const frame = document.getElementById('content')?.getBoundingClientRect();
    const cards = [...document.querySelectorAll('#content a[href]')];
    const first = cards.find((card) => card.getBoundingClientRect().bottom > (frame?.top ?? 0) + 1);
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    const round = (element: Element | undefined | null) => Math.round(element?.getBoundingClientRect().top ?? -1);
    return {
      card: first?.textContent ?? '',
      top: round(first),
      focus: isLost ? '' : (activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? ''),
      focusTop: round(activeElement),
    };
  });
}

/**
 * Another device makes a change (`change`), and this page shows it (`shows`): meanwhile the first card in view and the
 * focus stay the same and in place.
 */
export async function expectSteady(
  page: Page,
  change: () => Promise<unknown>,
  shows: () => Promise<unknown>,
): Promise<void> {
  const before = await look(page);
  expect(before.focus, 'something has the focus').not.toBe('');
  await change();
  await shows();
  expect(await look(page)).toEqual(before);
}
