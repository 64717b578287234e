import { tolerantList, pageOf } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { author } from './author.ts';
import { bookItemMinified, podcastItemMinified, libraryItemMinified } from './library-item-minified.ts';
import { seriesWithBooks } from './series.ts';

const shelfFields = {
  id: z.string(),
  label: z.string(),
  labelStringKey: z.string(),
  total: z.number(),
};

const shelf = z.discriminatedUnion('type', [
  z.object({ ...shelfFields, type: z.literal('book'), entities: tolerantList(bookItemMinified) }),
  z.object({ ...shelfFields, type: z.literal('podcast'), entities: tolerantList(podcastItemMinified) }),
  z.object({ ...shelfFields, type: z.literal('episode'), entities: tolerantList(podcastItemMinified) }),
  z.object({ ...shelfFields, type: z.literal('series'), entities: tolerantList(seriesWithBooks) }),
  z.object({ ...shelfFields, type: z.literal('authors'), entities: tolerantList(author) }),
]);
export type Shelf = z.output<typeof shelf>;

export const shelves = tolerantList(shelf);

export const itemsPage = pageOf(libraryItemMinified);

/** Milliseconds since 1970. */
const progressLastUpdate = z.number();

/** Over all libraries, the last played first. */
export const itemsInProgress = z.object({
  libraryItems: tolerantList(
    z.discriminatedUnion('mediaType', [
      z.extend(bookItemMinified, { progressLastUpdate }),
      z.extend(podcastItemMinified, { progressLastUpdate }),
    ]),
  ),
});
