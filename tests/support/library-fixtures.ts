import { library } from '../../src/schemas/api/library.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

const [recorded] = (recording('libraries/list').response.body as { libraries: object[] }).libraries;

/** A library as a server sends it, with these parts changed. */
export const libraryBody = (changed: object = {}) => ({ ...recorded, ...changed });
export const libraryOf = (changed: object = {}) => z.parse(library, libraryBody(changed));

const stats = { totalSize: 3_000_000, totalDuration: 60, numAudioFiles: 4, totalItems: 2 };
/** Two libraries with their sizes, in order: books and podcasts. */
export const twoLibraries = {
  libraries: [
    libraryBody({ id: 'b', name: 'Books', mediaType: 'book', displayOrder: 1, stats }),
    libraryBody({ id: 'p', name: 'Shows', mediaType: 'podcast', displayOrder: 2, stats: { ...stats, totalItems: 0 } }),
  ],
};
