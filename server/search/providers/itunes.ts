import { plainText, sanitiseHtml } from '../../items/html.ts';
import { listAt, numberAt, textAt, textsAt, yearOf, type Ask } from '../ask.ts';
import type { BookMatch, BookQuery } from '../book-match.ts';
import type { SearchServices } from '../services.ts';

/** A podcast of the directory. */
export interface PodcastMatch {
  readonly id: number | null;
  readonly artistId: number | null;
  readonly title: string;
  readonly artistName: string;
  readonly description: string;
  readonly descriptionPlain: string;
  readonly releaseDate: string;
  readonly genres: readonly string[];
  readonly cover: string;
  readonly trackCount: number | null;
  readonly feedUrl: string;
  readonly pageUrl: string;
  readonly explicit: boolean;
}

/** The largest picture on offer. */
function coverOf(result: unknown): string {
  const large = textAt(result, 'artworkUrl600');
  return (
    large || (textAt(result, 'artworkUrl100') || textAt(result, 'artworkUrl60')).replace(/\/\d+x\d+bb\./, '/600x600bb.')
  );
}

/** The podcast directory: by words of the title or author, in the store of a country. */
export async function searchPodcasts(
  ask: Ask,
  services: SearchServices,
  term: string,
  country: string,
): Promise<PodcastMatch[]> {
  const query = { media: 'podcast', entity: 'podcast', lang: 'en_us', limit: '50', term, country };
  const answer = await ask(`${services.itunes}/search`, query);
  return listAt(answer, 'results').map((result) => {
    const description = sanitiseHtml(textAt(result, 'description'));
    return {
      id: numberAt(result, 'collectionId'),
      artistId: numberAt(result, 'artistId'),
      title: textAt(result, 'collectionName'),
      artistName: textAt(result, 'artistName'),
      description,
      descriptionPlain: plainText(description),
      releaseDate: textAt(result, 'releaseDate'),
      genres: textsAt(result, 'genres'),
      cover: coverOf(result),
      trackCount: numberAt(result, 'trackCount'),
      feedUrl: textAt(result, 'feedUrl'),
      pageUrl: textAt(result, 'collectionViewUrl'),
      explicit: textAt(result, 'trackExplicitness') === 'explicit',
    };
  });
}

/** Audiobooks of the same directory. */
export async function searchItunesBooks(
  ask: Ask,
  services: SearchServices,
  { title, author }: BookQuery,
): Promise<BookMatch[]> {
  const term = [title, author].filter(Boolean).join(' ');
  const query = { media: 'audiobook', entity: 'audiobook', lang: 'en_us', limit: '20', term, country: 'us' };
  const answer = await ask(`${services.itunes}/search`, query);
  return listAt(answer, 'results').map((result) => {
    const description = sanitiseHtml(textAt(result, 'description'));
    const genre = textAt(result, 'primaryGenreName');
    return {
      id: numberAt(result, 'collectionId'),
      artistId: numberAt(result, 'artistId'),
      title: textAt(result, 'collectionName'),
      author: textAt(result, 'artistName'),
      description,
      publishedYear: yearOf(textAt(result, 'releaseDate')),
      genres: genre === '' ? [] : [genre],
      cover: coverOf(result),
      descriptionPlain: plainText(description),
    };
  });
}
