// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppException, type AppError } from '../../src/schemas/app-error.ts';
import { EVERY, type NetworkRule } from '../../src/schemas/inspector-message.ts';
import { z } from '../../src/schemas/zod.ts';
import { createApi } from '../../src/services/api.ts';
import { createEarlyRequests } from '../../src/services/early-requests.ts';
import { defineEndpoint, type Endpoint } from '../../src/services/endpoints/define-endpoint.ts';
import { createNetworkHand, createNetworkRules } from '../../src/services/network-rules.ts';
import { createUnreadableEntries } from '../../src/services/unreadable.ts';
import { tolerantList } from '../../src/schemas/tolerant-list.ts';
import { createHttp, createNetwork, type TokenSource } from '../../src/services/http.ts';

const BASE = 'http://localhost:3000/';
const getThing = defineEndpoint<{ id: string; q?: string }>()({
  name: 'things.one',
  method: 'GET',
  path: ({ id }) => `/api/things/${encodeURIComponent(id)}`,
  query: ({ q }) => ({ q, missing: undefined }),
  output: z.object({ title: z.string() }),
});
const text = z.string();
const saveThing: Endpoint<{ title: string }, typeof text> = {
  name: 'things.save',
  method: 'POST',
  path: () => '/api/things',
  body: (input) => input,
  output: text,
  answer: 'text',
};
const open = defineEndpoint()({
  name: 'open',
  method: 'GET',
  path: () => '/status',
  output: z.object({}),
  auth: 'none',
});

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  readonly body: string;
}

let seen: Seen[];
/** Requests held, because a garbage-collected request no longer receives its signal. */
let held: Request[];
let answer: (call: Seen) => Response | Promise<Response>;
let now: number;

beforeEach(() => {
  seen = [];
  held = [];
  now = 0;
  answer = () => Response.json({ title: 'Emma' });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    held.push(request);
    const call = {
      method: request.method,
      url: request.url,
      authorization: request.headers.get('authorization'),
      body: await request.text(),
    };
    seen.push(call);
    const aborted = new Promise<never>((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    return Promise.race([answer(call), aborted]);
  });
});
afterEach(() => {
  network.rules = null;
  vi.unstubAllGlobals();
});

const unreadable = createUnreadableEntries();
const network = createNetwork();

function setUp(token: string, started = new Map<string, Promise<Response>>(), startedWith: string | null = token) {
  const requested: (string | null)[] = [];
  const tokens: TokenSource & { next: () => Promise<string> } = {
    next: async () => 'new',
    request(rejected) {
      requested.push(rejected);
      return rejected === null ? Promise.resolve(token) : tokens.next();
    },
  };
  const early = createEarlyRequests(started, () => now, startedWith);
  return {
    requested,
    tokens,
    api: createApi({ http: createHttp({ baseUrl: BASE, tokens, early }), early, baseUrl: BASE, unreadable, network }),
  };
}

const errorOf = async (call: Promise<unknown>): Promise<AppError> => {
  const cause = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(cause instanceof AppException)) throw new Error('the call did not fail');
  return cause.error;
};

test('a call carries the token, encodes path and query, and parses the answer (API-001)', async () => {
  const { api } = setUp('old');
  expect(await api.call(getThing, { id: 'a/b', q: 'x y' })).toEqual({ title: 'Emma' });
  expect(seen).toEqual([
    { method: 'GET', url: `${BASE}api/things/a%2Fb?q=x+y`, authorization: 'Bearer old', body: '' },
  ]);
});

test('an open call carries no token and requests none', async () => {
  const { api, requested } = setUp('old');
  await api.call(open, undefined);
  expect([seen[0]?.authorization, requested]).toEqual([null, []]);
});

test('a call without a token is not sent (AUT-010)', async () => {
  const { api, tokens } = setUp('old');
  tokens.request = () => Promise.reject(new AppException({ kind: 'unauthorized', message: '' }));
  expect(await errorOf(api.call(getThing, { id: 'a' }))).toEqual({ kind: 'unauthorized', message: '' });
  expect(seen).toEqual([]);
});

