import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { author } from './author.ts';
import { bookItemMinified } from './library-item-minified.ts';
import { pageOf } from './page-of.ts';

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
export type AuthorChange = z.output<typeof authorChange>;

export const authorAnswer = z.object({ author });
