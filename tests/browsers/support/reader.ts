import { expect } from 'playwright/test';
import type { Point, Tab } from '../driver/browser.ts';
import type { Part } from '../driver/screen.ts';

/** The reader with what journeys look for again and again. */
export function readerOf(screen: Part) {
  const reader = screen.role('dialog', /^Reading/);
  return {
    reader,
    surface: screen.css('[aria-label="Page"]'),
    position: reader.role('contentinfo').role('status'),
  };
}

interface SeenWord extends Point {
  readonly word: string;
}

/**
 * Words in view of the made books (`chapter-paragraph-word`), in the order of the text, with their middles in the
 * window: the first ones, and no more than this.
 */
export function wordsInView(tab: Tab, most: number): Promise<readonly SeenWord[]> {
  return tab.evaluate((count) => {
    const view = document.querySelector('[aria-label="Page"]')?.getBoundingClientRect();
    const seen: { word: string; x: number; y: number }[] = [];
    for (const frame of document.querySelectorAll('iframe')) {
      const doc = frame.contentDocument;
      // The chapters beside the shown one are ready out of sight.
      if (!view || !doc?.body || frame.style.visibility === 'hidden') continue;
      const box = frame.getBoundingClientRect();
      const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const match of (node.nodeValue ?? '').matchAll(/\w+-\d+-\d+/g)) {
          const range = doc.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const { x, y, width, height } = range.getBoundingClientRect();
          const middle = { x: box.x + x + width / 2, y: box.y + y + height / 2 };
          const isIn = middle.x > view.left && middle.x < view.right && middle.y > view.top && middle.y < view.bottom;
          if (isIn) seen.push({ word: match[0], ...middle });
          if (seen.length >= count) return seen;
        }
    }
    return seen;
  }, most);
}

/** The first word in view; empty where there is none. */
export const firstWord = async (tab: Tab): Promise<string> => (await wordsInView(tab, 1))[0]?.word ?? '';

/** Whether one goes on (1) or back (-1) from a word to another one of the chapter; 0: neither. */
export function distance(from: string, to: string): number {
  const at = (word: string) => {
    const [, paragraph = NaN, place = NaN] = word.split('-').map(Number);
    return paragraph * 1000 + place;
  };
  return Math.sign(at(to) - at(from)) || 0;
}

/** Each way turns a page, on (1) or back (-1). */
export async function expectTurns(
  tab: Tab,
  ways: readonly (readonly [way: string, turn: () => Promise<unknown>, by: 1 | -1])[],
): Promise<void> {
  for (const [way, turn, by] of ways) {
    let before = '';
    await expect.poll(async () => (before = await firstWord(tab)), { message: `a page before: ${way}` }).not.toBe('');
    await turn();
    await expect.poll(async () => distance(before, await firstWord(tab)), { message: way }).toBe(by);
  }
}

/** Highlights that are drawn in the book: the colour and the words below it. */
export const drawn = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll('iframe')].flatMap((frame) => {
      const registry = (frame.contentWindow as (Window & typeof globalThis) | null)?.CSS.highlights;
      return [...(registry ?? [])].flatMap(([name, ranges]) =>
        [...ranges].map((range) => `${name.replace('earmark-', '')}: ${String(range).trim()}`),
      );
    }),
  );
