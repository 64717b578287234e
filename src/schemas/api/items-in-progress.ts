import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { bookItemMinified, podcastItemMinified } from './library-item-minified.ts';

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
export type ItemsInProgress = z.output<typeof itemsInProgress>;
