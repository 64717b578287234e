import { safeParse, type $ZodType, type output } from 'zod/v4/core';
import type { KeyValueStorage, Stored } from '../../../src/services/storage.ts';
import { ListenerSet } from './listeners.ts';

/** Storage in memory. It holds text, as the browser does, so a test reads back what was really written. */
export interface FakeStorage extends KeyValueStorage {
  /** `full`: writes are refused. `blocked`: reads fail too. */
  mode: 'working' | 'full' | 'blocked';
  /** The raw text per key. */
  readonly texts: ReadonlyMap<string, string>;
  /** Puts raw text under a key, like a manual edit of the storage. */
  put(key: string, text: string): void;
  /** Another tab writes (null: removes) the value: stored here, and subscribers are notified. */
  changeElsewhere<Schema extends $ZodType>(stored: Stored<Schema>, value: output<Schema> | null): void;
}

export function createFakeStorage(): FakeStorage {
  const texts = new Map<string, string>();
  const listeners = new ListenerSet<(key: string) => void>('storage');
  const read = <Schema extends $ZodType>(stored: Stored<Schema>): output<Schema> | null => {
    const text = storage.mode === 'blocked' ? undefined : texts.get(stored.key);
    if (text === undefined) return null;
    try {
      const parsed = safeParse(stored.schema, JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  };
  const storage: FakeStorage = {
    mode: 'working',
    texts,
    read,
    write(stored, value) {
      if (storage.mode !== 'working') return false;
      texts.set(stored.key, JSON.stringify(value));
      return true;
    },
    remove(stored) {
      if (storage.mode !== 'blocked') texts.delete(stored.key);
    },
    subscribe(stored, listener) {
      const onChange = (key: string) => {
        if (key === stored.key) listener(read(stored));
      };
      return listeners.join(onChange);
    },
    put: (key, text) => void texts.set(key, text),
    changeElsewhere(stored, value) {
      if (value === null) texts.delete(stored.key);
      else texts.set(stored.key, JSON.stringify(value));
      for (const onChange of listeners) onChange(stored.key);
    },
  };
  return storage;
}
