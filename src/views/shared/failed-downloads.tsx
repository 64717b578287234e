import { useSelector } from '@xstate/react';
import { CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { FailedDownload, FailedDownloadsRef } from '../../machines/edit/podcasts/failed-downloads.machine.ts';
import { failedOf, selectRetried, type FailedOf } from '../../machines/edit/podcasts/failed-downloads.selectors.ts';
import { selectFailedDownloads } from '../../machines/app/session/background.selectors.ts';
import { selectBackground, selectIsAdmin } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { feedErrorText } from './podcast-texts.tsx';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/focus.tsx';

/** Failed downloads with reason and retry. Nothing without any. */
export function FailedDownloads({ of }: { of: FailedOf }) {
  const t = useTranslations('downloads');
  const session = useActorRefOf('session');
  const machine = useSelector(useSelector(session, selectBackground), selectFailedDownloads);
  const key = 'libraryId' in of ? of.libraryId : of.libraryItemId;
  const isOfLibrary = 'libraryId' in of;
  const select = useMemo(() => failedOf(isOfLibrary ? { libraryId: key } : { libraryItemId: key }), [key, isOfLibrary]);
  const failed = useSelector(machine, select);
  return (
    <>
      <p role="status" className="sr-only">
        {failed.length > 0 && t('failedCount', { count: failed.length })}
      </p>
      {machine && failed.length > 0 && <List machine={machine} failed={failed} />}
    </>
  );
}

interface ListProps {
  machine: FailedDownloadsRef;
  failed: readonly FailedDownload[];
}

function List({ machine, failed }: ListProps) {
  const t = useTranslations('downloads');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const retried = useSelector(machine, selectRetried) ?? [];
  const ids = failed.map(({ download }) => download.id);
  const isBusy = ids.every((id) => retried.includes(id));
  return (
    <section aria-label={t('failedList')} className="flex flex-col gap-1 rounded-md bg-surface-2 px-3.5 py-2.5 text-sm">
      <div ref={handFocusOn} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CircleAlert size={18} aria-hidden="true" className="shrink-0 text-danger" />
        <p aria-hidden="true" className="min-w-40 flex-1 font-medium tabular-nums">
          {t('failedCount', { count: failed.length })}
        </p>
        {failed.length > 1 && (
          <>
            {isAdmin && (
              <Button size="sm" busy={isBusy} onClick={() => machine.send({ type: 'failedDownloads.retry', ids })}>
                {t('retryAll')}
              </Button>
            )}
            <Button size="sm" onClick={() => machine.send({ type: 'failedDownloads.forget', ids })}>
              {t('dismissAll')}
            </Button>
          </>
        )}
      </div>
      <ul className="flex max-h-80 flex-col overflow-y-auto">
        {failed.map((one) => (
          <Row
            key={one.download.id}
            machine={machine}
            one={one}
            mayRetry={isAdmin}
            isRetried={retried.includes(one.download.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  machine: FailedDownloadsRef;
  one: FailedDownload;
  mayRetry: boolean;
  isRetried: boolean;
}

function Row({ machine, one, mayRetry, isRetried }: RowProps) {
  const t = useTranslations('downloads');
  const tCommon = useTranslations('common');
  const reason = useReason(one);
  const { id, episodeDisplayTitle, podcastTitle } = one.download;
  const title = episodeDisplayTitle || tCommon('untitled');
  const ids = [id];
  return (
    <li ref={handFocusOn} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <div className="min-w-40 flex-1 wrap-anywhere">
        <p>
          <bdi className="font-medium text-ink">{title}</bdi>
          {podcastTitle && <bdi className="text-ink-2"> · {podcastTitle}</bdi>}
        </p>
        <p className="text-xs text-ink-2">{reason}</p>
      </div>
      {mayRetry && (
        <Button
          size="sm"
          aria-label={t('retryOne', { title })}
          busy={isRetried}
          onClick={() => machine.send({ type: 'failedDownloads.retry', ids })}
        >
          {t('retry')}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={t('dismissOne', { title })}
        onClick={() => machine.send({ type: 'failedDownloads.forget', ids })}
      >
        {t('dismiss')}
      </Button>
    </li>
  );
}

const siteOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function useReason({ download, problem }: FailedDownload): string {
  const t = useTranslations();
  switch (problem?.kind) {
    case undefined:
      return t('downloads.fileFailed', { site: siteOf(download.url) });
    case 'noFeed':
    case 'gone':
      return t(`downloads.${problem.kind}`);
    case 'feedUnread':
      return t('downloads.feedUnread', { reason: feedErrorText(t, problem.error, problem.url) });
    case 'notQueued':
      return t('downloads.notQueued', { reason: errorText(t, problem.error) });
  }
}
