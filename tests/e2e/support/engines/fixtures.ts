import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { contentSecurityPolicy, WORKER_POLICY } from '../../../../server/client/client-files.ts';
import { readerAssets } from '../../../../scripts/reader-assets.ts';
import type { EngineName, Look, Place } from '../../../../src/services/reader/engine.ts';
import { test as base } from '../fixtures.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const assets = fileURLToPath(new URL('../../../../public', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export const LOOK: Look = {
  font: 'serif',
  scale: 100,
  lineSpacing: 115,
  weight: 100,
  stroke: 0,
  letterSpacing: 0,
  wordSpacing: 0,
  paragraphSpacing: 0,
  spread: 'none',
  margins: 100,
  alignment: 'book',
  flow: 'paged',
  pages: { fit: 'whole', layout: 'single', direction: null, zoom: 100, rotation: 0 },
};

interface WorkerFixtures {
  /** Address of the page with the engines, under the policy of the client. */
  bench: string;
}

/** Tests of engines in a page of their own: no server, no machine, no view. */
export const test = base.extend<object, WorkerFixtures>({
  bench: [
    async ({ parentFolder }, use) => {
      const files = await built(parentFolder);
      const server = createServer((request, response) => {
        const name = (request.url ?? '').split('?')[0]?.slice(1) || 'index.html';
        const body = files.get(name) ?? fromAssets(name);
        response.writeHead(body === null ? 404 : 200, {
          'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
          'content-security-policy': /\.m?js$/.test(name) ? WORKER_POLICY : policy(request),
        });
        response.end(body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ bench }, use) => use(bench),
});

const policy = (request: IncomingMessage) =>
  contentSecurityPolicy(request, [], { frames: false, casting: false } as Parameters<typeof contentSecurityPolicy>[2]);

/** The page as vite builds it, by name. @param cacheDir vite's cache */
async function built(cacheDir: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { build } = await import('vite');
  const result = await build({
    root: folder,
    configFile: false,
    base: './',
    logLevel: 'warn',
    publicDir: false,
    cacheDir,
    plugins: [readerAssets()],
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const { output } = result as { output: { fileName: string; code?: string; source?: string | Uint8Array }[] };
  return new Map(output.map(({ fileName, code, source }) => [fileName, code ?? source ?? '']));
}

function fromAssets(name: string): Uint8Array | null {
  try {
    return readFileSync(path.join(assets, path.normalize(`/${name}`)));
  } catch {
    return null;
  }
}

/** Opens a book in the page of the engines. Gives the fault of it, or null when it is open. */
export async function open(
  page: Page,
  name: EngineName,
  file: Uint8Array,
  { location = null, look = LOOK }: { readonly location?: string | null; readonly look?: Look } = {},
): Promise<string | null> {
  await page.route('**/book', (route) => route.fulfill({ body: Buffer.from(file) }));
  if (new URL(page.url()).protocol === 'about:') await page.goto('/');
  return page.evaluate(([engine, at, with_]) => window.bench.open(engine, at, with_), [name, location, look] as const);
}

export async function placeOf(page: Page): Promise<Place> {
  const place = await page.evaluate(() => window.bench.place());
  if (!place) throw new Error('The reader reported no place');
  return place;
}

/** The words in view, and the alternatives of pictures, each in the order of the document. */
export function wordsInView(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const surface = document.querySelector('#surface') ?? document.body;
    const view = surface.getBoundingClientRect();
    const words: string[] = [];
    const read = (root: Node, left: number, top: number) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = (node.ownerDocument ?? document).createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const box = range.getClientRects()[0];
          if (!box || /^(?:STYLE|SCRIPT|TITLE)$/i.test(node.parentElement?.localName ?? '')) continue;
          const [x, y] = [box.left + left, box.top + top];
          if (x >= view.left && x < view.right && y >= view.top && y < view.bottom) words.push(word);
        }
    };
    read(surface, 0, 0);
    for (const image of surface.querySelectorAll('img')) {
      const { top, bottom } = image.getBoundingClientRect();
      if (bottom > view.top && top < view.bottom) words.push(image.alt);
    }
    for (const frame of surface.querySelectorAll('iframe')) {
      const box = frame.getBoundingClientRect();
      if (frame.contentDocument?.body && frame.style.visibility !== 'hidden')
        read(frame.contentDocument.body, box.left, box.top);
    }
    return words;
  });
}

/** Resolves once nothing moves the text any more. */
export const rest = (page: Page) =>
  page.evaluate(async () => {
    const areFontsLoading = () =>
      [...document.querySelectorAll('iframe')].some(
        ({ contentDocument }) => contentDocument?.fonts.status === 'loading',
      );
    for (let frames = 0; frames < 3 || areFontsLoading(); frames++)
      await new Promise((next) => requestAnimationFrame(next));
  });
