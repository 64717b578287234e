import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectDataState } from '../../machines/kit/kit.selectors.ts';
import { NARRATOR_SORTS, selectNarratorOrder, selectShownNarrators } from '../../machines/narrators/narrators.logic.ts';
import type { NarratorsRef } from '../../machines/narrators/narrators.machine.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { CountToolbar } from '../library/list-toolbar.tsx';
import { SortMenu } from '../library/sort-menu.tsx';

export function NarratorsToolbar() {
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
