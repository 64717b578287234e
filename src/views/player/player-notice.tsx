import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { PlayerNotice as Notice } from '../../machines/player/notice.machine.ts';
import { selectNotice, selectNoticeRef } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { IconButton } from '../ui/icon-button.tsx';

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
