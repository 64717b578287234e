import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { HomeRef } from '../../machines/home/home.machine.ts';
import { selectLibraryId, wholeListOf } from '../../machines/home/home.selectors.ts';
import { hrefTo } from '../../machines/router/routes.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { Shelf } from '../../schemas/api/shelf.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCardWidth } from '../library/card-size.ts';
import { AuthorCard, SeriesCard } from '../library/entity-cards.tsx';
import { useCoverAspect } from '../library/use-library.ts';
import { COVER_RATIO } from '../ui/cover.tsx';
import { ShelfRow } from '../ui/shelf-row.tsx';
import { ShelfCard } from './shelf-card.tsx';

/** Author pictures are smaller than covers. */
const AUTHOR_SCALE = 0.75;
/** Two lines below a cover, in CSS pixels. */
const CAPTION_HEIGHT = 56;
/** So many cards of the first shelf are in view when the page opens. */
const CARDS_IN_VIEW = 8;

interface HomeShelfProps {
  shelf: Shelf;
  /** The first of the page: its covers are asked for before all others. */
  isFirst: boolean;
  /** Below the window when the page opens: drawn when it comes near. */
  isBelow: boolean;
  /** The last of its line takes the room that is left. */
  isLast: boolean;
}

/** One shelf of the start page. Before the last one of its line it is as wide as what stands on it. */
export const HomeShelf = memo(function HomeShelf({ shelf, isFirst, isBelow, isLast }: HomeShelfProps) {
  return <div className={isLast ? 'min-w-0 flex-1' : '-me-5 shrink-0 phone:me-0'}><Row shelf={shelf} isFirst={isFirst} isBelow={isBelow} /></div>;
});

function Row({ shelf, isFirst, isBelow }: { shelf: Shelf; isFirst: boolean; isBelow: boolean }) {
  const t = useTranslations('home');
  const libraryId = useSelector(usePageRef<HomeRef>(), selectLibraryId);
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'shelf');
  const authorWidth = Math.round(useCardWidth('square', 'shelf') * AUTHOR_SCALE);
  const whole = wholeListOf(shelf.id, libraryId);
  const key = `shelves.${shelf.labelStringKey}` as 'shelves.LabelDiscover';
  const row = {
    heading: t.has(key) ? t(key) : shelf.label,
    to: whole ? hrefTo(whole) : undefined,
    previousLabel: t('previous'),
    nextLabel: t('next'),
    heightUntilNear: isBelow ? Math.round(width * COVER_RATIO[aspect]) + CAPTION_HEIGHT : undefined,
    keyOf: ({ id }: { id: string }) => id,
  };
  switch (shelf.type) {
    case 'book':
    case 'podcast':
    case 'episode':
      return (
        <ShelfRow<LibraryItemMinified>
          {...row}
          items={shelf.entities.items}
          keyOf={(item) => (item.mediaType === 'podcast' && item.recentEpisode ? `${item.id}/${item.recentEpisode.id}` : item.id)}
          itemWidth={width}
          renderItem={(item, { index, tabIndex }) => (
            <ShelfCard item={item} shelfId={shelf.id} aspect={aspect} width={width} tabIndex={tabIndex} priority={isFirst && index < CARDS_IN_VIEW ? 'high' : 'auto'} />
          )}
        />
      );
    case 'series':
      return (
        <ShelfRow
          {...row}
          items={shelf.entities.items}
          itemWidth={width * 2}
          renderItem={(series, { tabIndex }) => <SeriesCard series={series} aspect={aspect} width={width * 2} tabIndex={tabIndex} />}
        />
      );
    case 'authors':
      return (
        <ShelfRow
          {...row}
          items={shelf.entities.items}
          itemWidth={authorWidth}
          renderItem={(author, { tabIndex }) => <AuthorCard author={author} width={authorWidth} tabIndex={tabIndex} />}
        />
      );
  }
}
