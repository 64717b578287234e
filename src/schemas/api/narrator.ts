import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

/** A narrator; `id` is the encoded name (as by `encodeFilterValue`). */
export const narrator = z.object({ id: z.string(), name: z.string(), numBooks: z.optional(z.number()) });
export type Narrator = z.output<typeof narrator>;

/** `GET /api/libraries/:id/narrators`. */
export const narratorList = z.object({ narrators: tolerantList(narrator) });
export type NarratorList = z.output<typeof narratorList>;

/** Number of books that were changed. */
export const narratorChange = z.object({ updated: z.number() });
