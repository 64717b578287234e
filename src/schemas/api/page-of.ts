import type { $ZodType } from 'zod/v4/core';
import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

/** `page` counts from 0, `total` is the number of all matches. */
export const pageOf = <Entry extends $ZodType>(entry: Entry) =>
  z.object({ results: tolerantList(entry), total: z.number(), limit: z.number(), page: z.number() });
