import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpError } from '../../../server/http/errors.ts';
import { attachment, sendFile } from '../../../server/http/send-file.ts';

describe('sending a file', () => {
  let app: FastifyInstance;
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-file-'));
    fs.writeFileSync(path.join(folder, 'book.m4b'), '0123456789');
    fs.writeFileSync(path.join(folder, 'empty.mp3'), '');
    app = fastify();
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof HttpError ? error.status : 500).send(''),
    );
    app.get<{ Params: { name: string } }>('/:name', (request, reply) =>
      sendFile(request, reply, path.join(folder, request.params.name)),
    );
  });
  afterAll(async () => {
    await app.close();
    fs.rmSync(folder, { recursive: true });
  });
  const get = async (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await app.inject({ method, url: `/${name}`, headers });
    return {
      status: answer.statusCode,
      body: answer.body,
      type: answer.headers['content-type'],
      length: answer.headers['content-length'],
      range: answer.headers['content-range'],
      etag: answer.headers.etag,
    };
  };

  it('answers a range only for the version that If-Range names, and 304 for lists and dates', async () => {
    const whole = await app.inject({ method: 'GET', url: '/book.m4b' });
    const [etag, date] = [String(whole.headers.etag), String(whole.headers['last-modified'])];
    const statuses = async (headers: readonly Record<string, string>[]) =>
      Promise.all(headers.map(async (sent) => (await get('book.m4b', sent)).status));
    const ranged = [etag, date, 'Mon, 01 Jan 2001 00:00:00 GMT', '"other"'].map((version) => ({
      range: 'bytes=0-1',
      'if-range': version,
    }));
    expect(await statuses(ranged)).toEqual([206, 206, 200, 200]);
    expect(
      await statuses([
        { 'if-none-match': `"other", ${etag}` },
        { 'if-none-match': '*' },
        { 'if-modified-since': date },
        { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
        { 'if-none-match': '"other"', 'if-modified-since': date },
      ]),
    ).toEqual([304, 304, 304, 200, 200]);
  });

  it('sends the whole file with type, length and accepted ranges', async () => {
    expect(await get('book.m4b')).toEqual({
      status: 200,
      body: '0123456789',
      type: 'audio/mp4',
      length: '10',
      range: undefined,
      etag: expect.stringMatching(/^W\//),
    });
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=0-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('sends the range %s', async (range, body, contentRange) => {
    expect(await get('book.m4b', { range })).toMatchObject({
      status: 206,
      body,
      range: contentRange,
      length: String(body.length),
    });
  });

  it.each(['bytes=10-', 'bytes=5-2', 'bytes=-0'])('refuses the range %s', async (range) => {
    expect(await get('book.m4b', { range })).toMatchObject({ status: 416, range: 'bytes */10' });
  });

  it.each(['bytes=a-b', 'items=1-2', 'bytes=-', 'bytes=0-1,3-4'])(
    'sends the whole file for the invalid range %s',
    async (range) => {
      expect(await get('book.m4b', { range })).toMatchObject({ status: 200, body: '0123456789' });
    },
  );

  it('sends the whole file when the range was for another version of it', async () => {
    expect(await get('book.m4b', { range: 'bytes=2-4', 'if-range': 'W/"other"' })).toMatchObject({
      status: 200,
      body: '0123456789',
    });
  });

  it('answers 304 to a client that has it', async () => {
    const { etag } = await get('book.m4b');
    expect(await get('book.m4b', { 'if-none-match': String(etag) })).toMatchObject({ status: 304, body: '' });
  });

  it('answers HEAD with the length and no body', async () => {
    expect(await get('book.m4b', {}, 'HEAD')).toMatchObject({ status: 200, body: '', length: '10', type: 'audio/mp4' });
  });

  it('sends an empty file as it is, and 404 for a folder or a missing file', async () => {
    expect([await get('empty.mp3'), await get('missing.mp3'), await get('..')]).toMatchObject([
      { status: 200, body: '', length: '0' },
      { status: 404 },
      { status: 404 },
    ]);
  });

  it('offers a download under a name of any script', () => {
    expect(attachment('吾輩 "は" 猫.m4b')).toBe(
      `attachment; filename="__ ___ _.m4b"; filename*=UTF-8''%E5%90%BE%E8%BC%A9%20%22%E3%81%AF%22%20%E7%8C%AB.m4b`,
    );
  });
});
