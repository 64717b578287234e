import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuseHeavyJson } from '../../../server/http/json-bounds.ts';
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

  test.each(['[{"a":"[[[{{{,,,:::"}]', String.raw`{"a":"\"[\\","b":["\\\"",{"c":1}]}`, '["open', ']]]]', '{"a":"\\'])(
    '%s is none: what stands in texts does not count',
    (text) => expect(() => refuseHeavyJson(text, 5)).not.toThrow(),
  );

  test('thousands of sessions are stored in parts, and others are served between them', async () => {
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
