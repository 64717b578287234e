import { tolerantList, pageOf } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { bookItemMinified } from './library-item-minified.ts';

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

export const authorDetail = z.extend(author, {
  libraryItems: z.optional(tolerantList(bookItemMinified)),
  series: z.optional(
    tolerantList(z.object({ id: z.string(), name: z.string(), items: tolerantList(bookItemMinified) })),
  ),
});
export type AuthorDetail = z.output<typeof authorDetail>;

export const authorsPage = pageOf(author);
export const authorList = z.object({ authors: tolerantList(author) });

export const authorChange = z.object({
  author,
  updated: z.optional(z.boolean()),
  merged: z.optional(z.boolean()),
});

export const authorAnswer = z.object({ author });

/** `id` is the encoded name (as by `encodeFilterValue`). */
const narrator = z.object({ id: z.string(), name: z.string(), numBooks: z.optional(z.number()) });
export type Narrator = z.output<typeof narrator>;

export const narratorList = z.object({ narrators: tolerantList(narrator) });
export type NarratorList = z.output<typeof narratorList>;

/** Number of changed books. */
export const narratorChange = z.object({ updated: z.number() });
