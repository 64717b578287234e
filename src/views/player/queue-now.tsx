import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectDuration, selectNowPlaying } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { bylineOf, ItemCover } from './now-playing.tsx';

export function QueueNow() {
  const t = useTranslations('queue');
  const player = useActorRefOf('player');
  const playing = useSelector(player, selectNowPlaying);
  const duration = useSelector(player, selectDuration);
  if (!playing) return null;
  return (
    <section aria-labelledby="queue-now">
      <h3 id="queue-now" className="pb-1 text-sm font-medium text-ink-2">
        {t('now')}
      </h3>
      <div className="flex items-center gap-3 rounded-md py-2">
        <ItemCover width={48} className="w-12 shrink-0" />
        <p className="flex min-w-0 flex-1 flex-col">
          <bdi className="truncate text-sm font-medium text-accent-text">{playing.title}</bdi>
          <bdi className="truncate text-xs text-ink-2">{bylineOf(playing)}</bdi>
          {duration > 0 && <span className="text-xs text-ink-3 tabular-nums">{formatClock(duration)}</span>}
        </p>
      </div>
    </section>
  );
}
