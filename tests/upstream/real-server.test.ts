import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts';
import { createVisitor } from '../support/openid-visitor.ts';
import { at, listAt, startDemo, type LibraryServer } from '../server/library/support.ts';
import { send, startFront, type Listening } from './front.ts';
import { REAL_BASE, startRealWays, type RealWays } from './real-ways.ts';

const PEOPLE = { alice: { preferred_username: 'alice' } };
const APP = 'audiobookshelf://oauth';

let server: LibraryServer;
let mediaId: string;
let itemId: string;
beforeAll(async () => {
  server = await startDemo();
  const books = await server.call(`/api/libraries/${server.bookLibraryId}/items`);
  const book = listAt(books.body, 'results').find(
    (item) => at(item, 'media', 'metadata', 'title') === "Aesop's Fables",
  );
  [itemId, mediaId] = [String(at(book, 'id')), String(at(book, 'media', 'id'))];
  const root = { as: 'root', method: 'POST' };
  await server.call('/api/share/mediaitem', {
    ...root,
    body: { slug: 'fables', mediaItemType: 'book', mediaItemId: mediaId, expiresAt: 0, isDownloadable: true },
  });
  await server.call(`/api/feeds/item/${itemId}/open`, {
    ...root,
    body: { serverAddress: 'http://inner.test', slug: 'fables', metadataDetails: { preventIndexing: true } },
  });
});
afterAll(() => server.stop());

/** Each form of `--upstream`, at the root of its address and below a path, in front of both kinds of server. */
const CASES = [
  { newer: false, given: '', base: '' },
  { newer: false, given: `${REAL_BASE}/`, base: '/earmark' },
  { newer: true, given: '', base: '/earmark' },
  { newer: true, given: '', base: REAL_BASE },
  { newer: true, given: `${REAL_BASE}/`, base: '' },
];

