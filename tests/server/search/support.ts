import type { SearchServices } from '../../../server/search/services.ts';
import type { Web } from '../../support/web.ts';

/** All services on one web server of this machine, each below a path of its own. */
export function servicesOn(url: string): SearchServices {
  return {
    itunes: `${url}/itunes`,
    google: `${url}/google`,
    openLibrary: `${url}/openlibrary`,
    openLibraryCovers: `${url}/olcovers`,
    audible: `${url}/audible{tld}`,
    audnexus: `${url}/audnexus`,
    audiobookCovers: `${url}/covers`,
  };
}

export const json = (web: Web, path: string, body: unknown): void =>
  web.answer(path, JSON.stringify(body), 'application/json');

/** An answer of Audnexus for a book. */
export const audnexusBook = (asin: string, minutes: number, cover: string) => ({
  asin,
  title: "Alice's Adventures in Wonderland",
  subtitle: 'Unabridged',
  authors: [{ asin: 'B000AP1234', name: 'Lewis Carroll' }],
  narrators: [{ name: 'Bea Narrator' }],
  publisherName: 'Audio Press',
  releaseDate: '2011-04-12T00:00:00.000Z',
  summary: '<p>Summary <script>1</script>from upstream.</p>',
  image: cover,
  isbn: '9780000000019',
  genres: [
    { type: 'genre', name: 'Classics' },
    { type: 'tag', name: 'Family' },
  ],
  seriesPrimary: { name: 'Alice', position: 'Book 1' },
  language: 'english',
  runtimeLengthMin: minutes,
  region: 'us',
  rating: '4.6',
  formatType: 'unabridged',
});
