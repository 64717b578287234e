import { expect, test } from 'vitest';
import { AppException } from '../../../src/schemas/app-error.ts';
import type { Http } from '../../../src/services/http.ts';
import { fetchBookFile } from '../../../src/services/reader/book-file.ts';

const pieces = ['one ', 'two ', 'three'];
const body = (end: 'close' | 'error') =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (end === 'close') controller.close();
      else controller.error(new TypeError('Cut off'));
    },
  });

/** The file of an answer, and what was told of its bytes. */
async function fetched(response: Response, signal = new AbortController().signal) {
  const told: (readonly [number, number | null])[] = [];
  const http = { authorized: async () => response } as unknown as Http;
  const onBytes = (loaded: number, total: number | null) => void told.push([loaded, total]);
  const file = await fetchBookFile(http, { itemId: 'a', ino: '1', signal, onBytes });
  return { text: await file.text(), told };
}

test('a file comes whole, and it is told how far it has come', async () => {
  const answer = new Response(body('close'), { headers: { 'content-length': '13' } });
  expect(await fetched(answer)).toEqual({
    text: 'one two three',
    told: [
      [4, 13],
      [8, 13],
      [13, 13],
    ],
  });
});

test('of one that is packed the length is not known', async () => {
  const headers = { 'content-length': '5', 'content-encoding': 'gzip' };
  expect((await fetched(new Response(body('close'), { headers }))).told.at(-1)).toEqual([13, null]);
});

test('an empty file is empty', async () => {
  expect(await fetched(new Response(null))).toEqual({ text: '', told: [] });
});

test('one that is refused, cut off or not wanted any more says so', async () => {
  await expect(fetched(new Response('No', { status: 404 }))).rejects.toMatchObject({ error: { kind: 'notFound' } });
  await expect(fetched(new Response(body('error')))).rejects.toBeInstanceOf(AppException);
  await expect(fetched(new Response(body('error')), AbortSignal.abort())).rejects.toMatchObject({
    error: { kind: 'aborted' },
  });
});
