import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { libraryItemMinified } from './library-item-minified.ts';

/** One page of a library; `page` counts from 0, `total` is the number of all items that match. */
export const itemsPage = z.object({
  results: tolerantList(libraryItemMinified),
  total: z.number(),
  limit: z.number(),
  page: z.number(),
});
export type ItemsPage = z.output<typeof itemsPage>;
