import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { ItemCard } from '../library/item-card.tsx';
import { chunk } from '../ui/chunk.tsx';
import type { CoverAspect } from '../ui/cover.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { useSubtitle } from './use-subtitle.ts';

/** Cards whose covers load first: the first row of a new shelf. */
const FIRST_ROW = 8;

const lineFacts = chunk(async () => (await import('./line-facts.tsx')).LineFacts);

interface ShelfCardProps extends CellPlace {
  item: LibraryItemMinified;
  aspect: CoverAspect;
  isLine: boolean;
}

export function ShelfCard({ item, index, tabIndex, width, aspect, isLine }: ShelfCardProps) {
  const subtitleOf = useSubtitle();
  return (
    <ItemCard
      item={item}
      aspect={aspect}
      width={width}
      index={index}
      tabIndex={tabIndex}
      place="shelf"
      layout={isLine ? 'line' : 'below'}
      facts={isLine ? <lineFacts.View item={item} /> : undefined}
      priority={index < FIRST_ROW ? 'high' : 'auto'}
      subtitle={subtitleOf(item)}
    />
  );
}
