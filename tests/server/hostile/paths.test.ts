import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoLibrary } from '../../../server/paths.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';
import { startWeb, type Web } from '../../support/web.ts';

const SECRET = 'secret-outside-of-every-library';
let folder: string;
let server: LibraryServer;
let web: Web;
let ids: Record<string, string>;

beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-hostile-')));
  fs.cpSync(demoLibrary, path.join(folder, 'library'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'secret.txt'), SECRET);
  fs.copyFileSync(path.join(demoLibrary, "books/Aesop/Aesop's Fables/cover.jpg"), path.join(folder, 'outside.jpg'));
  web = await startWeb();
  web.answer('/cover.jpg', fs.readFileSync(path.join(folder, 'outside.jpg')), 'image/jpeg');
  server = await startDemo({
    demo: false,
    bookFolders: [path.join(folder, 'library/books')],
    podcastFolders: [path.join(folder, 'library/podcasts')],
  });
  await server.account('root', 'root');
  const item =
    server.ctx.store.database.get<{ id: string }>('SELECT id FROM libraryItems WHERE title = ?', "Aesop's Fables")
      ?.id ?? '';
  const session = await server.call(`/api/items/${item}/play`, {
    method: 'POST',
    body: { forceTranscode: true, deviceInfo: { deviceId: 'h' } },
  });
  ids = {
    item,
    stream: String(at(session.body, 'id')),
    author: server.ctx.store.database.get<{ id: string }>('SELECT id FROM authors')?.id ?? '',
  };
});
afterAll(async () => {
  await server.stop();
  await web.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A request whose path goes out exactly as written. */
function raw(
  target: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const url = new URL(server.url);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: url.hostname, port: url.port, path: target, method, headers }, (response) => {
      let body = '';
      response
        .setEncoding('utf8')
        .on('data', (text: string) => (body += text))
        .on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject).end();
  });
}

const climb = [
  '..%2f..%2f..%2f..%2fsecret.txt',
  '....//....//secret.txt',
  '%2e%2e%2f%2e%2e%2fsecret.txt',
  '..%5c..%5csecret.txt',
  '%2fetc%2fpasswd',
  '..%252f..%252fsecret.txt',
  '%00',
];

describe('paths in addresses', () => {
  test.each([
    '/api/items/:item/file/<climb>',
    '/api/items/:item/file/<climb>/download',
    '/api/items/:item/ebook/<climb>',
    '/api/items/:item/ffprobe/<climb>',
    '/api/items/<climb>/cover',
    '/api/items/<climb>/download',
    '/api/authors/<climb>/image',
    '/api/backups/<climb>/download',
    '/hls/:stream/<climb>',
    '/hls/<climb>/output.m3u8',
    '/feed/<climb>',
    '/feed/x/item/y/<climb>',
    '/public/share/<climb>',
    '/public/session/<climb>/track/1',
    '/api/libraries/<climb>/download?ids=x',
  ])('%s reach nothing outside', async (template) => {
    const token = await server.ctx.tokens.access(server.user('root'));
    for (const way of climb) {
      const target = template.replace('<climb>', way).replace(/:(\w+)/, (_, name: string) => ids[name] ?? '');
      const { status, body } = await raw(target, 'GET', { authorization: `Bearer ${token}` });
      expect([target, status >= 400 && status < 500, body.includes(SECRET) || body.includes('root:')]).toEqual([
        target,
        true,
        false,
      ]);
    }
  });

  test('as a cover are accepted only when the file belongs to the item', async () => {
    const before = at((await server.call(`/api/items/${ids['item']}`)).body, 'media', 'coverPath');
    const inside = String(before);
    for (const cover of [
      path.join(folder, 'outside.jpg'),
      `${path.dirname(inside)}/../../../../outside.jpg`,
      path.join(folder, 'secret.txt'),
      '/etc/passwd',
      'cover.jpg',
    ]) {
      const { status, body } = await server.call(`/api/items/${ids['item']}/cover`, {
        method: 'PATCH',
        body: { cover },
      });
      expect([status, body]).toEqual([500, 'Cover path does not exist']);
    }
    expect(at((await server.call(`/api/items/${ids['item']}`)).body, 'media', 'coverPath')).toBe(before);
  });

  test('of folders are for administrators, and name folders only', async () => {
    await server.account('listener');
    expect((await server.call(`/api/filesystem?path=${encodeURIComponent(folder)}`, { as: 'listener' })).status).toBe(
      403,
    );
    const { body } = await server.call(`/api/filesystem?path=${encodeURIComponent(`${folder}/library/..`)}`);
    expect(listAt(body, 'directories').map((entry) => at(entry, 'dirname'))).toEqual(['library']);
    expect(
      (await server.call(`/api/filesystem?path=${encodeURIComponent(path.join(folder, 'secret.txt'))}`)).status,
    ).toBe(400);
  });
});

