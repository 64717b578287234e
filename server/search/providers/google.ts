import { plainText, sanitiseHtml } from '../../items/html.ts';
import { listAt, textAt, textsAt, yearOf, type Ask } from '../ask.ts';
import type { BookMatch, BookQuery } from '../book-match.ts';
import type { SearchServices } from '../services.ts';

function matchOf(volume: unknown): BookMatch {
  const info = (...path: string[]) => textAt(volume, 'volumeInfo', ...path);
  const description = sanitiseHtml(info('description'));
  const isbns = listAt(volume, 'volumeInfo', 'industryIdentifiers');
  const isbn = (type: string) =>
    textAt(
      isbns.find((entry) => textAt(entry, 'type') === type),
      'identifier',
    );
  return {
    id: textAt(volume, 'id'),
    title: info('title'),
    subtitle: info('subtitle') || null,
    author: textsAt(volume, 'volumeInfo', 'authors').join(', ') || null,
    publisher: info('publisher') || null,
    publishedYear: yearOf(info('publishedDate')),
    description,
    cover: info('imageLinks', 'thumbnail').replace(/^http:/, 'https:') || null,
    genres: textsAt(volume, 'volumeInfo', 'categories'),
    isbn: isbn('ISBN_13') || isbn('ISBN_10') || null,
    descriptionPlain: plainText(description),
  };
}

/** Google Books: volumes by title and author, or by ISBN. */
export async function searchGoogle(
  ask: Ask,
  services: SearchServices,
  { title, author, isbn }: BookQuery,
): Promise<BookMatch[]> {
  const q = isbn ? `isbn:${isbn}` : `intitle:${title}${author ? ` inauthor:${author}` : ''}`;
  const answer = await ask(`${services.google}/books/v1/volumes`, { q });
  return listAt(answer, 'items')
    .map(matchOf)
    .filter((match) => match.title !== '');
}
