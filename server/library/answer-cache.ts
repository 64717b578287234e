import type { MainDatabase } from '../store/database.ts';
import { createVersions } from '../store/versions.ts';

/** Most characters of all cached answers. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Public links expire by time, not by a change. */
const MAX_AGE_MS = 60_000;

export interface CachedAnswer {
  readonly userId: string;
  readonly libraryId: string;
  readonly url: string;
}

/**
 * Caches answers until a row of their library, their account or the shared tables changes. Drops the least recently
 * used.
 */
export function createAnswerCache(database: MainDatabase) {
  const versionOf = createVersions(database);
  const answers = new Map<string, { readonly version: number; readonly madeAt: number; readonly text: string }>();
  let size = 0;
  const forget = (key: string): void => {
    size -= answers.get(key)?.text.length ?? 0;
    answers.delete(key);
  };
  const making = new Map<string, { readonly version: number; readonly text: Promise<string> }>();
  const keep = (key: string, answer: { version: number; madeAt: number; text: string }): void => {
    forget(key);
    answers.set(key, answer);
    size += answer.text.length;
    for (const [oldest] of answers) {
      if (size <= MAX_CHARACTERS) break;
      forget(oldest);
    }
  };
  /** `make` returns the text of an answer. Equal requests meanwhile share it. */
  return async ({ userId, libraryId, url }: CachedAnswer, make: () => Promise<string>): Promise<string> => {
    const key = `${userId} ${libraryId} ${url}`;
    const version = versionOf(userId, libraryId);
    const known = answers.get(key);
    const now = Date.now();
    if (known?.version === version && now - known.madeAt < MAX_AGE_MS) {
      keep(key, known);
      return known.text;
    }
    const begun = making.get(key);
    if (begun?.version === version) return begun.text;
    const own = { version, text: make() };
    making.set(key, own);
    try {
      const text = await own.text;
      keep(key, { version, madeAt: now, text });
      return text;
    } finally {
      if (making.get(key) === own) making.delete(key);
    }
  };
}
