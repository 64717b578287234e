import type { $ZodType, output } from 'zod/v4/core';
import type { ContractIssue } from './app-error.ts';
import { contractIssues } from './contract-issues.ts';
import { markDropped, tellDropped } from './dropped.ts';
import { quickParse } from './quick-parse.ts';
import { z } from './zod.ts';

/** A list as far as it could be read. `dropped` is empty in the good case; one issue per entry left out. */
export interface TolerantList<Item> {
  readonly items: readonly Item[];
  readonly dropped: readonly ContractIssue[];
}

/**
 * A list that survives a bad entry: each entry is parsed alone, a bad one is left out and reported by
 * its first issue with a path from the list's start (`3.media.metadata.title`). What is not a list at
 * all fails as a whole.
 */
export function tolerantList<Entry extends $ZodType>(entry: Entry) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((list): TolerantList<output<Entry>> => {
      const items: output<Entry>[] = [];
      const dropped: ContractIssue[] = [];
      for (const [index, value] of list.entries()) {
        const forget = markDropped();
        const result = quickParse(entry, value);
        if (result.success) items.push(result.data);
        else {
          forget();
          dropped.push(...contractIssues(result.error.issues, [index]).slice(0, 1));
        }
      }
      tellDropped(dropped);
      return { items, dropped };
    }),
  );
}

/** A whole list; for tests, fixtures and places that build one by hand. */
export function wholeList<Item>(items: readonly Item[]): TolerantList<Item> {
  return { items, dropped: [] };
}
