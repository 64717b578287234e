import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createParser } from '../../../server/readers/parser.ts';

/** A thread that, by the text to parse, returns its id, fails, hangs, ends, or takes all memory. */
const THREAD = `import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ id, input }) => {
  if (input === 'end') process.exit(1);
  if (input === 'hang') for (;;);
  const all = [];
  if (input === 'fill') for (;;) all.push(new Array(1_000_000).fill(1.5));
  parentPort.postMessage(input === 'fail' ? { id, error: 'no list' } : { id, value: [{ title: input, thread: threadId }] });
});`;

let folder: string;
let file: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-parser-'));
  file = path.join(folder, 'thread.mjs');
  fs.writeFileSync(file, THREAD);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('one job runs after the other, also after a failed one', async () => {
  const { parse, close } = createParser(file);
  const [first, failed, second] = await Promise.allSettled([
    parse('opml', 'a'),
    parse('opml', 'fail'),
    parse('opml', 'b'),
  ]);
  const thread = { thread: expect.any(Number) as number };
  expect([first, failed, second]).toEqual([
    { status: 'fulfilled', value: [{ title: 'a', ...thread }] },
    { status: 'rejected', reason: new Error('no list') },
    { status: 'fulfilled', value: [{ title: 'b', ...thread }] },
  ]);
  await close();
  await expect(parse('opml', 'a')).rejects.toThrow('The server is closing');
});

test.each([
  ['hang', 'It takes too long to read', 1000],
  ['end', 'It cannot be read', 20_000],
  ['fill', 'It takes too much memory to read', 20_000],
])('a thread that does %s is replaced, while the loop goes on', async (text, reason, limit) => {
  const { parse, close } = createParser(file, limit);
  let turns = 0;
  const end = new AbortController();
  const counted = (async () => {
    for (; !end.signal.aborted; turns += 1) await nextTurn();
  })();
  await expect(parse('opml', text)).rejects.toThrow(reason);
  end.abort();
  await counted;
  expect(turns).toBeGreaterThan(3);
  expect(await parse('opml', 'next')).toEqual([{ title: 'next', thread: expect.any(Number) as number }]);
  await close();
});

test('the bytes of a feed are transferred without a copy, unless they share a buffer', async () => {
  const { parse, close } = createParser(file);
  const send = async (body: Uint8Array) => {
    await parse('feed', { body, contentType: 'text/xml', feedUrl: 'http://x' });
    return body.byteLength;
  };
  const shared = new Uint8Array(new ArrayBuffer(100), 10, 50);
  expect([await send(new Uint8Array(100_000)), await send(shared)]).toEqual([0, 50]);
  await close();
});

test('running jobs are rejected when the server closes', async () => {
  const { parse, close } = createParser(file);
  const [hanging] = await Promise.allSettled([parse('opml', 'hang'), close()]);
  expect(hanging).toEqual({ status: 'rejected', reason: new Error('It cannot be read') });
});

test('without the bundled file it parses in place', async () => {
  const { parse, close } = createParser(path.join(folder, 'none.js'));
  expect(await parse('opml', '<opml><body><outline text="A" xmlUrl="http://x/y"/></body></opml>')).toEqual([
    { title: 'A', feedUrl: 'http://x/y' },
  ]);
  await close();
});
