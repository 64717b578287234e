import { z } from './zod.ts';

/** CSS pixels. */
export const scrollPlace = z.object({
  top: z.number(),
  rows: z.record(z.string(), z.number()),
  focus: z.nullable(
    z.object({
      row: z.nullable(z.string()),
      href: z.string(),
    }),
  ),
});
export type ScrollPlace = z.output<typeof scrollPlace>;

/** How one history entry was left; survives a reload. */
export const pagePlace = z.object({
  key: z.string(),
  href: z.string(),
  scroll: z.nullable(scrollPlace),
  /** Saved by the page; its own schema reads it. */
  state: z.unknown(),
});
export type PagePlace = z.output<typeof pagePlace>;

export const pagePlaces = z.array(pagePlace);
