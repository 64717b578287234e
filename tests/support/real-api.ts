import { createApi, type Api } from '../../src/services/api.ts';
import type { EarlyRequests } from '../../src/services/early-requests.ts';
import { createHttp, createNetwork } from '../../src/services/http.ts';
import { createUnreadableEntries } from '../../src/services/unreadable.ts';
import { createFakePorts, type FakePorts } from './fakes/ports.ts';

/** A call of the client's API: the name of its endpoint, and the JSON body that went out. */
export interface SentCall {
  readonly name: string;
  readonly body: unknown;
}

/** The client's own API to a running server. */
export interface RealApi {
  readonly api: Api;
  /** Calls with a body, oldest first. */
  readonly sent: readonly SentCall[];
  /** Goes on with another access token. */
  use(token: string): void;
}

const early: EarlyRequests = { take: () => undefined, has: () => false, put: () => undefined, clear: () => undefined };

/** @param serverUrl origin with base path, without a slash at the end */
export function createRealApi(serverUrl: string, token: string): RealApi {
  let current = token;
  const baseUrl = `${serverUrl}/`;
  const http = createHttp({ baseUrl, tokens: { request: () => Promise.resolve(current) }, early });
  const api = createApi({ http, early, baseUrl, unreadable: createUnreadableEntries(), network: createNetwork() });
  const sent: SentCall[] = [];
  return {
    sent,
    use: (next) => {
      current = next;
    },
    api: {
      ...api,
      call(endpoint, input, signal) {
        const body = endpoint.body?.(input);
        if (body !== undefined) sent.push({ name: endpoint.name, body: JSON.parse(JSON.stringify(body)) as unknown });
        return api.call(endpoint, input, signal);
      },
    },
  };
}

/** Fake ports whose API is a real one. */
export const portsOver = (api: Api): FakePorts => createFakePorts({ api: api as FakePorts['api'] });
