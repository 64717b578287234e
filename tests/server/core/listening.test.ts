import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFile } from '../../../server/store/database.ts';
import { WITHOUT_FOLDED } from '../library/older-schema.ts';
import { startServer, type TestClient } from '../../support/embedded-server.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { openSocket } from '../../support/socket.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

const mimeTypes = ['audio/flac', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/aac'];
const device = (deviceId: string) => ({
  deviceInfo: { clientName: 'Abs Web', deviceId },
  supportedMimeTypes: mimeTypes,
  mediaPlayer: 'html5',
});
const chrome = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
};

let server: LibraryServer;
let book: string;
let podcast: string;
let episode: string;

/** Ids from the store, in a fixed order: the longest book with audio, the podcast and its first episode. */
beforeAll(async () => {
  server = await startDemo();
  const { database } = server.ctx.store;
  book =
    database.get<{ id: string }>(
      "SELECT id FROM libraryItems WHERE mediaType = 'book' AND explicit = 0 AND numTracks = 1 ORDER BY duration DESC",
    )?.id ?? '';
  podcast = database.get<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'podcast'")?.id ?? '';
  episode = database.get<{ id: string }>('SELECT id FROM podcastEpisodes ORDER BY duration DESC')?.id ?? '';
});
afterAll(() => server.stop());

const play = (client: TestClient, id: string, deviceId: string) =>
  client.send('POST', `/api/items/${id}/play`, device(deviceId), chrome);
const idOf = (json: unknown) => String(at(json, 'id'));

describe('playing', () => {
  it('opens a session in the recorded shape, of a book and of an episode', async () => {
    const client = await server.account('player');
    const [first, second] = [
      await play(client, book, 'a'),
      await client.send('POST', `/api/items/${podcast}/play/${episode}`, device('b'), chrome),
    ];
    expectSameShape(at(first.body, 'deviceInfo'), at(recording('items/play').response.body, 'deviceInfo'));
    const topLevel = (json: unknown) => Object.keys(json as object).toSorted();
    expect(topLevel(first.body)).toEqual(topLevel(recording('items/play').response.body));
    expect(topLevel(second.body)).toEqual(topLevel(recording('items/play-episode').response.body));
    expect(first.body).toMatchObject({
      playMethod: 0,
      currentTime: 0,
      bookId: expect.any(String),
      episodeId: null,
      libraryItem: { id: book, media: { tracks: [{}] } },
    });
    expect(second.body).toMatchObject({
      playMethod: 0,
      bookId: null,
      episodeId: episode,
      libraryItem: { id: podcast },
    });
  });

  it('serves the track by the session id alone, with ranges, until the session is closed', async () => {
    const client = await server.account('ranger');
    const session = await play(client, book, 'a');
    const track = `/public/session/${idOf(session.body)}/track/1`;
    const part = await server.anonymous.get(track, { range: 'bytes=0-99' });
    const beyond = await server.anonymous.get(track, { range: 'bytes=999999999-' });
    const missing = await server.anonymous.get(track.replace(/1$/, '9'));
    await client.send('POST', `/api/session/${idOf(session.body)}/close`);
    const closed = await server.anonymous.get(track);
    const size = Number(at(session.body, 'audioTracks', 0, 'metadata', 'size'));
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length'), part.type]).toEqual([
      206,
      `bytes 0-99/${size}`,
      '100',
      at(session.body, 'audioTracks', 0, 'mimeType'),
    ]);
    expect([beyond.status, beyond.headers.get('content-range'), beyond.type]).toEqual([
      416,
      `bytes */${size}`,
      'text/html',
    ]);
    expect([missing.status, closed.status, closed.body]).toEqual([404, 404, 'Not Found']);
  });

  it('closes the session of the same device with an event, not that of another device', async () => {
    const client = await server.account('twice');
    const socket = await openSocket(server.url, client);
    const [first, other, second] = [
      await play(client, book, 'same'),
      await play(client, book, 'other'),
      await play(client, book, 'same'),
    ];
    const sync = (session: unknown) =>
      client.send('POST', `/api/session/${idOf(session)}/sync`, { currentTime: 1, timeListened: 1 });
    expect(await socket.next('user_session_closed')).toBe(idOf(first.body));
    expect([
      (await sync(first.body)).status,
      (await sync(other.body)).status,
      (await sync(second.body)).status,
    ]).toEqual([404, 200, 200]);
    socket.close();
  });

  it('refuses the same as in the recordings', async () => {
    const [client, limited] = [
      await server.account('refused'),
      await server.account('nolibrary', 'user', { accessAllLibraries: false }),
    ];
    const answers = [
      await play(client, 'nope', 'a'),
      await play(client, podcast, 'a'),
      await client.send('POST', `/api/items/${book}/play/x`, device('a')),
      await client.send('POST', `/api/items/${podcast}/play/nope`, device('a')),
      await play(limited, book, 'a'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 404, 403]);
  });

  it('hides a session from all but its owner', async () => {
    const [owner, other] = [await server.account('owner'), await server.account('intruder')];
    const id = idOf((await play(owner, book, 'a')).body);
    const answers = [
      await owner.get(`/api/session/${id}`),
      await other.get(`/api/session/${id}`),
      await other.send('POST', `/api/session/${id}/sync`, { currentTime: 1 }),
      await other.send('POST', `/api/session/${id}/close`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404]);
    expect(answers[0]?.body).toMatchObject({ id, libraryItem: { id: book } });
  });
});

