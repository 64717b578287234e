import { useSelector } from '@xstate/react';
import { X, RotateCw, SkipForward } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { PlayerNotice as Notice } from '../../../machines/playback/player/notice.machine.ts';
import { selectNotice, selectNoticeRef } from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf, useQueue } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { Button } from '../../ui/button.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PlayerFailure as Failure } from '../../../machines/playback/player/player.context.ts';
import { selectHasNext } from '../../../machines/playback/queue/queue.selectors.ts';
import { errorText, type Translate } from '../../texts/error-text.ts';

export function PlayerNotice() {
  const t = useTranslations('player');
  const tToasts = useTranslations('toasts');
  const player = useActorRefOf('player');
  const ref = useSelector(player, selectNoticeRef);
  const notice = useSelector(ref, selectNotice);
  const text = (shown: Notice): string => {
    switch (shown.kind) {
      case 'otherDevice':
        return t('otherDevice', { device: shown.device || t('unknownDevice') });
      case 'moved':
        return t('moved', {
          time: formatClock(shown.to),
          device: shown.by === 'tab' ? t('otherTab') : shown.device || t('unknownDevice'),
        });
      case 'jumped':
        return t('jumped', { time: formatClock(shown.to) });
      case 'takenOver':
        return t(`takenOver.${shown.by}`);
      case 'blocked':
        return t('blocked');
    }
  };
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-full z-10 flex justify-center px-4 pb-(--notice-gap,0.5rem)"
    >
      {notice && (
        <div
          ref={handFocusOn}
          className="pointer-events-auto flex max-w-full items-center gap-3 rounded-lg border border-line bg-surface-1 py-1.5 ps-4 pe-1.5 text-sm text-ink shadow-overlay"
        >
          <p className="min-w-0">{text(notice)}</p>
          {(notice.kind === 'moved' || notice.kind === 'jumped') && (
            <Button size="sm" onClick={() => ref?.send({ type: 'notice.undo' })}>
              {tToasts('undo')}
            </Button>
          )}
          <IconButton
            size="sm"
            label={t('dismiss')}
            icon={<X size={16} />}
            onClick={() => ref?.send({ type: 'notice.dismiss' })}
          />
        </div>
      )}
    </div>
  );
}

export function PlayerFailure({ failure }: { failure: Failure }) {
  const t = useTranslations();
  const player = useActorRefOf('player');
  const queue = useQueue();
  const hasNext = useSelector(queue, selectHasNext);
  return (
    <div ref={handFocusOn} role="alert" className="flex min-w-0 items-center justify-center gap-4 text-sm">
      <p className="line-clamp-2 min-w-0 text-ink">
        <span className="font-medium">{t('player.failed')}</span>{' '}
        <span className="text-ink-2">{reasonOf(t, failure)}</span>
      </p>
      {failure.kind !== 'noSound' && (
        <Button size="sm" icon={<RotateCw size={16} />} onClick={() => player.send({ type: 'player.retry' })}>
          {t('common.retry')}
        </Button>
      )}
      {hasNext && (
        <Button size="sm" icon={<SkipForward size={16} />} onClick={() => queue?.send({ type: 'queue.playNext' })}>
          {t('player.skip')}
        </Button>
      )}
    </div>
  );
}

function reasonOf(t: Translate, failure: Failure): string {
  switch (failure.kind) {
    case 'session':
      return errorText(t, failure.error);
    case 'sound':
      return t(`player.soundFailed.${failure.failure}`);
    case 'noSound':
      return t('player.noSound');
  }
}
