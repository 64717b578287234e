import { useTranslations } from 'use-intl';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { COVER_RATIO } from '../ui/cover-shape.ts';
import { ShelfRow } from '../ui/shelf-row.tsx';
import { useCardTextRem, useCardWidth } from './card-size.ts';
import { ItemCard } from './item-card.tsx';
import { shelfScope, SelectionScopeProvider } from './selection-scope.ts';
import { useCoverAspect } from './use-library.ts';

interface BookRowProps {
  heading: string;
  to: string;
  place: string;
  books: readonly LibraryItemMinified[];
}

export function BookRow({ heading, to, place, books }: BookRowProps) {
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
