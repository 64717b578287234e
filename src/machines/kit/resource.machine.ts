import { fromPromise, sendParent, sendTo, setup } from 'xstate';
import type { $ZodType } from 'zod/v4/core';
import type { Api } from '../../services/api.ts';
import type { Endpoint, EndpointOutput } from '../../services/endpoints/define-endpoint.ts';
import { getPorts } from './ports.ts';
import { failedBy, failureOf, type Failure } from './failure.logic.ts';
import { freshnessMachine, type FreshnessDue } from './freshness.machine.ts';
import type { Retyped } from './retyped.ts';

interface ResourceInput<Request = unknown> {
  readonly request: Request;
  /** Refetch after this pause, in ms, as changes come in bursts. */
  readonly settleMs: number;
}

type ResourceEvent =
  { type: 'resource.retry' } | { type: 'resource.markOutdated' } | { type: 'resource.refresh' } | FreshnessDue;

const notifyLoaded = {
  type: 'notifyLoaded',
  params: ({ event }: { event: { output: unknown } }) => ({ data: event.output }),
} as const;
const notifyFailed = { type: 'notifyFailed', params: failureOf } as const;

/**
 * Data of one request with retry; kept fresh once loaded. Reports each answer and each failure to the owner.
 * A change during a request leads to another one.
 */
export const resourceMachine = setup({
  types: {
    input: {} as ResourceInput,
    context: {} as ResourceInput,
    events: {} as ResourceEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { freshness: 'freshness' },
  },
  actors: {
    fetch: fromPromise<unknown, unknown>(() => Promise.reject(new Error('A resource needs an endpoint'))),
    freshness: freshnessMachine,
  },
  guards: { isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden') },
  actions: {
    notifyLoaded: sendParent((_, params: { data: unknown }) => ({ type: 'resource.loaded', data: params.data })),
    notifyFailed: sendParent((_, { cause }: Failure) => ({ type: 'resource.failed', cause })),
    resetFreshness: sendTo('freshness', { type: 'freshness.reset' }),
    markOutdated: sendTo('freshness', { type: 'freshness.outdated' }),
    refresh: sendTo('freshness', { type: 'freshness.refresh' }),
    retry: sendTo('freshness', { type: 'freshness.retry' }),
    notifyRefreshed: sendTo('freshness', { type: 'freshness.succeeded' }),
    notifyStale: sendTo('freshness', (_, { cause }: Failure) => ({ type: 'freshness.failed', cause })),
  },
}).createMachine({
  id: 'resource',
  context: ({ input }) => input,
  invoke: { src: 'freshness', id: 'freshness', input: ({ context }) => ({ settleMs: context.settleMs }) },
  initial: 'loading',
  on: { 'resource.markOutdated': { actions: 'markOutdated' }, 'resource.refresh': { actions: 'refresh' } },
  states: {
    loading: {
      tags: 'busy',
      entry: 'resetFreshness',
      invoke: {
        src: 'fetch',
        id: 'fetch',
        input: ({ context }: { context: ResourceInput }) => context.request,
        onDone: { target: 'loaded', actions: notifyLoaded },
        onError: { target: 'failed', actions: notifyFailed },
      },
      // The pending answer may be older than the change.
      on: { 'freshness.due': { target: 'loading', reenter: true } },
    },
    failed: {
      tags: 'failed',
      entry: 'resetFreshness',
      on: { 'resource.retry': 'loading', 'freshness.due': 'loading' },
    },
    loaded: {
      initial: 'resting',
      on: { 'resource.retry': { actions: 'retry' }, 'freshness.due': '.refetching' },
      states: {
        resting: {},
        refetching: {
          invoke: {
            src: 'fetch',
            id: 'refetch',
            input: ({ context }: { context: ResourceInput }) => context.request,
            onDone: {
              target: 'resting',
              actions: [notifyLoaded, 'notifyRefreshed'],
            },
            onError: [
              { guard: { type: 'isMissing', params: failureOf }, target: '#resource.failed', actions: notifyFailed },
              { target: 'resting', actions: [notifyFailed, { type: 'notifyStale', params: failureOf }] },
            ],
          },
        },
      },
    },
  },
});

/**
 * A resource actor for an endpoint, invoked under `name`. Takes `resource.*`, reports `<name>.loaded` and
 * `<name>.failed`.
 */
export function resource<Input, Schema extends $ZodType>(name: string, endpoint: Endpoint<Input, Schema>) {
  return resourceBy<Input>(name, (api, input, signal) => api.call(endpoint, input, signal));
}

type ResourceOf<Input> = Retyped<typeof resourceMachine, ResourceInput<Input>, ResourceEvent, ResourceInput<Input>>;

/** The same for data from several endpoints. `fetch` rejects with an `AppException`. */
export function resourceBy<Input>(
  name: string,
  fetch: (api: Api, input: Input, signal: AbortSignal) => Promise<unknown>,
): ResourceOf<Input>;
export function resourceBy(
  name: string,
  fetch: (api: Api, input: unknown, signal: AbortSignal) => Promise<unknown>,
): typeof resourceMachine {
  return resourceMachine.provide({
    actors: {
      fetch: fromPromise(({ input, system, signal }) => {
        const { api } = getPorts(system);
        return fetchCurrent(api, () => fetch(api, input, signal));
      }),
    },
    actions: {
      notifyLoaded: sendParent((_, { data }) => ({ type: `${name}.loaded`, data })),
      notifyFailed: sendParent((_, { cause }) => ({ type: `${name}.failed`, cause })),
    },
  });
}

const MOST_TRIES = 3;

/** Repeats a fetch that began before a change of this page ended: its answer may be older. */
async function fetchCurrent(api: Api, fetch: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const before = api.changes();
    const data = await fetch();
    if (api.changes() === before || tries === MOST_TRIES) return data;
  }
}

/** Reports to the owner. After a failed refetch its data stays, unless gone (`notFound`, `forbidden`). */
export type ResourceReport<Name extends string, E> =
  { type: `${Name}.loaded`; data: EndpointOutput<E> } | ({ type: `${Name}.failed` } & Failure);
