import { z } from '../zod.ts';

/** A chapter; `start` and `end` in seconds of the whole book or episode. */
export const chapter = z.object({ id: z.number(), start: z.number(), end: z.number(), title: z.string() });
export type Chapter = z.output<typeof chapter>;
