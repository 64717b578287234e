import { ListFilter } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { orderAfter, SHOWS, SORTS, type Arrangement } from '../../machines/episodes/arrange.logic.ts';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import { useActorRefOf, useMenu, usePageRef } from '../app/actors-context.tsx';
import { SortMenu } from '../library/sort-menu.tsx';
import { downToGrid } from '../ui/down-to-grid.ts';
import { FindField } from '../ui/find-field.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

/** Filter and order are saved for all podcasts. */
export function EpisodeToolbar({ arrangement }: { arrangement: Arrangement }) {
  const t = useTranslations('episodes');
  const page = usePageRef<ItemRef>();
  const preferences = useActorRefOf('preferences');
  const menu = useMenu('episode-filter');
  const { search, show, sort, isDescending } = arrangement;
  const keep = (change: Partial<Preferences>) => preferences.send({ type: 'preferences.set', change });
  return (
    <div className="flex items-center gap-2 pb-2">
      <FindField
        label={t('find')}
        className="max-w-80 min-w-0 flex-1"
        value={search}
        onChange={(text) => page.send({ type: 'item.search', text })}
        onKeyDown={downToGrid}
      />
      <MenuButton
        {...menu}
        width={200}
        icon={<ListFilter size={16} />}
        iconOnPhone
        label={t('filteredBy', { filter: t(`shows.${show}`) })}
        text={t(`shows.${show}`)}
        sheetTitle={t('filter')}
        entries={[
          {
            kind: 'choice',
            id: 'show',
            label: t('filter'),
            value: show,
            options: SHOWS.map((value) => ({ value, label: t(`shows.${value}`) })),
            closes: true,
            onChoose: (value) => {
              const chosen = SHOWS.find((one) => one === value);
              if (chosen) keep({ podcastEpisodesFilter: chosen });
            },
          },
        ]}
      />
      <SortMenu
        id="episode-sort"
        sorts={SORTS}
        sort={sort}
        desc={isDescending}
        onChoose={(chosen) => keep(orderAfter(arrangement, chosen))}
      />
    </div>
  );
}