describe('a file replaced by a link after the scan', () => {
  test('shows nothing of its target', async () => {
    const ebook = path.join(folder, "library/books/Aesop/Aesop's Fables/Aesop's Fables.epub");
    fs.rmSync(ebook);
    fs.symlinkSync(path.join(folder, 'secret.txt'), ebook);
    const { status, body } = await server.call(`/api/items/${ids['item']}/ebook`);
    expect([status, String(body).includes(SECRET)]).toEqual([404, false]);
  });
});

describe('pictures from addresses', () => {
  const port = () => new URL(web.url).port;
  test.each([
    ['loopback', () => `http://127.0.0.1:${port()}/cover.jpg`],
    ['its name', () => `http://localhost:${port()}/cover.jpg`],
    ['its number', () => `http://2130706433:${port()}/cover.jpg`],
    ['its short form', () => `http://127.1:${port()}/cover.jpg`],
    ['IPv6 loopback', () => `http://[::1]:${port()}/cover.jpg`],
    ['mapped IPv6', () => `http://[::ffff:127.0.0.1]:${port()}/cover.jpg`],
    ['the metadata service of a cloud', () => 'http://169.254.169.254/latest'],
    ['a private range', () => 'http://10.0.0.1/x.jpg'],
    ['a file', () => `file://${path.join(folder, 'outside.jpg')}`],
    ['data', () => 'data:image/png;base64,AAAA'],
  ])('are not loaded from %s', async (_name, url) => {
    const requested = web.requested.length;
    const cover = await server.call(`/api/items/${ids['item']}/cover`, { method: 'POST', body: { url: url() } });
    const image = await server.call(`/api/authors/${ids['author']}/image`, { method: 'POST', body: { url: url() } });
    expect([cover.status, image.status, web.requested.length - requested]).toEqual([400, 400, 0]);
  });
});

describe('SQL', () => {
  const payloads = [
    "' OR 1=1 --",
    "'; DROP TABLE users; --",
    '" UNION SELECT passwordHash FROM users --',
    "x') UNION SELECT username, passwordHash FROM users --",
    '%',
    '_',
    '\\',
    "\u0000'",
    'a'.repeat(5000),
  ];
  const base64 = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));
  const places: readonly (readonly [string, (text: string) => string])[] = [
    ['a filter', (text) => `items?filter=${encodeURIComponent(`genres.${base64(text)}`)}`],
    ['the group of a filter', (text) => `items?filter=${encodeURIComponent(`${text}.${base64('x')}`)}`],
    ['an id in a filter', (text) => `items?filter=${encodeURIComponent(`series.${base64(text)}`)}`],
    ['a sort', (text) => `items?sort=${encodeURIComponent(text)}&desc=1`],
    ['a page', (text) => `items?limit=5&page=0&include=${encodeURIComponent(text)}`],
    ['a search', (text) => `search?q=${encodeURIComponent(text)}`],
    [
      'the order of series',
      (text) => `series?sort=${encodeURIComponent(text)}&filter=${encodeURIComponent(`authors.${base64(text)}`)}`,
    ],
    ['the order of authors', (text) => `authors?limit=5&page=0&sort=${encodeURIComponent(text)}`],
    ['an id', (text) => `series/${encodeURIComponent(text)}`],
  ];
  test.each(places)('in %s is text', async (_name, address) => {
    for (const payload of payloads) {
      const { status, body } = await server.call(`/api/libraries/${server.bookLibraryId}/${address(payload)}`);
      expect([payload.slice(0, 40), status < 500, JSON.stringify(body).includes('$2')]).toEqual([
        payload.slice(0, 40),
        true,
        false,
      ]);
    }
    expect(server.ctx.store.users.byName('root')?.username).toBe('root');
  });

  test('signs in a search finds only what has them', async () => {
    const found = async (q: string) =>
      listAt(
        (await server.call(`/api/libraries/${server.bookLibraryId}/search?q=${encodeURIComponent(q)}`)).body,
        'book',
      );
    expect([await found('%'), await found('_'), await found("' OR 1=1 --")]).toEqual([[], [], []]);
  });
});

describe('request bodies', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }).then(({ status }) => status);

  test('of very deep, invalid or packed JSON are refused and harm nothing', async () => {
    const [lists, objects] = [
      (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`,
      (depth: number) => `{"username":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    ];
    expect([
      await send(lists(200_000)),
      await send(objects(100_000)),
      await send(lists(8000)),
      await send(objects(2500)),
    ]).toEqual([413, 413, 413, 413]);
    const authorization = `Bearer ${await server.ctx.tokens.access(server.user('root'))}`;
    for (const body of [lists(200_000), objects(100_000)]) {
      const deep = await fetch(`${server.url}/api/items/batch/get`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json' },
      });
      expect(deep.status).toBe(413);
    }
    expect(await send('{"username":"root","password":"x"', {})).toBe(400);
    expect(await send('\u001f\u008b\u0008', { 'content-encoding': 'gzip' })).toBe(400);
    expect((await fetch(`${server.url}/ping`)).status).toBe(200);
  });
});
