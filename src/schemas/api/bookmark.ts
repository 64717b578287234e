import { z } from '../zod.ts';

/** A mark in a book, known by item and time (seconds). */
export const bookmark = z.object({
  libraryItemId: z.string(),
  time: z.number(),
  title: z.string(),
  createdAt: z.number(),
});
export type Bookmark = z.output<typeof bookmark>;
