import Libsql from 'libsql';
import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { copyDatabase, databaseFile } from '../../../server/store/database.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isDue } from '../../../server/settings/cron.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';
import { WITHOUT_COUNTS } from '../library/older-schema.ts';

let server: LibraryServer;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server.stop());
beforeEach(() => void server.announcements.splice(0));

const call = (method: string, url: string, body?: unknown, as = 'root') => server.call(url, { method, body, as });
const folder = () => server.ctx.settings.get().backupPath;
const upload = async (name: string, bytes: Uint8Array) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const token = await server.ctx.tokens.access(server.user('root'));
  const answer = await fetch(`${server.url}/api/backups/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return [answer.status, await answer.text()] as const;
};

describe('a backup', () => {
  test('is made, listed as recorded, downloaded, and restores everything', async () => {
    const [item] = listAt((await call('GET', `/api/libraries/${server.bookLibraryId}/items?limit=1`)).body, 'results');
    const progress = `/api/me/progress/${at(item, 'id')}`;
    await call('PATCH', progress, { currentTime: 7, duration: 100 });
    const made = await call('POST', '/api/backups');
    expectSameShape(made.body, recording('backups/create').response.body);
    expectSameShape((await call('GET', '/api/backups')).body, recording('backups/list').response.body);
    const id = String(at(made.body, 'backups', 0, 'id'));
    expect(id).toMatch(/^\d{4}-\d\d-\d\dT\d{4}$/);

    await call('PATCH', progress, { currentTime: 50 });
    await call('PATCH', '/api/settings', { language: 'de' });
    await call('POST', '/api/collections', { libraryId: server.bookLibraryId, name: 'Later', books: [at(item, 'id')] });
    server.announcements.splice(0);
    expect((await call('GET', `/api/backups/${id}/apply`)).body).toBe('OK');
    expect(server.announcements.map(({ event, audience }) => [event, audience.to])).toEqual([
      ['backup_applied', 'everyone'],
    ]);
    expect(at((await call('GET', progress)).body, 'currentTime')).toBe(7);
    expect(listAt((await call('GET', '/api/collections')).body, 'collections')).toEqual([]);
    expect(server.ctx.settings.get().language).toBe('en-us');

    const download = await fetch(
      `${server.url}/api/backups/${id}/download?token=${await server.ctx.tokens.access(server.user('root'))}`,
    );
    const bytes = new Uint8Array(await download.arrayBuffer());
    expect(download.headers.get('content-disposition')).toContain(`${id}.audiobookshelf`);
    expect((await call('DELETE', `/api/backups/${id}`)).body).toEqual({ backups: [] });
    expect((await upload('mine.audiobookshelf', bytes))[0]).toBe(200);
    expect(listAt((await call('GET', '/api/backups')).body, 'backups').map((backup) => at(backup, 'id'))).toEqual([id]);
  });

  test('is made while the files of items are written, replaced and removed', async () => {
    const own = path.join(server.ctx.config.dataDir, 'metadata/items/busy');
    fs.mkdirSync(own, { recursive: true });
    const [growing, leaving] = ['metadata.json', 'gone.jpg'].map((name) => path.join(own, name)) as [string, string];
    fs.writeFileSync(leaving, 'x'.repeat(1000));
    fs.writeFileSync(growing, '{}');
    let rounds = 0;
    const busy = setInterval(() => {
      rounds += 1;
      fs.writeFileSync(`${growing}.part`, JSON.stringify({ rounds: 'x'.repeat(rounds * 100) }));
      fs.renameSync(`${growing}.part`, growing);
      fs.rmSync(leaving, { force: true });
    }, 0);
    const made = await call('POST', '/api/backups').finally(() => clearInterval(busy));
    fs.rmSync(own, { recursive: true });
    expect(made.status).toBe(200);
    expect(rounds).toBeGreaterThan(0);
    const id = String(at(made.body, 'backups', 0, 'id'));
    expect((await call('GET', `/api/backups/${id}/apply`)).body).toBe('OK');
    expect(JSON.parse(fs.readFileSync(growing, 'utf8'))).toHaveProperty('rounds');
    fs.rmSync(own, { recursive: true });
    expect((await call('DELETE', `/api/backups/${id}`)).status).toBe(200);
  });

  test('is refused when it is not an archive, and leaves nothing behind', async () => {
    const before = fs.readdirSync(folder());
    expect(await upload('bad.zip', new Uint8Array([1]))).toEqual([500, 'Invalid backup file']);
    const text = 'Failed to read backup file - backup might not be a valid .zip file';
    expect(await upload('bad.audiobookshelf', new Uint8Array([1, 2, 3]))).toEqual([400, text]);
    expect(
      await upload('bad.audiobookshelf', zipSync({ details: new TextEncoder().encode('x\nother\n1\n2') })),
    ).toEqual([400, text]);
    expect(fs.readdirSync(folder())).toEqual(before);
  });

  test('with a broken database changes nothing', async () => {
    const details = new TextEncoder().encode(['x', 'sqlite', Date.UTC(2020, 1, 1), '2.26.0'].join('\n'));
    await upload(
      'broken.audiobookshelf',
      zipSync({ details, 'earmark.sqlite': new TextEncoder().encode('no database') }),
    );
    const broken = listAt((await call('GET', '/api/backups')).body, 'backups').find((one) =>
      String(at(one, 'id')).startsWith('2020'),
    );
    expect((await call('GET', `/api/backups/${at(broken, 'id')}/apply`)).status).toBe(500);
    expect(server.ctx.store.users.byName('root')?.username).toBe('root');
    expect((await call('GET', '/api/libraries')).status).toBe(200);
  });

  test('cannot write outside of the metadata folder', async () => {
    const whole = await call('POST', '/api/backups');
    const copy = path.join(folder(), 'copy.sqlite');
    copyDatabase({ from: databaseFile(server.ctx.config.dataDir), to: copy });
    const details = new TextEncoder().encode(['x', 'sqlite', Date.UTC(2021, 1, 1), '2.26.0'].join('\n'));
    const evil = zipSync({
      details,
      'earmark.sqlite': new Uint8Array(fs.readFileSync(copy)),
      'metadata-items/../../../escaped.txt': new Uint8Array([1]),
    });
    expect(await upload('evil.audiobookshelf', evil)).toEqual([
      400,
      'Failed to read backup file - backup might not be a valid .zip file',
    ]);
    fs.writeFileSync(path.join(folder(), '2021-02-01T0000.audiobookshelf'), evil);
    const found = listAt((await call('GET', '/api/backups')).body, 'backups').find((one) =>
      String(at(one, 'id')).startsWith('2021'),
    );
    expect((await call('GET', `/api/backups/${at(found, 'id')}/apply`)).status).toBe(500);
    expect(fs.existsSync(path.join(server.ctx.config.dataDir, 'escaped.txt'))).toBe(false);
    expect(whole.status).toBe(200);
  });

  const pack = async (
    name: string,
    year: number,
    database: string | Uint8Array,
    more: Record<string, Uint8Array> = {},
  ) => {
    const details = new TextEncoder().encode(['x', 'sqlite', Date.UTC(year, 1, 1), '2.26.0'].join('\n'));
    await upload(
      `${name}.audiobookshelf`,
      zipSync({
        details,
        'earmark.sqlite': typeof database === 'string' ? new Uint8Array(fs.readFileSync(database)) : database,
        ...more,
      }),
    );
    return String(
      at(
        listAt((await call('GET', '/api/backups')).body, 'backups').find((one) =>
          String(at(one, 'id')).startsWith(String(year)),
        ),
        'id',
      ),
    );
  };
  const copyWith = (name: string, change: (copy: Libsql.Database) => void): string => {
    const copy = path.join(server.ctx.config.dataDir, name);
    copyDatabase({ from: databaseFile(server.ctx.config.dataDir), to: copy });
    const opened = new Libsql(copy);
    change(opened);
    opened.close();
    return copy;
  };

  test('does not replace another of the same minute, and two at once are both made', async () => {
    const idsOf = async () =>
      listAt((await call('GET', '/api/backups')).body, 'backups').map((backup) => String(at(backup, 'id')));
    const before = await idsOf();
    server.ctx.settings.update({ backupsToKeep: 50 });
    await Promise.all([call('POST', '/api/backups'), call('POST', '/api/backups'), call('POST', '/api/backups')]);
    expect((await idsOf()).length).toBe(before.length + 3);
  });

  test('of an older schema is upgraded and applied', async () => {
    const old = copyWith('old.sqlite', (copy) =>
      copy.exec(
        `PRAGMA foreign_keys = OFF; ${WITHOUT_COUNTS} ALTER TABLE users DROP COLUMN tokenVersion; UPDATE settings SET value = value;
         DROP INDEX libraryItemsFacts; DROP INDEX libraryItemsInOrder; DROP INDEX libraryItemsByLibrary; DROP INDEX authorsByAdded; ${[
           'itemSearch',
           'episodeSearch',
         ]
           .map(
             (name) =>
               `DROP TRIGGER ${name}Added; DROP TRIGGER ${name}Changed; DROP TRIGGER ${name}Removed; DROP TABLE ${name}; DROP TABLE ${name}Keys;`,
           )
           .join(' ')} PRAGMA user_version = 2`,
      ),
    );
    const id = await pack('old', 2010, old);
    expect((await call('GET', `/api/backups/${id}/apply`)).body).toBe('OK');
    expect(server.ctx.store.users.byName('root')).toMatchObject({ tokenVersion: 0 });
    expect(fs.existsSync(path.join(server.ctx.config.dataDir, 'earmark-before-restore.sqlite'))).toBe(true);
  });

  test('of a newer schema, or with orphaned rows, changes nothing', async () => {
    const newer = await pack(
      'newer',
      2011,
      copyWith('newer.sqlite', (copy) => copy.exec('PRAGMA user_version = 99')),
    );
    const torn = await pack(
      'torn',
      2012,
      copyWith('torn.sqlite', (copy) =>
        copy.exec("PRAGMA foreign_keys = OFF; UPDATE libraryItems SET libraryId = 'nope'"),
      ),
    );
    const before = JSON.stringify(server.ctx.store.database.all('SELECT * FROM libraryItems'));
    for (const id of [newer, torn]) expect((await call('GET', `/api/backups/${id}/apply`)).status).toBe(500);
    expect(JSON.stringify(server.ctx.store.database.all('SELECT * FROM libraryItems'))).toBe(before);
    expect(
      fs.readdirSync(path.join(server.ctx.config.dataDir, 'metadata')).filter((name) => name.startsWith('.restore')),
    ).toEqual([]);
  });

  test('that fails halfway, or whose database does, changes nothing', async () => {
    const text = 'Failed to read backup file - backup might not be a valid .zip file';
    const whole = fs.readFileSync(copyWith('whole.sqlite', () => undefined));
    const details = new TextEncoder().encode(['x', 'sqlite', Date.UTC(2013, 1, 1), '2.26.0'].join('\n'));
    const archive = zipSync({ details, 'earmark.sqlite': new Uint8Array(whole) });
    for (const length of [0, 1, archive.length / 2, archive.length - 30])
      expect(await upload('cut.audiobookshelf', archive.slice(0, length))).toEqual([400, text]);
    const before = JSON.stringify(server.ctx.store.database.all('SELECT * FROM libraryItems'));
    const half = await pack('half', 2014, whole.subarray(0, whole.length / 2));
    const refused = await call('GET', `/api/backups/${half}/apply`);
    expect([refused.status, JSON.stringify(server.ctx.store.database.all('SELECT * FROM libraryItems'))]).toEqual([
      500,
      before,
    ]);
  });

  test('restores its own secret: current tokens end, its own are valid', async () => {
    const then = await server.ctx.tokens.access(server.user('root'));
    const secret = server.ctx.store.settings.get<string | null>('tokenSecret', null);
    const id = await pack(
      'secret',
      2013,
      copyWith('secret.sqlite', () => undefined),
    );
    server.ctx.store.settings.set('tokenSecret', 'another-secret-of-another-installation');
    server.ctx.tokens.reload();
    const now = await server.ctx.tokens.access(server.user('root'));
    const ask = async (token: string) =>
      (await server.anonymous.get('/api/me', { authorization: `Bearer ${token}` })).status;
    expect([await ask(then), await ask(now)]).toEqual([401, 200]);
    expect((await server.anonymous.get(`/api/backups/${id}/apply`, { authorization: `Bearer ${now}` })).status).toBe(
      200,
    );
    expect([
      await ask(then),
      await ask(now),
      server.ctx.store.settings.get<string | null>('tokenSecret', null),
    ]).toEqual([200, 401, secret]);
  });

  test('is for administrators only, and an unknown one is 404', async () => {
    for (const [method, url] of [
      ['GET', '/api/backups'],
      ['POST', '/api/backups'],
      ['GET', '/api/backups/x/apply'],
    ] as const) {
      expect((await call(method, url, undefined, 'listener')).status).toBe(403);
    }
    expect((await call('GET', '/api/backups/nope/apply')).status).toBe(404);
    expect((await call('DELETE', '/api/backups/nope')).status).toBe(404);
  });

  test('goes to another folder when the setting changes', async () => {
    const other = path.join(server.ctx.config.dataDir, 'elsewhere');
    expect((await call('PATCH', '/api/backups/path', { path: '' })).body).toBe(
      'Invalid request body. Must include path.',
    );
    expect((await call('PATCH', '/api/backups/path', { path: folder() })).body).toBe('Backup path unchanged');
    expect((await call('PATCH', '/api/backups/path', { path: other })).body).toBe('OK');
    expect(at((await call('GET', '/api/backups')).body, 'backupLocation')).toBe(other);
  });
});

test.each([
  ['30 1 * * *', '2026-11-21T01:30', true],
  ['30 1 * * *', '2026-11-21T01:31', false],
  ['*/15 * * * *', '2026-11-21T10:45', true],
  ['0 0 * * 1', '2026-11-23T00:00', true],
  ['0 0 * * 7', '2026-11-22T00:00', true],
  ['0 0 * * mon-fri', '2026-11-22T00:00', false],
  ['0 0 1 * 1', '2026-11-23T00:00', true],
  ['0 12 24 dec *', '2026-12-24T12:00', true],
  ['10-20/5 * * * *', '2026-11-21T10:15', true],
  ['*/100 */30 * * *', '2026-11-21T00:00', true],
  ['*/100 */30 * * *', '2026-11-21T01:00', false],
])('the schedule %s at %s is due: %s', (expression, time, due) => {
  expect(isDue(expression, new Date(time))).toBe(due);
});
