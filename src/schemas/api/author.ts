import { z } from '../zod.ts';

export const author = z.object({
  id: z.string(),
  name: z.string(),
  asin: z.nullable(z.string()),
  description: z.nullable(z.string()),
  imagePath: z.nullable(z.string()),
  libraryId: z.string(),
  addedAt: z.number(),
  updatedAt: z.number(),
  numBooks: z.optional(z.number()),
  lastFirst: z.nullish(z.string()),
});
export type Author = z.output<typeof author>;
