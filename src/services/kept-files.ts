import type { IDBPDatabase } from 'idb';
import { safeParse } from 'zod/v4/core';
import { z } from '../schemas/zod.ts';
import { openDatabase } from './database.ts';

/** Chosen files, kept in this browser over a reload. Never rejects: a blocked or full storage keeps nothing. */
export interface KeptFiles {
  keep(key: string, file: File): Promise<void>;
  find(key: string): Promise<File | null>;
  forget(key: string): Promise<void>;
}

const DATABASE = 'earmark-files';
const STORE = 'files';
/** Lifetime of files from closed tabs, in ms. */
const KEPT_MS = 86_400_000;

const record = z.object({
  key: z.string(),
  name: z.string(),
  type: z.string(),
  at: z.number(),
  bytes: z.instanceof(Blob),
});

/** `databases`: `indexedDB`, or null without. `now` in ms since 1970. */
export function createKeptFiles(databases: IDBFactory | null, now: () => number = Date.now): KeptFiles {
  /** Sequential, and closed after each use: does not block an upgrade by another version. */
  let last: Promise<unknown> = Promise.resolve();
  const attempt = <Result>(work: (database: IDBPDatabase) => Promise<Result>): Promise<Result | null> => {
    const done = last.then(async () => {
      try {
        const database = await openDatabase(databases, DATABASE, makeStore);
        try {
          return await work(database);
        } finally {
          database.close();
        }
      } catch {
        return null;
      }
    });
    last = done;
    return done;
  };
  return {
    async keep(key, file) {
      const { name, type } = file;
      await attempt(async (database) => {
        for (const old of await database.getAll(STORE)) {
          const parsed = safeParse(record, old);
          if (parsed.success && parsed.data.at < now() - KEPT_MS) await database.delete(STORE, parsed.data.key);
        }
        await database.put(STORE, { key, name, type, at: now(), bytes: file.slice(0, file.size, type) });
      });
    },
    find: (key) =>
      attempt(async (database) => {
        const parsed = safeParse(record, await database.get(STORE, key));
        if (!parsed.success) return null;
        const { bytes, name, type } = parsed.data;
        return new File([bytes], name, { type });
      }),
    async forget(key) {
      await attempt((database) => database.delete(STORE, key));
    },
  };
}

function makeStore(database: IDBDatabase): void {
  database.createObjectStore(STORE, { keyPath: 'key' });
}