test('a 401 gets one new token and one retry with the same body (AUT-013, ERR-001, API-061)', async () => {
  answer = (call) =>
    call.authorization === 'Bearer new' ? new Response('OK') : new Response('Unauthorized', { status: 401 });
  const { api, requested } = setUp('old');
  expect(await api.call(saveThing, { title: 'Emma' })).toBe('OK');
  expect(seen.map(({ authorization, body }) => [authorization, body])).toEqual([
    ['Bearer old', '{"title":"Emma"}'],
    ['Bearer new', '{"title":"Emma"}'],
  ]);
  expect(requested).toEqual([null, 'old']);
});

test('a 401 for ever gets exactly one refresh (AUT-011, AUT-014, pitfall 12)', async () => {
  answer = () => new Response('Unauthorized', { status: 401 });
  const { api, requested } = setUp('old');
  expect(await errorOf(api.call(getThing, { id: 'a' }))).toMatchObject({ kind: 'unauthorized' });
  expect([seen.length, requested]).toEqual([2, [null, 'old']]);
});

test('a refresh that fails fails the call with its reason', async () => {
  answer = () => new Response('Unauthorized', { status: 401 });
  const { api, tokens } = setUp('old');
  tokens.next = () => Promise.reject(new AppException({ kind: 'network' }));
  expect(await errorOf(api.call(getThing, { id: 'a' }))).toEqual({ kind: 'network' });
});

test('unreadable entries are left out and reported in one place, once for an endpoint unless they become more', async () => {
  const listThings = defineEndpoint()({
    name: 'things.list',
    method: 'GET',
    path: () => '/api/things',
    output: z.object({ things: tolerantList(z.object({ title: z.string() })) }),
  });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const report: number[] = [];
  const end = unreadable.subscribe(({ total }) => report.push(total));
  const { api } = setUp('old');
  const ask = (...things: unknown[]) => {
    answer = () => new Response(JSON.stringify({ things }));
    return api.call(listThings, undefined);
  };
  expect((await ask({ title: 'Emma' }, { title: 7 })).things.items).toEqual([{ title: 'Emma' }]);
  await ask({ title: 7 });
  await ask({ title: 'Emma' });
  await ask({ title: 7 }, null, { title: 'Emma' });
  end();
  expect(report).toEqual([1, 2]);
  expect(warn.mock.calls).toEqual([
    ['things.list: 1 entries could not be read', [expect.objectContaining({ path: '1.title' })]],
    [
      'things.list: 2 entries could not be read',
      [expect.objectContaining({ path: '0.title' }), expect.objectContaining({ path: '1' })],
    ],
  ]);
  warn.mockRestore();
});

test('an answer of another shape is a contract error with the path, also on the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  answer = () => Response.json({ title: 7 });
  const { api } = setUp('old');
  const error = await errorOf(api.call(getThing, { id: 'a' }));
  expect(error).toMatchObject({ kind: 'contract', endpoint: 'things.one', issues: [{ path: 'title' }] });
  expect(warn.mock.calls).toEqual([[expect.stringContaining('things.one: title ')]]);
  warn.mockRestore();
});

test.each([
  ['HTML where JSON was due', new Response('<html></html>', { headers: { 'content-type': 'text/html' } })],
  ['an empty body', new Response('')],
  ['cut JSON', new Response('{"title": "Em')],
])('%s is a contract error', async (_name, response) => {
  vi.spyOn(console, 'warn').mockReturnValueOnce();
  answer = () => response;
  const { api } = setUp('old');
  expect(await errorOf(api.call(getThing, { id: 'a' }))).toMatchObject({ kind: 'contract', endpoint: 'things.one' });
});