describe('syncing', () => {
  it('saves progress and listened time, and sends them to every socket of the user', async () => {
    const client = await server.account('syncer');
    const [one, two] = [await openSocket(server.url, client), await openSocket(server.url, client)];
    const session = await play(client, book, 'a');
    const answer = await client.send('POST', `/api/session/${idOf(session.body)}/sync`, {
      currentTime: 12,
      timeListened: 12,
      duration: at(session.body, 'duration'),
    });
    const recorded = { id: '', sessionId: '', deviceDescription: '', data: recording('me/progress').response.body };
    expectSameShape(await one.next('user_item_progress_updated'), recorded);
    expect(await two.next('user_item_progress_updated')).toMatchObject({
      sessionId: idOf(session.body),
      deviceDescription: 'Linux x86_64 / Chrome',
      data: { currentTime: 12 },
    });
    expect([answer.body, (await client.get(`/api/me/progress/${book}`)).body]).toMatchObject([
      'OK',
      { currentTime: 12, isFinished: false, episodeId: null },
    ]);
    const history = await client.get('/api/me/listening-sessions');
    expectSameShape(
      at(history.body, 'sessions', 0, 'deviceInfo'),
      at(recording('me/listening-sessions').response.body, 'sessions', 0, 'deviceInfo'),
    );
    expect(history.body).toMatchObject({
      total: 1,
      numPages: 1,
      sessions: [{ id: idOf(session.body), timeListening: 12, chapters: [] }],
    });
    [one, two].forEach((socket) => socket.close());
  });

  it('continues at the last position, and at 0 once it is finished', async () => {
    const client = await server.account('continuer');
    await client.send('PATCH', `/api/me/progress/${book}`, { currentTime: 5, duration: 1000 });
    const again = await play(client, book, 'a');
    await client.send('PATCH', `/api/me/progress/${book}`, { isFinished: true });
    const afterEnd = await play(client, book, 'a');
    await client.send('POST', `/api/session/${idOf(afterEnd.body)}/sync`, { currentTime: 1, timeListened: 1 });
    const progress = await client.get(`/api/me/progress/${book}`);
    expect([at(again.body, 'currentTime'), at(afterEnd.body, 'currentTime'), at(progress.body, 'isFinished')]).toEqual([
      5,
      0,
      false,
    ]);
  });

  it('does not store a session without listened time', async () => {
    const client = await server.account('silent');
    const id = idOf((await play(client, book, 'a')).body);
    await client.send('POST', `/api/session/${id}/sync`, { currentTime: 3, timeListened: 0 });
    const answers = [
      await client.send('POST', `/api/session/${id}/close`, {}),
      await client.send('POST', `/api/session/${id}/close`, {}),
    ];
    expect([
      answers.map(({ status }) => status),
      at((await client.get('/api/me/listening-sessions')).body, 'total'),
    ]).toEqual([[200, 404], 0]);
  });

  it('ignores impossible numbers', async () => {
    const client = await server.account('wild');
    const id = idOf((await play(client, book, 'a')).body);
    await client.send('POST', `/api/session/${id}/sync`, { currentTime: -5, timeListened: -100, duration: 'x' });
    expect((await client.get(`/api/session/${id}`)).body).toMatchObject({ currentTime: 0, timeListening: 0 });
  });
});

