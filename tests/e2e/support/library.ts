import type { ServerApi } from './demo.ts';

export interface Book {
  readonly id: string;
  readonly media: {
    readonly numTracks: number;
    readonly duration: number;
    readonly metadata: { readonly title: string };
  };
}

export async function librariesOf(api: ServerApi): Promise<{ readonly id: string; readonly mediaType: string }[]> {
  const { libraries } = (await api.call('GET', '/api/libraries')) as { libraries: { id: string; mediaType: string }[] };
  return libraries;
}

export async function bookLibrary(api: ServerApi): Promise<string> {
  const book = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'book');
  if (!book) throw new Error('The demo has no library of books');
  return book.id;
}

/** All books of a library, by title. */
export async function booksOf(api: ServerApi, libraryId: string): Promise<Book[]> {
  const { results } = (await api.call(
    'GET',
    `/api/libraries/${libraryId}/items?limit=0&sort=media.metadata.title`,
  )) as { results: Book[] };
  return results;
}

export async function podcastLibrary(api: ServerApi): Promise<string> {
  const podcasts = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'podcast');
  if (!podcasts) throw new Error('The demo has no library of podcasts');
  return podcasts.id;
}

export async function firstPodcast(api: ServerApi): Promise<string> {
  const path = `/api/libraries/${await podcastLibrary(api)}/items?limit=1`;
  const { results } = (await api.call('GET', path)) as { results: { id: string }[] };
  return one(results, 0).id;
}

/** The longest book of one file: the browser loads it whole. */
export async function longestOfOneFile(api: ServerApi): Promise<Book> {
  const books = await booksOf(api, await bookLibrary(api));
  const book = books
    .filter(({ media }) => media.numTracks === 1)
    .sort((one, other) => other.media.duration - one.media.duration)[0];
  if (!book) throw new Error('The demo has no book of one file');
  return book;
}

/** The longest book of one mp3: what the built-in server streams without a transcoder. */
export async function longestMp3(api: ServerApi): Promise<Book> {
  const books = (await booksOf(api, await bookLibrary(api))).filter(({ media }) => media.numTracks === 1);
  for (const book of books.sort((one, other) => other.media.duration - one.media.duration)) {
    const { media } = (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as {
      media: { tracks: { mimeType: string }[] };
    };
    if (media.tracks[0]?.mimeType === 'audio/mpeg') return book;
  }
  throw new Error('The demo has no book of one mp3');
}

/** The first book on the first shelf of the start page. Shelves hold at most ten books, so any book may be missing. */
export async function firstOnHome(api: ServerApi, libraryId: string): Promise<Book> {
  const shelves = (await api.call('GET', `/api/libraries/${libraryId}/personalized`)) as {
    type: string;
    entities: Book[];
  }[];
  const book = shelves.find(({ type }) => type === 'book')?.entities[0];
  if (!book) throw new Error('The demo shows no book on its start page');
  return book;
}

/** One of several, counted from 0 (-1: the last one). Fails where it is missing. */
export function one<T>(all: readonly T[], index: number): T {
  const found = all.at(index);
  if (found === undefined) throw new Error(`There are only ${all.length}`);
  return found;
}
