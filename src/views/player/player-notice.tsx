import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectNotice } from '../../machines/player/player.selectors.ts';
import type { PlayerNotice as Notice } from '../../machines/player/player.setup.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** What the listener should know about the open item now, above the player; spoken by screen readers. */
export function PlayerNotice() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const notice = useSelector(player, selectNotice);
  const text = (shown: Notice): string => {
    switch (shown.kind) {
      case 'otherDevice':
        return t('otherDevice', { device: shown.device || t('unknownDevice') });
      case 'moved':
        return t('moved', { device: shown.device || t('unknownDevice') });
      case 'takenOver':
        return t('takenOver');
      case 'blocked':
        return t('blocked');
    }
  };
  return (
    <div role="status" className="absolute inset-x-0 bottom-full z-10 flex justify-center px-4 pb-2">
      {notice && (
        <div className="flex max-w-full items-center gap-3 rounded-lg border border-line bg-surface-1 py-1.5 ps-4 pe-1.5 text-sm text-ink shadow-overlay">
          <p className="min-w-0">{text(notice)}</p>
          {notice.kind === 'moved' && <Button size="sm" onClick={() => player.send({ type: 'player.undoMove' })}>{t('undoMove', { time: formatClock(notice.from) })}</Button>}
          <IconButton size="sm" label={t('dismiss')} icon={<X size={16} />} onClick={() => player.send({ type: 'player.dismissNotice' })} />
        </div>
      )}
    </div>
  );
}
