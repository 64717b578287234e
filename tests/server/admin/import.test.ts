import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import Libsql from 'libsql';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { readOptions } from '../../../server/cli-options.ts';
import { importBackup } from '../../../server/import/import-backup.ts';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { at, listAt } from '../library/support.ts';
import { AT, DETAILS, foreignBackup, household, householdBackup } from '../../support/foreign-backup.ts';

let folder: string;
let file: string;
const dataOf = (name: string): string => path.join(folder, name);

/** The report of the household's import. */
const REPORT = [
  'Taken over: 4 settings, 2 libraries, 1 authors, 1 series, 2 items, 1 episodes, 2 users, 1 bookmarks, 2 progress, 1 sessions, 1 collections, 1 playlists.',
  'Left out: 1 covers (Daily).',
  'Left out: 1 items (Nothing).',
  'Left out: 1 bookmarks (anna: Lost).',
  'Left out: 1 users (ANNA).',
  'Left out: 1 progress (gone).',
  'Left out: 1 entries of playlists (gone).',
  'Not in the backup, or not taken over: sign-ins, API keys, OpenID, mail, notifications, feeds and shared links.',
];
const notHere = (place: string) =>
  `The folder ${place} is not here: bring it there, or import with --map ${place}=FOLDER where it is.`;
const REFUSAL =
  'This is a backup of an Audiobookshelf server. It moves into an Earmark without libraries and other accounts only: start one with --import and this file, and a new data folder with --data.';

