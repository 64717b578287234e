import { z } from './zod.ts';

const order = z.array(z.object({ ino: z.string(), isOut: z.boolean() }));

/** An order of the files of a book that is not saved: kept over a reload. `base`: what it was made of. */
export const orderDraft = z.object({
  itemId: z.string(),
  base: order,
  order,
  /** The page said that the order became another one elsewhere. */
  isOutdated: z._default(z.boolean(), false),
});
export type OrderDraft = z.output<typeof orderDraft>;
