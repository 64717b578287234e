import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { episodesOf } from '../../machines/item/item.selectors.ts';
import type { PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { Heading } from '../ui/heading.tsx';
import { VirtualGrid } from '../ui/virtual-grid.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { EpisodeRow } from './episode-row.tsx';

/** Height of a row, in rem: title, two lines of description, facts. */
const ROW_REM = 7.5;

/** The episodes, the newest first, of which only those in view are on the page (ITM-020). */
export function EpisodeList({ item }: { item: PodcastItemExpanded }) {
  const t = useTranslations('item');
  const episodes = episodesOf(item);
  const unreadable = item.media.episodes.dropped.length;
  const renderCell = useCallback(({ index, tabIndex }: CellPlace) => {
    const episode = episodes[index];
    return episode ? <EpisodeRow item={item} episode={episode} tabIndex={tabIndex} /> : null;
  }, [item, episodes]);
  return (
    <section aria-labelledby="episodes">
      <Heading level={2} id="episodes" className="mb-2">{t('episodes')}</Heading>
      {unreadable > 0 && <p role="status" className="mb-2 text-sm text-ink-2">{t('unreadableEpisodes', { count: unreadable })}</p>}
      {episodes.length === 0
        ? <p className="text-ink-2">{t('noEpisodes')}</p>
        : <VirtualGrid label={t('episodes')} count={episodes.length} minCellWidth={10_000} gap={0} ratio={0} textRem={ROW_REM} overscan={4} renderCell={renderCell} onWindow={ignoreMove} />}
    </section>
  );
}

/** Nothing is loaded as one scrolls: all episodes are there. */
function ignoreMove(): void {}
