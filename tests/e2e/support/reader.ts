import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';
import type { ServerApi } from './demo.ts';
import { bookLibrary, booksOf } from './library.ts';
import type { Watch } from './watch.ts';

/** The id of a book of the demo. */
export async function bookNamed(api: ServerApi, title: string): Promise<string> {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.metadata.title === title);
  if (!book) throw new Error(`The demo has no ${title}`);
  return book.id;
}

/** The account's place in an ebook; null: none yet. */
export async function placeInAccount(api: ServerApi, id: string): Promise<string | null> {
  const progress = await api.call('GET', `/api/me/progress/${id}`).catch(() => null);
  return (progress as { ebookLocation: string | null } | null)?.ebookLocation ?? null;
}

/**
 * Reloads in the middle of a book. The account may not have its place yet: the request for a newer one then answers
 * 404.
 */
export async function reloadWhileReading(page: Page, watch: Watch): Promise<void> {
  watch.allow(/404 .*\/api\/me\/progress\//);
  await page.reload();
}

/** Replaces the server's ebook: by a long or hostile one, or as a test needs it. */
export const serve = (page: Page, epub: Uint8Array<ArrayBuffer>) =>
  page.route('**/api/items/*/ebook/*', (route) =>
    route.fulfill({ body: Buffer.from(epub), contentType: 'application/epub+zip' }),
  );

/** Frames without scripts receive no events, as in WebKit: those of books allow scripts then. */
export const deafenFrames = (page: Page) =>
  page.addInitScript(() => {
    const send = EventTarget.prototype.dispatchEvent;
    EventTarget.prototype.dispatchEvent = function dispatch(event) {
      return event.type === 'earmark-probe' ? true : send.call(this, event);
    };
  });

/** The rights of a book's frame, in this browser and in WebKit. */
export const SANDBOXES = [
  ['without scripts', 'allow-same-origin'],
  ['with scripts allowed', 'allow-same-origin allow-scripts'],
] as const;

/** A server that a hostile book tries to call. `calls`: the requested paths. */
export async function openTrap() {
  const calls: string[] = [];
  const trap = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  return { calls, url, close: () => trap.close() };
}

/** The first line in view with such text, from its first visible letter: what the expression matches there. */
const textAtTop = (surface: Locator, wanted: RegExp) =>
  surface.evaluate((element, source) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    for (const frame of element.querySelectorAll('iframe')) {
      // The chapters beside the shown one are ready out of sight.
      if (frame.style.visibility === 'hidden') continue;
      const box = frame.getBoundingClientRect();
      const doc = frame.contentDocument;
      for (const x of [60, width / 2]) {
        for (let y = 20; y < height; y += 10) {
          const range = doc?.caretRangeFromPoint(left - box.left + x, top - box.top + y);
          const text = range?.startContainer.textContent ?? '';
          const found = text.slice(range?.startOffset).match(source)?.[0];
          if (found) return found;
        }
      }
    }
    return '';
  }, wanted.source);

/** The words of the first line in view, as far as they are whole. */
export const wordAtTop = (surface: Locator) => textAtTop(surface, /\S+-\d+-\d+/);

/** The start of the page in view; empty for a picture. */
export const lineAtTop = (surface: Locator) => textAtTop(surface, /\S.{2,30}/);

export const isOnPage = (surface: Locator, word: string) =>
  surface.evaluate((element, wanted) => {
    const view = element.getBoundingClientRect();
    for (const frame of element.querySelectorAll('iframe')) {
      const doc = frame.contentDocument;
      if (!doc || frame.style.visibility === 'hidden') continue;
      const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = `${node.textContent} `.indexOf(`${wanted} `);
        if (at < 0) continue;
        const range = doc.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const x = range.getBoundingClientRect().left + frame.getBoundingClientRect().left;
        return x >= view.left && x < view.right;
      }
    }
    return false;
  }, word);

/** Direction from a word to another one: forward (1), back (-1) or neither (0). */
export function distance(from: string, to: string): number {
  const at = (word: string) => {
    const [, paragraph = NaN, place = NaN] = word.split('-').map(Number);
    return paragraph * 1000 + place;
  };
  return Math.sign(at(to) - at(from)) || 0;
}

/**
 * Adds ebooks to the demo's folder of books and scans them.
 * @param files by their names: each is a book of that title
 * @returns ids of the books by title
 */
export async function shelve(
  api: ServerApi,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<ReadonlyMap<string, string>> {
  const id = await bookLibrary(api);
  const { folders } = (await api.call('GET', `/api/libraries/${id}`)) as { folders: readonly { fullPath: string }[] };
  for (const [name, bytes] of Object.entries(files)) {
    const folder = path.join(folders[0]?.fullPath ?? '', 'Author', path.parse(name).name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  }
  await api.call('POST', `/api/libraries/${id}/scan`);
  const found = async () => new Map((await booksOf(api, id)).map((book) => [book.media.metadata.title, book.id]));
  const titles = Object.keys(files).map((name) => path.parse(name).name);
  await expect
    .poll(async () => {
      const books = await found();
      return titles.filter((title) => !books.has(title));
    })
    .toEqual([]);
  return found();
}

/** The first of the words `chapter-paragraph-word` on the page in view; empty while there is none. */
export const firstWord = (page: Page) =>
  page.evaluate(() => {
    const surface = document.querySelector('[role=dialog] [role=region]');
    const view = surface?.getBoundingClientRect();
    for (const frame of surface?.querySelectorAll('iframe') ?? []) {
      const doc = frame.contentDocument;
      if (!doc?.body || !view || frame.style.visibility === 'hidden') continue;
      const { left, top } = frame.getBoundingClientRect();
      const isInView = (box: DOMRect) =>
        box.left + left < view.right &&
        box.right + left > view.left &&
        box.top + top < view.bottom &&
        box.bottom + top > view.top;
      const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const range = doc.createRange();
        range.selectNodeContents(node);
        if (![...range.getClientRects()].some(isInView)) continue;
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+-\d+-\d+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          if ([...range.getClientRects()].some(isInView)) return word;
        }
      }
    }
    return '';
  });
