import type { $ZodType, output } from 'zod/v4/core';
import type { Body, RequestBodies } from '../../schemas/requests/index.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Timeout in ms for calls that work on many files or rows, or call other services. */
export const SLOW_CALL_MS = 120_000;

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** One call of the API as data, for `api.call(endpoint, input, signal)` or `callEndpoint(endpoint)`. */
export interface Endpoint<Input, Schema extends $ZodType> {
  /** For errors, logs and the inspector: `items.one`. */
  readonly name: string;
  readonly method: HttpMethod;
  /** Without origin and base path, segments URI-encoded. */
  readonly path: (input: Input) => string;
  readonly query?: (input: Input) => Query;
  /** JSON body by its schema in `schemas/requests`; `FormData` goes as multipart. */
  readonly body?: (input: Input) => unknown;
  readonly output: Schema;
  /** Default `json`. */
  readonly answer?: 'json' | 'text' | 'none';
  /** `bearer` (default): access token, refreshed once on 401. `none`: no token. */
  readonly auth?: 'bearer' | 'none';
  /** Default 30 000 ms; 0: none. */
  readonly timeoutMs?: number;
  /** Overrides the method for invalidation; never for listening progress. A GET with it is never prefetched. */
  readonly changesData?: boolean;
  /** The call must outlive the page (saves while it closes). */
  readonly keepalive?: true;
}

export type AnyEndpoint = Endpoint<never, $ZodType>;
export type EndpointOutput<E> = E extends Endpoint<never, infer Schema> ? output<Schema> : never;

type Sends<Name extends string, Input> = Name extends keyof RequestBodies
  ? { readonly body: (input: Input) => Body<Name> | undefined }
  : { readonly body?: (input: Input) => FormData };

type Declaration<Name extends string, Input, Schema extends $ZodType> = Omit<
  Endpoint<Input, Schema>,
  'name' | 'body'
> & { readonly name: Name } & Sends<Name, Input>;

/** `defineEndpoint<{ id: string }>()({ name, … })`: curried, to give the input and infer the schema. */
export function defineEndpoint<Input = void>() {
  return <const Name extends string, Schema extends $ZodType>(
    endpoint: Declaration<Name, Input, Schema>,
  ): Endpoint<Input, Schema> => endpoint;
}
