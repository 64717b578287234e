import { plainText, sanitiseHtml } from '../../items/html.ts';
import { at, listAt, numberAt, textAt, yearOf, type Ask } from '../ask.ts';
import type { BookMatch, BookQuery, SeriesMatch } from '../book-match.ts';
import type { SearchServices } from '../services.ts';

/** Top-level domains of the store by region. */
const TLDS: Readonly<Record<string, string>> = {
  us: '.com',
  ca: '.ca',
  uk: '.co.uk',
  au: '.com.au',
  fr: '.fr',
  de: '.de',
  jp: '.co.jp',
  it: '.it',
  in: '.in',
  es: '.es',
};

/** The region of a provider such as `audible.uk`, or a region itself; `us` for anything unknown. */
export function regionOf(name: string): string {
  const region = name.toLowerCase().replace(/^audible\.?/, '');
  return Object.hasOwn(TLDS, region) ? region : 'us';
}

/** Whether a search is for one book by its Audible number. */
export const isAsin = (text: string): boolean => /^[A-Z0-9]{10}$/i.test(text);

function seriesOf(book: unknown): SeriesMatch[] {
  return [at(book, 'seriesPrimary'), at(book, 'seriesSecondary')].flatMap((entry) => {
    const series = textAt(entry, 'name');
    const sequence = /\d+(?:\.\d+)?/.exec(textAt(entry, 'position'))?.[0];
    return series === '' ? [] : [{ series, ...(sequence === undefined ? {} : { sequence }) }];
  });
}

function matchOf(book: unknown): BookMatch {
  const names = (key: string): string =>
    listAt(book, key)
      .map((entry) => textAt(entry, 'name'))
      .filter(Boolean)
      .join(', ');
  const genres = (type: string): string[] =>
    listAt(book, 'genres')
      .filter((entry) => textAt(entry, 'type') === type)
      .map((entry) => textAt(entry, 'name'));
  const description = sanitiseHtml(textAt(book, 'summary'));
  const language = textAt(book, 'language');
  return {
    title: textAt(book, 'title'),
    subtitle: textAt(book, 'subtitle') || null,
    author: names('authors') || null,
    narrator: names('narrators') || null,
    publisher: textAt(book, 'publisherName') || null,
    publishedYear: yearOf(textAt(book, 'releaseDate')),
    description: description || null,
    cover: textAt(book, 'image') || null,
    asin: textAt(book, 'asin'),
    isbn: textAt(book, 'isbn') || null,
    genres: genres('genre'),
    tags: genres('tag').join(', ') || null,
    series: seriesOf(book),
    language: language === '' ? null : language.charAt(0).toUpperCase() + language.slice(1),
    duration: numberAt(book, 'runtimeLengthMin'),
    region: textAt(book, 'region') || null,
    rating: textAt(book, 'rating') || null,
    abridged: textAt(book, 'formatType') === 'abridged',
    descriptionPlain: plainText(description),
  };
}

async function bookByAsin(ask: Ask, services: SearchServices, asin: string, region: string): Promise<BookMatch[]> {
  const address = `${services.audnexus}/books/${encodeURIComponent(asin.toUpperCase())}`;
  const book = await ask(address, { region: region === 'us' ? '' : region });
  return textAt(book, 'asin') === '' ? [] : [matchOf(book)];
}

/** The audiobook store: by ASIN, else its catalogue by title and author; the details of each come from Audnexus. */
export async function searchAudible(
  ask: Ask,
  services: SearchServices,
  query: BookQuery,
  region: string,
): Promise<BookMatch[]> {
  const { title, author, asin = '' } = query;
  for (const known of [asin, title].filter(isAsin)) {
    const found = await bookByAsin(ask, services, known, region);
    if (found.length > 0) return found;
  }
  if (title === '') return [];
  const origin = services.audible.replace('{tld}', TLDS[region] ?? '.com');
  const answer = await ask(`${origin}/1.0/catalog/products`, {
    num_results: '10',
    products_sort_by: 'Relevance',
    title,
    author,
  });
  const asins = listAt(answer, 'products')
    .map((product) => textAt(product, 'asin'))
    .filter(isAsin);
  return (await Promise.all(asins.map((found) => bookByAsin(ask, services, found, region)))).flat();
}
