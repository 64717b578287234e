import { safeParse, type $ZodType, type output } from 'zod/v4/core';

/** One thing that we keep in the browser: its key and the schema that reads it back. */
export interface Stored<Schema extends $ZodType> {
  readonly key: string;
  readonly schema: Schema;
}

/** Declares a stored value. What is read from the browser is parsed like an answer of the server. */
export function defineStored<Schema extends $ZodType>(key: string, schema: Schema): Stored<Schema> {
  return { key, schema };
}

/** What the browser keeps for this origin. Never throws: storage may be blocked, full or edited by hand. */
export interface KeyValueStorage {
  /** The stored value, or null when there is none or it does not parse. */
  read<Schema extends $ZodType>(stored: Stored<Schema>): output<Schema> | null;
  /** Returns false when the browser refused (blocked or full). */
  write<Schema extends $ZodType>(stored: Stored<Schema>, value: output<Schema>): boolean;
  remove<Schema extends $ZodType>(stored: Stored<Schema>): void;
  /** Calls back when another tab changed or removed the value. Returns the end of the subscription. */
  subscribe<Schema extends $ZodType>(
    stored: Stored<Schema>,
    listener: (value: output<Schema> | null) => void,
  ): () => void;
}

/** @param area `localStorage`, or null where the browser blocks it */
export function createStorage(area: Storage | null, events: EventTarget = globalThis): KeyValueStorage {
  const parse = <Schema extends $ZodType>(stored: Stored<Schema>, text: string | null): output<Schema> | null => {
    if (text === null) return null;
    try {
      const parsed = safeParse(stored.schema, JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // Told below.
    }
    console.info(`What is stored as '${stored.key}' can't be read`);
    return null;
  };
  return {
    read(stored) {
      try {
        return parse(stored, area?.getItem(stored.key) ?? null);
      } catch {
        return null;
      }
    },
    write(stored, value) {
      try {
        area?.setItem(stored.key, JSON.stringify(value));
        return area !== null;
      } catch {
        return false;
      }
    },
    remove(stored) {
      try {
        area?.removeItem(stored.key);
      } catch {
        // A blocked storage holds nothing to remove.
      }
    },
    subscribe(stored, listener) {
      const onStorage = (event: Event) => {
        if (!(event instanceof StorageEvent) || event.storageArea !== area) return;
        if (event.key === null) listener(null);
        else if (event.key === stored.key) listener(parse(stored, event.newValue));
      };
      events.addEventListener('storage', onStorage);
      return () => events.removeEventListener('storage', onStorage);
    },
  };
}

/** `localStorage`, or null where touching it throws. */
export function localStorageOrNull(): Storage | null {
  return areaOrNull(() => globalThis.localStorage);
}

/** `sessionStorage`, which lasts as long as the tab, or null where touching it throws. */
export function sessionStorageOrNull(): Storage | null {
  return areaOrNull(() => globalThis.sessionStorage);
}

/** `indexedDB`, or null where touching it throws. */
export function databasesOrNull(): IDBFactory | null {
  return areaOrNull(() => globalThis.indexedDB);
}

function areaOrNull<Area>(area: () => Area): Area | null {
  try {
    return area();
  } catch {
    return null;
  }
}