test('a missing connection is a network error, which is logged (ERR-005)', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  const { api } = setUp('old');
  expect(await errorOf(api.call(getThing, { id: 'a' }))).toEqual({ kind: 'network' });
  expect(info.mock.calls).toEqual([[expect.stringMatching(/^things\.one failed: /)]]);
});

test('an answer right after a failed call counts a second later, unless another call stays without one', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    let isDown = false;
    answer = () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return Response.json({ title: 'Emma' });
    };
    const { api } = setUp('old');
    const reached: (number | boolean)[] = [];
    const begin = performance.now();
    api.onReach((value) => reached.push(value, performance.now() - begin));
    const call = async (down: boolean) => {
      isDown = down;
      await api.call(getThing, { id: 'a' }).catch(() => null);
    };
    await call(false);
    await call(true);
    await call(false);
    await call(false);
    await vi.advanceTimersByTimeAsync(600);
    await call(true);
    await call(false);
    await vi.advanceTimersByTimeAsync(999);
    expect(reached).toEqual([true, 0, false, 0, false, 600]);
    await vi.advanceTimersByTimeAsync(1);
    await call(false);
    expect(reached).toEqual([true, 0, false, 0, false, 600, true, 1600, true, 1600]);
  } finally {
    vi.useRealTimers();
  }
});

test('leaving the state aborts the call', async () => {
  const controller = new AbortController();
  answer = () => new Promise(() => undefined);
  const { api } = setUp('old');
  const call = errorOf(api.call(getThing, { id: 'a' }, controller.signal));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  controller.abort();
  expect(await call).toEqual({ kind: 'aborted' });
});

test('a call takes the early answer of the boot script, once', async () => {
  const early = new Map([['GET /api/things/a', Promise.resolve(Response.json({ title: 'early' }))]]);
  const { api } = setUp('old', early);
  expect(await api.call(getThing, { id: 'a' })).toEqual({ title: 'early' });
  expect(await api.call(getThing, { id: 'a' })).toEqual({ title: 'Emma' });
  expect(seen).toHaveLength(1);
});

test('a refused early answer goes the normal way: refresh and one retry', async () => {
  const early = new Map([['GET /api/things/a', Promise.resolve(new Response('Unauthorized', { status: 401 }))]]);
  const { api, requested } = setUp('old', early);
  expect(await api.call(getThing, { id: 'a' })).toEqual({ title: 'Emma' });
  expect([seen.map(({ authorization }) => authorization), requested]).toEqual([['Bearer new'], [null, 'old']]);
});

test('an early answer refused for a token renewed meanwhile is refetched, without another refresh', async () => {
  const early = new Map([['GET /api/things/a', Promise.resolve(new Response('Unauthorized', { status: 401 }))]]);
  const { api, requested } = setUp('renewed', early, 'spent');
  expect(await api.call(getThing, { id: 'a' })).toEqual({ title: 'Emma' });
  expect([seen.map(({ authorization }) => authorization), requested]).toEqual([['Bearer renewed'], [null]]);
});

test('an early answer that failed on the way is refetched, and a stale one is not used', async () => {
  const failed = Promise.reject(new TypeError('offline'));
  failed.catch(() => undefined);
  const first = setUp('old', new Map([['GET /api/things/a', failed]]));
  expect(await first.api.call(getThing, { id: 'a' })).toEqual({ title: 'Emma' });
  const second = setUp('old', new Map([['GET /api/things/a', Promise.resolve(Response.json({ title: 'stale' }))]]));
  now = 60_000;
  expect(await second.api.call(getThing, { id: 'a' })).toEqual({ title: 'Emma' });
});

test('an answer prefetched for one account is not used for the next', async () => {
  const { api } = setUp('old');
  api.prefetch(getThing, { id: 'a' });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  api.forget();
  answer = () => Response.json({ title: 'Hidden from the first' });
  expect(await api.call(getThing, { id: 'a' })).toEqual({ title: 'Hidden from the first' });
});

