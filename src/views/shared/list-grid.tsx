import { useSelector } from '@xstate/react';
import { CircleSlash } from 'lucide-react';
import { memo, useCallback, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PickedItem } from '../../machines/browse/selection/selection.protocol.ts';
import type { ListItem } from '../../machines/kit/windowed-list/window.logic.ts';
import type { LettersRef } from '../../machines/kit/windowed-list/letters.machine.ts';
import { selectFound } from '../../machines/kit/windowed-list/letters.selectors.ts';
import type { ListRef } from '../../machines/kit/windowed-list/windowed-list.protocol.ts';
import {
  selectFollowed,
  selectIsLoading,
  selectLength,
  selectListKey,
  selectStart,
  slotSelector,
} from '../../machines/kit/windowed-list/windowed-list.selectors.ts';
import {
  selectCount,
  selectIsSelecting,
  selectIsWorking,
} from '../../machines/browse/selection/selection.selectors.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/focus.tsx';
import { CardSkeleton, RowSkeleton, Skeleton, Waiting } from '../ui/waiting.tsx';
import { VirtualGrid } from '../ui/virtual-grid.tsx';
import { ONE_COLUMN } from '../ui/grid-store.ts';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useCardTextRem } from './card-size.ts';
import {
  listScope,
  MOST_IN_RANGE,
  pickItem,
  SelectionScopeProvider,
  selectFrom,
  selectRange,
} from './selection-scope.ts';

export interface ListGridProps<Item extends ListItem> {
  list: ListRef<Item>;
  letters?: LettersRef | undefined;
  label: string;
  /** CSS pixels. */
  minWidth: number;
  /** Height of the picture by its width. */
  ratio: number;
  /** The items that a press selects; its own when absent. Keep it stable. */
  pickOf?: ((item: Item) => readonly PickedItem[]) | undefined;
  /** Height of each line, in rem; `minWidth` and `ratio` are for its cards elsewhere. */
  lineRem?: number | undefined;
  hasBoards?: boolean | undefined;
  /** Keep it stable: cells rerender only with it and with their item. */
  renderItem: (item: Item, place: CellPlace) => ReactNode;
}

/** Another query starts a new grid at its top. */
export function ListGrid<Item extends ListItem>({
  list,
  letters,
  label,
  minWidth,
  ratio,
  lineRem,
  pickOf = pickItem,
  hasBoards = false,
  renderItem,
}: ListGridProps<Item>) {
  const key = useSelector(list, selectListKey);
  const length = useSelector(list, selectLength);
  const isLoading = useSelector(list, selectIsLoading);
  const followed = useSelector(list, selectFollowed);
  const isList = lineRem !== undefined;
  const cardTextRem = useCardTextRem();
  const shape = isList
    ? { minCellWidth: ONE_COLUMN, gap: 0, ratio: 0, textRem: lineRem, overscan: 4 }
    : { minCellWidth: minWidth, ratio, textRem: cardTextRem, hasBoards };
  const selection = useActorRefOf('selection');
  const scope = useMemo(() => listScope(list, key, pickOf), [list, key, pickOf]);
  const start = selectStart(list.getSnapshot());
  const found = useSelector(letters, (snapshot) => snapshot && selectFound(snapshot)) ?? null;
  const renderCell = useCallback(
    (place: CellPlace) => (
      <Cell {...place} list={list} ratio={ratio} isLine={isList} renderItem={renderItem as RenderAny} />
    ),
    [list, ratio, isList, renderItem],
  );
  return (
    <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity delay-150' : undefined}>
      <SelectionScopeProvider value={scope}>
        <VirtualGrid
          key={key}
          label={label}
          count={length}
          {...shape}
          renderCell={renderCell}
          goTo={found?.query === list.getSnapshot().context.shownQuery ? found : null}
          follow={followed}
          initialOffset={start.offset}
          initialFocus={start.focused ?? undefined}
          onWindow={(move) => list.send({ type: 'list.windowMoved', ...move })}
          onTop={(cells) => letters?.send({ type: 'letters.passed', ...cells })}
          onRest={(offset) => list.send({ type: 'list.rested', offset })}
          onExtend={(from, to) => selectRange(selection, scope, from, to)}
          onSelectAll={() => selectFrom(selection, scope, 0, length - 1)}
          onFocusMove={(index) => list.send({ type: 'list.focused', index })}
        />
        <SelectAll count={length} onPress={() => selectFrom(selection, scope, 0, length - 1)} />
      </SelectionScopeProvider>
    </div>
  );
}

/** Over the foot of the list while something is selected and more can be. */
function SelectAll({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useTranslations('selection');
  const most = Math.min(count, MOST_IN_RANGE);
  const isOffered = useSelector(
    useActorRefOf('selection'),
    (state) => selectIsSelecting(state) && !selectIsWorking(state) && selectCount(state) < most,
  );
  if (!isOffered) return null;
  return (
    <div ref={handFocusOn} className="pointer-events-none sticky bottom-4 z-3 flex justify-center pt-2">
      <Button size="sm" shortcut="Control+A" onClick={onPress} className="pointer-events-auto shadow-overlay">
        {t(most < count ? 'selectFirst' : 'selectAll', { count: most })}
      </Button>
    </div>
  );
}

type RenderAny = ListGridProps<ListItem>['renderItem'];

interface CellProps extends CellPlace {
  list: ListRef;
  ratio: number;
  isLine: boolean;
  renderItem: RenderAny;
}

/** Watches its own item only: a loaded page rerenders no other cells. */
const Cell = memo(function Cell({ list, ratio, isLine, renderItem, ...place }: CellProps) {
  const t = useTranslations('list');
  const slot = useSelector(list, slotSelector(place.index));
  if (slot === undefined) return isLine ? <RowSkeleton /> : <CardSkeleton ratio={ratio} />;
  if (slot !== null) return renderItem(slot, place);
  return (
    <div
      className="grid w-full place-items-center rounded-sm bg-surface-2 text-ink-3"
      style={isLine ? { blockSize: '100%' } : { aspectRatio: `1 / ${ratio}` }}
    >
      <CircleSlash size={22} role="img" aria-label={t('unreadableEntry')} />
    </div>
  );
});

export function LoadingGrid({
  label,
  minWidth,
  ratio,
  lineRem,
}: {
  label: string;
  minWidth: number;
  ratio: number;
  lineRem?: number | undefined;
}) {
  if (lineRem !== undefined)
    return (
      <Waiting label={label}>
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} style={{ blockSize: `${lineRem}rem` }} className="py-2">
            <Skeleton className="h-full" />
          </div>
        ))}
      </Waiting>
    );
  return (
    <Waiting label={label}>
      <div
        className="grid gap-4"
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${minWidth}px, 100%), 1fr))` }}
      >
        {Array.from({ length: 24 }, (_, index) => (
          <CardSkeleton key={index} ratio={ratio} />
        ))}
      </div>
    </Waiting>
  );
}
