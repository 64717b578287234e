import { fromPromise, sendParent } from 'xstate';
import type { $ZodType } from 'zod/v4/core';
import type { Api } from '../../services/api.ts';
import type { Endpoint, EndpointOutput } from '../../services/endpoints/define-endpoint.ts';
import { getPorts } from '../app/ports.ts';
import type { Failure } from './failure.logic.ts';
import { resourceMachine, type ResourceEvent, type ResourceInput } from './resource.machine.ts';
import type { Retyped } from './retyped.ts';

/**
 * The data of an endpoint as an actor. Its owner invokes it under `name`, gets `<name>.loaded` and `<name>.failed`, and
 * sends it `resource.*`.
 */
export function resource<Input, Schema extends $ZodType>(name: string, endpoint: Endpoint<Input, Schema>) {
  return resourceBy<Input>(name, (api, input, signal) => api.call(endpoint, input, signal));
}

/** The same of data that takes more than one endpoint to say. `fetch` rejects with an `AppException`. */
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

/** An answer is taken after so many tries, however much this page changes meanwhile. */
const MOST_TRIES = 3;

/**
 * An answer that began before a change of this page ended may be older than what the page shows by then: it is fetched
 * again.
 */
async function fetchCurrent(api: Api, fetch: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const before = api.changes();
    const data = await fetch();
    if (api.changes() === before || tries === MOST_TRIES) return data;
  }
}

/**
 * What the resource of this name and endpoint tells its owner, who holds the data. `failed` comes after a refetch too:
 * then the data stays and is fetched again by itself, unless the server says that it is gone (`notFound`, `forbidden`).
 */
export type ResourceTold<Name extends string, E> =
  { type: `${Name}.loaded`; data: EndpointOutput<E> } | ({ type: `${Name}.failed` } & Failure);
