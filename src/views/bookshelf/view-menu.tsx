import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { isOfSeries } from '../../machines/bookshelf/query.logic.ts';
import { selectIsListLayout } from '../../machines/preferences/preferences.selectors.ts';
import type { MediaType } from '../../schemas/api/common.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useViewChecks } from '../library/use-view-checks.ts';
import { ViewMenuButton } from '../library/view-menu-button.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';

export function ViewMenu({ mediaType, filter }: { mediaType: MediaType; filter: string | null }) {
  const t = useTranslations('bookshelf');
  const preferences = useActorRefOf('preferences');
  const isList = useSelector(preferences, selectIsListLayout);
  const checks = useViewChecks(isOfSeries(filter));
  const layout: readonly MenuEntry[] = [
    {
      kind: 'choice',
      id: 'layout',
      label: t('layout'),
      value: isList ? 'list' : 'covers',
      options: [
        { value: 'covers', label: t('asCovers') },
        { value: 'list', label: t('asList') },
      ],
      onChoose: (value) =>
        preferences.send({
          type: 'preferences.set',
          change: { bookshelfLayout: value === 'list' ? 'list' : 'covers' },
        }),
    },
    { kind: 'separator', id: 'layout-line' },
  ];
  return <ViewMenuButton id="bookshelf-view" entries={mediaType === 'book' ? [...layout, ...checks] : layout} />;
}
