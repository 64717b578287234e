import { BookX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { toFilterText } from '../../machines/bookshelf/query.logic.ts';
import { hrefTo } from '../../machines/router/routes.ts';
import type { AuthorDetail } from '../../schemas/api/author-detail.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useCardTextRem, useCardWidth } from '../library/card-size.ts';
import { ItemCard } from '../library/item-card.tsx';
import { shelfScope } from '../library/list-scope.ts';
import { SelectionScopeProvider } from '../library/selection-scope.ts';
import { useCoverAspect } from '../library/use-library.ts';
import { COVER_RATIO } from '../ui/cover.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ShelfRow } from '../ui/shelf-row.tsx';

/** Books on the row of all; the heading leads to the others. */
const MOST_BOOKS = 60;

/** All books of an author, and those of each of the series. */
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

interface BookRowProps {
  heading: string;
  to: string;
  /** Tells the menus of a book in several rows apart. */
  place: string;
  books: readonly LibraryItemMinified[];
}

function BookRow({ heading, to, place, books }: BookRowProps) {
  const t = useTranslations('home');
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'shelf');
  const captionHeight = useCardTextRem() * 16 + 8;
  return (
    <SelectionScopeProvider value={shelfScope(place, books)}>
      <ShelfRow<LibraryItemMinified>
        heading={heading}
        to={to}
        items={books}
        keyOf={({ id }) => id}
        itemWidth={width}
        heightUntilNear={Math.round(width * COVER_RATIO[aspect]) + captionHeight}
        previousLabel={t('previous')}
        nextLabel={t('next')}
        renderItem={(item, { index, tabIndex }) => (
          <ItemCard item={item} index={index} aspect={aspect} width={width} tabIndex={tabIndex} place={place} />
        )}
      />
    </SelectionScopeProvider>
  );
}
