import podcastTexts from '../../../locales/en-us/podcast.json';
import { useSelector } from '@xstate/react';
import { CloudDownload } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { usePageRef, useLinkTo } from '../../app/actors-context.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { LibraryPage } from '../../shared/library-page.tsx';
import { LibraryTrail } from '../../shared/trail-toolbar.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { RowsSkeleton, Spinner, Waiting } from '../../ui/waiting.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { FailedDownloads } from '../../shared/failed-downloads.tsx';
import { EpisodeBadge, episodeNumber, PodcastCover } from '../../shared/episode-facts.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { AppLink } from '../../ui/links.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import {
  waitingPodcasts,
  selectDownloads,
  selectDownloadsError,
  selectDownloadsState,
  selectIsClearing,
} from '../../../machines/browse/episodes/downloads.logic.ts';
import type { EpisodeDownload } from '../../../schemas/api/podcast-episode.ts';
import type { DownloadsRef } from '../../../machines/browse/episodes/downloads.machine.ts';
import { withTexts } from '../../texts/with-texts.tsx';

/** Rem. */
const ROW_REM = 4.5;

export function Toolbar() {
  const t = useTranslations('pages');
  return <LibraryTrail name={t('libraryDownloadQueue')} />;
}

export const Page = withTexts(podcastTexts, QueuePage);

function QueuePage() {
  const t = useTranslations('downloads');
  const error = useSelector(usePageRef<DownloadsRef>(), selectDownloadsError);
  return (
    <LibraryPage title={t('title')} heading={(library) => t('heading', { library })} error={error}>
      <Content />
    </LibraryPage>
  );
}

function Content() {
  const t = useTranslations('downloads');
  const page = usePageRef<DownloadsRef>();
  const state = useSelector(page, selectDownloadsState);
  const error = useSelector(page, selectDownloadsError);
  switch (state) {
    case 'loading':
      return (
        <PageInset className="max-w-3xl pt-4">
          <Waiting label={t('loading')}>
            <RowsSkeleton rows={6} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return <FailedPage message={t('failed')} error={error} onRetry={() => page.send({ type: 'downloads.retry' })} />;
    case 'empty':
    case 'filled':
      return <Listed isEmpty={state === 'empty'} />;
  }
}

function Listed({ isEmpty }: { isEmpty: boolean }) {
  const t = useTranslations('downloads');
  const library = useCurrentLibrary();
  return (
    <>
      <PageInset className="max-w-3xl">
        <FailedDownloads of={{ libraryId: library?.id ?? '' }} />
      </PageInset>
      {isEmpty ? (
        <EmptyState icon={<CloudDownload size={26} />} message={t('empty')} detail={t('emptyDetail')} />
      ) : (
        <Filled />
      )}
    </>
  );
}

function Filled() {
  const t = useTranslations('downloads');
  const page = usePageRef<DownloadsRef>();
  const { current, queue } = useSelector(page, selectDownloads);
  const isClearing = useSelector(page, selectIsClearing);
  const ids = useMemo(() => queue.map(({ id }) => id), [queue]);
  const podcasts = useMemo(() => waitingPodcasts(queue), [queue]);
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const download = queue[index];
      return download ? <DownloadRow download={download} tabIndex={tabIndex} /> : null;
    },
    [queue],
  );
  return (
    <PageInset className="flex max-w-3xl flex-col gap-6 pt-1 pb-8">
      <section aria-labelledby="downloading" className="flex flex-col gap-2">
        <Heading level={2} id="downloading">
          {t('now')}
        </Heading>
        {current ? (
          <div className="flex items-center gap-3 rounded-md bg-surface-2 px-3 py-2.5">
            <div className="min-w-0 flex-1">
              <DownloadRow download={current} />
            </div>
            <Spinner size={20} />
          </div>
        ) : (
          <p className="text-ink-2">{t('nothingNow')}</p>
        )}
      </section>
      {queue.length > 0 && (
        <section aria-labelledby="waiting" className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Heading level={2} id="waiting">
              {t('waiting', { count: queue.length })}
            </Heading>
            <span className="flex-1" />
            {podcasts.map((podcast) => (
              <Button
                key={podcast.libraryItemId}
                size="sm"
                busy={isClearing}
                onClick={() => page.send({ type: 'downloads.clear', podcast })}
              >
                {t('clearOf', { title: podcast.title, count: podcast.count })}
              </Button>
            ))}
          </div>
          <VirtualList label={t('queue')} count={queue.length} rowRem={ROW_REM} ids={ids} renderRow={renderRow} />
        </section>
      )}
    </PageInset>
  );
}

/** CSS pixels. */
const COVER = 48;

function DownloadRow({ download, tabIndex }: { download: EpisodeDownload; tabIndex?: number | undefined }) {
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
