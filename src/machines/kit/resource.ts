import { fromPromise, sendParent } from 'xstate';
import type { $ZodType } from 'zod/v4/core';
import type { Api } from '../../services/api.ts';
import type { Endpoint, EndpointOutput } from '../../services/endpoints/define-endpoint.ts';
import { getPorts } from '../app/ports.ts';
import type { Failure } from './failure.logic.ts';
import { resourceMachine, type ResourceEvent, type ResourceInput } from './resource.machine.ts';
import type { Retyped } from './retyped.ts';

/**
 * A resource actor for an endpoint, invoked under `name`. Takes `resource.*`, reports `<name>.loaded` and
 * `<name>.failed`.
 */
export function resource<Input, Schema extends $ZodType>(name: string, endpoint: Endpoint<Input, Schema>) {
  return resourceBy<Input>(name, (api, input, signal) => api.call(endpoint, input, signal));
}

/** The same for data from several endpoints. `fetch` rejects with an `AppException`. */
export function resourceBy<Input>(
  name: string,
  fetch: (api: Api, input: Input, signal: AbortSignal) => Promise<unknown>,
) {
  const machine = resourceMachine.provide({
    actors: {
      fetch: fromPromise(({ input, system, signal }) => {
        const { api } = getPorts(system);
        return fetchCurrent(api, () => fetch(api, input as Input, signal));
      }),
    },
    actions: {
      tellLoaded: sendParent((_, { data }) => ({ type: `${name}.loaded`, data })),
      tellFailed: sendParent((_, { cause }) => ({ type: `${name}.failed`, cause })),
    },
  });
  return machine as unknown as Retyped<
    typeof resourceMachine,
    ResourceInput<Input>,
    ResourceEvent,
    ResourceInput<Input>
  >;
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
export type ResourceTold<Name extends string, E> =
  { type: `${Name}.loaded`; data: EndpointOutput<E> } | ({ type: `${Name}.failed` } & Failure);