describe('listening of all accounts', () => {
  it('is paged, sorted and deleted by admins, and hidden from others', async () => {
    const [admin, client] = [await server.account('boss', 'root'), await server.account('listened')];
    for (const seconds of [5, 9, 7]) {
      const id = idOf((await play(client, book, 'a')).body);
      await client.send('POST', `/api/session/${id}/close`, {
        currentTime: seconds,
        timeListened: seconds,
        duration: 1000,
      });
    }
    const userId = client.user?.id ?? '';
    const list = await admin.get(`/api/sessions?user=${userId}&page=0&itemsPerPage=2&sort=timeListening&desc=1`);
    expect(Object.keys(list.body as object)).toEqual(
      Object.keys(recording('sessions/list-by-user').response.body as object),
    );
    expect(Object.keys(at(list.body, 'sessions', 0) as object)).toEqual(
      Object.keys(at(recording('sessions/list-by-user').response.body, 'sessions', 0) as object),
    );
    expect(list.body).toMatchObject({
      total: 3,
      numPages: 2,
      userId,
      sessions: [{ timeListening: 9 }, { timeListening: 7 }],
    });
    const ofAll = await admin.get('/api/sessions?sort=timeListening&desc=1');
    expect(Object.keys(at(ofAll.body, 'sessions', 0) as object)).toEqual(
      Object.keys(at(recording('sessions/list').response.body, 'sessions', 0) as object),
    );
    expect((at(ofAll.body, 'sessions') as unknown[]).map((session) => at(session, 'user', 'username'))).toContain(
      'listened',
    );
    const ids = [0, 1].map((index) => at(list.body, 'sessions', index, 'id'));
    const answers = [
      await client.get('/api/sessions'),
      await client.get('/api/sessions/open'),
      await client.send('DELETE', `/api/sessions/${ids[0]}`),
      await admin.send('POST', '/api/sessions/batch/delete', { sessions: ['x'] }),
      await admin.send('DELETE', `/api/sessions/${ids[0]}`),
      await admin.send('DELETE', `/api/sessions/${ids[0]}`),
      await admin.send('POST', '/api/sessions/batch/delete', { sessions: [ids[1]] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 400, 200, 404, 200]);
    expect(at((await admin.get(`/api/sessions?user=${userId}`)).body, 'total')).toBe(1);
  });

  it('stays without a user when its user is deleted, as on a real server', async () => {
    const [admin, client] = [await server.account('chief', 'root'), await server.account('goes')];
    const id = idOf((await play(client, book, 'a')).body);
    await client.send('POST', `/api/session/${id}/close`, { currentTime: 4, timeListened: 4, duration: 1000 });
    const open = idOf((await play(client, book, 'b')).body);
    await admin.send('DELETE', `/api/users/${client.user?.id}`);
    const { sessions } = (await admin.get('/api/sessions?itemsPerPage=100')).body as { sessions: { id: string }[] };
    expect(sessions.find((session) => session.id === id)).toMatchObject({
      userId: null,
      user: null,
      timeListening: 4,
    });
    expect((await admin.get(`/api/session/${open}`)).status).toBe(404);
  });

  it('shows open sessions and online users with theirs', async () => {
    const [admin, client] = [await server.account('watcher', 'admin'), await server.account('watched')];
    const socket = await openSocket(server.url, client);
    const id = idOf((await play(client, book, 'a')).body);
    const [open, online] = [await admin.get('/api/sessions/open'), await admin.get('/api/users/online')];
    const mine = (at(open.body, 'sessions') as { id: string }[]).find((session) => session.id === id);
    expect(Object.keys(mine ?? {})).toEqual(
      Object.keys(at(recording('sessions/open-list').response.body, 'sessions', 0) as object),
    );
    expect(online.body).toMatchObject({ usersOnline: [{ username: 'watched', session: { id }, connections: 1 }] });
    socket.close();
  });

  it('sums up the statistics of an account', async () => {
    const client = await server.account('statistic');
    const id = idOf((await play(client, book, 'a')).body);
    await client.send('POST', `/api/session/${id}/close`, { currentTime: 30, timeListened: 30, duration: 1000 });
    const [stats, year, empty, wrong] = await Promise.all(
      [
        '/api/me/listening-stats',
        `/api/me/stats/year/${new Date().getFullYear()}`,
        '/api/me/stats/year/2019',
        '/api/me/stats/year/abc',
      ].map((path) => client.get(path)),
    );
    expect(stats?.body).toMatchObject({
      totalTime: 30,
      today: 30,
      items: { [book]: { id: book, timeListening: 30 } },
      recentSessions: [{ id }],
    });
    expect(Object.keys(stats?.body as object)).toEqual(
      Object.keys(recording('me/listening-stats').response.body as object),
    );
    expect(year?.body).toMatchObject({
      totalListeningSessions: 1,
      totalListeningTime: 30,
      totalBookListeningTime: 30,
      numBooksListened: 1,
    });
    expect(empty?.body).toEqual(recording('me/stats-year-empty').response.body);
    expect([wrong?.status, wrong?.body]).toEqual([400, 'Invalid year']);
  });
});

describe('sessions played without a connection', () => {
  it('are stored; progress is applied only when it is newer', async () => {
    const client = await server.account('offline');
    await client.send('PATCH', `/api/me/progress/${book}`, { currentTime: 100, duration: 1000 });
    const now = Date.now();
    const session = (id: string, libraryItemId: string, currentTime: number, updatedAt: number) => ({
      id,
      libraryItemId,
      mediaType: 'book',
      duration: 1000,
      timeListening: 30,
      startTime: 0,
      currentTime,
      startedAt: updatedAt - 30_000,
      updatedAt,
    });
    const ids = [
      '11111111-1111-4111-8111-111111111111',
      '22222222-2222-4222-8222-222222222222',
      '33333333-3333-4333-8333-333333333333',
    ] as const;
    const sessions = [
      session(ids[0], book, 20, now - 3600_000),
      session(ids[1], book, 200, now + 1000),
      session(ids[2], 'nope', 1, now),
    ];
    const answer = await client.send('POST', '/api/session/local-all', {
      sessions,
      deviceInfo: { deviceId: 'phone', clientName: 'Abs Android', model: 'Phone', manufacturer: 'Test' },
    });
    expect(answer.body).toEqual({
      results: [
        { id: ids[0], success: true, progressSynced: false },
        { id: ids[1], success: true, progressSynced: true },
        { id: ids[2], success: false, error: 'Media item not found' },
      ],
    });
    expect((await client.get(`/api/me/progress/${book}`)).body).toMatchObject({
      currentTime: 200,
      lastUpdate: now + 1000,
    });
    expect((await client.get('/api/me/listening-sessions')).body).toMatchObject({
      total: 2,
      sessions: [{ playMethod: 3, deviceInfo: { deviceName: 'Test Phone' } }, {}],
    });
  });

  it('answers for a single one as recorded', async () => {
    const client = await server.account('offline2');
    const good = {
      id: '44444444-4444-4444-8444-444444444444',
      libraryItemId: book,
      timeListening: 5,
      currentTime: 5,
      startedAt: Date.now(),
      updatedAt: Date.now(),
    };
    const answers = [
      await client.send('POST', '/api/session/local', good),
      await client.send('POST', '/api/session/local', { ...good, libraryItemId: 'nope' }),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, 'OK'],
      [500, 'Media item not found'],
    ]);
  });
});

