import { clashingDetails, itemDetails } from './item-draft.ts';
import { z } from './zod.ts';

const text = z.optional(z.string());

/** Some details of an item, as they are edited. */
const someDetails = z.partial(itemDetails);

/** What is edited of an item and not saved; `base`: what the server had of these details. */
const itemDraft = z.object({
  id: z.string(),
  changed: someDetails,
  typed: z.object({ authors: text, narrators: text, genres: text, tags: text, series: text }),
  base: someDetails,
  clashes: clashingDetails,
});

/** The items that are edited together, and what is not saved of it: kept over a reload. */
export const batchDraft = z.object({ ids: z.array(z.string()), drafts: z.array(itemDraft) });
export type BatchDraft = z.output<typeof batchDraft>;
