import { useSelector } from '@xstate/react';
import { CloudDownload } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { ofPodcast, selectDownloads, selectIsClearing } from '../../../machines/browse/episodes/downloads.logic.ts';
import type { DownloadsRef } from '../../../machines/browse/episodes/downloads.machine.ts';
import { selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import type { PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FailedDownloads } from '../../shared/failed-downloads.tsx';

export function DownloadsLine({ item }: { item: PodcastItemExpanded }) {
  const downloads = useSelector(usePageRef<ItemRef>(), ({ children }) => children.downloads);
  return downloads ? <Line downloads={downloads} item={item} /> : null;
}

function Line({ downloads, item }: { downloads: DownloadsRef; item: PodcastItemExpanded }) {
  const t = useTranslations('downloads');
  const tCommon = useTranslations('common');
  const linkTo = useLinkTo();
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const own = useMemo(() => ofPodcast(item.id), [item.id]);
  const { current, queue } = useSelector(downloads, (snapshot) => own(selectDownloads(snapshot)));
  const isClearing = useSelector(downloads, selectIsClearing);
  const count = queue.length;
  const title = current ? t('downloading', { title: current.episodeDisplayTitle || tCommon('untitled') }) : null;
  const text = title ? (count > 0 ? t('andMore', { title, count }) : title) : t('onlyWaiting', { count });
  const podcast = { libraryItemId: item.id, title: item.media.metadata.title, count };
  return (
    <div className="flex flex-col gap-2">
      <FailedDownloads of={{ libraryItemId: item.id }} />
      {(current !== null || count > 0) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-surface-2 px-3.5 py-2 text-sm">
          <CloudDownload size={18} className="shrink-0 text-ink-2" />
          <p role="status" className="min-w-40 flex-1 wrap-anywhere text-ink tabular-nums">
            {text}
          </p>
          {isAdmin && (
            <span className="flex flex-wrap gap-2 max-sm:ms-6">
              <LinkButton size="sm" {...linkTo({ name: 'libraryDownloadQueue', libraryId: item.libraryId })}>
                {t('show')}
              </LinkButton>
              {count > 0 && (
                <Button
                  size="sm"
                  busy={isClearing}
                  onClick={() => downloads.send({ type: 'downloads.clear', podcast })}
                >
                  {t('clear')}
                </Button>
              )}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
