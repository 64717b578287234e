import { fromJson, toJson, type Database } from './database.ts';

export type SettingsRepository = ReturnType<typeof createSettingsRepository>;

/** One JSON value per key: `server`, `auth`, `notifications`, `emails`, `backups`, `secret` ... */
export function createSettingsRepository(database: Database) {
  return {
    /** The stored value of a key that this server wrote itself, or the fallback. */
    get: <Value>(key: string, fallback: Value): Value =>
      fromJson<Value>(
        database.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', key)?.value,
        fallback,
      ),
    set: (key: string, value: unknown) =>
      void database.run(
        'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        key,
        toJson(value),
      ),
  };
}
