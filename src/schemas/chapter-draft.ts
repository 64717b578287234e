import { z } from './zod.ts';

const timedTitles = z.array(z.object({ start: z.number(), title: z.string() }));

/** Unsaved chapters: kept over a reload. `base`: their original. */
export const chapterDraft = z.object({ itemId: z.string(), base: timedTitles, rows: timedTitles });
export type ChapterDraft = z.output<typeof chapterDraft>;
