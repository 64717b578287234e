import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '../../../server/http/json-body.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let item: string;
beforeAll(async () => {
  server = await startDemo();
  item =
    server.ctx.store.database.get<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'book'")?.id ?? '';
});
afterAll(() => server.stop());

const as = 'listener';
const raw = async (path: string, body: string) => {
  const headers = {
    authorization: `Bearer ${await server.ctx.tokens.access(server.user(as))}`,
    'content-type': 'application/json',
  };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body });
  return [answer.status, await answer.text()];
};

/** Reads a text as a body that arrives in pieces; `lengths` are those of the parsed texts. */
function read(text: string, { mostValues = 1e5, pieces = 65_536, lengths = [] as number[] } = {}): Promise<unknown> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, index) =>
    bytes.subarray(index * pieces, (index + 1) * pieces),
  );
  const parse = (part: string): unknown => (lengths.push(part.length), JSON.parse(part));
  return readJson(Readable.from(chunks), parse, { mostBytes: 20e6, mostValues });
}

describe('a body that is too large', () => {
  test.each([
    [`/api/me/item/ID/bookmark`, 'POST', { time: 1, title: 'z'.repeat(1001) }, '"title" may be 1000 characters long'],
    [
      '/api/me/progress/ID',
      'PATCH',
      { ebookLocation: 'z'.repeat(1001) },
      '"ebookLocation" may be 1000 characters long',
    ],
    ['/api/me/progress/ID', 'PATCH', { currentTime: 1e13 }, '"currentTime" may be 1000000000000'],
    ['/api/me/progress/batch/update', 'PATCH', [{}, { ebookLocation: 'z'.repeat(1001) }], '"1.ebookLocation" may be'],
    ['/api/session/local-all', 'POST', { sessions: [{ id: 'z'.repeat(5000) }] }, '"sessions.0.id" may be 4096'],
    ['/api/playlists', 'POST', { libraryId: 'x', name: 'z'.repeat(5000) }, '"name" may be 4096 characters long'],
    [
      '/api/items/ID/play',
      'POST',
      { supportedMimeTypes: Array.from({ length: 20_001 }, () => 'x') },
      '"supportedMimeTypes"',
    ],
  ])('%s: is refused by the name of the member', async (path, method, body, text) => {
    const answer = await server.call(path.replace('ID', item), { as, method, body });
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(text)]);
    expect(answer.body).toMatch(/ at most$/);
  });

  test('of many values, members or levels is refused before it is parsed', async () => {
    const start = performance.now();
    expect(
      await Promise.all([
        raw('/api/session/local-all', '['.repeat(6_000_000)),
        raw('/api/session/local-all', `[${'{},'.repeat(400_000)}{}]`),
        raw('/api/session/local', `[${'1,'.repeat(100_000)}1]`),
        raw('/api/session/local', `{${Array.from({ length: 501 }, (_, index) => `"k${index}":1`).join()}}`),
      ]),
    ).toEqual([
      [413, 'The body has more than 64 levels'],
      [413, 'The body has more than 400000 values'],
      [413, 'The body has more than 100000 values'],
      [413, 'The body has more than 500 members'],
    ]);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test.each(['[{"a":"[[[{{{,,,:::"}]', String.raw`{"a":"\"[\\","b":["\\\"",{"c":1}]}`])(
    '%s is accepted: the content of texts does not count',
    async (text) => expect(await read(text, { mostValues: 5 })).toEqual(JSON.parse(text)),
  );

  test.each(['["open', ']]]]', '{"a":"\\', '{"a":[1,]}', '[,1]', '"text"', '5', '{"a":1}}'])(
    '%s is refused as invalid JSON',
    async (text) => expect(await read(text).catch(String)).toBe('HttpError: 400 Bad Request'),
  );
});

describe('a body is read while it arrives', () => {
  const values: [string, unknown][] = [
    ['nothing', {}],
    ['a list', Array.from({ length: 9000 }, (_, index) => ({ id: `"\\${index}é`, deep: [[index], { a: [] }] }))],
    [
      'lists beside other members',
      {
        before: 'ß😀\u0001[',
        7: Array.from({ length: 20_000 }, (_, index) => index),
        none: [],
        sessions: Array.from({ length: 20_000 }, (_, index) => `${index},`),
        nested: { list: Array.from({ length: 20_000 }, (_, index) => index) },
        last: null,
      },
    ],
    ['lists in lists', [[1, 2], Array.from({ length: 30_000 }, (_, index) => index), [3]]],
  ];
  test.each(values)('%s: in pieces of any size gives the same result', async (_name, value) => {
    const text = JSON.stringify(value);
    const pretty = `\ufeff ${JSON.stringify(value, null, 1)}\n`;
    const bounds = { mostValues: 400_000 };
    expect([
      await read(text, bounds),
      await read(text, { ...bounds, pieces: 1021 }),
      await read(pretty, { ...bounds, pieces: 97 }),
    ]).toEqual([value, value, value]);
  });

  test('of 9 MB is parsed in parts', async () => {
    const list = Array.from({ length: 90_000 }, (_, index) => ({ id: index, text: 'z'.repeat(80) }));
    const lengths: number[] = [];
    const text = JSON.stringify({ list });
    const value = await read(text, { mostValues: 400_000, lengths });
    expect([JSON.stringify(value) === text, lengths.length > 50, Math.max(...lengths) < 140_000]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('with an overlong text keeps only enough of it to be refused', async () => {
    const lengthOf = async (text: string) => ((await read(`{"a":"${text}","b":1}`)) as { a: string }).a.length;
    const most = 4_000_000;
    expect([
      await lengthOf('z'.repeat(9e6)),
      await lengthOf(`${'z'.repeat(most - 2)}${String.raw`\u0041\"\n`.repeat(1e5)}`),
      await lengthOf(String.raw`\"`.repeat(2e6)),
    ]).toEqual([most + 1, most + 1, 2e6]);
  });

  test('over the limit is refused with 413, also without a declared length', async () => {
    const texts = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, 'z'.repeat(1e6)])));
    const answer = await fetch(`${server.url}/api/session/local`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await server.ctx.tokens.access(server.user(as))}`,
        'content-type': 'application/json',
      },
      body: Readable.toWeb(Readable.from(Array.from({ length: 200 }, () => Buffer.from(' '.repeat(65_536))))) as never,
      duplex: 'half',
    } as RequestInit);
    expect([await raw('/api/session/local', texts(6)), answer.status]).toEqual([
      [413, 'The body has more than 5000000 characters in one entry'],
      413,
    ]);
  });

  test('that breaks off is refused', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('{"a":');
        await Promise.resolve();
        throw new Error('aborted');
      })(),
    );
    expect(await readJson(body, JSON.parse, { mostBytes: 100 }).catch(String)).toBe('HttpError: 400 Bad Request');
  });
});

describe('long lists', () => {
  test('thousands of sessions are stored in parts, and other requests run in between', async () => {
    const sessions = Array.from({ length: 2000 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      libraryItemId: item,
      currentTime: 1,
      timeListening: 1,
      updatedAt: 1_700_000_000_000 + index,
    }));
    const done = { isDone: false };
    const sending = server
      .call('/api/session/local-all', { as, method: 'POST', body: { sessions: [null, ...sessions] } })
      .finally(() => (done.isDone = true));
    let pings = 0;
    for (; !done.isDone; pings += 1) expect((await server.call('/ping')).status).toBe(200);
    const results = at((await sending).body, 'results') as { success: boolean }[];
    expect([results.length, results.filter(({ success }) => success).length]).toEqual([2001, 2000]);
    expect(pings).toBeGreaterThan(10);
  });
});
