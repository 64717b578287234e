import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../contract/suite.ts';
import { at, listAt } from '../library/support.ts';
import { recordings } from './recorded.ts';
import { answers, hidden, who, type WhoRow } from './who.ts';
import { startWorld, type World } from './world.ts';

const accounts = ['root', 'admin', 'user', 'restricted', 'guest', 'nobody'] as const;
type Account = (typeof accounts)[number];

let world: World;
let ids: Record<string, string>;

beforeAll(async () => {
  world = await startWorld();
  const library = world.libraries.books;
  const first = async (path: string, list: string) => String(at(listAt(await world.json('GET', path), list)[0], 'id'));
  const items = listAt(await world.json('GET', `/api/libraries/${library}/items`), 'results');
  const item = String(
    at(
      items.find((entry) => Number(at(entry, 'media', 'numTracks')) > 1 && !at(entry, 'media', 'ebookFormat')),
      'id',
    ),
  );
  ids = {
    library,
    item,
    podcast: (await world.items()).find(({ title }) => title === 'Fables Daily')?.id ?? '',
    author: await first(`/api/libraries/${library}/authors`, 'authors'),
    series: await first(`/api/libraries/${library}/series?limit=1`, 'results'),
    root: world.server.ctx.store.users.byName('root')?.id ?? '',
    collection: String(
      at(await world.json('POST', '/api/collections', { libraryId: library, name: 'c', books: [item] }), 'id'),
    ),
    playlist: String(
      at(
        await world.json('POST', '/api/playlists', { libraryId: library, name: 'p', items: [{ libraryItemId: item }] }),
        'id',
      ),
    ),
    session: String(
      at(
        await world.json('POST', `/api/items/${item}/play`, {
          deviceInfo: { deviceId: 'd' },
          supportedMimeTypes: ['audio/mpeg'],
        }),
        'id',
      ),
    ),
  };
}, 60_000);
afterAll(() => world.stop());

/**
 * Rights by the kinds of account: `user` may only download, and `restricted` may access nothing of the restricted
 * library.
 */
const allowed: Readonly<Record<WhoRow['rule'], readonly Account[]>> = {
  anyone: accounts,
  user: ['root', 'admin', 'user', 'restricted', 'guest'],
  library: ['root', 'admin', 'user', 'guest'],
  item: ['root', 'admin', 'user', 'guest'],
  download: ['root', 'admin', 'user', 'guest'],
  update: ['root', 'admin'],
  delete: ['root', 'admin'],
  upload: ['root', 'admin'],
  createEreader: ['root', 'admin', 'user'],
  admin: ['root', 'admin'],
  self: ['root', 'admin'],
  owner: ['root'],
};

/** `batch/get` of nothing is a 403 in the contract. */
const bodies: Readonly<Record<string, object>> = { 'POST /api/items/batch/get': { libraryItemIds: ['nope'] } };

/** Refused calls name real entities; effective ones name none, so that nothing changes. */
const addressOf = ({ path }: WhoRow, real: boolean) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (real ? (ids[name] ?? 'nope') : 'nope'));

const call = (row: WhoRow, account: Account, real: boolean) =>
  world.send(account === 'nobody' ? 'anonymous' : account, {
    method: row.method,
    path: addressOf(row, real),
    body: row.method === 'GET' ? undefined : (bodies[`${row.method} ${row.path}`] ?? {}),
    query: row.path === '/api/search/books' ? { provider: 'custom-none', title: 'x' } : {},
  });

/** Reads use real entities, except these, which change something. */
const isReal = ({ method, path }: WhoRow) => method === 'GET' && !/checknew|clear-queue|apply|matchall/.test(path);

/** The answer for an admitted account. */
function answerTo(row: WhoRow, account: Account): number {
  const name = `${row.method} ${row.path}`;
  if (name === 'PATCH /api/me/password' && account === 'guest') return 403; // me/password-err-guest
  const parameters = [...row.path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
  const isUnknown = parameters.length > 0 && !(isReal(row) && parameters.every((parameter) => parameter in ids));
  return answers[name]?.[0] ?? (isUnknown ? 404 : row.method === 'GET' ? 200 : 400);
}

describe('every endpoint', () => {
  const refused = (account: Account) => who.filter(({ rule }) => !allowed[rule].includes(account));
  const admitted = (account: Account) =>
    who.filter(({ rule, path }) => allowed[rule].includes(account) && path !== '/init');

  test.each(accounts)(
    'refuses %s as in the contract',
    async (account) => {
      const wrong: string[] = [];
      for (const row of refused(account)) {
        const name = `${row.method} ${row.path}`;
        const expected = account === 'nobody' ? 401 : hidden.has(name) ? 404 : 403;
        const { status } = await call(row, account, true);
        if (status !== expected) wrong.push(`${name}: ${status} instead of ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
    30_000,
  );

  test.each(accounts)(
    'admits %s as in the contract',
    async (account) => {
      const wrong: string[] = [];
      for (const row of admitted(account)) {
        const name = `${row.method} ${row.path}`;
        const { status } = await call(row, account, isReal(row));
        const expected = answerTo(row, account);
        if (status !== expected) wrong.push(`${name}: ${status} instead of ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
    30_000,
  );

  test('with an unusual answer is in the table, and recorded where it says so', () => {
    const known = new Set(who.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(answers).filter((name) => !known.has(name))).toEqual([]);
    const wrong = Object.entries(answers).flatMap(([name, [status, why]]) => {
      const [area, recording] = /^([\w-]+\/[\w-]+)/.exec(why)?.[0].split('/') ?? [];
      if (!area || !recording) return [];
      const found = recordings.find((entry) => entry.name === `${area}/${recording}`);
      return found?.response.status === status ? [] : [`${name}: ${area}/${recording} is ${found?.response.status}`];
    });
    expect(wrong).toEqual([]);
  });

  test('of the client is in the table', () => {
    const known = new Set(
      who.map(
        ({ method, path }) =>
          `${method} ${path.replaceAll(/:\w+/g, ':').replace(/feeds\/(item|collection|series)/, 'feeds/:')}`,
      ),
    );
    const elsewhere = ['POST /auth/refresh', 'GET /auth/openid/config', 'GET /api/search/providers'];
    const used = routes.endpoints.flatMap(({ method, path }) =>
      [[], ['episodeId']].map((missing) => {
        const input = new Proxy({}, { get: (_, key) => (missing.includes(String(key)) ? null : 'PARAMETER') });
        return `${method} ${String((path as (input: unknown) => string)(input)).replaceAll(/UEFSQU1FVEVS|PARAMETER|null/g, ':')}`;
      }),
    );
    expect([...new Set(used)].filter((name) => !known.has(name) && !elsewhere.includes(name))).toEqual([]);
  });
});
