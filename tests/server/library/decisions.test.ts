import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt, startHousehold, type LibraryServer } from './support.ts';

let server: LibraryServer;
let folder: string;
let tracks: { id: string; path: string };
let pages: { id: string; path: string };
beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-decisions-')));
  server = await startHousehold(folder);
  fs.copyFileSync(
    path.join(folder, 'books/Lewis Carroll/Alice, A Reader/Alice, A Reader.epub'),
    path.join(folder, 'books/Charles Dickens/Carol in Pages/Other.epub'),
  );
  await server.ctx.scans.scanLibrary(server.bookLibraryId);
  const find = (condition: string) =>
    server.ctx.store.database.get<{ id: string; path: string }>(
      `SELECT id, path FROM libraryItems WHERE ${condition}`,
    ) ?? { id: '', path: '' };
  tracks = find("numTracks >= 3 AND mediaType = 'book'");
  pages = find("title LIKE 'Carol in Pages%'");
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const send = (method: string, target: string, body?: unknown) => server.call(target, { method, body });
const item = async (id: string) => (await server.call(`/api/items/${id}?expanded=1`)).body;
const audioFiles = async () =>
  listAt(await item(tracks.id), 'media', 'audioFiles').map((file) => ({
    ino: String(at(file, 'ino')),
    exclude: at(file, 'exclude'),
  }));
const scans: [string, () => Promise<unknown>][] = [
  ['a forced scan', () => server.ctx.scans.scanLibrary(server.bookLibraryId, { force: true })],
  [
    'a scan after a file was touched',
    async () => {
      for (const place of [tracks.path, pages.path])
        for (const name of fs.readdirSync(place))
          fs.utimesSync(path.join(place, name), new Date(), new Date(Date.now() - Math.random() * 1e9));
      await server.ctx.scans.scanLibrary(server.bookLibraryId);
    },
  ],
  [
    'a scan after a new file came',
    async () => {
      for (const place of [tracks.path, pages.path])
        fs.writeFileSync(path.join(place, `note-${Math.random()}.txt`), 'x');
      await server.ctx.scans.scanItem(tracks.id);
      await server.ctx.scans.scanItem(pages.id);
    },
  ],
];

describe.each(scans)('%s', (_name, scan) => {
  test('keeps the order of tracks and the excluded files', async () => {
    const wanted = (await audioFiles()).toReversed().map(({ ino }, index) => ({ ino, exclude: index === 1 }));
    const [first, out, ...others] = wanted;
    expect((await send('PATCH', `/api/items/${tracks.id}/tracks`, { orderedFileData: wanted })).status).toBe(200);
    await scan();
    expect(await audioFiles()).toEqual([out, first, ...others]);
  });

  test('keeps the chosen ebook, or the choice of none', async () => {
    const ebooks = listAt(await item(pages.id), 'libraryFiles')
      .filter((file) => at(file, 'fileType') === 'ebook')
      .map((file) => String(at(file, 'ino')));
    const primary = async () => at(await item(pages.id), 'media', 'ebookFile', 'ino');
    const other = ebooks.find((ino) => ino !== undefined && ino !== '') ?? '';
    for (const ino of ebooks) {
      if ((await primary()) !== ino) await send('PATCH', `/api/items/${pages.id}/ebook/${ino}/status`);
      await scan();
      expect(await primary()).toBe(ino);
    }
    if ((await primary()) !== other) await send('PATCH', `/api/items/${pages.id}/ebook/${other}/status`);
    await send('PATCH', `/api/items/${pages.id}/ebook/${other}/status`);
    await scan();
    expect([ebooks.length > 1, at(await item(pages.id), 'media', 'ebookFile')]).toEqual([true, null]);
    await send('PATCH', `/api/items/${pages.id}/ebook/${other}/status`);
  });

  test.each([
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ])('keeps edits, first with metadata beside the book %s, then %s', async (first, second) => {
    for (const [storeMetadataWithItem, title] of [
      [first, 'First Title'],
      [second, 'Second Title'],
    ] as const) {
      await send('PATCH', '/api/settings', { storeMetadataWithItem });
      await send('PATCH', `/api/items/${tracks.id}/media`, { metadata: { title } });
    }
    await scan();
    expect(at(await item(tracks.id), 'media', 'metadata', 'title')).toBe('Second Title');
  });
});

test('an edit made while the book is read is not undone by the scan', async () => {
  const scan = server.ctx.scans.scanLibrary(server.bookLibraryId, { force: true });
  await send('PATCH', `/api/items/${tracks.id}/media`, { metadata: { title: 'While Scanning' }, tags: ['while'] });
  await scan;
  expect(await item(tracks.id)).toMatchObject({ media: { metadata: { title: 'While Scanning' }, tags: ['while'] } });
});

describe('a folder with the inode of a removed one', () => {
  test('is a new item: it inherits no id, edits or progress', async () => {
    const { database } = server.ctx.store;
    await send('PATCH', `/api/me/progress/${pages.id}`, { ebookProgress: 0.5 });
    fs.rmSync(pages.path, { recursive: true });
    await server.ctx.scans.scanLibrary(server.bookLibraryId);
    const fresh = path.join(folder, 'books', 'Somebody', 'Another Book');
    fs.mkdirSync(fresh, { recursive: true });
    fs.copyFileSync(path.join(folder, 'books/Anton Chekhov/The Bet/The Bet.mp3'), path.join(fresh, 'a.mp3'));
    database.run('UPDATE libraryItems SET ino = ? WHERE id = ?', String(fs.statSync(fresh).ino), pages.id);
    await server.ctx.scans.scanLibrary(server.bookLibraryId);
    expect(
      database.all<{ id: string; isMissing: number }>(
        'SELECT id, isMissing FROM libraryItems WHERE path IN (?, ?)',
        fresh,
        pages.path,
      ),
    ).toEqual(
      expect.arrayContaining([
        { id: pages.id, isMissing: 1 },
        { id: expect.not.stringMatching(pages.id), isMissing: 0 },
      ]),
    );
  });
});
