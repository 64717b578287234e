import { z } from '../zod.ts';

/** Its key is item and time (seconds). */
export const bookmark = z.object({
  libraryItemId: z.string(),
  time: z.number(),
  title: z.string(),
  createdAt: z.number(),
});
export type Bookmark = z.output<typeof bookmark>;
