import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ServerConfig } from '../../server/config.ts';
import { startServer as start, type RunningServer } from '../../server/index.ts';
import type { User, UserPermissions, UserType } from '../../server/store/users.repo.ts';
import { createAccount } from '../../server/users/accounts.ts';

/** The answer: status, content type without the charset (null when there is none), parsed JSON or text. */
export interface Answer {
  readonly status: number;
  readonly type: string | null;
  // The requesting test asserts the whole body of its answer.
  readonly body: unknown;
  readonly headers: Headers;
}

/** Calls as one account (or none); paths begin with `/`. */
export interface TestClient {
  readonly user: User | null;
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(
    method: 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export interface TestServer extends RunningServer {
  readonly anonymous: TestClient;
  /** Makes an account with the password `<name>pass` and gives a client with its access token. */
  account(username: string, type?: UserType, permissions?: Partial<UserPermissions>): Promise<TestClient>;
  /** Closes the server and removes its data folder. */
  stop(): Promise<void>;
}

/**
 * A real server on a free port with a data folder of its own. Without options: no accounts, no libraries, no rate
 * limit.
 */
export async function startServer(
  options: Partial<ServerConfig> = {},
  say?: (text: string) => void,
): Promise<TestServer> {
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-test-'));
  const server = await start(
    {
      port: 0,
      watch: false,
      rateLimit: { max: 0, windowMs: 1000, message: '' },
      ...options,
      dataDir,
    },
    say,
  );
  return {
    ...server,
    anonymous: client(server.url, null, ''),
    account: async (username, type = 'user', permissions = {}) => {
      const user = await createAccount(server.ctx, {
        username,
        password: `${username}pass`,
        type,
        isActive: true,
        permissions,
      });
      return client(server.url, user, await server.ctx.tokens.access(user));
    },
    stop: async () => {
      await server.close();
      if (options.dataDir === undefined) fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function client(url: string, user: User | null, token: string): TestClient {
  const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  const call = async (
    method: string,
    target: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url + target, {
      method,
      headers: { ...authorization, ...json, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type')?.split(';')[0] ?? null;
    return {
      status: response.status,
      type,
      body: type === 'application/json' ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  return {
    user,
    token,
    get: (target, headers = {}) => call('GET', target, undefined, headers),
    send: (method, target, body, headers = {}) => call(method, target, body, headers),
  };
}
