import { hasText } from '../../texts/has-text.ts';
import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { HomeRef } from '../../../machines/browse/home/home.machine.ts';
import { selectLibraryId } from '../../../machines/browse/home/home.selectors.ts';
import { isLongShelf, linesOf, wholeListOf } from '../../../machines/browse/home/shelves.logic.ts';
import { selectHomeHasBoards } from '../../../machines/app/session/session.selectors.ts';
import { hrefTo } from '../../../machines/kit/router/routes.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { Shelf } from '../../../schemas/api/shelf.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { useCardTextRem, useCardWidth } from '../../shared/card-size.ts';
import { AuthorCard, SeriesCard } from '../../shared/entity-cards.tsx';
import { shelfScope, SelectionScopeProvider } from '../../shared/selection-scope.ts';
import { useCoverAspect } from '../../shared/use-library.ts';
import { cx } from '../../ui/cx.ts';
import { COVER_RATIO } from '../../ui/cover-shape.ts';
import { BESIDE_COVER } from '../../ui/media-card.tsx';
import { ShelfRow } from '../../ui/shelf-row.tsx';
import { ShelfCard } from './shelf-card.tsx';

/** Author pictures are smaller than covers. */
const AUTHOR_SCALE = 0.75;
/** A long shelf with room for fewer covers beside small ones gets a line of its own. */
const LEAST_COVERS = 2;
/** Cards of the first shelf in view when the page opens. */
const CARDS_IN_VIEW = 8;
/** CSS pixels (gap-4). */
const LINE_GAP = 16;

interface HomeShelfProps {
  shelf: Shelf;
  /** Its covers load first. */
  isFirst: boolean;
  /** Below the window when the page opens: it renders when it comes near. */
  isBelow: boolean;
}

/**
 * A small shelf is as wide as its cards. A long one takes the rest of the line, or the next one. The negative margin
 * removes one of two page insets side by side.
 */
export const HomeShelf = memo(function HomeShelf({ shelf, isFirst, isBelow }: HomeShelfProps) {
  const cover = useCardWidth(useCoverAspect(), 'shelf');
  const isLong = isLongShelf(shelf);
  return (
    <div
      className={cx('-me-5 mb-5 min-w-0 phone:me-0', isLong ? 'flex-1' : 'max-w-full')}
      style={isLong ? { minInlineSize: `min(100%, ${cover * LEAST_COVERS}px + 2 * var(--page-inset))` } : undefined}
    >
      <Row shelf={shelf} isFirst={isFirst} isBelow={isBelow} />
    </div>
  );
});

function Row({ shelf, isFirst, isBelow }: HomeShelfProps) {
  const t = useTranslations('home');
  const libraryId = useSelector(usePageRef<HomeRef>(), selectLibraryId);
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'shelf');
  const authorWidth = Math.round(useCardWidth('square', 'shelf') * AUTHOR_SCALE);
  const textRem = useCardTextRem();
  const captionHeight = textRem * 16 + 8;
  const hasBoards = useSelector(useActorRefOf('session'), selectHomeHasBoards);
  const whole = wholeListOf(shelf.id, libraryId);
  const key = `shelves.${shelf.labelStringKey}` as const;
  const row = {
    heading: hasText(t, key) ? t(key) : shelf.label,
    to: whole ? hrefTo(whole) : undefined,
    boardRem: hasBoards && shelf.type !== 'episode' ? textRem : undefined,
    previousLabel: t('previous'),
    nextLabel: t('next'),
    heightUntilNear: isBelow
      ? shelf.type === 'episode'
        ? BESIDE_COVER * linesOf(shelf) + LINE_GAP * (linesOf(shelf) - 1)
        : Math.round(width * COVER_RATIO[aspect]) + captionHeight
      : undefined,
    keyOf: ({ id }: { id: string }) => id,
  };
  switch (shelf.type) {
    case 'book':
    case 'podcast':
    case 'episode':
      return (
        <SelectionScopeProvider value={shelfScope(shelf.id, shelf.entities.items)}>
          <ShelfRow<LibraryItemMinified>
            {...row}
            items={shelf.entities.items}
            keyOf={(item) =>
              item.mediaType === 'podcast' && item.recentEpisode ? `${item.id}/${item.recentEpisode.id}` : item.id
            }
            itemWidth={shelf.type === 'episode' ? width * 2 : width}
            lines={linesOf(shelf)}
            renderItem={(item, { index, tabIndex }) => (
              <ShelfCard
                item={item}
                shelfId={shelf.id}
                aspect={aspect}
                width={width}
                index={index}
                tabIndex={tabIndex}
                priority={isFirst && index < CARDS_IN_VIEW ? 'high' : 'auto'}
              />
            )}
          />
        </SelectionScopeProvider>
      );
    case 'series':
      return (
        <ShelfRow
          {...row}
          items={shelf.entities.items}
          itemWidth={width * 2}
          renderItem={(series, { tabIndex }) => (
            <SeriesCard series={series} aspect={aspect} width={width * 2} tabIndex={tabIndex} />
          )}
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
