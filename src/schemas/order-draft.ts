import { z } from './zod.ts';

const order = z.array(z.object({ ino: z.string(), isOut: z.boolean() }));

/** An unsaved order of tracks: kept over a reload. `base`: the original. */
export const orderDraft = z.object({
  itemId: z.string(),
  base: order,
  order,
  isOutdated: z._default(z.boolean(), false),
});
export type OrderDraft = z.output<typeof orderDraft>;
