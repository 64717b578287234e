import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
const media = new Map<string, string>();

beforeAll(async () => {
  server = await startDemo();
  const books = await server.call(`/api/libraries/${server.bookLibraryId}/items`);
  for (const item of listAt(books.body, 'results'))
    media.set(String(at(item, 'media', 'metadata', 'title')), String(at(item, 'media', 'id')));
});
afterAll(() => server.stop());

const create = (body: unknown, as = 'root') => server.call('/api/share/mediaitem', { method: 'POST', body, as });
const share = (slug: string, title: string, more: object = {}) =>
  create({ slug, mediaItemType: 'book', mediaItemId: media.get(title), expiresAt: 0, isDownloadable: true, ...more });
/** A visitor: a browser without an account that keeps its cookie. */
const visitor = () => {
  let cookie = '';
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.url}/public/share/${path}`, {
      ...init,
      headers: { ...(init.headers as object), ...(cookie ? { cookie } : {}) },
    });
    for (const set of answer.headers.getSetCookie())
      if (!set.startsWith('share_session_id=;')) cookie = set.split(';')[0] ?? '';
    return answer;
  };
};

describe('a share', () => {
  test('opens without an account, plays with ranges, and keeps the visitor’s position', async () => {
    const made = await share('fables', "Aesop's Fables");
    expectSameShape(made.body, recording('share/create').response.body);
    expect(made.status).toBe(201);
    const visit = visitor();
    const first = await visit('fables?t=12');
    const body: unknown = await first.json();
    expectSameShape(body, recording('share/public-get').response.body, [
      'playbackSession.mediaMetadata',
      'playbackSession.deviceInfo',
      'playbackSession.chapters',
    ]);
    expect(at(body, 'playbackSession', 'currentTime')).toBe(12);
    const track = await visit('fables/track/1', { headers: { range: 'bytes=0-9' } });
    expect([track.status, (await track.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const moved = await visit('fables/progress', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"currentTime":33.3}',
    });
    expect(moved.status).toBe(204);
    expect(at(await (await visit('fables')).json(), 'playbackSession', 'currentTime')).toBe(33.3);
    const zip = await visit('fables/download');
    expect([zip.headers.get('content-type'), new Uint8Array(await zip.arrayBuffer()).slice(0, 2)]).toEqual([
      'application/zip',
      new Uint8Array([0x50, 0x4b]),
    ]);
  });

  test.each([
    ['fables/track/1', 404, 'Share session not set'],
    ['fables/cover', 404, 'Share session not set'],
    ['fables/download', 404, 'Share session not set'],
    ['none', 404, 'Not Found'],
  ])('without a visit %s answers %i %s', async (path, status, text) => {
    const answer = await visitor()(path);
    expect([answer.status, await answer.text()]).toEqual([status, text]);
  });

  test('a session of one share does not open another one', async () => {
    await share('other', 'The Time Machine', { isDownloadable: false });
    const visit = visitor();
    await visit('fables');
    const answer = await visit('other/track/1');
    expect([answer.status, await answer.text()]).toEqual([404, 'Share session not found']);
    await visit('other');
    expect([(await visit('other/download')).status, await (await visit('other/track/99')).text()]).toEqual([
      403,
      'Track not found',
    ]);
  });

  test.each([
    ['share/create-err-body', {}],
    ['share/create-err-expiry', { slug: 'x', mediaItemType: 'book', mediaItemId: 'x', expiresAt: null }],
    ['share/create-err-type', { slug: 'x', mediaItemType: 'x', mediaItemId: 'x', expiresAt: 0 }],
    ['share/create-err-unknown', { slug: 'x', mediaItemType: 'book', mediaItemId: 'nope', expiresAt: 0 }],
  ])('is refused as in %s', async (name, body) => {
    const { response } = recording(name);
    const answer = await create(body);
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
      response.status,
      response.headers['content-type'],
      response.body,
    ]);
  });

  test('has a unique slug and book, and is created by administrators only', async () => {
    expect((await share('fables', 'Frankenstein')).body).toBe('Slug is already in use');
    expect((await share('again', "Aesop's Fables")).body).toBe('Item is already shared');
    expect((await create({}, 'listener')).status).toBe(403);
  });

  test('stops when it expires, also for visitors inside', async () => {
    const end = Date.now() + 150;
    const made = await share('short', 'Frankenstein', { expiresAt: end });
    expect(at(made.body, 'expiresAt')).toBe(new Date(end).toISOString());
    const visit = visitor();
    expect((await visit('short')).status).toBe(200);
    await expect.poll(async () => (await visit('short')).status, { interval: 20 }).toBe(404);
    expect((await visit('short/track/1')).status).toBe(404);
  });

  test('is removed for good', async () => {
    const made = await share('gone', 'The Happy Prince');
    expect((await server.call(`/api/share/mediaitem/${at(made.body, 'id')}`, { method: 'DELETE' })).status).toBe(204);
    expect((await visitor()('gone')).status).toBe(404);
    expect((await server.call('/api/share/mediaitem/nope', { method: 'DELETE' })).body).toBe(
      'Media item share not found',
    );
  });
});
