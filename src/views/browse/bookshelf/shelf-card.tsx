import { useSelector } from '@xstate/react';
import { RefreshCw, Trash2, WandSparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { ItemCard } from '../../shared/item-card.tsx';
import { chunk } from '../../ui/chunk.tsx';
import type { CoverAspect } from '../../ui/cover-shape.ts';
import { entriesFrom, type MenuEntry } from '../../ui/menu-button.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import type { BookshelfRef } from '../../../machines/browse/bookshelf/bookshelf.machine.ts';
import { actionsOf } from '../../../machines/browse/selection/actions.logic.ts';
import { pickedItem } from '../../../machines/browse/selection/selection.logic.ts';
import type { Job } from '../../../machines/browse/selection/selection.protocol.ts';
import { selectUser } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { formatBytes, formatDuration } from '../../format/amounts.ts';
import { useDayText } from '../../shared/value-text.ts';
import { useShownSubtitle } from '../../shared/use-view-checks.ts';

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
  const keeperEntries = useKeeperEntries(item);
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
      menuEntries={keeperEntries}
    />
  );
}

/** What the selection offers to those who keep the library, for one item. Not for a series shown as one card. */
function useKeeperEntries(item: LibraryItemMinified): () => readonly MenuEntry[] {
  const t = useTranslations('selection.actions');
  const selection = useActorRefOf('selection');
  const session = useActorRefOf('session');
  return () => {
    const user = selectUser(session.getSnapshot());
    if (!user || (item.mediaType === 'book' && item.collapsedSeries)) return [];
    const picked = [pickedItem(item)];
    const items = picked.flatMap((one) => one.item ?? []);
    const actions = actionsOf({ count: 1, items, mediaType: item.mediaType }, user);
    const entry = (kind: 'quickMatch' | 'scan' | 'delete', icon: ReactNode, job: Job) =>
      actions.has(kind) &&
      ({
        kind: 'action',
        id: kind,
        label: t(kind),
        icon,
        tone: kind === 'delete' ? 'danger' : undefined,
        onSelect: () => selection.send({ type: 'selection.run', job, picked }),
      } as const);
    return entriesFrom([
      entry('quickMatch', <WandSparkles size={16} />, { kind: 'quickMatch', options: null }),
      entry('scan', <RefreshCw size={16} />, { kind: 'scan' }),
      entry('delete', <Trash2 size={16} />, { kind: 'delete', hard: null }),
    ]);
  };
}

/** The sort value of the shelf, or the subtitle if shown; undefined for the author. */
function useSubtitle(): (item: LibraryItemMinified) => string | undefined {
  const t = useTranslations('bookshelf');
  const locale = useLocale();
  const { sort } = useSelector(usePageRef<BookshelfRef>(), ({ context }) => context.query);
  const subtitleOf = useShownSubtitle();
  const date = useDayText();
  return (item) => {
    switch (sort) {
      case 'addedAt':
        return t('addedOn', { date: date(item.addedAt) });
      case 'birthtimeMs':
        return t('createdOn', { date: date(item.birthtimeMs) });
      case 'mtimeMs':
        return t('modifiedOn', { date: date(item.mtimeMs) });
      case 'size':
        return formatBytes(item.size, locale);
      case 'media.duration':
        return item.mediaType === 'book' && item.media.duration > 0
          ? formatDuration(item.media.duration, locale)
          : undefined;
      case 'media.numTracks':
        return item.mediaType === 'podcast' ? t('episodes', { count: item.media.numEpisodes }) : undefined;
      case 'media.metadata.authorNameLF':
        return (item.mediaType === 'book' && item.media.metadata.authorNameLF) || undefined;
      case 'media.metadata.publishedYear':
        return (item.mediaType === 'book' && item.media.metadata.publishedYear) || undefined;
      default:
        return subtitleOf(item);
    }
  };
}
