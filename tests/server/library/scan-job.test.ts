import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Announcement } from '../../../server/events/events.ts';
import { scanDueLibraries } from '../../../server/library/scheduled-scans.ts';
import { resultText } from '../../../server/scan/scan-service.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { writeBelow } from '../../support/library-folder.ts';
import { at, countTurns } from './support.ts';

const demo = path.resolve('server/demo/library/books');
const mp3 = path.join(demo, 'Oscar Wilde', 'The Happy Prince', 'The Happy Prince.mp3');

let root: string;
let server: TestServer;
let announcements: Announcement[];
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-books-'));
  announcements = [];
});
afterEach(async () => {
  await server.stop();
  fs.rmSync(root, { recursive: true, force: true });
});

const addBook = (relPath: string, metadata: object = {}): void => {
  writeBelow(root, `${relPath}/book.mp3`, fs.readFileSync(mp3));
  writeBelow(root, `${relPath}/metadata.json`, JSON.stringify({ title: path.basename(relPath), ...metadata }));
};
const libraryId = (): string => server.ctx.store.libraries.all()[0]?.id ?? '';
const start = async (options: Parameters<typeof startServer>[0] = {}): Promise<void> => {
  server = await startServer({ bookFolders: [root], ...options });
  server.ctx.events.subscribe((announcement) => announcements.push(announcement));
  await vi.waitFor(() => expect(server.ctx.store.libraries.all()[0]?.lastScan).not.toBeNull(), { timeout: 10_000 });
  await vi.waitFor(() => expect(server.ctx.scans.isScanning(libraryId())).toBe(false));
  announcements.length = 0;
};
const scan = async (options?: { force?: boolean }): Promise<unknown> => {
  announcements.length = 0;
  await server.ctx.scans.scanLibrary(libraryId(), options);
  return at(announcements.find(({ event }) => event === 'task_finished')?.payload, 'data', 'scanResults');
};
const books = (): { title: string; isMissing: number; isInvalid: number; id: string }[] =>
  server.ctx.store.database.all('SELECT id, title, isMissing, isInvalid FROM libraryItems ORDER BY title');
const states = () =>
  books().map(
    ({ title, isMissing, isInvalid }) => `${title}${isMissing ? ' missing' : ''}${isInvalid ? ' invalid' : ''}`,
  );

