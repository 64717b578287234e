import { useSelector } from '@xstate/react';
import { SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { outlineOfLatest, pickedEpisode } from '../../../machines/browse/episodes/episode.logic.ts';
import type { LatestFilterRef } from '../../../machines/browse/episodes/latest-filter.machine.ts';
import { NO_FILTER, shownOf } from '../../../machines/browse/episodes/latest-filter.logic.ts';
import type { LatestRef } from '../../../machines/browse/episodes/latest.machine.ts';
import {
  selectLooked,
  selectLookedFor,
  selectLookError,
  selectLooking,
} from '../../../machines/browse/episodes/latest.logic.ts';
import type { LatestEpisode } from '../../../schemas/api/podcast-lists.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { EPISODE_REM } from '../../shared/episode-row.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { LoadingGrid } from '../../shared/list-grid.tsx';
import { SelectionScopeProvider, selectFrom, selectRange, type SelectionScope } from '../../shared/selection-scope.ts';
import { useDayText } from '../../shared/value-text.ts';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { ONE_COLUMN } from '../../ui/grid-store.ts';
import { Spinner } from '../../ui/waiting.tsx';
import { VirtualGrid, type CellPlace } from '../../ui/virtual-grid.tsx';
import { LatestRow } from './latest-row.tsx';

interface FilteredLatestProps {
  filtered: LatestFilterRef;
  /** Plays this episode, and newer ones after it. */
  onPlay: (episodes: readonly LatestEpisode[], index: number) => void;
}

/** As many as were loaded and searched. */
export function FilteredLatest({ filtered, onPlay }: FilteredLatestProps) {
  const t = useTranslations('episodes');
  const page = usePageRef<LatestRef>();
  const selection = useActorRefOf('selection');
  const dayText = useDayText();
  const looked = useSelector(filtered, selectLooked);
  const filter = useSelector(filtered, selectLookedFor);
  const looking = useSelector(filtered, selectLooking);
  const shown = useSelector(useActorRefOf('progress'), ({ context }) => shownOf(looked, filter, context.entries));
  const key = JSON.stringify(filter);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const renderCell = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const episode = shown[index];
      if (!episode) return null;
      const before = shown[index - 1] ?? null;
      const row = { episode, index, tabIndex, before };
      return <LatestRow {...row} onPlay={() => onPlay(shown, index)} />;
    },
    [shown, onPlay],
  );
  const scope: SelectionScope = {
    list: key,
    pick: (from, to) => ({
      picked: shown.slice(from, to + 1).map((episode) => pickedEpisode(outlineOfLatest(episode), episode, dayText)),
      missing: null,
    }),
  };
  if (shown.length === 0 && looking === 'looking')
    return (
      <PageInset className="pt-4">
        <LoadingGrid label={t('loadingLatest')} minWidth={ONE_COLUMN} ratio={0} lineRem={EPISODE_REM} />
      </PageInset>
    );
  if (shown.length === 0 && looking === 'resting')
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        message={t('nothingFound')}
        action={<Button onClick={() => page.send({ type: 'latest.filter', filter: NO_FILTER })}>{t('showAll')}</Button>}
      />
    );
  return (
    <PageInset className="pt-4 pb-6">
      {shown.length > 0 && (
        <SelectionScopeProvider value={scope}>
          <VirtualGrid
            key={key}
            label={t('title')}
            count={shown.length}
            minCellWidth={ONE_COLUMN}
            gap={0}
            ratio={0}
            textRem={EPISODE_REM}
            overscan={4}
            ids={ids}
            renderCell={renderCell}
            onWindow={({ last }) => filtered.send({ type: 'latestFilter.moved', last })}
            onExtend={(from, to) => selectRange(selection, scope, from, to)}
            onSelectAll={() => selectFrom(selection, scope, 0, shown.length - 1)}
          />
        </SelectionScopeProvider>
      )}
      <Foot filtered={filtered} />
    </PageInset>
  );
}

function Foot({ filtered }: { filtered: LatestFilterRef }) {
  const t = useTranslations('episodes');
  const looking = useSelector(filtered, selectLooking);
  const count = useSelector(filtered, selectLooked).length;
  const error = useSelector(filtered, selectLookError);
  const extend = () => filtered.send({ type: 'latestFilter.extend' });
  if (looking === 'failed') return <FailedPage message={t('latestFailed')} error={error} onRetry={extend} />;
  return (
    <div role="status" className="flex min-h-16 flex-wrap items-center justify-center gap-3 text-sm text-ink-2">
      {looking === 'looking' && <Spinner label={t('loadingLatest')} />}
      {looking === 'paused' && (
        <>
          {t('looked', { count })}
          <span ref={handFocusOn}>
            <Button onClick={extend}>{t('lookFurther')}</Button>
          </span>
        </>
      )}
    </div>
  );
}
