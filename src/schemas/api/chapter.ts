import { z } from '../zod.ts';
import { missingText } from './common.ts';

/** A chapter; `start` and `end` in seconds of the whole book or episode. Feeds have some without a title. */
export const chapter = z.object({ id: z.number(), start: z.number(), end: z.number(), title: missingText });
export type Chapter = z.output<typeof chapter>;
