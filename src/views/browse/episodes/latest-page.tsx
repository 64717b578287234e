import { useSelector } from '@xstate/react';
import { Podcast, ListFilter } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { outlineOfLatest, pickedEpisode, toQueue } from '../../../machines/browse/episodes/episode.logic.ts';
import {
  isFiltered,
  LATEST_SHOWS,
  loadedOf,
  podcastsOf,
  type LatestFilter,
} from '../../../machines/browse/episodes/latest-filter.logic.ts';
import { andNewer } from '../../../machines/browse/episodes/latest.logic.ts';
import type { LatestRef } from '../../../machines/browse/episodes/latest.machine.ts';
import { selectAutoplay } from '../../../machines/playback/queue/queue.selectors.ts';
import { selectListError, selectListState } from '../../../machines/kit/windowed-list/windowed-list.selectors.ts';
import type { ListRef } from '../../../machines/kit/windowed-list/windowed-list.protocol.ts';
import type { LatestEpisode } from '../../../schemas/api/podcast-lists.ts';
import { useActorRefOf, usePageRef, useMenu } from '../../app/actors-context.tsx';
import { LibraryPage } from '../../shared/library-page.tsx';
import { ListContent } from '../../shared/list-page.tsx';
import { LibraryTrail } from '../../shared/trail-toolbar.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { useSheet } from '../../texts/use-sheet.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { ONE_COLUMN } from '../../ui/grid-store.ts';
import { EPISODE_REM } from '../../shared/episode-row.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { FilteredLatest } from './filtered-latest.tsx';
import { ListedRow } from './latest-row.tsx';
import {
  selectFilteredRef,
  selectLatestFilter,
  selectLatestList,
  selectLooked,
} from '../../../machines/browse/episodes/latest.logic.ts';

export function Toolbar() {
  const t = useTranslations('episodes');
  return <LibraryTrail name={t('title')} />;
}

export function Page() {
  const list = useSelector(usePageRef<LatestRef>(), selectLatestList);
  return list && <Latest list={list} />;
}

function Latest({ list }: { list: ListRef<LatestEpisode> }) {
  const t = useTranslations('episodes');
  const page = usePageRef<LatestRef>();
  const queue = useActorRefOf('queue');
  const dayText = useDayText();
  const error = useSelector(list, selectListError);
  const hasEpisodes = useSelector(list, selectListState) === 'filled';
  const hasFilter = isFiltered(useSelector(page, selectLatestFilter));
  const filtered = useSelector(page, selectFilteredRef);
  /** Newer episodes play after it, with autoplay. */
  const play = useCallback(
    (all: readonly LatestEpisode[]) => {
      const wanted = selectAutoplay(queue.getSnapshot()) ? all : all.slice(0, 1);
      const items = wanted.map((one) => toQueue(outlineOfLatest(one), one, dayText));
      page.send({ type: 'latest.play', items });
    },
    [page, queue, dayText],
  );
  const playFiltered = useCallback(
    (shown: readonly LatestEpisode[], index: number) => play(shown.slice(0, index + 1).toReversed()),
    [play],
  );
  const renderItem = useCallback(
    (episode: LatestEpisode, { index, tabIndex }: CellPlace) => (
      <ListedRow
        list={list}
        episode={episode}
        index={index}
        tabIndex={tabIndex}
        onPlay={() => play(andNewer(list.getSnapshot().context.pages, index))}
      />
    ),
    [list, play],
  );
  const pickOf = useCallback(
    (episode: LatestEpisode) => [pickedEpisode(outlineOfLatest(episode), episode, dayText)],
    [dayText],
  );
  return (
    <LibraryPage title={t('title')} heading={(library) => t('heading', { library })} error={error}>
      {(hasEpisodes || hasFilter) && <LatestFilterBar list={list} />}
      {hasFilter && filtered ? (
        <FilteredLatest filtered={filtered} onPlay={playFiltered} />
      ) : (
        <ListContent
          list={list}
          label={t('title')}
          loadingLabel={t('loadingLatest')}
          failedMessage={t('latestFailed')}
          empty={<EmptyState icon={<Podcast size={26} />} message={t('empty')} detail={t('emptyDetail')} />}
          minWidth={ONE_COLUMN}
          ratio={0}
          lineRem={EPISODE_REM}
          pickOf={pickOf}
          renderItem={renderItem}
        />
      )}
    </LibraryPage>
  );
}

const NONE: readonly LatestEpisode[] = [];
const ANY = '';

function LatestFilterBar({ list }: { list: ListRef<LatestEpisode> }) {
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
          sheet={useSheet(t('filter'))}
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
          sheet={useSheet(t('podcast'))}
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
