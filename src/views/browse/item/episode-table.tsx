import { useSelector } from '@xstate/react';
import { SearchX, ListFilter } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  arrangementOf,
  shownOf,
  orderAfter,
  SHOWS,
  SORTS,
  type Arrangement,
} from '../../../machines/browse/episodes/arrange.logic.ts';
import { outlineOf, pickedEpisode, type PodcastOutline } from '../../../machines/browse/episodes/episode.logic.ts';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { selectEpisodeSearch } from '../../../machines/browse/item/item.selectors.ts';
import type { PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../../schemas/api/podcast-episode.ts';
import { useActorRefOf, usePageRef, useMenu } from '../../app/actors-context.tsx';
import { SelectionScopeProvider, selectFrom, selectRange, type SelectionScope } from '../../shared/selection-scope.ts';
import { useDayText } from '../../shared/value-text.ts';
import { useSheet } from '../../texts/use-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { Heading } from '../../ui/heading.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { EPISODE_REM, EpisodeRow } from '../../shared/episode-row.tsx';
import type { Preferences } from '../../../schemas/preferences.ts';
import { SortMenu } from '../../shared/sort-menu.tsx';
import { downToGrid, FindField } from '../../ui/find-field.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

/** Windowed. */
export function EpisodeTable({ item }: { item: PodcastItemExpanded }) {
  const t = useTranslations('item');
  const tEpisodes = useTranslations('episodes');
  const page = usePageRef<ItemRef>();
  const preferences = useActorRefOf('preferences');
  const podcast = outlineOf(item);
  const episodes = item.media.episodes.items;
  const unreadable = item.media.episodes.dropped.length;
  const search = useSelector(page, selectEpisodeSearch);
  const kept = useSelector(preferences, ({ context }) => context);
  const arrangement = useMemo(() => arrangementOf(kept, search), [kept, search]);
  const { show, sort, isDescending } = arrangement;
  const shown = useSelector(useActorRefOf('progress'), ({ context }) =>
    shownOf(episodes, arrangement, context.entries),
  );
  const key = `${item.id}/${show}/${sort}/${isDescending}/${search}`;
  const showAll = () => {
    page.send({ type: 'item.search', text: '' });
    preferences.send({ type: 'preferences.set', change: { podcastEpisodesFilter: 'all' } });
  };
  return (
    <section aria-labelledby="episodes" data-search="" ref={handFocusOn}>
      <Heading level={2} id="episodes" className="mb-2">
        {t('episodes')}
      </Heading>
      {unreadable > 0 && (
        <p role="status" className="mb-2 text-sm text-ink-2">
          {t('unreadableEpisodes', { count: unreadable })}
        </p>
      )}
      {episodes.length === 0 ? (
        <p className="text-ink-2">{t('noEpisodes')}</p>
      ) : (
        <>
          <EpisodeToolbar arrangement={arrangement} />
          <p role="status" className="pb-2 text-sm text-ink-2 tabular-nums">
            {shown.length === episodes.length
              ? t('episodeCount', { count: episodes.length })
              : tEpisodes('shown', { count: shown.length, all: episodes.length })}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              icon={<SearchX size={26} />}
              message={tEpisodes('nothingFound')}
              action={<Button onClick={showAll}>{tEpisodes('showAll')}</Button>}
            />
          ) : (
            <EpisodeList key={key} list={key} podcast={podcast} shown={shown} />
          )}
        </>
      )}
    </section>
  );
}

interface EpisodeListProps {
  /** Names the list to the selection. */
  list: string;
  podcast: PodcastOutline;
  shown: readonly PodcastEpisodeExpanded[];
}

function EpisodeList({ list, podcast, shown }: EpisodeListProps) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const selection = useActorRefOf('selection');
  const dayText = useDayText();
  const scope: SelectionScope = {
    list,
    pick: (from, to) => ({
      picked: shown.slice(from, to + 1).map((episode) => pickedEpisode(podcast, episode, dayText)),
      missing: null,
    }),
  };
  const open = useCallback(
    ({ id }: PodcastEpisodeExpanded) => page.send({ type: 'item.openEpisode', episodeId: id }),
    [page],
  );
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const episode = shown[index];
      return episode ? (
        <EpisodeRow podcast={podcast} episode={episode} index={index} tabIndex={tabIndex} onOpen={open} />
      ) : null;
    },
    [podcast, shown, open],
  );
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  return (
    <SelectionScopeProvider value={scope}>
      <VirtualList
        label={t('episodes')}
        count={shown.length}
        rowRem={EPISODE_REM}
        overscan={2}
        ids={ids}
        renderRow={renderRow}
        onExtend={(from, to) => selectRange(selection, scope, from, to)}
        onSelectAll={() => selectFrom(selection, scope, 0, shown.length - 1)}
      />
    </SelectionScopeProvider>
  );
}

/** Filter and order are saved for all podcasts. */
function EpisodeToolbar({ arrangement }: { arrangement: Arrangement }) {
  const t = useTranslations('episodes');
  const page = usePageRef<ItemRef>();
  const preferences = useActorRefOf('preferences');
  const menu = useMenu('episode-filter');
  const { search, show, sort, isDescending } = arrangement;
  const keep = (change: Partial<Preferences>) => preferences.send({ type: 'preferences.set', change });
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2">
      <FindField
        label={t('find')}
        className="max-w-80 min-w-0 flex-1 basis-40"
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
        sheet={useSheet(t('filter'))}
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
