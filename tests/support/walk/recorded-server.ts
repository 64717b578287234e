import { safeParse } from 'zod/v4/core';
import { join } from 'node:path';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { AppException } from '../../../src/schemas/app-error.ts';
import { parseServerEvent } from '../../../src/schemas/socket/server-events.ts';
import { readHttpRecordings, readSocketRecordings } from '../../contract/recording.ts';
import { createRouteTable, endpointsOf } from '../../contract/route-table.ts';
import type { FakeApi } from '../fakes/api.ts';

/** Fates of a call. `hangs`: no answer before the client's timeout; `garbage`: an answer of another shape. */
export const WEATHER = [
  'network',
  'timeout',
  'forbidden',
  'notFound',
  'rateLimited',
  'server',
  'garbage',
  'hangs',
] as const;
export type Weather = (typeof WEATHER)[number];

const folder = join(import.meta.dirname, '../../contract/recordings');
const routes = createRouteTable(
  endpointsOf(import.meta.glob<object>('../../../src/services/endpoints/*.ts', { eager: true })),
);

/** A real server's answers to each endpoint, as far as recorded. */
const answers = new Map<string, unknown[]>();
for (const { request, response } of readHttpRecordings(folder)) {
  const match = routes.match(request);
  if (match.kind !== 'call' || response.status === null || response.status >= 300) continue;
  const body = match.endpoint.answer === 'text' ? (response.body ?? '') : response.body;
  if (safeParse(match.endpoint.output, body).success)
    answers.set(match.endpoint.name, [...(answers.get(match.endpoint.name) ?? []), body]);
}

const received = readSocketRecordings(folder)
  .flatMap(({ events }) => events)
  .filter(({ dir, event, payload }) => dir === 'in' && parses(event, payload));

/** Every kind of event that a real server sent, four of each at most. */
export const serverEvents = [...new Set(received.map(({ event }) => event))].flatMap((name) =>
  received.filter(({ event }) => event === name).slice(0, 4),
);

function parses(event: string, payload: unknown): boolean {
  return event !== 'init' && parseServerEvent(event, payload === undefined ? [] : [payload]).kind === 'event';
}

/**
 * A server that answers every call like a recorded one, until `turn` decides otherwise for the next calls.
 * @param pinned by name of the endpoint: answers that must not change from call to call, like the account
 */
export function createRecordedServer(api: FakeApi, pinned: Readonly<Record<string, unknown>>) {
  const fates: Weather[] = [];
  const waiting = new Set<(error: Error) => void>();
  let open = 0;
  const refusals: Record<Exclude<Weather, 'garbage' | 'hangs'>, AppError> = {
    network: { kind: 'network' },
    timeout: { kind: 'timeout' },
    forbidden: { kind: 'forbidden', message: 'Forbidden' },
    notFound: { kind: 'notFound', message: 'Not Found' },
    rateLimited: { kind: 'rateLimited', message: 'Too many', retryAfterSeconds: 2 },
    server: { kind: 'server', status: 500, message: 'Internal Server Error' },
  };
  const through = async (name: string, work: () => unknown): Promise<unknown> => {
    const next = fates.shift();
    // Saves that the account lacks the right for are dropped: no walk could check that nothing is lost.
    const fate = next === 'forbidden' && /^(playback|sessions)\./.test(name) ? 'server' : next;
    if (fate === undefined) return work();
    if (fate === 'hangs') return new Promise((_resolve, reject) => waiting.add(reject));
    // The server did it, and the client does not learn of it.
    if (fate === 'garbage' || fate === 'timeout') await work();
    if (fate === 'garbage') return { garbage: true };
    throw new AppException(refusals[fate]);
  };
  for (const endpoint of routes.endpoints) {
    const pin = pinned[endpoint.name];
    const bodies = pin === undefined ? (answers.get(endpoint.name) ?? []) : [pin];
    let next = 0;
    api.answer(endpoint, (input: unknown) => {
      open += 1;
      const answer = through(endpoint.name, () => {
        if (typeof pin === 'function') return pin(input);
        if (bodies.length === 0) throw new AppException({ kind: 'notFound', message: 'not recorded' });
        next += 1;
        return bodies[next % bodies.length];
      });
      return answer.finally(() => (open -= 1));
    });
  }
  return {
    /** So many of the next calls end like this. */
    turn: (fate: Weather, calls: number) => void fates.push(...Array.from({ length: calls }, () => fate)),
    /** The client times out hanging calls, and all is well from now on. */
    calm() {
      fates.length = 0;
      for (const reject of waiting) reject(new AppException({ kind: 'timeout' }));
      waiting.clear();
    },
    /** Pending calls. */
    open: () => open,
  };
}

export type RecordedServer = ReturnType<typeof createRecordedServer>;
