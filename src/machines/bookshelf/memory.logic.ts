import { z } from '../../schemas/zod.ts';
import type { ShelfQuery } from './query.logic.ts';

const shelfQuery = z.object({
  libraryId: z.string(),
  sort: z.string(),
  desc: z.boolean(),
  filter: z.nullable(z.string()),
  collapseSeries: z.boolean(),
});

export const isShelfQuery = (query: unknown): query is ShelfQuery => z.safeParse(shelfQuery, query).success;
