import { z } from './zod.ts';

/** How far a page and its rows are scrolled, in CSS pixels, and the link that had the focus. */
export const scrollPlace = z.object({
  top: z.number(),
  /** Sideways, by the name of the row. */
  rows: z.record(z.string(), z.number()),
  focus: z.nullable(
    z.object({
      /** Name of the row that the link stands in; null outside of one. */
      row: z.nullable(z.string()),
      href: z.string(),
    }),
  ),
});
export type ScrollPlace = z.output<typeof scrollPlace>;

/** How one history entry is found again: also after a reload. */
export const pagePlace = z.object({
  /** Name of the history entry. */
  key: z.string(),
  /** Address of the page: a browser may give the name of an entry to another one. */
  href: z.string(),
  scroll: z.nullable(scrollPlace),
  /** What the page itself saved; its own schema reads it. */
  state: z.unknown(),
});
export type PagePlace = z.output<typeof pagePlace>;

/** Oldest first. */
export const pagePlaces = z.array(pagePlace);
