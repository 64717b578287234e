import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startHousehold, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let library: string;
beforeAll(async () => {
  library = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-system-')));
  server = await startHousehold(library);
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(library, { recursive: true, force: true });
});

const call = (method: string, url: string, body?: unknown, as = 'root') => server.call(url, { method, body, as });
const error = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => [
  status,
  headers.get('content-type'),
  body,
];
const recordedError = (name: string) => {
  const { status, headers, body } = recording(name).response;
  return [status, headers['content-type'], body];
};
const folder = () => server.ctx.store.libraries.byId(server.bookLibraryId)?.folders[0]?.fullPath ?? '';

describe('the folder chooser', () => {
  test('lists the folders of a path, sorted, without hidden ones', async () => {
    const { body } = await call('GET', `/api/filesystem?path=${encodeURIComponent(folder())}&level=1`);
    const names = listAt(body, 'directories').map((entry) => String(at(entry, 'dirname')));
    expect(names).toContain('Aesop');
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    expectSameShape(body, recording('filesystem/paths').response.body);
  });

  test('lists the root without system folders, and refuses anything but a folder', async () => {
    const { body } = await call('GET', '/api/filesystem');
    expect(listAt(body, 'directories').map((entry) => at(entry, 'dirname'))).not.toContain('proc');
    expect(error(await call('GET', '/api/filesystem?path=/nowhere'))).toEqual(recordedError('filesystem/paths-err'));
    expect((await call('GET', '/api/filesystem?path=relative')).status).toBe(400);
    expect((await call('GET', '/api/filesystem', undefined, 'listener')).status).toBe(403);
  });
});

describe('the check before an upload', () => {
  const ask = (directory: string, folderPath = folder(), as = 'root') =>
    call('POST', '/api/filesystem/pathexists', { directory, folderPath }, as);

  test('reports existing files, free names, and the item of a path', async () => {
    const item = server.ctx.store.database.get<{ path: string; title: string }>(
      "SELECT path, title FROM libraryItems WHERE title = 'Frankenstein'",
    );
    const inside = path.relative(folder(), item?.path ?? '');
    expect((await ask(inside)).body).toEqual({ exists: true });
    expect((await ask(path.join(inside, 'Deep'))).body).toEqual({ exists: true, libraryItemTitle: 'Frankenstein' });
    expect((await ask('New Author/New Book')).body).toEqual({ exists: false });
  });

  test.each(['../../etc', '../outside', '/etc', 'a/../../b', 'a\0b'])(
    'does not leave the folder for %j',
    async (directory) => {
      expect((await ask(directory)).status).toBe(400);
    },
  );

  test('refuses as recorded', async () => {
    expect(error(await ask(''))).toEqual(recordedError('filesystem/pathexists-err-body'));
    expect(error(await ask('x', '/none'))).toEqual(recordedError('filesystem/pathexists-err-folder'));
    expect(error(await ask('x', folder(), 'listener'))).toEqual(recordedError('filesystem/pathexists-err-user'));
  });
});

describe('maintenance', () => {
  test('purging the cache removes resized covers, which are then made again', async () => {
    const [item] = listAt(
      (await call('GET', `/api/libraries/${server.bookLibraryId}/items?limit=1&sort=media.metadata.title`)).body,
      'results',
    );
    const cover = () => fetch(`${server.url}/api/items/${at(item, 'id')}/cover?width=40&format=webp`);
    expect((await cover()).status).toBe(200);
    const cache = path.join(server.ctx.config.dataDir, 'metadata', 'cache');
    const files = () =>
      fs.readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files().length).toBeGreaterThan(0);
    expect((await call('POST', '/api/cache/purge', undefined, 'listener')).status).toBe(403);
    expect((await call('POST', '/api/cache/purge')).body).toBe('OK');
    expect(files()).toEqual([]);
    expect((await cover()).status).toBe(200);
    expect((await call('POST', '/api/cache/items/purge')).body).toBe('OK');
  });

  test('the statistics of the server and of a year have the shape of the recordings', async () => {
    const totals = (await call('GET', '/api/stats/server')).body;
    expectSameShape(totals, recording('stats/server').response.body);
    expect(at(totals, 'total', 'numItems')).toBe(19);
    const year = new Date().getFullYear();
    const own = (await call('GET', `/api/stats/year/${year}`)).body;
    expectSameShape(own, recording('stats/year').response.body);
    expect([at(own, 'numBooks'), at(own, 'numBooksAdded')]).toEqual([18, 18]);
    expect(at((await call('GET', '/api/stats/year/1999')).body, 'numBooksAdded')).toBe(0);
    expect(error(await call('GET', '/api/stats/year/x'))).toEqual(recordedError('stats/year-err'));
  });

  test('the sessions of a year are found by an index', () => {
    const plan = server.ctx.store.database
      .all<{ detail: string }>('EXPLAIN QUERY PLAN SELECT timeListening FROM playbackSessions WHERE startedAt >= 1')
      .map(({ detail }) => detail);
    expect(plan).toEqual(['SEARCH playbackSessions USING INDEX playbackSessionsByStart (startedAt>?)']);
  });

  test('a reported file change needs a library and a path', async () => {
    expect(error(await call('POST', '/api/watcher/update', {}))).toEqual(recordedError('misc/watcher-update-err'));
    const report = { libraryId: server.bookLibraryId, path: folder(), type: 'add' };
    expect((await call('POST', '/api/watcher/update', report)).body).toBe('OK');
  });
});