test.each([
  ['outlives its page', { keepalive: true } as const, { keepalive: true }],
  ['ends with its page', {}, undefined],
])('a call that %s sets it beside the request too: Firefox needs it there', async (_, kept, said) => {
  const { api } = setUp('token');
  const inits: (RequestInit | undefined)[] = [];
  vi.stubGlobal('fetch', (_input: Request, init?: RequestInit) => {
    inits.push(init);
    return Promise.resolve(Response.json({ title: 'Emma' }));
  });
  await api.call({ ...getThing, ...kept }, { id: 'a' });
  expect(inits.map((init) => init?.keepalive)).toEqual([said?.keepalive]);
});

test('a prefetched answer serves the next call, and calls that change data are never prefetched', async () => {
  const { api } = setUp('old');
  api.prefetch(getThing, { id: 'a' });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(await api.call(getThing, { id: 'a' })).toEqual({ title: 'Emma' });
  api.prefetch({ ...getThing, changesData: true }, { id: 'b' });
  api.prefetch(saveThing, { title: 'x' });
  await Promise.resolve();
  expect(seen).toHaveLength(1);
});

const rule = (more: Partial<NetworkRule>): NetworkRule => ({
  id: '1',
  kind: 'call',
  name: 'things.one',
  delayMs: 0,
  effect: 'pass',
  status: 500,
  ...more,
});

describe('a network rule', () => {
  test.each([
    [{ effect: 'drop' }, { kind: 'network' }],
    [{ effect: 'garble' }, { kind: 'contract' }],
    [{ effect: 'fail', status: 404 }, { kind: 'notFound' }],
    [{ effect: 'fail', status: 429 }, { kind: 'rateLimited' }],
    [{ effect: 'fail', status: 500 }, { kind: 'server' }],
    [{ effect: 'fail', status: 401 }, { kind: 'unauthorized' }],
  ] as const)('%o fails its endpoint like the server, and no other', async (change, error) => {
    const { api } = setUp('old');
    // The fault of a garbled answer goes to the console.
    if (change.effect === 'garble') vi.spyOn(console, 'warn').mockReturnValueOnce();
    network.rules = createNetworkRules([rule(change)]);
    expect(await errorOf(api.call(getThing, { id: 'a' }))).toMatchObject(error);
    expect(seen).toEqual([]);
    answer = () => Response.json({});
    await api.call(open, undefined);
    expect(seen.length).toBe(1);
  });

  test('delays a call, which ends at once when it is cancelled', async () => {
    const { api } = setUp('old');
    network.rules = createNetworkRules([rule({ delayMs: 20 }), rule({ name: EVERY, delayMs: 30 })]);
    const before = performance.now();
    expect(await api.call(getThing, { id: 'a' })).toEqual({ title: 'Emma' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(45);
    network.rules = createNetworkRules([rule({ delayMs: 60_000 })]);
    const waiting = new AbortController();
    const error = errorOf(api.call(getThing, { id: 'a' }, waiting.signal));
    waiting.abort();
    expect(await error).toEqual({ kind: 'aborted' });
  });

  test('applies to prefetches, too', async () => {
    const { api } = setUp('old');
    network.rules = createNetworkRules([rule({ effect: 'drop' })]);
    api.prefetch(getThing, { id: 'a' });
    expect(await errorOf(api.call(getThing, { id: 'a' }))).toEqual({ kind: 'network' });
    expect(seen).toEqual([]);
  });

  test('drops earlier prefetches, and its removal leaves no trace', async () => {
    const { api } = setUp('old');
    const hand = createNetworkHand(network, () => api.forget());
    api.prefetch(getThing, { id: 'a' });
    hand.set([rule({ delayMs: 1 })]);
    await api.call(getThing, { id: 'a' });
    expect(seen.length).toBe(2);
    hand.set([]);
    expect(network.rules).toBe(null);
  });
});
