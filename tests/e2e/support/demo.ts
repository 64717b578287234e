import { expect } from 'playwright/test';
import type { EmbeddedServer } from './server.ts';

export interface Account {
  readonly username: string;
  readonly password: string;
}

export const ROOT: Account = { username: 'root', password: 'earmark' };
export const LISTENER: Account = { username: 'listener', password: 'earmark' };

/** Calls the server past the browser: to prepare a test and to check the server's data. */
export interface ServerApi {
  readonly accessToken: string;
  readonly userId: string;
  /** Sends a call and gives the parsed answer (text when it is not JSON). Fails on an error status. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Signs in past the browser, as another device. */
export async function connect(server: EmbeddedServer, { username, password }: Account = ROOT): Promise<ServerApi> {
  const answer = await send(server.url, 'POST', '/login', { username, password }, null);
  const { user } = answer as { user: { id: string; accessToken: string } };
  return {
    accessToken: user.accessToken,
    userId: user.id,
    call: (method, path, body) => send(server.url, method, path, body, user.accessToken),
  };
}

/** Waits until the demo's books and podcast are all scanned, at this moment (ms since 1970) or after it. */
export async function untilScanned(server: EmbeddedServer, since = 0): Promise<void> {
  const api = await connect(server);
  await expect
    .poll(
      async () => {
        const { libraries } = (await api.call('GET', '/api/libraries')) as { libraries: { lastScan: number | null }[] };
        return libraries.length > 0 && libraries.every(({ lastScan }) => lastScan !== null && lastScan >= since);
      },
      { timeout: 30_000, intervals: [50] },
    )
    .toBe(true);
}

async function send(url: string, method: string, path: string, body: unknown, token: string | null): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}
