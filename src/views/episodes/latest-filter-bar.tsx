import { useSelector } from '@xstate/react';
import { ListFilter, Podcast } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LATEST_SHOWS, loadedOf, podcastsOf, type LatestFilter } from '../../machines/episodes/latest-filter.logic.ts';
import type { LatestRef } from '../../machines/episodes/latest.machine.ts';
import { selectFilteredRef, selectLatestFilter, selectLooked } from '../../machines/episodes/latest.logic.ts';
import type { ListRef } from '../../machines/windowed-list/windowed-list.protocol.ts';
import type { LatestEpisode } from '../../schemas/api/podcast-lists.ts';
import { useMenu, usePageRef } from '../app/actors-context.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

const NONE: readonly LatestEpisode[] = [];
const ANY = '';

export function LatestFilterBar({ list }: { list: ListRef<LatestEpisode> }) {
  const t = useTranslations('episodes');
  const page = usePageRef<LatestRef>();
  const filter = useSelector(page, selectLatestFilter);
  const pages = useSelector(list, ({ context }) => context.pages);
  const filtered = useSelector(page, selectFilteredRef);
  const looked = useSelector(filtered, (snapshot) => (snapshot ? selectLooked(snapshot) : NONE));
  const showMenu = useMenu('latest-show');
  const podcastMenu = useMenu('latest-podcast');
  const podcasts = podcastsOf(loadedOf(pages), looked);
  const chosen = podcasts.find(({ id }) => id === filter.podcastId)?.title ?? t('anyPodcast');
  const change = (changes: Partial<LatestFilter>) =>
    page.send({ type: 'latest.filter', filter: { ...filter, ...changes } });
  return (
    <PageInset className="pt-2">
      <div role="group" aria-label={t('filters')} className="flex min-w-0 flex-wrap items-center gap-2">
        <MenuButton
          {...showMenu}
          width={200}
          icon={<ListFilter size={16} />}
          label={t('filteredBy', { filter: t(`shows.${filter.show}`) })}
          text={t(`shows.${filter.show}`)}
          sheetTitle={t('filter')}
          entries={[
            {
              kind: 'choice',
              id: 'show',
              label: t('filter'),
              value: filter.show,
              options: LATEST_SHOWS.map((value) => ({ value, label: t(`shows.${value}`) })),
              closes: true,
              onChoose: (value) => change({ show: LATEST_SHOWS.find((one) => one === value) ?? 'all' }),
            },
          ]}
        />
        <MenuButton
          {...podcastMenu}
          width={280}
          icon={<Podcast size={16} />}
          label={t('ofPodcast', { title: chosen })}
          text={chosen}
          sheetTitle={t('podcast')}
          entries={[
            {
              kind: 'choice',
              id: 'podcast',
              label: t('podcast'),
              value: filter.podcastId ?? ANY,
              options: [
                { value: ANY, label: t('anyPodcast') },
                ...podcasts.map(({ id, title }) => ({ value: id, label: title })),
              ],
              closes: true,
              onChoose: (value) => change({ podcastId: value === ANY ? null : value }),
            },
          ]}
        />
      </div>
    </PageInset>
  );
}
