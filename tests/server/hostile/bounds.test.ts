import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTurns } from '../../../server/http/turns.ts';
import { parseXml, withoutDoctypes } from '../../../server/http/xml.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server.stop());

const as = 'listener';

describe('limits of one account', () => {
  test.each(['999999999', '99999999999', '201'])('a search for %s hits is refused', async (limit) => {
    expect(await server.call(`/api/libraries/${server.bookLibraryId}/search?q=a&limit=${limit}`, { as })).toMatchObject(
      { status: 400, body: 'limit may be 200 at most' },
    );
    expect((await server.call(`/api/libraries/${server.bookLibraryId}/search?q=a&limit=200`, { as })).status).toBe(200);
  });

  test('shelves, items in progress and items by id are bounded, pages of sessions cut', async () => {
    const ids = Array.from({ length: 1001 }, () => randomUUID());
    const answers = await Promise.all([
      server.call(`/api/libraries/${server.bookLibraryId}/personalized?limit=501`, { as }),
      server.call('/api/me/items-in-progress?limit=1001', { as }),
      server.call('/api/items/batch/get', { as, method: 'POST', body: { libraryItemIds: ids } }),
      server.call('/api/me/listening-sessions?itemsPerPage=999999999', { as }),
    ]);
    expect([answers.map(({ status }) => status), at(answers[3]?.body, 'itemsPerPage')]).toEqual([
      [400, 400, 400, 200],
      5000,
    ]);
  });

  test('a hundred plays on new devices open five streams at most; an unused one ends after a minute', async () => {
    const item = server.ctx.store.database.get<{ id: string }>(
      "SELECT i.id FROM libraryItems i JOIN itemFiles f ON f.itemId = i.id WHERE f.audioFiles LIKE '%.mp3%' AND i.mediaType = 'book' AND i.explicit = 0",
    )?.id;
    const play = () =>
      server.call(`/api/items/${item}/play`, {
        as,
        method: 'POST',
        body: { deviceInfo: { deviceId: randomUUID() }, forceTranscode: true },
      });
    const answers = [];
    for (let number = 0; number < 100; number += 1) answers.push(await play());
    expect([
      answers.map(({ status }) => status).filter((status) => status === 200).length,
      server.ctx.playback.all().length,
    ]).toEqual([5, 5]);
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      body: 'Too many streams are converted at once. Close one of them, or try again in a minute',
    });

    const [oldest] = server.ctx.playback.all();
    if (oldest) oldest.session.updatedAt -= 61_000;
    const sixth = await play();
    expect([
      sixth.status,
      server.ctx.playback.all().some((entry) => entry === oldest),
      server.ctx.playback.all().length,
    ]).toEqual([200, false, 5]);
  });

  test('a hundred plays without conversion leave fifty sessions open, the newest', async () => {
    const item = server.ctx.store.database.get<{ id: string }>(
      "SELECT id FROM libraryItems WHERE mediaType = 'book' AND explicit = 0 AND numTracks > 0",
    )?.id;
    const ids: unknown[] = [];
    for (let number = 0; number < 100; number += 1) {
      const { body } = await server.call(`/api/items/${item}/play`, {
        method: 'POST',
        body: { deviceInfo: { deviceId: `d${number}` }, forceDirectPlay: true },
      });
      ids.push(at(body, 'id'));
    }
    const open = server.ctx.playback
      .all()
      .filter(({ session }) => session.userId === server.user('root').id)
      .map(({ session }) => session.id);
    expect([open.length, open.at(-1)]).toEqual([50, ids.at(-1)]);
  });

  test('three thousand different statements stay within a memory limit', async () => {
    const before = process.memoryUsage().rss;
    for (let page = 0; page < 3000; page += 1) server.ctx.store.database.all(`SELECT ${page} AS n`);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 ** 2);
  });

  test('a form of many or long fields is refused', async () => {
    const send = async (fields: number, length: number): Promise<number> => {
      const form = new FormData();
      for (let number = 0; number < fields; number += 1) form.append(`f${number}`, 'x'.repeat(length));
      const token = await server.ctx.tokens.access(server.user('root'));
      return (
        await fetch(`${server.url}/api/upload`, {
          method: 'POST',
          body: form,
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    };
    expect([await send(1000, 10), await send(1, 20_000)]).toEqual([413, 400]);
  });
});

describe('covers, which need no account', () => {
  test('are drawn in few sizes', async () => {
    const item = server.ctx.store.database.get<{ id: string }>(
      'SELECT id FROM libraryItems WHERE coverPath IS NOT NULL',
    )?.id;
    const tags = await Promise.all(
      Array.from({ length: 60 }, async (_, index) =>
        (await fetch(`${server.url}/api/items/${item}/cover?width=${141 + index}&format=webp`)).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });
});

describe('turns', () => {
  test('limits running and waiting work and refuses the rest; failed work frees its turn', async () => {
    const inTurn = createTurns(2, 3);
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const work = (fails: boolean) =>
      inTurn(async () => {
        most = Math.max(most, (running += 1));
        await new Promise<void>((resolve) => void ends.push(resolve));
        running -= 1;
        if (fails) throw new Error('failed');
        return 'done';
      });
    const results = Array.from({ length: 7 }, (_, index) => work(index === 0).catch((cause: unknown) => String(cause)));
    await vi.waitUntil(() => ends.length === 2);
    for (let ended = 0; ended < 5; ended += 1) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([await Promise.all(results), most]).toEqual([
      [
        'Error: failed',
        'done',
        'done',
        'done',
        'done',
        expect.stringContaining('HttpError: 429'),
        expect.stringContaining('HttpError: 429'),
      ],
      2,
    ]);
  });
});

describe('document types', () => {
  test.each([
    ['<!DOCTYPE html><a>b</a>', '<a>b</a>'],
    ['<?xml version="1.0"?><!doctype x [<!ENTITY e "e">]><a>b</a>', '<?xml version="1.0"?><a>b</a>'],
    ['<!DOCTYPE x SYSTEM "y"><!DOCTYPE z><a/>', '<a/>'],
    ['<a/><!DOCTYPE never ends', '<a/>'],
    ['<a/>', '<a/>'],
  ])('%j become %j', (text, kept) => expect(withoutDoctypes(text)).toBe(kept));

  test.each([
    '<!DOCTYPE'.repeat(100_000),
    '<!DOCTYPE ['.repeat(100_000),
    '<!DOCTYPE [>'.repeat(100_000),
    '<!DOCTYPE []'.repeat(100_000),
  ])('of a megabyte take no time', (text) => {
    const start = performance.now();
    withoutDoctypes(text);
    expect(performance.now() - start).toBeLessThan(300);
    expect(parseXml('<a>b</a>')).toEqual({ a: 'b' });
  });
});
