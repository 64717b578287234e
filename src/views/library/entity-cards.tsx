import { useTranslations } from 'use-intl';
import type { Author } from '../../schemas/api/author.ts';
import type { SeriesWithBooks } from '../../schemas/api/series.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { AuthorImage } from '../ui/author-image.tsx';
import type { CoverAspect } from '../ui/cover.tsx';
import { MediaCard } from '../ui/media-card.tsx';
import { SERIES_COVERS, SeriesCover } from '../ui/series-cover.tsx';
import { authorOf } from './item-card.tsx';
import { usePictures } from './use-pictures.ts';

interface CardPlace {
  /** Width of the card in CSS pixels. */
  width: number;
  tabIndex: number;
}

/** A series with the covers of its books as a fan; two covers wide. */
export function SeriesCard({ series, aspect, width, tabIndex }: CardPlace & { series: SeriesWithBooks; aspect: CoverAspect }) {
  const t = useTranslations('card');
  const linkTo = useLinkTo();
  const { coverOf } = usePictures();
  const books = series.books.slice(0, SERIES_COVERS).map((book) => ({
    id: book.id, title: book.media.metadata.title, author: authorOf(book), ...coverOf(book, width / 2),
  }));
  return (
    <MediaCard
      {...linkTo({ name: 'series', libraryId: series.libraryId, seriesId: series.id })}
      title={series.name}
      subtitle={t('books', { count: series.books.length })}
      tabIndex={tabIndex}
      cover={<SeriesCover name={series.name} books={books} aspect={aspect} width={width} invalidLabel={t('invalidCover')} />}
    />
  );
}

/** An author with picture or initials. */
export function AuthorCard({ author, width, tabIndex }: CardPlace & { author: Author }) {
  const t = useTranslations('card');
  const linkTo = useLinkTo();
  const { portraitOf } = usePictures();
  return (
    <MediaCard
      {...linkTo({ name: 'author', id: author.id })}
      title={author.name}
      subtitle={author.numBooks === undefined ? undefined : t('books', { count: author.numBooks })}
      tabIndex={tabIndex}
      cover={<AuthorImage {...portraitOf(author, width)} name={author.name} width={width} />}
    />
  );
}
