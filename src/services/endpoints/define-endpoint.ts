import type { $ZodType, output } from 'zod/v4/core';
import type { Body, RequestBodies } from '../../schemas/requests/index.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** For calls that the server answers only after work on many files or rows, or after asking somebody else. */
export const SLOW_CALL_MS = 120_000;

/** Values of a query string; `undefined` leaves the key out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * One call of the API as data. `api.call(endpoint, input, signal)` runs it; `callEndpoint(endpoint)`
 * makes a promise actor of it.
 */
export interface Endpoint<Input, Schema extends $ZodType> {
  /** Name used in errors, logs and the inspector: `items.one`. */
  readonly name: string;
  readonly method: HttpMethod;
  /** Path without base path and origin, segments already URI-encoded. */
  readonly path: (input: Input) => string;
  readonly query?: (input: Input) => Query;
  /** JSON body, as its schema in `schemas/requests` has it by the endpoint's name; `FormData` goes as multipart. */
  readonly body?: (input: Input) => unknown;
  readonly output: Schema;
  /** How the answer's body is read before the schema sees it. Default `json`. */
  readonly answer?: 'json' | 'text' | 'none';
  /** `bearer` (default): access token, refreshed once on 401. `none`: neither token nor refresh. */
  readonly auth?: 'bearer' | 'none';
  /** Time limit in ms. Default 30 000; 0 for none. */
  readonly timeoutMs?: number;
  /**
   * Whether it changes data that pages read, where the method does not say so; listening progress has its own way. A
   * GET that does is never prefetched.
   */
  readonly changesData?: boolean;
  /** The call must outlive the page (saving a position while it closes). */
  readonly keepalive?: true;
}

export type AnyEndpoint = Endpoint<never, $ZodType>;
export type EndpointInput<E> = E extends Endpoint<infer Input, $ZodType> ? Input : never;
export type EndpointOutput<E> = E extends Endpoint<never, infer Schema> ? output<Schema> : never;

/** What the body of an endpoint has to give: as its schema says, a form, or there is none. */
type Sends<Name extends string, Input> = Name extends keyof RequestBodies
  ? { readonly body: (input: Input) => Body<Name> | undefined }
  : { readonly body?: (input: Input) => FormData };

type Declaration<Name extends string, Input, Schema extends $ZodType> = Omit<
  Endpoint<Input, Schema>,
  'name' | 'body'
> & { readonly name: Name } & Sends<Name, Input>;

/**
 * Declares an endpoint: `defineEndpoint<{ id: string }>()({ name, method, path, output })`. Curried, so
 * that the input is given and the schema inferred. What `body` gives has to fit the schema of the request.
 */
export function defineEndpoint<Input = void>() {
  return <const Name extends string, Schema extends $ZodType>(
    endpoint: Declaration<Name, Input, Schema>,
  ): Endpoint<Input, Schema> => endpoint;
}
