import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isDue } from '../../../server/settings/cron-schedule.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

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
  const answer = await fetch(`${server.url}/api/backups/upload`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  return [answer.status, await answer.text()] as const;
};

describe('a backup', () => {
  test('is made, listed as recorded, downloaded, and brings everything back when it is applied', async () => {
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
    expect(server.announcements.map(({ event, audience }) => [event, audience.to])).toEqual([['backup_applied', 'everyone']]);
    expect(at((await call('GET', progress)).body, 'currentTime')).toBe(7);
    expect(listAt((await call('GET', '/api/collections')).body, 'collections')).toEqual([]);
    expect(server.ctx.settings.get().language).toBe('en-us');

    const download = await fetch(`${server.url}/api/backups/${id}/download?token=${await server.ctx.tokens.access(server.user('root'))}`);
    const bytes = new Uint8Array(await download.arrayBuffer());
    expect(download.headers.get('content-disposition')).toContain(`${id}.audiobookshelf`);
    expect((await call('DELETE', `/api/backups/${id}`)).body).toEqual({ backups: [] });
    expect((await upload('mine.audiobookshelf', bytes))[0]).toBe(200);
    expect(listAt((await call('GET', '/api/backups')).body, 'backups').map((backup) => at(backup, 'id'))).toEqual([id]);
  });

  test('that is none is refused, and leaves nothing behind', async () => {
    const before = fs.readdirSync(folder());
    expect(await upload('bad.zip', new Uint8Array([1]))).toEqual([500, 'Invalid backup file']);
    const text = 'Failed to read backup file - backup might not be a valid .zip file';
    expect(await upload('bad.audiobookshelf', new Uint8Array([1, 2, 3]))).toEqual([400, text]);
    expect(await upload('bad.audiobookshelf', zipSync({ details: new TextEncoder().encode('x\nother\n1\n2') }))).toEqual([400, text]);
    expect(fs.readdirSync(folder())).toEqual(before);
  });

  test('with a broken database changes nothing', async () => {
    const details = new TextEncoder().encode(['x', 'sqlite', Date.UTC(2020, 1, 1), '2.26.0'].join('\n'));
    await upload('broken.audiobookshelf', zipSync({ details, 'earmark.sqlite': new TextEncoder().encode('no database') }));
    const broken = listAt((await call('GET', '/api/backups')).body, 'backups').find((one) => String(at(one, 'id')).startsWith('2020'));
    expect((await call('GET', `/api/backups/${at(broken, 'id')}/apply`)).status).toBe(500);
    expect(server.ctx.store.users.byName('root')?.username).toBe('root');
    expect((await call('GET', '/api/libraries')).status).toBe(200);
  });

  test('cannot write outside of the metadata folder', async () => {
    const whole = await call('POST', '/api/backups');
    const backup = server.ctx.store.database;
    const copy = path.join(folder(), 'copy.sqlite');
    backup.copyTo(copy);
    const details = new TextEncoder().encode(['x', 'sqlite', Date.UTC(2021, 1, 1), '2.26.0'].join('\n'));
    const evil = zipSync({ details, 'earmark.sqlite': new Uint8Array(fs.readFileSync(copy)), 'metadata-items/../../../escaped.txt': new Uint8Array([1]) });
    await upload('evil.audiobookshelf', evil);
    const found = listAt((await call('GET', '/api/backups')).body, 'backups').find((one) => String(at(one, 'id')).startsWith('2021'));
    expect((await call('GET', `/api/backups/${at(found, 'id')}/apply`)).status).toBe(200);
    expect(fs.existsSync(path.join(server.ctx.config.dataDir, 'escaped.txt'))).toBe(false);
    expect(whole.status).toBe(200);
  });

  test('is for administrators, and an unknown one is 404', async () => {
    for (const [method, url] of [['GET', '/api/backups'], ['POST', '/api/backups'], ['GET', '/api/backups/x/apply']] as const) {
      expect((await call(method, url, undefined, 'listener')).status).toBe(403);
    }
    expect((await call('GET', '/api/backups/nope/apply')).status).toBe(404);
    expect((await call('DELETE', '/api/backups/nope')).status).toBe(404);
  });

  test('goes to another folder when that is chosen', async () => {
    const other = path.join(server.ctx.config.dataDir, 'elsewhere');
    expect((await call('PATCH', '/api/backups/path', { path: '' })).body).toBe('Invalid request body. Must include path.');
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
])('the schedule %s at %s is due: %s', (expression, time, due) => {
  expect(isDue(expression, new Date(time))).toBe(due);
});
