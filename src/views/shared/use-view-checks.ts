import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import {
  selectCollapsesSeries,
  selectCollapsesSubSeries,
  selectShowsSubtitles,
} from '../../machines/account/preferences/preferences.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';

/** Collapsed series and subtitles. `isOfSeries`: in the list of one series, only other series collapse. */
export function useViewChecks(isOfSeries: boolean): readonly MenuEntry[] {
  const t = useTranslations('bookshelf');
  const preferences = useActorRefOf('preferences');
  const showSubtitles = useSelector(preferences, selectShowsSubtitles);
  const collapses = useSelector(preferences, isOfSeries ? selectCollapsesSubSeries : selectCollapsesSeries);
  return [
    {
      kind: 'check',
      id: 'collapse',
      label: t(isOfSeries ? 'collapseSubSeries' : 'collapseSeries'),
      checked: collapses,
      onToggle: (checked) =>
        preferences.send({
          type: 'preferences.set',
          change: isOfSeries ? { collapseBookSeries: checked } : { collapseSeries: checked },
        }),
    },
    {
      kind: 'check',
      id: 'subtitles',
      label: t('showSubtitles'),
      checked: showSubtitles,
      onToggle: (checked) => preferences.send({ type: 'preferences.set', change: { showSubtitles: checked } }),
    },
    { kind: 'separator', id: 'line' },
  ];
}

export function useShownSubtitle(): (item: LibraryItemMinified) => string | undefined {
  const isShown = useSelector(useActorRefOf('preferences'), selectShowsSubtitles);
  return isShown ? subtitleOf : noSubtitle;
}

const subtitleOf = (item: LibraryItemMinified) =>
  item.mediaType === 'book' && !item.collapsedSeries ? item.media.metadata.subtitle || undefined : undefined;
const noSubtitle = () => undefined;
