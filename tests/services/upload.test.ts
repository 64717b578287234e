// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppException, type AppError } from '../../src/schemas/app-error.ts';
import { uploadBackup, uploadCover, uploadItem } from '../../src/services/endpoints/uploads.ts';
import { getMe } from '../../src/services/endpoints/me.ts';
import { createUploader, type Uploader, type UploadProgress } from '../../src/services/upload.ts';

interface Arrived {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

let server: Server;
let uploader: Uploader;
let arrived: Arrived[];
let answer: (request: Arrived, response: ServerResponse) => void;
let requestStarted: (request: IncomingMessage) => void;
let tokenRequests: (string | null)[];

/** Real requests to a real server on this machine, of another origin than the page. */
beforeEach(async () => {
  arrived = [];
  tokenRequests = [];
  requestStarted = () => undefined;
  answer = (_, response) => response.end('OK');
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    if (request.method === 'OPTIONS') return void response.end();
    requestStarted(request);
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const seen = {
        url: request.url ?? '',
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString(),
      };
      arrived.push(seen);
      answer(seen, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
  uploader = createUploader({
    baseUrl,
    tokens: {
      request: async (rejected) => {
        tokenRequests.push(rejected);
        return rejected === null ? 'first' : 'second';
      },
    },
  });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const file = (name: string, content: string) => new File([content], name, { type: 'audio/mpeg' });

const book = () => ({
  libraryId: 'library-1',
  folderId: 'folder-1',
  title: 'A Title',
  author: 'An Author',
  files: [file('one.mp3', 'first sound'), file('two.mp3', 'second sound')],
});

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const cause = await promise.then(
    () => new Error('did not fail'),
    (error: unknown) => error,
  );
  if (cause instanceof AppException) return cause.error;
  throw cause;
}

test('an item is sent with its fields and its files in order', async () => {
  await expect(uploader.upload(uploadItem, book())).resolves.toBe('OK');
  expect(arrived.map(({ url, authorization }) => ({ url, authorization }))).toEqual([
    { url: '/base/api/upload', authorization: 'Bearer first' },
  ]);
  const parts = [
    ...(arrived[0]?.body ?? '').matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?[^]*?\r\n\r\n([^]*?)\r\n--/g),
  ];
  expect(parts.map(([, name, filename, content]) => [name, filename ?? null, content])).toEqual([
    ['title', null, 'A Title'],
    ['author', null, 'An Author'],
    ['library', null, 'library-1'],
    ['folder', null, 'folder-1'],
    ['0', 'one.mp3', 'first sound'],
    ['1', 'two.mp3', 'second sound'],
  ]);
});

test('progress is reported in bytes up to the whole request', async () => {
  const seen: UploadProgress[] = [];
  await uploader.upload(
    uploadItem,
    { ...book(), files: [file('big.mp3', 'x'.repeat(2_000_000))] },
    { onProgress: (progress) => seen.push(progress) },
  );
  const last = seen.at(-1);
  expect(last?.sentBytes).toBe(last?.totalBytes);
  expect(last?.totalBytes).toBeGreaterThan(2_000_000);
  expect(seen.map(({ sentBytes }) => sentBytes)).toEqual(seen.map(({ sentBytes }) => sentBytes).sort((a, b) => a - b));
});

test('a refused token is renewed and the files are sent once more', async () => {
  answer = ({ authorization }, response) => {
    response.statusCode = authorization === 'Bearer second' ? 200 : 401;
    response.end(authorization === 'Bearer second' ? '{"success":true,"cover":"/metadata/cover.jpg"}' : 'Unauthorized');
  };
  await expect(uploader.upload(uploadCover, { id: 'item-1', file: file('cover.jpg', 'picture') })).resolves.toEqual({
    success: true,
    cover: '/metadata/cover.jpg',
  });
  expect(tokenRequests).toEqual([null, 'first']);
  expect(arrived.map(({ body }) => body.includes('picture'))).toEqual([true, true]);
});

test('a second refusal ends it', async () => {
  answer = (_, response) => {
    response.statusCode = 401;
    response.end('Unauthorized');
  };
  expect(await failureOf(uploader.upload(uploadItem, book()))).toEqual({
    kind: 'unauthorized',
    message: 'Unauthorized',
  });
  expect(arrived).toHaveLength(2);
});

test('cancelled in the middle, the request ends and the call is aborted', async () => {
  const controller = new AbortController();
  const closed = new Promise<void>((resolve) => {
    requestStarted = (request) => {
      request.on('close', () => resolve());
      controller.abort();
    };
  });
  const big = { ...book(), files: [file('big.mp3', 'x'.repeat(8_000_000))] };
  expect(await failureOf(uploader.upload(uploadItem, big, { signal: controller.signal }))).toEqual({ kind: 'aborted' });
  await closed;
  expect(arrived).toEqual([]);
});

test('cancelled before its start, nothing is sent', async () => {
  expect(await failureOf(uploader.upload(uploadItem, book(), { signal: AbortSignal.abort() }))).toEqual({
    kind: 'aborted',
  });
  expect(arrived).toEqual([]);
});

test("a proxy's size limit is reported, without its page", async () => {
  answer = (_, response) => {
    response.statusCode = 413;
    response.end('<html><h1>413 Request Entity Too Large</h1></html>');
  };
  expect(await failureOf(uploader.upload(uploadItem, book()))).toEqual({ kind: 'tooLarge', message: '' });
});

test("the server's error text arrives", async () => {
  answer = (_, response) => {
    response.statusCode = 400;
    response.end('Failed to read backup file - backup might not be a valid .zip file');
  };
  expect(await failureOf(uploader.upload(uploadBackup, { file: file('x.audiobookshelf', 'x') }))).toEqual({
    kind: 'rejected',
    status: 400,
    message: 'Failed to read backup file - backup might not be a valid .zip file',
  });
});

test('an answer of another shape is a contract failure', async () => {
  answer = (_, response) => response.end('{"backups":7}');
  expect(await failureOf(uploader.upload(uploadBackup, { file: file('x.audiobookshelf', 'x') }))).toEqual({
    kind: 'contract',
    endpoint: 'uploads.backup',
    issues: [{ path: 'backups', message: 'expected array' }],
  });
});

test('a connection that breaks is a network failure', async () => {
  answer = (_, response) => void response.destroy();
  const quiet = vi.spyOn(console, 'error').mockReturnValue(undefined);
  expect(await failureOf(uploader.upload(uploadItem, book()))).toEqual({ kind: 'network' });
  quiet.mockRestore();
});

test('an endpoint without files is refused', async () => {
  expect(await failureOf(uploader.upload(getMe, undefined))).toEqual({
    kind: 'unexpected',
    message: 'me.one sends no files',
  });
});