describe('custom metadata providers', () => {
  test('are added, listed with their secret for administrators only, announced without it, and removed', async () => {
    server.announcements.splice(0);
    const made = await call('POST', '/api/custom-metadata-providers', {
      name: 'Mine',
      url: 'http://127.0.0.1:9/p',
      mediaType: 'book',
      authHeaderValue: 'secret',
    });
    expectSameShape(made.body, recording('custom-metadata-providers/create').response.body);
    const id = String(at(made.body, 'provider', 'id'));
    expect(server.announcements).toEqual([
      {
        event: 'custom_metadata_provider_added',
        payload: { id, name: 'Mine', mediaType: 'book', slug: `custom-${id}` },
        audience: { to: 'everyone' },
      },
    ]);
    expectSameShape(
      (await call('GET', '/api/custom-metadata-providers')).body,
      recording('custom-metadata-providers/list').response.body,
    );
    expect((await call('GET', '/api/custom-metadata-providers', undefined, 'listener')).status).toBe(403);
    expect((await call('DELETE', `/api/custom-metadata-providers/${id}`)).body).toBe('OK');
    expect((await call('DELETE', `/api/custom-metadata-providers/${id}`)).status).toBe(404);
  });

  test.each([
    ['create-err', { name: 'x' }],
    ['create-err-url', { name: 'x', url: 'bad', mediaType: 'book' }],
  ])('are refused as in %s', async (name, body) => {
    expect(error(await call('POST', '/api/custom-metadata-providers', body))).toEqual(
      recordedError(`custom-metadata-providers/${name}`),
    );
  });

  test('use http only', async () => {
    expect(
      (
        await call('POST', '/api/custom-metadata-providers', {
          name: 'x',
          url: 'file:///etc/passwd',
          mediaType: 'book',
        })
      ).status,
    ).toBe(400);
  });
});

describe('settings of sign-in', () => {
  test('have the shape of the recording and keep valid values', async () => {
    expectSameShape((await call('GET', '/api/auth-settings')).body, recording('auth-settings/get').response.body);
    const changed = await call('PATCH', '/api/auth-settings', {
      authLoginCustomMessage: '<p>Hello</p>',
      authOpenIDClientSecret: 'secret',
      authOpenIDIssuerURL: 'javascript:alert(1)',
      authActiveAuthMethods: [],
    });
    expect(at(changed.body, 'updated')).toBe(true);
    expect(JSON.stringify(changed.body)).not.toContain('secret');
    const now = (await call('GET', '/api/auth-settings')).body;
    expect([
      at(now, 'authLoginCustomMessage'),
      at(now, 'authOpenIDClientSecret'),
      at(now, 'authOpenIDIssuerURL'),
      at(now, 'authActiveAuthMethods'),
    ]).toEqual(['<p>Hello</p>', 'secret', null, ['local']]);
    expect(
      at((await call('PATCH', '/api/auth-settings', { authLoginCustomMessage: '<p>Hello</p>' })).body, 'updated'),
    ).toBe(false);
    expect(at(await (await fetch(`${server.url}/status`)).json(), 'authFormData', 'authLoginCustomMessage')).toBe(
      '<p>Hello</p>',
    );
  });

  test('are for administrators', async () => {
    expect((await call('GET', '/api/auth-settings', undefined, 'listener')).status).toBe(403);
    expect((await call('PATCH', '/api/auth-settings', {}, 'listener')).status).toBe(403);
  });
});
