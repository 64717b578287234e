import { safeParse, type $ZodType, type output } from 'zod/v4/core';

export interface Stored<Schema extends $ZodType> {
  readonly key: string;
  readonly schema: Schema;
}

export function defineStored<Schema extends $ZodType>(key: string, schema: Schema): Stored<Schema> {
  return { key, schema };
}

/** Storage of this origin. Never throws: it may be blocked, full or edited by hand. */
export interface KeyValueStorage {
  /** Null when missing or invalid. */
  read<Schema extends $ZodType>(stored: Stored<Schema>): output<Schema> | null;
  /** False when blocked or full. */
  write<Schema extends $ZodType>(stored: Stored<Schema>, value: output<Schema>): boolean;
  remove<Schema extends $ZodType>(stored: Stored<Schema>): void;
  /** Calls back when another tab changed or removed the value. Returns the unsubscribe function. */
  subscribe<Schema extends $ZodType>(
    stored: Stored<Schema>,
    listener: (value: output<Schema> | null) => void,
  ): () => void;
}

/** `area`: `localStorage`, or null when blocked. */
export function createStorage(area: Storage | null, events: EventTarget = globalThis): KeyValueStorage {
  const parse = <Schema extends $ZodType>(stored: Stored<Schema>, text: string | null): output<Schema> | null => {
    if (text === null) return null;
    try {
      const parsed = safeParse(stored.schema, JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // Reported below.
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
        // A blocked storage is empty.
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

export function localStorageOrNull(): Storage | null {
  return areaOrNull(() => globalThis.localStorage);
}

/** Lasts as long as the tab. Null when access throws. */
export function sessionStorageOrNull(): Storage | null {
  return areaOrNull(() => globalThis.sessionStorage);
}

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
