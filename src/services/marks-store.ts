import type { IDBPDatabase } from 'idb';
import { safeParse } from 'zod/v4/core';
import { mark, type Mark, type MarkChange } from '../schemas/marks.ts';
import { z } from '../schemas/zod.ts';
import { createChannel } from './channel.ts';
import { copyText } from './page.ts';
import { openDatabase } from './database.ts';

export interface MarksStore {
  /** Unreadable marks are skipped and stay for a version that can read them. Rejects with MarksException. */
  read(userId: string, itemId: string): Promise<readonly Mark[]>;
  /** All changes or none; notifies other tabs. Rejects with MarksException. */
  write(changes: readonly MarkChange[]): Promise<void>;
  /** Calls back when another tab has changed marks. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Copies to the clipboard; needs a press. Rejects when the browser refuses. */
  copy(text: string): Promise<void>;
}

/** `full`: no space; `blocked`: no storage for this site. */
export type MarksFault = 'full' | 'blocked';

export class MarksException extends Error {
  readonly fault: MarksFault;

  constructor(cause: unknown) {
    super('Marks cannot be kept', { cause });
    this.name = 'MarksException';
    this.fault = cause instanceof DOMException && cause.name === 'QuotaExceededError' ? 'full' : 'blocked';
  }
}

export const MARKS_CHANNEL = 'earmark-marks';
const CHANGED = 'changed';
const changed = z.literal(CHANGED);

const DATABASE = 'earmark-marks';
const STORE = 'marks';
const BY_ITEM = 'item';

/** A record per mark, so that tabs don't overwrite each other. `databases` and `tabs` are null if unavailable. */
export function createMarksStore(databases: IDBFactory | null, tabs: BroadcastChannel | null): MarksStore {
  const channel = createChannel<typeof CHANGED, typeof changed>(tabs, changed);
  let connection: Promise<IDBPDatabase> | null = null;

  function connect(): Promise<IDBPDatabase> {
    const opening = (connection ??= openDatabase(databases, DATABASE, makeStore).then((database) => {
      // Don't block an upgrade by a newer client in another tab.
      database.addEventListener('versionchange', () => {
        database.close();
        connection = null;
      });
      database.addEventListener('close', () => (connection = null));
      return database;
    }));
    opening.catch(() => (connection = null));
    return opening;
  }

  const attempt = async <Result>(work: (database: IDBPDatabase) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await connect());
    } catch (cause) {
      throw new MarksException(cause);
    }
  };

  return {
    read: (userId, itemId) =>
      attempt(async (database) => {
        const all: unknown[] = await database.getAllFromIndex(STORE, BY_ITEM, [userId, itemId]);
        return all.flatMap((value) => {
          const parsed = safeParse(mark, value);
          return parsed.success ? [parsed.data] : [];
        });
      }),
    async write(changes) {
      await attempt((database) => apply(database, changes));
      channel.post(CHANGED);
    },
    subscribe: (listener) => channel.subscribe(() => listener()),
    copy: copyText,
  };
}

function makeStore(database: IDBDatabase): void {
  const store = database.createObjectStore(STORE, { keyPath: ['userId', 'id'] });
  store.createIndex(BY_ITEM, ['userId', 'itemId']);
}

/** Keeps the other fields as another tab wrote them. */
async function apply(database: IDBPDatabase, changes: readonly MarkChange[]): Promise<void> {
  const transaction = database.transaction(STORE, 'readwrite');
  const { store } = transaction;
  const work = changes.map(async (change) => {
    const key = [change.mark.userId, change.mark.id];
    if (change.kind === 'remove') return store.delete(key);
    if (change.kind === 'put') return void (await store.put(change.mark));
    const known = safeParse(mark, await store.get(key));
    return void (await store.put(known.success ? { ...known.data, ...change.fields } : change.mark));
  });
  await Promise.all([...work, transaction.done]);
}
