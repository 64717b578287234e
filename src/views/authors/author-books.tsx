import { BookX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { toFilterText } from '../../machines/bookshelf/query.logic.ts';
import { hrefTo } from '../../machines/router/routes.ts';
import type { AuthorDetail } from '../../schemas/api/author.ts';
import { BookRow } from '../library/book-row.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Books in the row of all; the heading leads to the others. */
const MOST_BOOKS = 60;

export function AuthorBooks({ author }: { author: AuthorDetail }) {
  const t = useTranslations('authors');
  const { libraryId } = author;
  const books = author.libraryItems?.items ?? [];
  if (books.length === 0) return <EmptyState icon={<BookX size={26} />} message={t('noBooks')} />;
  const filter = toFilterText({ group: 'authors', value: author.id });
  return (
    <div className="flex flex-col gap-6 pt-2">
      <BookRow
        heading={t('books', { count: books.length })}
        to={hrefTo({ name: 'bookshelf', libraryId, filter })}
        place="author"
        books={books.slice(0, MOST_BOOKS)}
      />
      {author.series?.items.map(({ id, name, items }) => (
        <BookRow
          key={id}
          heading={name}
          to={hrefTo({ name: 'series', libraryId, seriesId: id })}
          place={`author/${id}`}
          books={items.items}
        />
      ))}
    </div>
  );
}
