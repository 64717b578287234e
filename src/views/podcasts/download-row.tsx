import { useTranslations } from 'use-intl';
import type { EpisodeDownload } from '../../schemas/api/podcast-episode.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { EpisodeBadge, episodeNumber } from '../library/episode-facts.tsx';
import { PodcastCover } from '../library/podcast-cover.tsx';
import { useDayText } from '../library/use-day-text.ts';
import { AppLink } from '../ui/app-link.tsx';
import { Dotted } from '../ui/dotted.tsx';

/** CSS pixels. */
const COVER = 48;

export function DownloadRow({ download, tabIndex }: { download: EpisodeDownload; tabIndex?: number | undefined }) {
  const t = useTranslations('downloads');
  const tItem = useTranslations('item');
  const tCommon = useTranslations('common');
  const linkTo = useLinkTo();
  const dayText = useDayText();
  const { libraryItemId: id, libraryId, podcastTitle, publishedAt, episodeType } = download;
  const title = podcastTitle || tCommon('untitled');
  const podcast = { id, libraryId, title, author: '', coverPath: '', updatedAt: 0 };
  return (
    <div className="flex h-full items-center gap-3">
      <span className="block w-12 shrink-0">
        <PodcastCover podcast={podcast} width={COVER} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <p dir="auto" className="flex items-center gap-2 text-match font-medium text-ink">
          <span className="truncate">{download.episodeDisplayTitle || tCommon('untitled')}</span>
          <EpisodeBadge type={episodeType} />
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-ink-2 tabular-nums">
          <AppLink
            {...linkTo({ name: 'item', id })}
            tabIndex={tabIndex}
            dir="auto"
            className="inline-flex min-h-6 max-w-full items-center truncate underline-offset-2"
          >
            {title}
          </AppLink>
          <span className="truncate text-xs text-ink-3">
            <Dotted>
              {episodeNumber(download, tItem)}
              {publishedAt ? t('published', { date: dayText(publishedAt) }) : null}
            </Dotted>
          </span>
        </p>
      </div>
    </div>
  );
}
