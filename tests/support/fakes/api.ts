import { safeParse, type $ZodType, type output } from 'zod/v4/core';
import { AppException, type AppError } from '../../../src/schemas/app-error.ts';
import { contractIssues } from '../../../src/schemas/contract-issues.ts';
import { changesData, type Api } from '../../../src/services/api.ts';
import type { Endpoint } from '../../../src/services/endpoints/define-endpoint.ts';
import { createDeferred, type Deferred } from './deferred.ts';
import { ListenerSet } from './listeners.ts';

export interface ApiCall {
  readonly name: string;
  readonly input: unknown;
}

type Answer = (input: unknown) => unknown;
type Named = { readonly name: string };

/**
 * An {@link Api} with scripted answers. Answers are what the server would send: they pass the schema of their endpoint,
 * so a fixture of a wrong shape fails as `contract` as with a server. A call without a script fails. The script is read
 * a microtask after the call, so it may be written right after the start of the calling actor.
 */
export interface FakeApi extends Api {
  /** Every call so far, oldest first. */
  readonly calls: readonly ApiCall[];
  /** Names of the calls whose signal was aborted before their answer came. */
  readonly aborted: readonly string[];
  /** Names of the prefetched endpoints with their input, until they are dropped. */
  readonly prefetched: readonly ApiCall[];
  /** Reports that a call was answered, or that none got through. */
  notifyReach(reached: boolean): void;
  /** The inputs of all calls to one endpoint. */
  inputsOf(endpoint: Named): readonly unknown[];
  /** From now on the endpoint answers this body, or the function's result for the input. */
  answer(endpoint: Named, body: unknown): void;
  /** Only the next call without a script of its own gets this body. */
  answerOnce(endpoint: Named, body: unknown): void;
  refuse(endpoint: Named, error: AppError): void;
  refuseOnce(endpoint: Named, error: AppError): void;
  /** The next call waits until the test resolves it with a body or rejects it. */
  defer(endpoint: Named): Deferred<unknown>;
}

/** The server's clock when the page's own begins, ms. */
const SERVER_BEGAN = Date.UTC(2026, 0, 1);

export function createFakeApi(): FakeApi {
  const calls: ApiCall[] = [];
  const aborted: string[] = [];
  const prefetched: ApiCall[] = [];
  let changes = 0;
  const listeners = new ListenerSet<(reached: boolean) => void>('api.onReach');
  const lasting = new Map<string, Answer>();
  const once = new Map<string, Answer[]>();
  const queueOf = (name: string) => {
    const queue = once.get(name) ?? [];
    once.set(name, queue);
    return queue;
  };
  const toAnswer = (body: unknown): Answer => (typeof body === 'function' ? (input) => body(input) : () => body);
  const toRefusal =
    (error: AppError): Answer =>
    () =>
      Promise.reject(new AppException(error));
  const unscripted = (name: string): Answer =>
    toRefusal({ kind: 'unexpected', message: `the test scripted no answer for ${name}` });

  return {
    calls,
    aborted,
    prefetched,
    async call<Input, Schema extends $ZodType>(endpoint: Endpoint<Input, Schema>, input: Input, signal?: AbortSignal) {
      const { name } = endpoint;
      calls.push({ name, input });
      const answer = Promise.resolve().then(() =>
        (queueOf(name).shift() ?? lasting.get(name) ?? unscripted(name))(input),
      );
      try {
        return parse(endpoint, await untilAborted(answer, signal, () => aborted.push(name)));
      } finally {
        if (changesData(endpoint)) changes += 1;
      }
    },
    prefetch: (endpoint, input) => void prefetched.push({ name: endpoint.name, input }),
    onReach: (listener) => listeners.join(listener),
    notifyReach: (reached) => listeners.forEach((listener) => listener(reached)),
    changes: () => changes,
    serverTime: (elapsed) => SERVER_BEGAN + elapsed,
    forget: () => void prefetched.splice(0),
    inputsOf: ({ name }) => calls.filter((call) => call.name === name).map((call) => call.input),
    answer: ({ name }, body) => void lasting.set(name, toAnswer(body)),
    answerOnce: ({ name }, body) => void queueOf(name).push(toAnswer(body)),
    refuse: ({ name }, error) => void lasting.set(name, toRefusal(error)),
    refuseOnce: ({ name }, error) => void queueOf(name).push(toRefusal(error)),
    defer({ name }) {
      const deferred = createDeferred<unknown>();
      queueOf(name).push(() => deferred.promise);
      return deferred;
    },
  };
}

function parse<Schema extends $ZodType>(endpoint: { name: string; output: Schema }, body: unknown): output<Schema> {
  const parsed = safeParse(endpoint.output, body);
  if (parsed.success) return parsed.data;
  throw new AppException({ kind: 'contract', endpoint: endpoint.name, issues: contractIssues(parsed.error.issues) });
}

function untilAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined, onAbort: () => void): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => {
      onAbort();
      reject(new AppException({ kind: 'aborted' }));
    };
    if (signal.aborted) {
      // No caller learns how that ends.
      answer.catch(() => undefined);
      return abort();
    }
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
