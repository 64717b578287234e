import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkHttp, checkSocket } from '../../contract/suite.ts';
import type { HttpRecording, RecordedEvent } from '../../contract/recording.ts';
import { openSocket } from '../../support/socket.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

/** Every answer and event of the embedded server goes through the schemas of the client. */
describe('the client reads the embedded server', () => {
  let server: LibraryServer;
  let ids: Record<string, string>;
  const problems: string[] = [];
  const exchange = async (method: string, target: string, body?: unknown, as = 'root'): Promise<unknown> => {
    const answer = await server.call(target, { as, method, body });
    const url = new URL(target, server.url);
    const recording: HttpRecording = {
      name: `${method} ${target}`,
      request: { method, path: decodeURIComponent(url.pathname), query: Object.fromEntries(url.searchParams), body },
      response: { status: answer.status, headers: {}, body: answer.body },
    };
    const problem = answer.status >= 300 ? `status ${answer.status}` : checkHttp(recording);
    if (problem !== null) problems.push(`${recording.name}: ${problem}`);
    return answer.body;
  };
  beforeAll(async () => {
    server = await startDemo();
    const { database } = server.ctx.store;
    const id = (sql: string) => database.get<{ id: string }>(sql)?.id ?? '';
    ids = {
      library: server.bookLibraryId,
      podcasts: server.podcastLibraryId,
      book: id("SELECT id FROM libraryItems WHERE numTracks > 1 AND mediaType = 'book'"),
      podcast: id("SELECT id FROM libraryItems WHERE mediaType = 'podcast'"),
      episode: id('SELECT id FROM podcastEpisodes'),
      series: id('SELECT id FROM series'),
      author: id('SELECT id FROM authors'),
      root: server.user('root').id,
    };
  });
  afterAll(() => server.stop());
  const fill = (target: string) => target.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

  it('through a day of listening', async () => {
    const device = {
      deviceInfo: { deviceId: 'd', clientName: 'Earmark' },
      supportedMimeTypes: ['audio/mpeg', 'audio/mp4'],
      mediaPlayer: 'html5',
    };
    const session = await exchange('POST', fill('/api/items/{book}/play'), device);
    await exchange('GET', `/api/session/${String(at(session, 'id'))}`);
    await exchange('POST', `/api/session/${String(at(session, 'id'))}/sync`, {
      currentTime: 20,
      timeListened: 20,
      duration: 100,
    });
    await exchange('GET', '/api/sessions/open');
    await exchange('POST', `/api/session/${String(at(session, 'id'))}/close`, {
      currentTime: 21,
      timeListened: 1,
      duration: 100,
    });
    const episode = await exchange('POST', fill('/api/items/{podcast}/play/{episode}'), device);
    await exchange('POST', `/api/session/${String(at(episode, 'id'))}/close`, {
      currentTime: 3,
      timeListened: 3,
      duration: 20,
    });
    await exchange('POST', '/api/session/local-all', {
      sessions: [
        {
          id: '11111111-1111-4111-8111-111111111111',
          libraryItemId: ids['book'],
          timeListening: 5,
          currentTime: 5,
          startedAt: 1,
          updatedAt: 2,
        },
      ],
      deviceInfo: {},
    });
    await exchange('PATCH', fill('/api/me/progress/{book}'), { ebookProgress: 0.5, ebookLocation: 'x' });
    await exchange('POST', fill('/api/me/item/{book}/bookmark'), { time: 4, title: 'Here' });
    await exchange('PATCH', fill('/api/me/item/{book}/bookmark'), { time: 4, title: 'There' });
    await exchange('PATCH', '/api/me/progress/batch/update', [{ libraryItemId: ids['book'], isFinished: true }]);
    expect(problems).toEqual([]);
  });

  it.each([
    '/status',
    '/ping',
    '/api/me',
    '/api/me/progress/{book}',
    '/api/me/progress/{podcast}/{episode}',
    '/api/me/items-in-progress',
    '/api/me/listening-sessions',
    '/api/me/listening-stats',
    '/api/me/item/listening-sessions/{book}',
    '/api/me/item/listening-sessions/{podcast}/{episode}',
    '/api/me/stats/year/2026',
    '/api/sessions?page=0&itemsPerPage=10&sort=updatedAt&desc=1',
    '/api/users',
    '/api/users?include=latestSession',
    '/api/users/online',
    '/api/users/{root}',
    '/api/users/{root}/listening-sessions',
    '/api/users/{root}/listening-stats',
    '/api/api-keys',
    '/api/tasks',
    '/api/tasks?include=queue',
    '/api/logger-data',
    '/api/libraries',
    '/api/libraries/{library}?include=filterdata',
    '/api/libraries/{podcasts}?include=filterdata',
    '/api/libraries/{library}/items?limit=10&page=0&minified=1&include=rssfeed,numEpisodesIncomplete,share',
    '/api/libraries/{podcasts}/items?limit=10&page=0&minified=1&include=rssfeed,numEpisodesIncomplete,share',
    '/api/libraries/{library}/personalized?include=rssfeed,numEpisodesIncomplete,share',
    '/api/libraries/{podcasts}/personalized?include=rssfeed,numEpisodesIncomplete,share',
    '/api/libraries/{library}/series?limit=10&page=0&minified=1&include=rssfeed',
    '/api/libraries/{library}/authors',
    '/api/libraries/{library}/stats',
    '/api/items/{book}?expanded=1&include=downloads,rssfeed,share,progress',
    '/api/items/{podcast}?expanded=1&include=downloads,rssfeed,share,progress',
    '/api/authors/{author}?include=items,series',
  ])('at GET %s', async (target) => {
    problems.length = 0;
    await exchange('GET', fill(target));
    expect(problems).toEqual([]);
  });

  it('through the work of an admin', async () => {
    problems.length = 0;
    const made = await exchange('POST', '/api/users', {
      username: 'made',
      password: 'p',
      isActive: true,
      permissions: { download: false },
    });
    const id = String(at(made, 'user', 'id'));
    await exchange('PATCH', `/api/users/${id}`, { username: 'renamed' });
    const key = await exchange('POST', '/api/api-keys', { name: 'Key', isActive: true, userId: id });
    await exchange('PATCH', `/api/api-keys/${String(at(key, 'apiKey', 'id'))}`, { isActive: false });
    await exchange('DELETE', `/api/api-keys/${String(at(key, 'apiKey', 'id'))}`);
    await exchange('PATCH', '/api/settings', { dateFormat: 'dd/MM/yyyy' });
    await exchange('PATCH', '/api/sorting-prefixes', { sortingPrefixes: ['the', 'a', 'an'] });
    await exchange('POST', '/api/validate-cron', { expression: '0 1 * * *' });
    await exchange('POST', '/api/authorize');
    const sessions = await exchange('GET', '/api/sessions');
    await exchange('POST', '/api/sessions/batch/delete', { sessions: [at(listAt(sessions, 'sessions')[0], 'id')] });
    await exchange('DELETE', `/api/users/${id}`);
    expect(problems).toEqual([]);
  });

  it('in all these events', async () => {
    const root = await server.account('observer', 'root');
    const listener = await server.account('other');
    const socket = await openSocket(server.url, root);
    const second = await openSocket(server.url, listener);
    socket.socket.emit('set_log_listener', 0);
    const play = {
      deviceInfo: { deviceId: 'e' },
      supportedMimeTypes: ['audio/mpeg'],
      mediaPlayer: 'html5',
      forceTranscode: true,
    };
    const session = await root.send('POST', fill('/api/items/{book}/play'), play);
    await root.send('POST', `/api/session/${String(at(session.body, 'id'))}/sync`, { currentTime: 2, timeListened: 2 });
    await socket.next('stream_open');
    await root.send('POST', `/api/session/${String(at(session.body, 'id'))}/close`);
    await root.send('POST', fill('/api/me/item/{book}/bookmark'), { time: 4, title: 'Here' });
    const made = await root.send('POST', '/api/users', { username: 'brief', password: 'p' });
    await root.send('DELETE', `/api/users/${String(at(made.body, 'user', 'id'))}`);
    await root.send('POST', fill('/api/libraries/{library}/scan?force=1'));
    await socket.next('task_finished');
    server.ctx.log.error('Test', 'a line');
    second.close();
    await socket.next('user_offline');
    socket.socket.emit('ping');
    await vi.waitUntil(() => socket.names().includes('pong') && socket.names().includes('log'));
    const events: RecordedEvent[] = socket.events.map(([event, payload]) => ({
      ms: 0,
      socket: 'root',
      dir: 'in',
      event,
      ...(payload === undefined ? {} : { payload }),
    }));
    expect(checkSocket({ name: 'day', events })).toBeNull();
    expect(new Set(socket.names())).toEqual(
      new Set([
        'init',
        'user_online',
        'user_stream_update',
        'stream_progress',
        'stream_open',
        'user_item_progress_updated',
        'user_session_closed',
        'stream_closed',
        'user_updated',
        'user_added',
        'user_removed',
        'task_started',
        'items_updated',
        'task_finished',
        'log',
        'user_offline',
        'pong',
      ]),
    );
    socket.close();
  });
});