async function upload(server: TestServer, { token }: TestClient): Promise<readonly [number, unknown]> {
  const form = new FormData();
  form.append('file', new Blob([fs.readFileSync(file)]), 'theirs.audiobookshelf');
  const answer = await fetch(`${server.url}/api/backups/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await answer.text();
  return [answer.status, answer.ok ? (JSON.parse(text) as unknown) : text];
}

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-import-'));
  file = path.join(folder, 'theirs.audiobookshelf');
  await householdBackup(file);
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('a backup of a real server', () => {
  let server: TestServer;
  let token: string;
  let lines: string[];
  let own: string;
  let hashes: string[];

  beforeAll(async () => {
    own = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-moved-'));
    folder = own;
    file = path.join(own, 'theirs.audiobookshelf');
    await householdBackup(file);
    fs.mkdirSync(path.join(own, 'media'));
    const hash = () => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
    hashes = [hash()];
    lines = await importBackup({
      file,
      dataDir: path.join(own, 'data'),
      folders: [['/audiobooks', path.join(own, 'media')]],
    });
    hashes.push(hash());
    server = await startServer({ dataDir: path.join(own, 'data'), watch: false });
    const signedIn = await server.anonymous.send('POST', '/login', { username: 'anna', password: 'anna secret' });
    token = String(at(signedIn.body, 'user', 'accessToken'));
  });
  afterAll(async () => {
    await server.stop();
    fs.rmSync(own, { recursive: true });
  });
  const get = async (address: string) =>
    (await server.anonymous.get(address, { authorization: `Bearer ${token}` })).body;

  test('is imported with a report of what was imported and what was not', () => {
    expect(hashes[1]).toBe(hashes[0]);
    expect(lines).toEqual([...REPORT, notHere('/podcasts')]);
    expect(fs.readdirSync(path.join(own, 'data')).filter((name) => name.startsWith('.import'))).toEqual([]);
  });

  test('restores accounts with passwords, rights, progress, bookmarks and history', async () => {
    expect((await server.anonymous.send('POST', '/login', { username: 'root', password: 'root secret' })).status).toBe(
      200,
    );
    expect(await get('/api/me')).toMatchObject({
      id: 'u2',
      type: 'user',
      email: 'anna@example.org',
      bookmarks: [{ libraryItemId: 'i1', title: 'The rope', time: 42, createdAt: AT }],
      seriesHideFromContinueListening: ['s1'],
      permissions: { download: false, update: false, accessAllLibraries: false },
      librariesAccessible: ['l1'],
      mediaProgress: [
        {
          id: 'm1',
          libraryItemId: 'i1',
          currentTime: 25,
          progress: 0.25,
          isFinished: false,
          lastUpdate: AT,
          startedAt: AT,
        },
        { id: 'm2', libraryItemId: 'i2', episodeId: 'e1', isFinished: true, progress: 1, finishedAt: AT },
      ],
    });
    expect(listAt(await get('/api/me/listening-sessions'), 'sessions')).toMatchObject([
      {
        id: 'ps1',
        libraryItemId: 'i1',
        timeListening: 25,
        date: '2024-05-01',
        deviceInfo: { clientName: 'Abs Android' },
      },
    ]);
  });

  test('restores books with their people, files at their places here, and covers', async () => {
    expect(await get('/api/items/i1?expanded=1')).toMatchObject({
      id: 'i1',
      libraryId: 'l1',
      path: path.join(own, 'media', 'Doyle', 'Scarlet'),
      addedAt: AT,
      media: {
        id: 'b1',
        tags: ['classic'],
        coverPath: path.join(own, 'data', 'metadata', 'items', 'i1', 'cover.jpg'),
        chapters: [{ id: 0, start: 0, end: 100, title: 'One' }],
        audioFiles: [{ metadata: { path: path.join(own, 'media', 'Doyle', 'Scarlet', '1.mp3') } }],
        metadata: {
          title: 'A Study in Scarlet',
          authors: [{ id: 'a1', name: 'Arthur Conan Doyle' }],
          series: [{ id: 's1', name: 'Sherlock Holmes', sequence: '1' }],
          narrators: ['Fry'],
          genres: ['Crime'],
          publishedYear: '1887',
          abridged: true,
        },
      },
    });
    for (const picture of ['/api/items/i1/cover?raw=1', '/api/authors/a1/image?raw=1'])
      expect((await fetch(`${server.url}${picture}`)).status).toBe(200);
    const found = await get('/api/libraries/l1/search?q=doyle%20scarlet');
    expect(listAt(found, 'book').map((hit) => at(hit, 'libraryItem', 'id'))).toEqual(['i1']);
  });

  test('restores podcasts, lists and settings', () => {
    const { store, editor, settings } = server.ctx;
    expect(editor.items.load('i2')).toMatchObject({
      metadata: { title: 'Daily', author: 'Them', feedUrl: 'https://example.org/feed' },
      options: { autoDownloadEpisodes: true, maxEpisodesToKeep: 3, maxNewEpisodesToDownload: 3 },
      episodes: [{ id: 'e1', guid: 'g1', publishedAt: AT, enclosure: { length: '9' } }],
    });
    expect([
      store.database.all('SELECT collectionId, itemId FROM collectionBooks'),
      store.database.all('SELECT playlistId, itemId, episodeId FROM playlistItems'),
    ]).toEqual([[{ collectionId: 'c1', itemId: 'i1' }], [{ playlistId: 'pl1', itemId: 'i2', episodeId: 'e1' }]]);
    expect(settings.get()).toMatchObject({
      sortingIgnorePrefix: true,
      sortingPrefixes: ['the'],
      dateFormat: 'dd.MM.yyyy',
      backupSchedule: '30 1 * * *',
      backupPath: path.join(own, 'data', 'metadata', 'backups'),
      logLevel: 2,
    });
    expect(store.libraries.byId('l1')?.settings).toMatchObject({ coverAspectRatio: 0, hideSingleBookSeries: true });
  });

  test('is refused at upload where a library exists, with advice', async () => {
    const admin = await server.account('second', 'admin');
    expect(await upload(server, admin)).toEqual([400, REFUSAL]);
    expect(listAt((await admin.get('/api/backups')).body, 'backups')).toEqual([]);
  });
});

describe('a backup of a real server that is uploaded to an empty server', () => {
  let server: TestServer;
  let root: TestClient;
  beforeEach(async () => {
    server = await startServer();
    root = await server.account('mine', 'root');
  });
  afterEach(() => server.stop());
  const left = () =>
    ['.', 'backups'].flatMap((below) => {
      const place = path.join(server.ctx.config.dataDir, 'metadata', below);
      return fs.readdirSync(place).filter((name) => name.startsWith('.'));
    });
  const signIn = async (username: string, password: string) =>
    (await server.anonymous.send('POST', '/login', { username, password })).status;

  test('becomes a backup of this one, with a report, and applying it restores everything', async () => {
    const [status, answer] = await upload(server, root);
    const id = String(at(answer, 'imported', 'id'));
    expect([status, at(answer, 'imported')]).toEqual([
      200,
      { id, report: [...REPORT, notHere('/audiobooks'), notHere('/podcasts')] },
    ]);
    expect(id).toMatch(/^2024-05-01T\d{4}$/);
    expect(at(answer, 'backups')).toMatchObject([{ id, key: 'sqlite', createdAt: AT, serverVersion: '2.26.0' }]);
    expect([left(), await signIn('anna', 'anna secret'), (await root.get('/api/me')).status]).toEqual([[], 401, 200]);

    expect((await root.get(`/api/backups/${id}/apply`)).body).toBe('OK');
    expect([left(), await signIn('anna', 'anna secret'), (await root.get('/api/me')).status]).toEqual([[], 200, 401]);
    const owner = await server.anonymous.send('POST', '/login', { username: 'root', password: 'root secret' });
    const headers = { authorization: `Bearer ${at(owner.body, 'user', 'accessToken')}` };
    const { body } = await server.anonymous.get('/api/items/i1?expanded=1', headers);
    expect(at(body, 'media', 'metadata', 'title')).toBe('A Study in Scarlet');
    for (const picture of ['/api/items/i1/cover?raw=1', '/api/authors/a1/image?raw=1'])
      expect((await fetch(`${server.url}${picture}`)).status).toBe(200);
    // Now there is a household that the next one would replace.
    expect(await upload(server, { ...root, token: String(at(owner.body, 'user', 'accessToken')) })).toEqual([
      400,
      REFUSAL,
    ]);
  });

  test('is refused where another account exists', async () => {
    await server.account('other');
    expect(await upload(server, root)).toEqual([400, REFUSAL]);
    expect([left(), listAt((await root.get('/api/backups')).body, 'backups')]).toEqual([[], []]);
  });

  test('is refused with the reason when it cannot be read, and leaves nothing', async () => {
    await foreignBackup(file, { details: DETAILS, 'absdatabase.sqlite': DETAILS });
    expect(await upload(server, root)).toEqual([400, 'The database in the backup cannot be read.']);
    expect([left(), listAt((await root.get('/api/backups')).body, 'backups')]).toEqual([[], []]);
    expect((await root.get('/api/me')).status).toBe(200);
  });

  test('gets the date of its upload when it has none', async () => {
    const database = path.join(folder, 'absdatabase.sqlite');
    await foreignBackup(file, { 'absdatabase.sqlite': fs.readFileSync(database) });
    const before = Date.now();
    const [, answer] = await upload(server, root);
    expect(Number(at(answer, 'backups', 0, 'createdAt'))).toBeGreaterThanOrEqual(before);
  });

  test('has its folders watched once it is applied', async () => {
    await server.ctx.scans.watch();
    const [, answer] = await upload(server, root);
    const notWatched = () =>
      server.ctx.log.today().filter(({ message }) => message.startsWith('"/podcasts" is not watched completely'));
    expect(notWatched()).toEqual([]);
    expect((await root.get(`/api/backups/${String(at(answer, 'imported', 'id'))}/apply`)).body).toBe('OK');
    // The folder does not exist: the failed watch shows the attempt.
    expect(notWatched()).toHaveLength(1);
  });
});

describe('a backup that cannot be imported is refused and leaves no data', () => {
  const change = (sql: string) => (database: string) => {
    const connection = new Libsql(database);
    connection.exec(sql);
    connection.close();
  };
  test.each([
    ['no archive', async () => fs.writeFileSync(file, 'no zip'), /cannot be read/],
    [
      'a backup of Earmark',
      () => foreignBackup(file, { details: DETAILS, 'earmark.sqlite': DETAILS }),
      /uploaded in Settings → Backups/,
    ],
    ['a database that is none', () => foreignBackup(file, { 'absdatabase.sqlite': DETAILS }), /cannot be read/],
    ['an archive that breaks off', async () => fs.truncateSync(file, fs.statSync(file).size - 40), /cannot be read/],
    [
      'the first half of an archive',
      async () => fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2)),
      /cannot be read/,
    ],
    ['an empty file', async () => fs.truncateSync(file, 0), /cannot be read/],
    [
      'a database that breaks off',
      () => householdBackup(file, (database) => fs.truncateSync(database, Math.floor(fs.statSync(database).size / 2))),
      /cannot be read/,
    ],
    [
      'one of an old server',
      () => householdBackup(file, change('DROP TABLE mediaProgresses')),
      /has no mediaProgresses: it is of a server before 2\.3/,
    ],
    [
      'one without root',
      () => householdBackup(file, change("DELETE FROM users WHERE type = 'root'")),
      /no root account/,
    ],
    [
      'a name that leads out',
      async () => {
        const database = new Uint8Array(fs.readFileSync(path.join(folder, 'absdatabase.sqlite')));
        fs.writeFileSync(
          file,
          zipSync({ 'absdatabase.sqlite': database, 'metadata-items/../../../x': new Uint8Array([1]) }),
        );
      },
      /cannot be read/,
    ],
  ])('%s', async (_what, make, message) => {
    await make();
    await expect(importBackup({ file, dataDir: dataOf('new'), folders: [] })).rejects.toThrow(message);
    expect(fs.existsSync(path.join(dataOf('new'), 'earmark.sqlite'))).toBe(false);
  });

  test('a data folder that is in use', async () => {
    await importBackup({ file, dataDir: dataOf('new'), folders: [] });
    await expect(importBackup({ file, dataDir: dataOf('new'), folders: [] })).rejects.toThrow(/in use already/);
  });

  test.each([
    'books',
    'podcasts',
    'podcastEpisodes',
    'libraries',
    'libraryFolders',
    'libraryItems',
    'authors',
    'series',
  ])('rows that refer to missing %s are left out, each in the report', async (table) => {
    await householdBackup(file, change(`PRAGMA foreign_keys = OFF; DELETE FROM "${table}"`));
    const dataDir = dataOf('new');
    const report = await importBackup({ file, dataDir, folders: [] });
    const database = new Libsql(path.join(dataDir, 'earmark.sqlite'));
    const loose = database.prepare('PRAGMA foreign_key_check').all();
    database.close();
    expect([report[0], loose]).toEqual([expect.stringMatching(/^Taken over: /), []]);
  });

  test('rows with values of another type are left out or get defaults', async () => {
    const wrong = Object.keys(household).filter((table) => !['users', 'settings'].includes(table));
    await householdBackup(file, (database) => {
      const connection = new Libsql(database);
      for (const table of wrong)
        for (const { name } of connection.prepare(`PRAGMA table_info("${table}")`).all() as { name: string }[])
          if (!/^id$|Id$/.test(name)) connection.exec(`UPDATE "${table}" SET "${name}" = '{"a":[1'`);
      connection.close();
    });
    const [first] = await importBackup({ file, dataDir: dataOf('new'), folders: [] });
    expect(first).toMatch(/^Taken over: /);
  });
});

describe('the command line', () => {
  test('takes the backup, the new data folder and the mapping of folders', () => {
    expect(
      readOptions(
        ['--import', '/b.audiobookshelf', '--data', '/d', '--map', '/audiobooks=/srv/books', '--map', '/a=/b=c'],
        {},
      ),
    ).toEqual({
      kind: 'import',
      file: '/b.audiobookshelf',
      dataDir: '/d',
      folders: [
        ['/audiobooks', '/srv/books'],
        ['/a', '/b=c'],
      ],
    });
  });
  test.each([
    [['--import', '/b'], /needs a new data folder/],
    [['--map', '/a=/b'], /belongs to --import/],
    [['--import', '/b', '--data', '/d', '--map', '/a'], /THERE=HERE/],
  ])('%j is refused', (args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
  });
});
