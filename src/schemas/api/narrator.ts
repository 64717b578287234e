import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

/** `id` is the encoded name (as by `encodeFilterValue`). */
export const narrator = z.object({ id: z.string(), name: z.string(), numBooks: z.optional(z.number()) });
export type Narrator = z.output<typeof narrator>;

export const narratorList = z.object({ narrators: tolerantList(narrator) });
export type NarratorList = z.output<typeof narratorList>;

/** Number of changed books. */
export const narratorChange = z.object({ updated: z.number() });
