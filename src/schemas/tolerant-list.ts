import type { $ZodType, output } from 'zod/v4/core';
import type { ContractIssue } from './app-error.ts';
import { contractIssues, markDropped, notifyDropped } from './contract-issues.ts';
import { quickParse } from './quick-parse.ts';
import { z } from './zod.ts';

/** `dropped`: one issue per unreadable entry. */
export interface TolerantList<Item> {
  readonly items: readonly Item[];
  readonly dropped: readonly ContractIssue[];
}

/**
 * A list without its bad entries, each reported with its path (`3.media.metadata.title`). Other values fail as a whole.
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
      notifyDropped(dropped);
      return { items, dropped };
    }),
  );
}

/** For tests, fixtures and lists built by hand. */
export function wholeList<Item>(items: readonly Item[]): TolerantList<Item> {
  return { items, dropped: [] };
}

/** `page` counts from 0, `total` is the number of all matches. */
export const pageOf = <Entry extends $ZodType>(entry: Entry) =>
  z.object({ results: tolerantList(entry), total: z.number(), limit: z.number(), page: z.number() });
