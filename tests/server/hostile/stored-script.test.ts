import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoLibrary } from '../../../server/paths.ts';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { at, listAt } from '../library/support.ts';

const SCRIPT =
  '<html xmlns="http://www.w3.org/1999/xhtml"><script>fetch("/auth/refresh", { method: "POST" })</script></html>';
const SANDBOX = "sandbox; default-src 'none'";

let folder: string;
let server: TestServer;
let root: TestClient;
let itemId: string;
let inodes: Map<string, string>;

beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-script-')));
  const book = path.join(folder, 'Book');
  fs.cpSync(path.join(demoLibrary, "books/Aesop/Aesop's Fables"), book, { recursive: true });
  for (const name of [
    'page.html',
    'picture.svg',
    'data.xml',
    'book.opf',
    'notes.txt',
    'data.json',
    'about.nfo',
    'page.xhtml',
  ])
    fs.writeFileSync(path.join(book, name), SCRIPT);
  for (const name of ['book.pdf', 'book.epub', 'book.cbz']) fs.writeFileSync(path.join(book, name), 'x');
  server = await startServer({ bookFolders: [folder] });
  root = await server.account('root', 'root');
  const [library] = server.ctx.store.libraries.all();
  await server.ctx.scans.scanLibrary(library?.id ?? '');
  itemId =
    server.ctx.store.database.get<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'book'")?.id ?? '';
  const files = listAt((await root.get(`/api/items/${itemId}?expanded=1`)).body, 'libraryFiles');
  inodes = new Map(files.map((file) => [String(at(file, 'metadata', 'filename')), String(at(file, 'ino'))]));
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const fileHeaders = async (name: string) => {
  const { status, headers } = await root.get(`/api/items/${itemId}/file/${inodes.get(name)}`);
  return [
    status,
    headers.get('content-type'),
    headers.get('content-disposition')?.split(';')[0] ?? null,
    headers.get('content-security-policy'),
  ];
};

describe('a file in the folder of a book', () => {
  test.each(['page.html', 'picture.svg', 'data.xml', 'book.opf', 'notes.txt', 'data.json', 'about.nfo', 'page.xhtml'])(
    '%s is only a download',
    async (name) => {
      expect(await fileHeaders(name)).toEqual([200, 'application/octet-stream', 'attachment', SANDBOX]);
    },
  );

  test.each([
    ['cover.jpg', 'image/jpeg'],
    ['book.pdf', 'application/pdf'],
    ['book.epub', 'application/epub+zip'],
    ['book.cbz', 'application/x-cbr'],
  ])('%s is shown, and runs nothing', async (name, type) => {
    expect(await fileHeaders(name)).toEqual([200, type, null, SANDBOX]);
  });

  test('that is audio plays, and runs nothing', async () => {
    const name = [...inodes.keys()].find((entry) => entry.endsWith('.mp3')) ?? '';
    expect(await fileHeaders(name)).toEqual([200, 'audio/mpeg', null, SANDBOX]);
  });
});

test.each(['/status', '/api/me', `/api/items/nope`, '/nowhere.js', '/api/libraries?x=<script>', '/feed/nope'])(
  'the answer of %s runs nothing, with and without an account',
  async (address) => {
    for (const client of [root, server.anonymous])
      expect((await client.get(address)).headers.get('content-security-policy')).toBe(SANDBOX);
  },
);