describe('a scan', () => {
  test('announces its hits, names without a book and its end in separate turns of the loop', async () => {
    const titles = Array.from({ length: 13 }, (_, index) => `Book ${index}`);
    for (const title of titles) addBook(`A/${title}`, { authors: [`Old ${title}`] });
    await start();
    for (const title of titles) addBook(`A/${title}`, { authors: [`New ${title}`] });
    const report: { event: string; turn: number }[] = [];
    const turns = countTurns();
    server.ctx.events.subscribe(({ event }) => report.push({ event, turn: turns.turn }));
    await scan();
    turns.isOver = true;
    const of = (event: string): number[] => report.filter((entry) => entry.event === event).map(({ turn }) => turn);
    expect(of('items_updated')).toHaveLength(2);
    expect(of('author_removed')).toHaveLength(13);
    expect(of('task_finished')).toHaveLength(1);
    const groups = ['items_updated', 'author_removed', 'task_finished'].map((event) => new Set(of(event)));
    expect(groups.map(({ size }) => size)).toEqual([2, 3, 1]);
    expect(new Set(groups.flatMap((group) => [...group])).size).toBe(6);
  });

  test('without changes reads nothing again and reports that', async () => {
    addBook('A/One');
    await start();
    expect(await scan()).toEqual({
      added: 0,
      updated: 0,
      missing: 0,
      elapsed: expect.any(Number),
      text: expect.stringMatching(/^No changes needed \(/),
    });
    expect(announcements.map(({ event }) => event)).toEqual(['task_started', 'task_finished']);
  });

  test('adds, changes and marks missing, and announces each at once', async () => {
    addBook('A/One');
    addBook('A/Two');
    await start();
    addBook('A/Three');
    fs.rmSync(path.join(root, 'A/Two'), { recursive: true });
    fs.writeFileSync(path.join(root, 'A/One/desc.txt'), 'New words');
    expect(await scan()).toMatchObject({
      added: 1,
      updated: 1,
      missing: 1,
      text: expect.stringMatching(/^1 added, 1 updated, 1 missing \(/),
    });
    expect(announcements.map(({ event }) => event)).toEqual([
      'task_started',
      'items_added',
      'items_updated',
      'task_finished',
    ]);
    expect(states()).toEqual(['One', 'Three', 'Two missing']);
  });

  test('finds a missing book again under its old id', async () => {
    addBook('A/One');
    await start();
    const [before] = books();
    fs.renameSync(path.join(root, 'A/One'), path.join(root, '..', path.basename(`${root}-away`)));
    await scan();
    expect(states()).toEqual(['One missing']);
    fs.renameSync(path.join(root, '..', path.basename(`${root}-away`)), path.join(root, 'A/One'));
    await scan();
    expect(states()).toEqual(['One']);
    expect(books()[0]?.id).toBe(before?.id);
  });

  test('finds a renamed folder again by its inode', async () => {
    addBook('A/One', { title: 'Kept' });
    await start();
    const [before] = books();
    fs.renameSync(path.join(root, 'A/One'), path.join(root, 'A/Elsewhere'));
    await scan();
    expect(books()).toEqual([expect.objectContaining({ id: before?.id, title: 'Kept', isMissing: 0 })]);
  });

  test('goes on past a corrupt m4b and an empty mp3, which become invalid items', async () => {
    addBook('A/Good');
    fs.mkdirSync(path.join(root, 'A/Cut'));
    fs.writeFileSync(
      path.join(root, 'A/Cut/cut.m4b'),
      fs.readFileSync(path.join(demo, 'H. G. Wells/1895 - The Time Machine/The Time Machine.m4b')).subarray(0, 300_000),
    );
    fs.mkdirSync(path.join(root, 'A/Empty'));
    fs.writeFileSync(path.join(root, 'A/Empty/empty.mp3'), '');
    await start();
    expect(states()).toEqual(['Cut invalid', 'Empty invalid', 'Good']);
    expect(
      server.ctx.log
        .today()
        .filter(({ levelName }) => levelName === 'WARN')
        .map(({ message }) => message.replace(/^.*\//, ''))
        .sort(),
    ).toEqual(['cut.m4b" cannot be used: The file is cut off', 'empty.mp3" cannot be used: The file is empty']);
  });

  test('of a missing library folder marks the books missing and deletes nothing', async () => {
    addBook('A/One');
    addBook('A/Two');
    await start();
    fs.rmSync(root, { recursive: true });
    expect(await scan()).toMatchObject({ added: 0, updated: 0, missing: 2 });
    expect(states()).toEqual(['One missing', 'Two missing']);
  });

  test('survives folders that vanish while it runs', async () => {
    for (let i = 0; i < 30; i += 1) addBook(`A/Book ${String(i).padStart(2, '0')}`);
    await start();
    const running = server.ctx.scans.scanLibrary(libraryId(), { force: true });
    fs.rmSync(path.join(root, 'A'), { recursive: true });
    await running;
    await scan();
    expect(books()).toHaveLength(30);
    expect(states().every((state) => state.endsWith('missing') || state.endsWith('missing invalid'))).toBe(true);
  });

  test('can be cancelled and reports that', async () => {
    for (let i = 0; i < 40; i += 1) addBook(`A/Book ${i}`);
    await start();
    announcements.length = 0;
    const running = server.ctx.scans.scanLibrary(libraryId(), { force: true });
    server.ctx.scans.cancel(libraryId());
    await running;
    expect(announcements.at(-1)).toMatchObject({
      event: 'task_finished',
      payload: {
        isFinished: true,
        isFailed: false,
        description: 'Task canceled by user',
        descriptionKey: 'MessageTaskCanceledByUser',
      },
    });
    expect(books()).toHaveLength(40);
  });

  test('requested twice runs once', async () => {
    addBook('A/One');
    await start();
    await Promise.all([scan({ force: true }), server.ctx.scans.scanLibrary(libraryId())]);
    expect(announcements.filter(({ event }) => event === 'task_started')).toHaveLength(1);
  });

  test('does not start once the server is closed', async () => {
    addBook('One');
    await start();
    const id = libraryId();
    await server.close();
    await server.ctx.scans.scanLibrary(id);
    expect([announcements, server.ctx.scans.isScanning(id)]).toEqual([[], false]);
  });

  test('sends items in chunks of at most ten', async () => {
    await start();
    for (let i = 0; i < 23; i += 1) addBook(`A/Book ${i}`);
    await scan();
    const chunks = announcements
      .filter(({ event }) => event === 'items_added')
      .map(({ payload }) => (payload as unknown[]).length);
    expect(chunks).toEqual([10, 10, 3]);
  });

  test('at start keeps the books of a disk that is not mounted yet', async () => {
    addBook('A/One');
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-data-'));
    await start({ dataDir });
    await server.stop();
    fs.renameSync(root, `${root}-unmounted`);
    server = await startServer({ dataDir });
    await vi.waitFor(() =>
      expect(
        server.ctx.log.today().some(({ message }) => message.startsWith('Library "Books": No changes needed')),
      ).toBe(true),
    );
    expect(states()).toEqual(['One']);
    fs.renameSync(`${root}-unmounted`, root);
    await server.stop();
    fs.rmSync(dataDir, { recursive: true });
  });

  test('of a podcast keeps edited episodes', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-podcasts-'));
    fs.mkdirSync(path.join(folder, 'Show'));
    fs.copyFileSync(mp3, path.join(folder, 'Show', '1.mp3'));
    server = await startServer({ podcastFolders: [folder] });
    await vi.waitFor(() => expect(server.ctx.store.libraries.all()[0]?.lastScan).not.toBeNull());
    const episodes = () =>
      server.ctx.store.database.all<{ id: string; title: string }>(
        'SELECT id, title FROM podcastEpisodes ORDER BY position',
      );
    server.ctx.store.database.run("UPDATE podcastEpisodes SET title = 'Edited'");
    const [before] = episodes();
    fs.copyFileSync(mp3, path.join(folder, 'Show', '2.mp3'));
    await server.ctx.scans.scanLibrary(libraryId());
    expect(episodes()).toEqual([before, { id: expect.any(String), title: 'The Happy Prince' }]);
    fs.rmSync(folder, { recursive: true });
  });
});

describe('a scheduled scan', () => {
  test('runs for the libraries that are due, and only then', async () => {
    addBook('A/One');
    await start();
    const library = server.ctx.store.libraries.byId(libraryId());
    if (!library) throw new Error('No library');
    server.ctx.store.libraries.save({
      ...library,
      settings: { ...library.settings, autoScanCronExpression: '30 4 * * 1' },
    });
    addBook('A/Two');
    await scanDueLibraries(server.ctx, new Date(2026, 10, 23, 4, 29));
    expect(states()).toEqual(['One']);
    await scanDueLibraries(server.ctx, new Date(2026, 10, 23, 4, 30));
    expect(states()).toEqual(['One', 'Two']);
  });
});

describe('an item scan', () => {
  test('reports its result', async () => {
    addBook('A/One');
    await start();
    const id = books()[0]?.id ?? '';
    expect(await server.ctx.scans.scanItem(id)).toBe('UPTODATE');
    fs.writeFileSync(path.join(root, 'A/One/desc.txt'), 'x');
    expect(await server.ctx.scans.scanItem(id)).toBe('UPDATED');
    fs.rmSync(path.join(root, 'A/One'), { recursive: true });
    expect(await server.ctx.scans.scanItem(id)).toBe('REMOVED');
    expect(await server.ctx.scans.scanItem('nope')).toBe('NOTHING');
  });
});

describe('the watcher', () => {
  test('scans the changes as a task, and nothing else', async () => {
    addBook('A/One');
    addBook('A/Two');
    await start();
    await server.ctx.scans.watch();
    addBook('B/New');
    fs.writeFileSync(path.join(root, 'A/One/desc.txt'), 'Changed');
    fs.rmSync(path.join(root, 'A/Two'), { recursive: true });
    const finished = await vi.waitFor(
      () => {
        const task = announcements.find(
          ({ event, payload }) => event === 'task_finished' && at(payload, 'action') === 'watcher-scan',
        );
        if (!task) throw new Error('Nothing read yet');
        return task.payload;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(finished).toMatchObject({
      action: 'watcher-scan',
      title: 'Scanning file changes in "Books"',
      titleKey: 'MessageTaskScanningFileChanges',
      data: { scanResults: { added: 1, updated: 1, removed: 1, text: '1 added, 1 updated, 1 missing' } },
    });
    expect(
      announcements
        .map(({ event }) => event)
        .filter((event) => event.startsWith('item_'))
        .sort(),
    ).toEqual(['item_added', 'item_updated', 'item_updated']);
    expect(states()).toEqual(['New', 'One', 'Two missing']);
  });
});

test('results read as on the real server', () => {
  expect([
    resultText({ added: 46, updated: 0, missing: 0 }, 12_687),
    resultText({ added: 1, updated: 6, missing: 2 }, 975),
    resultText({ added: 0, updated: 0, missing: 0 }, 38),
  ]).toEqual(['46 added (12 sec)', '1 added, 6 updated, 2 missing (975 ms)', 'No changes needed (38 ms)']);
});
