import { hasText } from '../../texts/has-text.ts';
import { useSelector } from '@xstate/react';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AddPodcastRef } from '../../../machines/edit/podcasts/add-podcast.machine.ts';
import { countOf, type ImportedFeed } from '../../../machines/edit/podcasts/feed-import.logic.ts';
import type { FeedImportRef } from '../../../machines/edit/podcasts/feed-import.machine.ts';
import { messageOf } from '../../../machines/browse/tasks/tasks.logic.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { messageText } from '../../texts/message-text.ts';
import { AppLink } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { Spinner } from '../../ui/waiting.tsx';

export function FeedImportPanel({ feedImport }: { feedImport: FeedImportRef }) {
  const t = useTranslations();
  const page = usePageRef<AddPodcastRef>();
  const feeds = useSelector(feedImport, ({ context }) => context.feeds);
  const error = useSelector(feedImport, ({ context }) => context.error);
  const isSettled = useSelector(page, (snapshot) => snapshot.matches({ adding: { following: 'settled' } }));
  const failed = countOf(feeds, 'failed');
  const added = countOf(feeds, 'added');
  const current = isSettled ? -1 : feeds.findIndex(({ state }) => state === 'waiting');
  const words = isSettled
    ? t('feedImport.done', { added })
    : t('feedImport.running', { done: added + failed, count: feeds.length });
  return (
    <section aria-label={t('feedImport.list')} className="flex max-w-3xl flex-col gap-2 rounded-md bg-surface-2 p-4">
      <div role="status" className="text-base font-semibold tabular-nums">
        {words}
        {isSettled && failed > 0 && (
          <span className="font-normal"> · {t('feedImport.failedCount', { count: failed })}</span>
        )}
      </div>
      {isSettled && error && (
        <p role="alert" className="text-sm text-danger">
          {t('feedImport.notBegun', { reason: errorText(t, error) })}
        </p>
      )}
      <ul className="flex flex-col">
        {feeds.map((feed, index) => (
          <Row key={feed.feedUrl} feed={feed} isCurrent={index === current} hidesReason={error !== null} />
        ))}
      </ul>
      {isSettled && (
        <div ref={handFocusOn} className="flex gap-2">
          {failed > 0 && (
            <Button variant="primary" onClick={() => feedImport.send({ type: 'feedImport.retry' })}>
              {t('common.retry')}
            </Button>
          )}
          <Button onClick={() => page.send({ type: 'addPodcast.dismiss' })}>{t('feedImport.dismiss')}</Button>
        </div>
      )}
    </section>
  );
}

function Row({ feed, isCurrent, hidesReason }: { feed: ImportedFeed; isCurrent: boolean; hidesReason: boolean }) {
  const t = useTranslations();
  const linkTo = useLinkTo();
  const { title, state, itemId, reason } = feed;
  const isKnown = (key: string) => hasText(t, key);
  const why = reason ? messageText(t, messageOf(reason, isKnown)) : t('feedImport.unknownReason');
  return (
    <li className="flex min-h-9 items-center gap-2.5 py-1 text-sm">
      <span className="grid size-5 shrink-0 place-items-center">
        {state === 'added' && (
          <CircleCheck size={18} role="img" aria-label={t('feedImport.added')} className="text-success" />
        )}
        {state === 'failed' && (
          <CircleX size={18} role="img" aria-label={t('feedImport.failed')} className="text-danger" />
        )}
        {state === 'waiting' &&
          (isCurrent ? (
            <Spinner label={t('feedImport.current')} />
          ) : (
            <Clock size={16} role="img" aria-label={t('feedImport.waiting')} className="text-ink-3" />
          ))}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        {itemId === null ? (
          <bdi className="truncate">{title}</bdi>
        ) : (
          <AppLink {...linkTo({ name: 'item', id: itemId })} dir="auto" className="truncate text-ink">
            {title}
          </AppLink>
        )}
        {state === 'failed' && !hidesReason && <span className="text-ink-2">{why}</span>}
      </span>
    </li>
  );
}
