import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { SearchPageRef } from '../../machines/search/search-page.machine.ts';
import { selectPageGroup, selectPageLibrary, selectPageText } from '../../machines/search/search-page.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { TrailToolbar } from '../library/trail-toolbar.tsx';
import { ViewMenuButton } from '../library/view-menu-button.tsx';

export function SearchToolbar() {
  const t = useTranslations('search');
  const page = usePageRef<SearchPageRef>();
  const q = useSelector(page, selectPageText);
  const group = useSelector(page, selectPageGroup);
  const libraryId = useSelector(page, selectPageLibrary);
  return (
    <TrailToolbar
      back={group && { to: { name: 'librarySearch', libraryId, q }, text: t('allGroups') }}
      name={
        group
          ? t('groupHeading', { group: t(`groups.${group}`), text: q })
          : q === ''
            ? t('results')
            : t('heading', { text: q })
      }
      end={<ViewMenuButton id="search-view" />}
    />
  );
}
