import { clashingDetails, itemDetails } from './item-draft.ts';
import { z } from './zod.ts';

const text = z.optional(z.string());

const someDetails = z.partial(itemDetails);

const itemDraft = z.object({
  id: z.string(),
  changed: someDetails,
  typed: z.object({ authors: text, narrators: text, genres: text, tags: text, series: text }),
  base: someDetails,
  clashes: clashingDetails,
});

/** Unsaved edits of several items: kept over a reload. */
export const batchDraft = z.object({ ids: z.array(z.string()), drafts: z.array(itemDraft) });
export type BatchDraft = z.output<typeof batchDraft>;
