import type { IDBPDatabase } from 'idb';
import { safeParse } from 'zod/v4/core';
import { mark, type Mark } from '../schemas/marks.ts';
import { z } from '../schemas/zod.ts';
import { createChannel } from './channel.ts';
import { copyText } from './copy-text.ts';
import { openDatabase } from './database.ts';

/** What becomes of one mark: it is made, or made again, as it is; some of it changes; it goes. */
export type MarkChange =
  | { readonly kind: 'put'; readonly mark: Mark }
  /** `mark` is all of it, for when it is not there any more. */
  | { readonly kind: 'change'; readonly mark: Mark; readonly fields: Partial<Pick<Mark, 'colour' | 'note'>> }
  | { readonly kind: 'remove'; readonly mark: Mark };

/** Marks in ebooks, in this browser. Each is a record of its own: tabs do not overwrite what others made. */
export interface MarksStore {
  /**
   * The marks of an account in an item. What cannot be read is left out, and stays for a version that can.
   * @throws MarksException when the browser gives none
   */
  read(userId: string, itemId: string): Promise<readonly Mark[]>;
  /** All of the changes or none; other tabs hear of them. @throws MarksException */
  write(changes: readonly MarkChange[]): Promise<void>;
  /** Calls back when another tab has changed marks. Returns the end of the subscription. */
  subscribe(listener: () => void): () => void;
  /** Puts a text on the clipboard, by a press of a person. Rejects where the browser refuses. */
  copy(text: string): Promise<void>;
}

/** `full`: the device has no room; `blocked`: the browser keeps nothing for this site. */
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

/**
 * @param databases `indexedDB`, or null where the browser has none
 * @param tabs what other tabs hear on; null where the browser has nothing for that
 */
export function createMarksStore(databases: IDBFactory | null, tabs: BroadcastChannel | null): MarksStore {
  const channel = createChannel<typeof CHANGED, typeof changed>(tabs, changed);
  let connection: Promise<IDBPDatabase> | null = null;

  function connect(): Promise<IDBPDatabase> {
    const opening = (connection ??= openDatabase(databases, DATABASE, makeStore).then((database) => {
      // A later version of the program in another tab is not held up.
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
        const all = (await database.getAllFromIndex(STORE, BY_ITEM, [userId, itemId])) as unknown[];
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

/** A change of some fields leaves the others as another tab has written them. */
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
