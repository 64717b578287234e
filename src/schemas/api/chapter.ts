import { z } from '../zod.ts';
import { missingText } from './common.ts';

/** Seconds of the whole book or episode. Some feeds omit titles. */
export const chapter = z.object({ id: z.number(), start: z.number(), end: z.number(), title: missingText });
export type Chapter = z.output<typeof chapter>;
