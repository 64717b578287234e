import fs from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import type { Announcement } from '../../../server/events/events.ts';
import { demoLibrary } from '../../../server/paths.ts';
import type { User } from '../../../server/store/users.repo.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';

/** The value at a path of keys and indexes inside JSON; undefined when missing. */
export function at(json: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined,
    json,
  );
}

/** The list at a path, [] when missing. */
export function listAt(json: unknown, ...path: (string | number)[]): unknown[] {
  const value = at(json, ...path);
  return Array.isArray(value) ? value : [];
}

/** Counts the turns of the loop from now on until `isOver`. */
export function countTurns(): { turn: number; isOver: boolean } {
  const state = { turn: 0, isOver: false };
  const count = (): void => {
    state.turn += 1;
    if (!state.isOver) setImmediate(count);
  };
  setImmediate(count);
  return state;
}

export interface LibraryServer extends TestServer {
  /** GET (or another method) as an account; the body is parsed when it is JSON. */
  call(
    path: string,
    options?: { as?: string; method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; body: unknown; headers: Headers }>;
  announcements: Announcement[];
  bookLibraryId: string;
  podcastLibraryId: string;
  user(name: string): User;
}

/** A server with the demo library, scanned. Accounts: `root` and `listener` (no explicit content). */
export async function startDemo(options: Parameters<typeof startServer>[0] = {}): Promise<LibraryServer> {
  const server = await startServer({ demo: true, ...options });
  const announcements: Announcement[] = [];
  server.ctx.events.subscribe((announcement) => announcements.push(announcement));
  await vi.waitFor(
    () => {
      if (
        server.ctx.store.libraries.all().length === 0 ||
        server.ctx.store.libraries.all().some((library) => library.lastScan === null)
      )
        throw new Error('Still scanning');
    },
    { timeout: 10_000, interval: 20 },
  );
  const tokens = new Map<string, string>();
  const user = (name: string): User => {
    const found = server.ctx.store.users.byName(name);
    if (!found) throw new Error(`No account ${name}`);
    return found;
  };
  const idOf = (mediaType: string): string =>
    server.ctx.store.libraries.all().find((library) => library.mediaType === mediaType)?.id ?? '';
  const call: LibraryServer['call'] = async (path, { as = 'root', method = 'GET', body, headers = {} } = {}) => {
    if (!tokens.has(as)) tokens.set(as, await server.ctx.tokens.access(user(as)));
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(as)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      body: isJson ? await response.json() : await response.text(),
      headers: response.headers,
    };
  };
  return { ...server, call, announcements, user, bookLibraryId: idOf('book'), podcastLibraryId: idOf('podcast') };
}

/**
 * The same library as own folders (`folder`, a copy made here), with the same accounts, for features that the demo
 * forbids.
 */
export async function startHousehold(
  folder: string,
  options: Parameters<typeof startServer>[0] = {},
): Promise<LibraryServer> {
  fs.cpSync(demoLibrary, folder, { recursive: true });
  const server = await startDemo({
    demo: false,
    bookFolders: [path.join(folder, 'books')],
    podcastFolders: [path.join(folder, 'podcasts')],
    ...options,
  });
  await server.account('root', 'root');
  await server.account('listener');
  return server;
}
