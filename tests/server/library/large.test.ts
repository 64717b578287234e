import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccount } from '../../../server/users/accounts.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { seedLibrary } from './seed.ts';
import { at, listAt } from './support.ts';

const COUNT = 2000;
/**
 * Processor time that an answer may cost, in ms: far above the measured times, far below anything that grows with the
 * square.
 */
const LIMIT_MS = 250;

let server: TestServer;
let libraryId: string;
let tokens: Record<'root' | 'listener', string>;

beforeAll(async () => {
  server = await startServer();
  await createAccount(server.ctx, { username: 'root', password: 'secret', type: 'root', isActive: true });
  await createAccount(server.ctx, { username: 'listener', password: 'secret', type: 'user', isActive: true });
  const user = (name: string) => {
    const found = server.ctx.store.users.byName(name);
    if (!found) throw new Error(name);
    return found;
  };
  libraryId = seedLibrary(server.ctx.store, user('listener').id, COUNT).id;
  tokens = {
    root: await server.ctx.tokens.access(user('root')),
    listener: await server.ctx.tokens.access(user('listener')),
  };
});
afterAll(() => server.stop());

async function get(path: string, as: 'root' | 'listener' = 'listener'): Promise<{ body: unknown; cost: number }> {
  const before = process.cpuUsage();
  const response = await fetch(`${server.url}/api/libraries/${libraryId}${path}`, {
    headers: { authorization: `Bearer ${tokens[as]}` },
  });
  const body: unknown = await response.json();
  const { user, system } = process.cpuUsage(before);
  return { body, cost: (user + system) / 1000 };
}
const filter = (group: string, value: string): string =>
  encodeURIComponent(`${group}.${encodeURIComponent(Buffer.from(value).toString('base64'))}`);

describe('a large library answers in bounded time', () => {
  test.each([
    ...[
      'media.metadata.title',
      'media.metadata.authorNameLF',
      'media.metadata.publishedYear',
      'addedAt',
      'size',
      'mtimeMs',
      'random',
    ].map((sort) => `/items?limit=50&page=20&sort=${sort}`),
    ...[
      ['genres', 'Poetry'],
      ['tags', 'favourite'],
      ['narrators', 'Narrator 7'],
      ['publishers', 'House 3'],
      ['progress', 'not-started'],
      ['progress', 'finished'],
      ['missing', 'tags'],
      ['series', 'no-series'],
      ['publishedDecades', '1950'],
    ].map(([group = '', value = '']) => `/items?limit=50&sort=media.metadata.title&filter=${filter(group, value)}`),
    '/items?limit=50&page=3&sort=media.metadata.title&collapseseries=1',
    '/items?limit=50&sort=addedAt&collapseseries=1&desc=1',
    '/personalized?include=rssfeed,numEpisodesIncomplete,share',
    '/filterdata',
    '?include=filterdata',
    '/series?limit=50&sort=name',
    '/series?limit=50&sort=totalDuration&desc=1',
    '/authors?limit=50&sort=numBooks&desc=1',
    '/authors',
    '/narrators',
    '/stats',
    '/search?q=book',
    '/search?q=last7',
    '/search?q=nothing',
  ])('%s', async (path) => {
    // The first call of an account also compiles its code, which takes as long as the machine is slow.
    const costs = [await get(path), await get(path)].map(({ cost }) => cost);
    expect(Math.min(...costs)).toBeLessThan(LIMIT_MS);
  });
});

describe('a large library', () => {
  test('is paged without missing or doubled books', async () => {
    const seen = new Set<unknown>();
    for (let page = 0; page * 500 < COUNT; page += 1)
      for (const item of listAt(
        (await get(`/items?limit=500&page=${page}&sort=media.metadata.title`, 'root')).body,
        'results',
      ))
        seen.add(at(item, 'id'));
    expect(seen.size).toBe(COUNT);
  });

  test('hides explicit books from accounts without the right, in every count', async () => {
    expect(at((await get('/items?limit=1')).body, 'total')).toBe(COUNT - COUNT / 50);
    expect(at((await get('/items?limit=1', 'root')).body, 'total')).toBe(COUNT);
    const series = listAt((await get('/series?limit=0')).body, 'results').flatMap((entry) => listAt(entry, 'books'));
    expect(series.filter((book) => at(book, 'media', 'metadata', 'explicit') === true)).toEqual([]);
  });

  test('answers the same until something changes', async () => {
    const titles = async () =>
      listAt((await get('/personalized', 'listener')).body).find((shelf) => at(shelf, 'id') === 'discover');
    const first = await titles();
    expect(await titles()).toEqual(first);
    const id = String(at(first, 'entities', 0, 'id'));
    server.ctx.store.database.run('DELETE FROM libraryItems WHERE id = ?', id);
    expect(listAt(await titles(), 'entities').map((item) => at(item, 'id'))).not.toContain(id);
  });

  test('makes one answer for all accounts with the same rights, whatever they listen to', async () => {
    const user = server.ctx.store.users.byName('listener');
    if (!user) throw new Error('No listener');
    server.ctx.store.users.update({ ...user, permissions: { ...user.permissions, accessExplicitContent: true } });
    const made = vi.spyOn(server.ctx.readers, 'answer');
    const ask = async (): Promise<string[]> => {
      made.mockClear();
      for (const as of ['root', 'listener'] as const) {
        for (const path of ['/stats?once', '/filterdata?once', '?include=filterdata&once', '/authors?once'])
          await get(path, as);
        const [progress] = server.ctx.store.progress.ofUser(server.ctx.store.users.byName(as)?.id ?? '');
        if (progress) server.ctx.store.progress.save({ ...progress, currentTime: progress.currentTime + 1 });
      }
      return made.mock.calls.map(([name]) => name);
    };
    expect(await ask()).toEqual(['stats', 'filters', 'filterPage', 'authors']);
    expect(await ask()).toEqual([]);
    server.ctx.store.database.run("UPDATE libraryItems SET language = 'French' WHERE libraryId = ?", libraryId);
    expect(await ask()).toEqual(['stats', 'filters', 'filterPage', 'authors']);
    expect(at((await get('/filterdata?once')).body, 'languages')).toEqual(['French']);
    server.ctx.store.users.update(user);
    expect(await ask()).toEqual(['stats', 'filters', 'filterPage', 'authors']);
    made.mockRestore();
  });

  test('hides cached answers from an account that lost the library', async () => {
    const user = server.ctx.store.users.byName('listener');
    if (!user) throw new Error('No listener');
    const paths = ['/stats?lost', '/filterdata?lost', '?include=filterdata&lost', '/authors?lost'];
    for (const path of paths) await get(path);
    server.ctx.store.users.update({
      ...user,
      permissions: { ...user.permissions, accessAllLibraries: false },
      librariesAccessible: [],
    });
    for (const path of paths) {
      const answer = await fetch(`${server.url}/api/libraries/${libraryId}${path}`, {
        headers: { authorization: `Bearer ${tokens.listener}` },
      });
      expect([answer.status, await answer.text()]).toEqual([403, 'Forbidden']);
    }
    server.ctx.store.users.update(user);
  });
});
