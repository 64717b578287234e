import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { author } from './author.ts';
import { libraryItemReduced } from './library-item-reduced.ts';
import { series } from './series.ts';

const bookOfSeries = z.object({
  id: z.string(),
  updatedAt: z.number(),
  media: z.object({ coverPath: z.nullable(z.string()) }),
});

const itemHits = tolerantList(z.object({ libraryItem: libraryItemReduced }));
const wordHits = tolerantList(z.object({ name: z.string(), numItems: z.number() }));

export const librarySearch = z.object({
  book: z.optional(itemHits),
  podcast: z.optional(itemHits),
  episodes: z.optional(itemHits),
  authors: z.optional(tolerantList(author)),
  series: z.optional(tolerantList(z.object({ series, books: z.array(bookOfSeries) }))),
  narrators: z.optional(tolerantList(z.object({ name: z.string(), numBooks: z.number() }))),
  tags: z.optional(wordHits),
  genres: z.optional(wordHits),
});
export type LibrarySearch = z.output<typeof librarySearch>;
