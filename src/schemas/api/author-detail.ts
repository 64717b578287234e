import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { author } from './author.ts';
import { bookItemMinified } from './library-item-minified.ts';
import { pageOf } from './page-of.ts';

/** `GET /api/authors/:id`; books and series only when requested by `include`. */
export const authorDetail = z.extend(author, {
  libraryItems: z.optional(tolerantList(bookItemMinified)),
  series: z.optional(
    tolerantList(z.object({ id: z.string(), name: z.string(), items: tolerantList(bookItemMinified) })),
  ),
});
export type AuthorDetail = z.output<typeof authorDetail>;

/** `GET /api/libraries/:id/authors` with a page and without. */
export const authorsPage = pageOf(author);
export const authorList = z.object({ authors: tolerantList(author) });

/** An edit; `merged` when the new name belonged to another author, who then remains. */
export const authorChange = z.object({
  author,
  updated: z.optional(z.boolean()),
  merged: z.optional(z.boolean()),
});
export type AuthorChange = z.output<typeof authorChange>;

/** The author after its picture was set or removed. */
export const authorAnswer = z.object({ author });
