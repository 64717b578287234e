import { useSelector } from '@xstate/react';
import { CircleSlash } from 'lucide-react';
import { memo, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectIsCounting, selectLength, selectShelfKey, selectStart, slotSelector } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCardWidth } from '../library/card-size.ts';
import { ItemCard } from '../library/item-card.tsx';
import { useCoverAspect } from '../library/use-library.ts';
import { COVER_RATIO } from '../ui/cover.tsx';
import type { CoverAspect } from '../ui/cover.tsx';
import { CARD_TEXT_REM } from '../ui/media-card.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { VirtualGrid } from '../ui/virtual-grid.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { useSubtitle } from './use-subtitle.ts';

/** So many covers of a new shelf are asked for before all others: its first row. */
const FIRST_ROW = 8;

/** The windowed shelf. Another query begins a new grid at its start. */
export function ShelfGrid() {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const key = useSelector(page, selectShelfKey);
  const length = useSelector(page, selectLength);
  const isCounting = useSelector(page, selectIsCounting);
  const aspect = useCoverAspect();
  const minWidth = useCardWidth(aspect, 'grid');
  const renderCell = useCallback((place: CellPlace) => <ShelfCell {...place} aspect={aspect} />, [aspect]);
  const start = selectStart(page.getSnapshot());
  return (
    <div aria-busy={isCounting} className={isCounting ? 'opacity-60 transition-opacity delay-150' : undefined}>
      <VirtualGrid
        key={key}
        label={t('items')}
        count={length}
        minCellWidth={minWidth}
        ratio={COVER_RATIO[aspect]}
        textRem={CARD_TEXT_REM}
        renderCell={renderCell}
        initialOffset={start.offset}
        initialFocus={start.focused ?? undefined}
        onWindow={(move) => page.send({ type: 'bookshelf.windowMoved', ...move })}
        onRest={(offset) => page.send({ type: 'bookshelf.rested', offset })}
        onFocusMove={(index) => page.send({ type: 'bookshelf.focused', index })}
      />
    </div>
  );
}

interface ShelfCellProps extends CellPlace {
  aspect: CoverAspect;
}

/** One place on the shelf. It watches only its own item, so that a page that comes redraws only its cards. */
const ShelfCell = memo(function ShelfCell({ index, tabIndex, width, aspect }: ShelfCellProps) {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const slot = useSelector(page, slotSelector(index));
  const subtitleOf = useSubtitle();
  if (slot === undefined) return <CardSkeleton aspect={aspect} />;
  if (slot === null) {
    return (
      <div className="grid w-full place-items-center rounded-sm bg-surface-2 text-ink-3" style={{ aspectRatio: `1 / ${COVER_RATIO[aspect]}` }}>
        <CircleSlash size={22} role="img" aria-label={t('unreadableEntry')} />
      </div>
    );
  }
  return (
    <ItemCard item={slot} aspect={aspect} width={width} tabIndex={tabIndex} place="shelf" priority={index < FIRST_ROW ? 'high' : 'auto'} subtitle={subtitleOf(slot)} />
  );
});
