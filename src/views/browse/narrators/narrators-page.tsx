import { useSelector } from '@xstate/react';
import { MicVocal, Pencil, Trash2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { NarratorsRef } from '../../../machines/browse/narrators/narrators.machine.ts';
import { usePageRef, useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { LibraryPage } from '../../shared/library-page.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { downToGrid, FindField } from '../../ui/find-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { NARRATOR_SORTS } from '../../../machines/browse/narrators/narrators.logic.ts';
import { CountToolbar } from '../../shared/list-toolbar.tsx';
import { SortMenu } from '../../shared/sort-menu.tsx';
import { shelfOf } from '../../../machines/browse/search/results.logic.ts';
import { selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import { AppLink } from '../../ui/links.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { selectDataError, selectDataState } from '../../../machines/kit/kit.selectors.ts';
import {
  selectHasNoNarrators,
  selectNarratorOrder,
  selectNarratorText,
  selectShownNarrators,
  selectUnreadableNarrators,
  selectNarratorsLibrary,
  selectRemoved,
} from '../../../machines/browse/narrators/narrators.logic.ts';
import type { Narrator } from '../../../schemas/api/author.ts';

/** Rem: 48 px. */
const ROW_REM = 3;

export { NarratorsToolbar as Toolbar };

export function Page() {
  const t = useTranslations('narrators');
  const error = useSelector(usePageRef<NarratorsRef>(), selectDataError);
  return (
    <LibraryPage title={t('title')} heading={(library) => t('heading', { library })} error={error}>
      <DataContent loading={t('loading')}>
        <Content />
      </DataContent>
    </LibraryPage>
  );
}

function Content() {
  const t = useTranslations('narrators');
  const isEmpty = useSelector(usePageRef<NarratorsRef>(), selectHasNoNarrators);
  if (!isEmpty) return <Filled />;
  return <EmptyState icon={<MicVocal size={26} />} message={t('empty')} detail={t('emptyDetail')} />;
}

function Filled() {
  const t = useTranslations();
  const page = usePageRef<NarratorsRef>();
  const unreadable = useSelector(page, selectUnreadableNarrators);
  const order = useSelector(page, selectNarratorOrder);
  const text = useSelector(page, selectNarratorText);
  const shown = useSelector(page, selectShownNarrators);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const narrator = shown[index];
      return narrator ? <NarratorRow narrator={narrator} tabIndex={tabIndex} /> : null;
    },
    [shown],
  );
  return (
    <div data-search="">
      <PageInset className="flex max-w-3xl flex-col gap-2 pt-1 pb-6">
        <FindField
          label={t('narrators.find')}
          value={text}
          onChange={(value) => page.send({ type: 'narrators.filter', text: value })}
          onKeyDown={downToGrid}
        />
        {unreadable > 0 && <p className="text-sm text-ink-2">{t('list.unreadable', { count: unreadable })}</p>}
        {shown.length > 0 && (
          <VirtualList
            key={`${order.sort}/${order.isDescending}/${text}`}
            label={t('narrators.title')}
            count={shown.length}
            rowRem={ROW_REM}
            ids={ids}
            renderRow={renderRow}
          />
        )}
      </PageInset>
    </div>
  );
}

function NarratorsToolbar() {
  const t = useTranslations('narrators');
  const page = usePageRef<NarratorsRef>();
  const isLoaded = useSelector(page, selectDataState) === 'shown';
  const count = useSelector(page, (snapshot) => selectShownNarrators(snapshot).length);
  const { sort, isDescending } = useSelector(page, selectNarratorOrder);
  return (
    <CountToolbar count={isLoaded ? t('count', { count }) : null}>
      {isLoaded && (
        <SortMenu
          id="narrators-sort"
          sorts={NARRATOR_SORTS}
          sort={sort}
          desc={isDescending}
          onChoose={(key) => page.send({ type: 'narrators.sort', sort: key })}
        />
      )}
    </CountToolbar>
  );
}

function NarratorRow({ narrator, tabIndex }: { narrator: Narrator; tabIndex: number }) {
  const t = useTranslations();
  const page = usePageRef<NarratorsRef>();
  const libraryId = useSelector(page, selectNarratorsLibrary);
  const isRemoved = useSelector(page, (snapshot) => selectRemoved(snapshot) === narrator.id);
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  const linkTo = useLinkTo();
  const { name, numBooks } = narrator;
  return (
    <div className="flex h-12 items-center gap-1 border-b border-line">
      <AppLink
        {...linkTo(shelfOf(libraryId, 'narrators', name))}
        tabIndex={tabIndex}
        className="flex h-full min-w-0 flex-1 items-center gap-3 rounded-sm text-ink no-underline outline-offset-[-2px] hover:text-accent-text"
      >
        <span dir="auto" className="min-w-0 flex-1 truncate text-match text-sm font-medium">
          {name}
        </span>{' '}
        {numBooks !== undefined && (
          <span className="shrink-0 text-sm text-ink-2 tabular-nums">{t('library.books', { count: numBooks })}</span>
        )}
      </AppLink>
      {mayUpdate && (
        <>
          <IconButton
            label={t('narrators.renameOf', { name })}
            tip={t('narrators.rename')}
            tabIndex={tabIndex}
            icon={<Pencil size={16} />}
            onClick={() => page.send({ type: 'narrators.edit', narrator })}
          />
          <IconButton
            label={t('narrators.removeOf', { name })}
            tip={t('narrators.remove')}
            tabIndex={tabIndex}
            busy={isRemoved}
            icon={<Trash2 size={16} />}
            onClick={() => page.send({ type: 'narrators.remove', narrator })}
          />
        </>
      )}
    </div>
  );
}
