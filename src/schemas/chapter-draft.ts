import { z } from './zod.ts';

const timedTitles = z.array(z.object({ start: z.number(), title: z.string() }));

/** Chapters of a book that are edited and not saved: kept over a reload. `base`: what they were made of. */
export const chapterDraft = z.object({ itemId: z.string(), base: timedTitles, rows: timedTitles });
export type ChapterDraft = z.output<typeof chapterDraft>;
