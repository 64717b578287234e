import { useSelector } from '@xstate/react';
import { ArrowUpDown, Layers, ListMusic, SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  AS_KEPT,
  isAsKept,
  SHOWS,
  SORTS,
  type Arrangement,
} from '../../../machines/browse/media-lists/arrange.logic.ts';
import type { MediaListRef } from '../../../machines/browse/media-lists/media-list.machine.ts';
import { selectArrangement, selectMoved } from '../../../machines/browse/media-lists/media-list.selectors.ts';
import type { ListEntry, MediaList } from '../../../machines/browse/media-lists/media-list.logic.ts';
import { keyOf } from '../../../machines/kit/media.logic.ts';
import { has } from '../../../machines/playback/queue/queue.logic.ts';
import { selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { messageText } from '../../texts/message-text.ts';
import { useSheet } from '../../texts/use-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { useCarried } from '../../ui/drag-row.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuEntry } from '../../ui/menu-button.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { EntryRow } from './entry-row.tsx';
import { useShown } from './use-shown.ts';

/** Rem. */
const ROW_REM = 4.75;

export function ListBody({ list }: { list: MediaList }) {
  const t = useTranslations('mediaLists');
  const tList = useTranslations('list');
  const isCollection = list.kind === 'collection';
  if (list.entries.length === 0 && list.unreadable === 0)
    return (
      <EmptyState
        icon={isCollection ? <Layers size={26} /> : <ListMusic size={26} />}
        message={t(isCollection ? 'emptyCollection' : 'emptyPlaylist')}
        detail={t('emptyDetail')}
      />
    );
  return (
    <section aria-label={t('entries')} ref={handFocusOn}>
      {list.entries.length > 1 && <ArrangeBar />}
      {list.unreadable > 0 && (
        <p role="status" className="py-2 text-sm text-ink-2">
          {tList('unreadable', { count: list.unreadable })}
        </p>
      )}
      <Rows list={list} />
      <Said />
    </section>
  );
}

function Rows({ list }: { list: MediaList }) {
  const t = useTranslations('mediaLists');
  const page = usePageRef<MediaListRef>();
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  const isInOrder = isAsKept(useSelector(page, selectArrangement));
  const [carried, carry] = useCarried<ListEntry>();
  const shown = useShown(list);
  const ids = useMemo(() => shown.map(keyOf), [shown]);
  const mayChange = mayUpdate || list.kind === 'playlist';
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const entry = shown[index];
      return entry ? (
        <EntryRow
          entry={entry}
          index={index}
          count={shown.length}
          tabIndex={tabIndex}
          mayRemove={mayChange}
          mayMove={mayChange && isInOrder && shown.length > 1}
          isCarried={carried !== null && has([carried], entry)}
          onCarry={carry}
        />
      ) : null;
    },
    [shown, mayChange, isInOrder, carried, carry],
  );
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        message={t('nothingFound')}
        action={
          <Button onClick={() => page.send({ type: 'mediaList.arrange', change: AS_KEPT })}>{t('showAll')}</Button>
        }
      />
    );
  return (
    <div className="-mx-2">
      <VirtualList
        label={t('entries')}
        count={shown.length}
        rowRem={ROW_REM}
        ids={ids}
        overscan={6}
        renderRow={renderRow}
      />
    </div>
  );
}

/** For this visit only. */
function ArrangeBar() {
  const t = useTranslations('mediaLists');
  const page = usePageRef<MediaListRef>();
  const { search, sort, isDescending, show } = useSelector(page, selectArrangement);
  const menu = useMenu('media-list-arrange');
  const arrange = (change: Partial<Arrangement>) => page.send({ type: 'mediaList.arrange', change });
  const choice = <Value extends string>(
    id: string,
    label: string,
    value: Value,
    values: readonly Value[],
    text: (value: Value) => string,
    onChoose: (value: Value) => void,
  ): MenuEntry => ({
    kind: 'choice',
    id,
    label,
    value,
    options: values.map((one) => ({ value: one, label: text(one) })),
    onChoose: (chosen) => {
      const found = values.find((one) => one === chosen);
      if (found !== undefined) onChoose(found);
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2">
      <FindField
        label={t('search')}
        className="max-w-80 min-w-0 flex-1 basis-40"
        value={search}
        onChange={(text) => arrange({ search: text })}
      />
      <MenuButton
        {...menu}
        width={224}
        icon={<ArrowUpDown size={18} />}
        iconOnPhone
        label={t('arrange')}
        text={t('arrange')}
        sheet={useSheet(t('arrange'))}
        entries={[
          choice(
            'sort',
            t('sort'),
            sort,
            SORTS,
            (value) => t(`sorts.${value}`),
            (value) => arrange({ sort: value }),
          ),
          { kind: 'separator', id: 'after-sort' },
          choice(
            'direction',
            t('direction'),
            isDescending ? 'descending' : 'ascending',
            ['ascending', 'descending'] as const,
            (value) => t(value),
            (value) => arrange({ isDescending: value === 'descending' }),
          ),
          { kind: 'separator', id: 'after-direction' },
          choice(
            'show',
            t('show'),
            show,
            SHOWS,
            (value) => t(`shows.${value}`),
            (value) => arrange({ show: value }),
          ),
        ]}
      />
    </div>
  );
}

function Said() {
  const t = useTranslations();
  const said = useSelector(usePageRef<MediaListRef>(), selectMoved);
  return (
    <div role="status">
      <VisuallyHidden>{said && messageText(t, said)}</VisuallyHidden>
    </div>
  );
}
