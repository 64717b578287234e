import { expect, test, vi } from 'vitest';
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

/** The file of an answer, and its reported bytes. */
async function fetched(response: Response, signal = new AbortController().signal) {
  const report: (readonly [number, number | null])[] = [];
  const http = { authorized: async () => response } as unknown as Http;
  const onBytes = (loaded: number, total: number | null) => void report.push([loaded, total]);
  const file = await fetchBookFile(http, { itemId: 'a', ino: '1', signal, onBytes });
  return { text: await file.text(), report };
}

test('a file arrives whole, with its progress', async () => {
  const answer = new Response(body('close'), { headers: { 'content-length': '13' } });
  expect(await fetched(answer)).toEqual({
    text: 'one two three',
    report: [
      [4, 13],
      [8, 13],
      [13, 13],
    ],
  });
});

test('a small file has its bytes at hand once, and is a file after that', async () => {
  const http = (headers: HeadersInit) =>
    ({ authorized: async () => new Response(body('close'), { headers }) }) as unknown as Http;
  const signal = new AbortController().signal;
  const input = { itemId: 'a', ino: '1', signal, onBytes: () => undefined };
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
  const small = await fetchBookFile(http({ 'content-length': '13' }), input);
  const bytes = await small.arrayBuffer();
  expect([new TextDecoder().decode(bytes), small.size, read.mock.calls.length]).toEqual(['one two three', 13, 0]);
  // The holder of the bytes may have given them to a worker.
  structuredClone(bytes, { transfer: [bytes] });
  expect(new TextDecoder().decode(await small.arrayBuffer())).toBe('one two three');
  const large = await fetchBookFile(http({ 'content-length': String(9 * 1024 ** 2) }), input);
  read.mockClear();
  await large.arrayBuffer();
  expect(read).toHaveBeenCalledOnce();
});

test('the length of a packed one is unknown', async () => {
  const headers = { 'content-length': '5', 'content-encoding': 'gzip' };
  expect((await fetched(new Response(body('close'), { headers }))).report.at(-1)).toEqual([13, null]);
});

test('an empty file is empty', async () => {
  expect(await fetched(new Response(null))).toEqual({ text: '', report: [] });
});

test('a refused, truncated or cancelled one says so', async () => {
  await expect(fetched(new Response('No', { status: 404 }))).rejects.toMatchObject({ error: { kind: 'notFound' } });
  await expect(fetched(new Response(body('error')))).rejects.toBeInstanceOf(AppException);
  await expect(fetched(new Response(body('error')), AbortSignal.abort())).rejects.toMatchObject({
    error: { kind: 'aborted' },
  });
});
