import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { pendingNameOf } from '../../machines/playback/pending-changes/pending-changes.selectors.ts';
import type { Author } from '../../schemas/api/author.ts';
import type { Collection } from '../../schemas/api/media-lists.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { Series, SeriesWithBooks } from '../../schemas/api/series.ts';
import { useActorRefOf, useLinkTo } from '../app/actors-context.tsx';
import { AuthorImage } from '../ui/author-image.tsx';
import { CollectionCover, SERIES_COVERS, SeriesCover } from '../ui/group-covers.tsx';
import type { CoverPartBook } from '../ui/group-covers.tsx';
import type { CoverAspect } from '../ui/cover-shape.ts';
import { MediaCard, type MediaCardProps } from '../ui/media-card.tsx';
import { authorOf, publicBadges } from './item-card.tsx';
import { usePictures } from './use-library.ts';
import { usePlaybackOfAny } from './use-play.ts';

interface CardPlace {
  width: number;
  tabIndex: number;
}

type CoverBook =
  | LibraryItemMinified
  | { readonly id: string; readonly updatedAt: number; readonly media: { readonly coverPath: string | null } };

/** Books for a composed cover. `width` of one cover in CSS pixels. */
export function useCoverParts(books: readonly CoverBook[], width: number): readonly CoverPartBook[] {
  const { coverOf } = usePictures();
  return books.map((book) => ({
    id: book.id,
    title: 'mediaType' in book ? book.media.metadata.title : '',
    author: 'mediaType' in book ? authorOf(book) : '',
    ...coverOf(book, width),
  }));
}

type ListedSeries = Series & Partial<Pick<SeriesWithBooks, 'rssFeed'>> & { readonly books: readonly CoverBook[] };

export function SeriesCard({
  series,
  aspect,
  width,
  tabIndex,
}: CardPlace & { series: ListedSeries; aspect: CoverAspect }) {
  const t = useTranslations('library');
  const tCard = useTranslations('card');
  const linkTo = useLinkTo();
  const books = useCoverParts(series.books.slice(0, SERIES_COVERS), width / 2);
  const playback = usePlaybackOfAny(series.books.map(({ id }) => id));
  return (
    <MediaCard
      {...linkTo({ name: 'series', libraryId: series.libraryId, seriesId: series.id })}
      title={series.name}
      subtitle={t('books', { count: series.books.length })}
      signs={series.rssFeed && <publicBadges.View hasFeed />}
      tabIndex={tabIndex}
      cover={
        <SeriesCover
          name={series.name}
          books={books}
          aspect={aspect}
          width={width}
          invalidLabel={tCard('invalidCover')}
          playback={playback}
        />
      }
    />
  );
}

export function CollectionCard({
  collection,
  aspect,
  width,
  tabIndex,
}: CardPlace & { collection: Collection; aspect: CoverAspect }) {
  const t = useTranslations('library');
  const tCard = useTranslations('card');
  const linkTo = useLinkTo();
  const pendingName = useSelector(useActorRefOf('pendingChanges'), pendingNameOf(collection.id));
  const { items, dropped } = collection.books;
  const books = useCoverParts(items.slice(0, 2), width / 2);
  return (
    <MediaCard
      {...linkTo({ name: 'collection', id: collection.id })}
      title={pendingName ?? collection.name}
      subtitle={t('books', { count: items.length + dropped.length })}
      signs={collection.rssFeed && <publicBadges.View hasFeed />}
      tabIndex={tabIndex}
      cover={
        <CollectionCover
          books={books}
          aspect={aspect}
          width={width}
          emptyLabel={tCard('emptyCollection')}
          playback={usePlaybackOfAny(items.map(({ id }) => id))}
          invalidLabel={tCard('invalidCover')}
        />
      }
    />
  );
}

export function AuthorCard({
  author,
  width,
  tabIndex,
  more,
}: CardPlace & { author: Author; more?: MediaCardProps['more'] }) {
  const t = useTranslations('library');
  const linkTo = useLinkTo();
  const { portraitOf } = usePictures();
  return (
    <MediaCard
      {...linkTo({ name: 'author', id: author.id })}
      title={author.name}
      subtitle={author.numBooks === undefined ? undefined : t('books', { count: author.numBooks })}
      tabIndex={tabIndex}
      more={more}
      cover={<AuthorImage {...portraitOf(author, width)} name={author.name} width={width} />}
    />
  );
}