describe('progress and bookmarks of the own account', () => {
  it('are in the user object, which every socket of the user gets after a change', async () => {
    const client = await server.account('marker');
    const socket = await openSocket(server.url, client);
    const bookmark = await client.send('POST', `/api/me/item/${book}/bookmark`, { time: 40.75, title: 'Fraction' });
    await client.send('PATCH', `/api/me/progress/${podcast}/${episode}`, { currentTime: 4, duration: 20 });
    const renamed = await client.send('PATCH', `/api/me/item/${book}/bookmark`, { time: 40.75, title: 'Better' });
    const me = await client.get('/api/me');
    expect(bookmark.body).toEqual({
      libraryItemId: book,
      time: 40.75,
      title: 'Fraction',
      createdAt: expect.any(Number),
    });
    expect(renamed.body).toEqual({ ...(bookmark.body as object), title: 'Better' });
    expect(me.body).toMatchObject({
      bookmarks: [renamed.body],
      mediaProgress: [{ libraryItemId: podcast, episodeId: episode, mediaItemType: 'podcastEpisode', progress: 0.2 }],
    });
    expectSameShape(at(me.body, 'mediaProgress', 0), recording('me/progress').response.body);
    expect(await socket.next('user_updated')).toMatchObject({
      id: client.user?.id,
      bookmarks: [{ title: 'Fraction' }],
    });
    expect((await client.send('DELETE', `/api/me/item/${book}/bookmark/40.75`)).body).toBe('OK');
    socket.close();
  });

  it.each([
    ['POST', '/api/me/item/nope/bookmark', { time: 1, title: 'x' }, 404, 'Not Found'],
    ['POST', '/api/me/item/BOOK/bookmark', { title: 'x' }, 400, 'Invalid time'],
    ['POST', '/api/me/item/BOOK/bookmark', { time: 1 }, 400, 'Invalid title'],
    ['PATCH', '/api/me/item/BOOK/bookmark', { time: 999, title: 'x' }, 404, 'Not Found'],
    ['DELETE', '/api/me/item/BOOK/bookmark/1234', undefined, 404, 'Not Found'],
    ['PATCH', '/api/me/progress/nope', { currentTime: 1 }, 404, 'Library item not found'],
    ['PATCH', '/api/me/progress/PODCAST/nope', { currentTime: 1 }, 404, 'Episode not found'],
    ['PATCH', '/api/me/progress/PODCAST', { currentTime: 1 }, 404, 'Episode not found'],
    ['PATCH', '/api/me/progress/batch/update', [], 400, 'Missing request payload'],
    ['PATCH', '/api/me/progress/batch/update', { a: 1 }, 400, 'Missing request payload'],
    ['DELETE', '/api/me/progress/nope', undefined, 200, 'OK'],
  ] as const)('%s %s %j answers %i %s', async (method, path, body, status, text) => {
    const answer = await server.call(path.replace('BOOK', book).replace('PODCAST', podcast), {
      as: 'listener',
      method,
      body,
    });
    expect([answer.status, answer.body]).toEqual([status, text]);
  });

  it('accepts many changes at once and skips unknown items', async () => {
    const client = await server.account('batcher');
    const answer = await client.send('PATCH', '/api/me/progress/batch/update', [
      { libraryItemId: book, isFinished: true },
      { libraryItemId: podcast, episodeId: episode, isFinished: true },
      { libraryItemId: 'nope', isFinished: true },
    ]);
    expect([answer.body, (await client.get('/api/me')).body]).toMatchObject([
      'OK',
      {
        mediaProgress: [
          { libraryItemId: book, isFinished: true },
          { episodeId: episode, isFinished: true },
        ],
      },
    ]);
  });

  it('announces the stored ones of many changes when a later one fails', async () => {
    const client = await server.account('halfway');
    const socket = await openSocket(server.url, client);
    server.ctx.store.database.run(
      `CREATE TEMP TRIGGER broken BEFORE INSERT ON mediaProgress WHEN NEW.libraryItemId = '${podcast}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    );
    const answer = await client.send('PATCH', '/api/me/progress/batch/update', [
      ...Array.from({ length: 50 }, (_, index) => ({ libraryItemId: book, currentTime: index + 1, duration: 1000 })),
      { libraryItemId: podcast, episodeId: episode, isFinished: true },
    ]);
    server.ctx.store.database.run('DROP TRIGGER broken');
    expect(answer.status).toBe(500);
    const stored = { mediaProgress: [{ libraryItemId: book, currentTime: 50 }] };
    expect(await socket.next('user_updated')).toMatchObject(stored);
    expect((await client.get('/api/me')).body).toMatchObject(stored);
    socket.close();
  });

  it('lists items in progress, latest first, and hides on request', async () => {
    const client = await server.account('reader');
    await client.send('PATCH', `/api/me/progress/${book}`, { currentTime: 5, duration: 1000, lastUpdate: 1000 });
    await client.send('PATCH', `/api/me/progress/${podcast}/${episode}`, {
      currentTime: 4,
      duration: 20,
      lastUpdate: 2000,
    });
    const list = await client.get('/api/me/items-in-progress');
    expect(list.body).toMatchObject({
      libraryItems: [
        { id: podcast, recentEpisode: { id: episode }, progressLastUpdate: 2000 },
        { id: book, progressLastUpdate: 1000 },
      ],
    });
    const progress = await client.get(`/api/me/progress/${book}`);
    const hidden = await client.get(`/api/me/progress/${idOf(progress.body)}/remove-from-continue-listening`);
    const foreign = await server.call(`/api/me/progress/${idOf(progress.body)}/remove-from-continue-listening`, {
      as: 'listener',
    });
    expect(hidden.body).toMatchObject({ mediaProgress: [{ hideFromContinueListening: true }, {}] });
    expect(foreign.status).toBe(404);
    expect((await client.send('DELETE', `/api/me/progress/${idOf(progress.body)}`)).status).toBe(200);
    expect((await client.get(`/api/me/progress/${book}`)).status).toBe(404);
  });

  it('hides a series from continue listening and shows it again', async () => {
    const client = await server.account('serial');
    const series = server.ctx.store.database.get<{ id: string }>('SELECT id FROM series')?.id ?? '';
    const hidden = await client.get(`/api/me/series/${series}/remove-from-continue-listening`);
    const back = await client.get(`/api/me/series/${series}/readd-to-continue-listening`);
    const unknown = await client.get('/api/me/series/nope/remove-from-continue-listening');
    expect([
      at(hidden.body, 'seriesHideFromContinueListening'),
      at(back.body, 'seriesHideFromContinueListening'),
      unknown.status,
    ]).toEqual([[series], [], 404]);
  });
});

describe('own e-reader devices', () => {
  it('are private and never use a name twice', async () => {
    const client = await server.account('ereader', 'user', { createEreader: true });
    const mine = {
      name: 'My Reader',
      email: 'me@example.com',
      availabilityOption: 'specificUsers',
      users: [client.user?.id],
    };
    const save = (devices: unknown) => client.send('POST', '/api/me/ereader-devices', { ereaderDevices: devices });
    const answers = [
      await save([mine]),
      await save([mine, mine]),
      await save([{ ...mine, availabilityOption: 'adminOrUp' }]),
      await save([]),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { ereaderDevices: [mine] }],
      [400, 'Invalid payload. Duplicate "name" field found.'],
      [400, recording('me/ereader-devices-err').response.body],
      [200, { ereaderDevices: [] }],
    ]);
  });
});

describe('an upgraded database', () => {
  it('keeps all sessions', async () => {
    const first = await startDemo();
    const client = await first.account('old');
    const item = first.ctx.store.database.get<{ id: string }>(
      "SELECT id FROM libraryItems WHERE mediaType = 'book' AND numTracks = 1",
    );
    const id = idOf((await play(client, item?.id ?? '', 'a')).body);
    await client.send('POST', `/api/session/${id}/close`, { currentTime: 6, timeListened: 6 });
    const { dataDir } = first.ctx.config;
    await first.close();
    const older = new Libsql(databaseFile(dataDir));
    older.exec(`${WITHOUT_FOLDED} PRAGMA user_version = 7`);
    older.close();
    const second = await startServer({ dataDir });
    const history = await second.anonymous.get('/api/me/listening-sessions', {
      authorization: `Bearer ${client.token}`,
    });
    expect(at(history.body, 'sessions')).toMatchObject([{ id, timeListening: 6 }]);
    await second.stop();
    await first.stop();
  });
});

describe('a restart', () => {
  it('drops open sessions and keeps listened time', async () => {
    const first = await startDemo();
    const client = await first.account('restarter');
    const id = idOf(
      (
        await play(
          client,
          first.ctx.store.database.get<{ id: string }>(
            "SELECT id FROM libraryItems WHERE mediaType = 'book' AND numTracks = 1",
          )?.id ?? '',
          'a',
        )
      ).body,
    );
    await client.send('POST', `/api/session/${id}/sync`, { currentTime: 6, timeListened: 6 });
    const { dataDir } = first.ctx.config;
    await first.close();
    const second = await startServer({ dataDir });
    const token = { authorization: `Bearer ${client.token}` };
    const [sync, history] = [
      await second.anonymous.send('POST', `/api/session/${id}/sync`, { currentTime: 7 }, token),
      await second.anonymous.get('/api/me/listening-sessions', token),
    ];
    expect([sync.status, at(history.body, 'sessions', 0, 'timeListening')]).toEqual([404, 6]);
    await second.stop();
    await first.stop();
  });
});