describe.each(CASES)('in front of a real server (%o)', ({ newer, given, base }) => {
  let real: RealWays;
  let front: Listening;
  let provider: OpenIdProvider;
  let here: string;
  const root = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  let token: string;
  beforeAll(async () => {
    real = await startRealWays(server.url, { newer });
    front = await startFront(real.url + given, { base });
    here = front.url + base;
    provider = await startOpenIdProvider(here, PEOPLE);
    token = await server.ctx.tokens.access(server.user('root'));
    const body = JSON.stringify({
      ...provider.settings,
      authOpenIDAutoRegister: true,
      authOpenIDMobileRedirectURIs: [APP],
      authOpenIDSubfolderForRedirectURLs: base,
    });
    await send(`${here}/api/auth-settings`, root(), { method: 'PATCH', body });
  });
  afterAll(async () => {
    await provider.stop();
    await front.stop();
    await real.stop();
  });

  test('a person signs in by OpenID and reaches the page here, with a sign-in that can be renewed', async () => {
    const visitor = createVisitor();
    const back = new URL((await visitor.signIn(here, 'alice')).location ?? '');
    expect([back.origin + back.pathname, [...back.searchParams.keys()]]).toEqual([
      `${here}/login`,
      ['setToken', 'accessToken'],
    ]);
    const refreshed = await visitor.visit(`${here}/auth/refresh`, { method: 'POST' });
    expect([refreshed.status, at(JSON.parse(refreshed.body), 'user', 'username')]).toEqual([200, 'alice']);
  });

  test('a refused sign-in comes back to the page here', async () => {
    const visitor = createVisitor();
    const start = await visitor.visit(`${here}/auth/openid?callback=${encodeURIComponent(`${here}/login`)}`);
    const state = new URL(start.location ?? '').searchParams.get('state');
    const back = await visitor.visit(`${here}/auth/openid/callback?error=access_denied&state=${state}`);
    const { origin, pathname, searchParams } = new URL(back.location ?? '');
    expect([origin + pathname, searchParams.get('autoLaunch')]).toEqual([`${here}/login`, '0']);
  });

  test('an app gets its code through the address here', async () => {
    const visitor = createVisitor();
    const query = new URLSearchParams({
      response_type: 'code',
      redirect_uri: APP,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      state: 'of-the-app',
    });
    const start = await visitor.visit(`${here}/auth/openid?${query.toString()}`);
    const returned = await visitor.throughProvider(start, 'alice');
    expect(returned).toMatch(new RegExp(`^${here}/auth/openid/mobile-redirect\\?`));
    expect((await visitor.visit(returned)).location).toMatch(/^audiobookshelf:\/\/oauth\?code=[^&]+&state=of-the-app$/);
  });

  test('a share plays from the addresses of the server', async () => {
    const visit = await send(`${here}/public/share/fables`);
    const cookie = visit.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? '';
    const track = String(at(JSON.parse(visit.body), 'playbackSession', 'audioTracks', 0, 'contentUrl'));
    expect(track).toBe(`${REAL_BASE}/public/share/fables/track/1`);
    // As the client does: addresses outside of its base path are put below it.
    const address = track.startsWith(`${base}/`) ? front.url + track : here + track;
    const sound = await send(address, { cookie, range: 'bytes=5-14' });
    expect([sound.status, sound.headers['content-type'], sound.headers['content-length']]).toEqual([
      206,
      'audio/mpeg',
      '10',
    ]);
  });

  test('a stream plays from the address of the server', async () => {
    const body = JSON.stringify({ deviceInfo: { deviceId: 'd' }, supportedMimeTypes: [], forceTranscode: true });
    const opened = await send(`${here}/api/items/${itemId}/play`, root(), { method: 'POST', body });
    const playlist = String(at(JSON.parse(opened.body), 'audioTracks', 0, 'contentUrl'));
    expect(playlist).toMatch(new RegExp(`^${REAL_BASE}/hls/`));
    const address = playlist.startsWith(`${base}/`) ? front.url + playlist : here + playlist;
    expect(await send(address)).toMatchObject({ status: 200, body: expect.stringMatching(/^#EXTM3U/) });
    await send(`${here}/api/session/${at(JSON.parse(opened.body), 'id')}/close`, root(), {
      method: 'POST',
      body: '{}',
    });
  });

  test('a feed has addresses that reach its sound', async () => {
    const { body } = await send(`${here}/feed/fables`);
    const [, enclosure = ''] = /<enclosure url="([^"]+)"/.exec(body) ?? [];
    expect(enclosure.startsWith(`${front.url}/`)).toBe(true);
    expect(body).not.toMatch(
      /http:\/\/(?:inner\.test|127\.0\.0\.1:(?!PORT))/.source.replace('PORT', new URL(front.url).port),
    );
    const sound = await send(enclosure, { range: 'bytes=0-9' });
    expect([sound.status, sound.headers['content-type']]).toEqual([206, 'audio/mpeg']);
  });

  test.each(['websocket', 'polling'])('the live connection uses %s', async (transport) => {
    const socket = io(front.url, { path: `${base}/socket.io`, transports: [transport], reconnection: false });
    const names: string[] = [];
    socket.onAny((name: string) => void names.push(name));
    socket.on('connect', () => socket.emit('auth', token));
    await vi.waitFor(() => expect(names).toContain('init'), { timeout: 5000 });
    socket.close();
  });

  test('an oversized upload is refused as the server does it', async () => {
    const body = Buffer.alloc(20 * 1024 * 1024, ' ');
    const refused = await send(`${here}/api/items/batch/update`, root(), { method: 'POST', body });
    expect([refused.status, refused.body]).toEqual([413, 'Payload Too Large']);
  });

  test('a download comes through', async () => {
    const address = `/api/items/${itemId}/download?token=${token}`;
    const zip = await send(here + address);
    expect([zip.status, zip.headers['content-type'], zip.body.slice(0, 2)]).toEqual([200, 'application/zip', 'PK']);
  });
});

test('a server without a saved subfolder leads astray, which is why every save sends it', async () => {
  const real = await startRealWays(server.url);
  const provider = await startOpenIdProvider(real.url, PEOPLE);
  await server.call('/api/auth-settings', { as: 'root', method: 'PATCH', body: provider.settings });
  const visitor = createVisitor();
  const start = await visitor.visit(`${real.url}/auth/openid?callback=${encodeURIComponent(`${real.url}/login`)}`);
  expect(new URL(start.location ?? '').searchParams.get('redirect_uri')).toContain('/undefined/auth/openid/callback');
  await provider.stop();
  await real.stop();
});
