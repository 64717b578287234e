import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestBodies } from '../../../src/schemas/requests/index.ts';
import type { AnyEndpoint } from '../../../src/services/endpoints/define-endpoint.ts';
import { routes } from '../../contract/suite.ts';
import { createIds, type Ids } from './ids.ts';
import { isJson, recordings, type Recorded } from './recorded.ts';
import { prepare } from './send.ts';
import { startWorld, type World } from './world.ts';

/*
 * Every call with a body, as a real client makes it, with one member after the other replaced, and with empty and
 * invalid bodies: each is answered soon and never by 500, and a refused one changes nothing.
 */

let world: World;
let ids: Ids;
beforeAll(async () => {
  world = await startWorld();
  ids = await createIds(world);
}, 60_000);
afterAll(() => world.stop());

/** JSON texts, so that they include numbers and members that no JavaScript value has. */
const HOSTILE = [
  'null',
  'true',
  '-1',
  '0.5',
  '1e15',
  '1e308',
  '1e999',
  '""',
  '" "',
  '"\\u0000"',
  JSON.stringify('x'.repeat(5000)),
  '[]',
  '[null,[],{},1,"x"]',
  '{}',
  '{"toString":1,"constructor":{"prototype":{"isAdmin":true}},"length":9}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
];
const WHOLE = [
  ...HOSTILE,
  '{"__proto__":{"isAdmin":true}}',
  '[{"__proto__":{"isAdmin":true}}]',
  `[${'{},'.repeat(100_000)}{}]`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index]))),
];

/** Answers of 500 that the real server gives, too. */
const RECORDED_500: Readonly<Record<string, string>> = {
  'auth.init': 'there is a root already',
  'collections.batchRemove': 'for no books (collections/batch-remove-err)',
  'items.coverFromFile': 'for a path that is not there (items/cover-patch-err-path)',
  'items.updateChapters': 'for an ebook (items/chapters-on-ebook-only)',
  'sessions.saveLocal': 'for an unknown item (sessions/local-err)',
};

const MARK = '"\u0001"';

/** The JSON text of a value with one member replaced by a mark, for each of its members; of lists the first entry. */
function marked(value: unknown): string[] {
  if (Array.isArray(value))
    return value.length === 0
      ? []
      : marked(value[0])
          .map((text) => `[${[text, ...value.slice(1).map((entry) => JSON.stringify(entry))].join()}]`)
          .concat(`[${MARK}]`);
  if (!isJson(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const withText = (text: string) =>
      `{${Object.entries(value)
        .map(([name, member]) => `${JSON.stringify(name)}:${name === key ? text : JSON.stringify(member)}`)
        .join()}}`;
    return [MARK, ...marked(value[key])].map(withText);
  });
}

/** The stored data except the times when accounts were last seen. */
function stored(): string {
  const { database } = world.server.ctx.store;
  const tables = database.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE '%Search%'",
  );
  return JSON.stringify(
    tables.map(({ name }) => [
      name,
      database
        .all<Record<string, unknown>>(`SELECT * FROM ${name}`)
        .map(({ lastSeen: _seen, lastUsedAt: _used, ...row }) => row),
    ]),
  );
}
const writes = () => world.server.ctx.store.database.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;

/** Waits until work after an answer (scans, matches, downloads) stops writing. */
const quiet = async () => {
  let last = -1;
  await expect
    .poll(() => [last === (last = writes()), world.server.ctx.downloads.current() ?? null], {
      interval: 100,
      timeout: 20_000,
    })
    .toEqual([true, null]);
};

const endpoints = routes.endpoints.filter(({ name }) => name in requestBodies);
const recordedOf = (endpoint: AnyEndpoint): Recorded | undefined => {
  const all = recordings.filter(({ request }) => {
    const match = routes.match(request);
    return match.kind === 'call' && match.endpoint === endpoint && isBody(request.body);
  });
  const size = ({ request }: Recorded) => marked(request.body).length;
  const good = all.filter(({ response }) => (response.status ?? 500) < 300);
  return [...good, ...all].toSorted((a, b) => size(b) - size(a))[0];
};
const isBody = (body: unknown): boolean => typeof body === 'object' && body !== null && !('$multipart' in body);

describe('every body', () => {
  test('has a recorded call as its base', () => {
    expect(endpoints.filter((endpoint) => !recordedOf(endpoint)).map(({ name }) => name)).toEqual([]);
    expect(endpoints).toHaveLength(Object.keys(requestBodies).length);
  });

  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s: every body is answered, and a refused one changes nothing',
    async (name, endpoint) => {
      const recording = recordedOf(endpoint);
      if (!recording) throw new Error('no recording');
      const { call } = await prepare(world, ids, recording);
      const { as } = recording.request;
      await world.signIn(as);
      const bodies = [
        ...marked(call.body).flatMap((text) => HOSTILE.map((value) => text.replace(MARK, () => value))),
        ...WHOLE,
      ];
      const wrong: string[] = [];
      const send = async (body: string): Promise<number> => {
        const { status } = await world.send(as, { ...call, body, headers: { 'content-type': 'application/json' } });
        if (status >= 500 && !(status === 500 && name in RECORDED_500)) wrong.push(`${body.slice(0, 150)}: ${status}`);
        if (status === 401) await world.signIn(as);
        return status;
      };
      const refused: string[] = [];
      for (const body of bodies) if ((await send(body)) >= 400) refused.push(body);

      await quiet();
      let [before, count] = [stored(), writes()];
      for (const body of refused) {
        const status = await send(body);
        if (writes() === count) continue;
        if (status >= 400 && stored() !== before) wrong.push(`${body.slice(0, 150)}: ${status}, and something changed`);
        [before, count] = [stored(), writes()];
      }
      expect(wrong.slice(0, 20)).toEqual([]);
      expect(bodies.length).toBeGreaterThan(20);
    },
  );
});
