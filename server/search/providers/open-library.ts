import { listAt, numberAt, textAt, textsAt, type Ask } from '../ask.ts';
import type { BookMatch, BookQuery } from '../book-match.ts';
import type { SearchServices } from '../services.ts';

const FIELDS = 'key,title,subtitle,author_name,first_publish_year,publisher,isbn,cover_i,subject';

/** Open Library: works by title and author. */
export async function searchOpenLibrary(ask: Ask, services: SearchServices, query: BookQuery): Promise<BookMatch[]> {
  const { title, author, isbn } = query;
  const wanted = isbn ? { isbn } : { title, author };
  const answer = await ask(`${services.openLibrary}/search.json`, { ...wanted, limit: '10', fields: FIELDS });
  return listAt(answer, 'docs').map((work) => {
    const cover = numberAt(work, 'cover_i');
    return {
      id: textAt(work, 'key').split('/').pop() ?? '',
      title: textAt(work, 'title'),
      subtitle: textAt(work, 'subtitle') || null,
      author: textsAt(work, 'author_name').join(', ') || null,
      publisher: textAt(work, 'publisher', 0) || null,
      publishedYear: textAt(work, 'first_publish_year') || null,
      cover: cover === null ? null : `${services.openLibraryCovers}/b/id/${cover}-L.jpg`,
      isbn: isbn ?? (textAt(work, 'isbn', 0) || null),
      genres: textsAt(work, 'subject').slice(0, 5),
    };
  });
}
