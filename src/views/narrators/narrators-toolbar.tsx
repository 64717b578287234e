import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { NARRATOR_SORTS } from '../../machines/narrators/narrators.logic.ts';
import type { NarratorsRef } from '../../machines/narrators/narrators.machine.ts';
import {
  selectNarratorOrder,
  selectNarratorsState,
  selectShownNarrators,
} from '../../machines/narrators/narrators.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { CountToolbar } from '../library/list-toolbar.tsx';
import { SortMenu } from '../library/sort-menu.tsx';

/** Number and order of the narrators in view. */
export function NarratorsToolbar() {
  const t = useTranslations('narrators');
  const page = usePageRef<NarratorsRef>();
  const isLoaded = useSelector(page, (snapshot) => ['empty', 'filled'].includes(selectNarratorsState(snapshot)));
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
