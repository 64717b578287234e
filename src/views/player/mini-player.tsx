import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectDuration, selectFailure, selectJumps, selectNowPlaying, selectPlayhead, shownTime } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MiniPlayerFrame } from '../ui/player-frame.tsx';
import { CloseButton } from './close-button.tsx';
import { ItemCover, NowPlayingStatus } from './now-playing.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { PlayerNotice } from './player-notice.tsx';
import { PlayButton } from './transport.tsx';

/** The 64 px player of phones; a press on the item opens the full-screen player. */
export function MiniPlayer() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const playing = useSelector(player, selectNowPlaying);
  const failure = useSelector(player, selectFailure);
  const duration = useSelector(player, selectDuration);
  const back = useSelector(player, (state) => selectJumps(state).back);
  const time = useSelector(useSelector(player, selectPlayhead), shownTime(duration));
  return (
    <div className="relative">
      <NowPlayingStatus />
      <PlayerNotice />
      <MiniPlayerFrame
        label={t('region')}
        progress={duration > 0 ? time / duration : 0}
        start={failure ? <PlayerFailure failure={failure} /> : (
          <button type="button" aria-label={t('expand')} onClick={() => player.send({ type: 'player.expand' })} className="flex h-full min-w-0 flex-1 items-center gap-3 text-start">
            <ItemCover width={48} className="w-12 shrink-0 short:w-10" />
            <span className="flex min-w-0 flex-col">
              <span dir="auto" className="truncate text-match text-sm font-medium text-ink">{playing?.title}</span>
              <span dir="auto" className="truncate text-match text-sm text-ink-2">{playing?.author || t('unknownAuthor')}</span>
            </span>
          </button>
        )}
        end={failure ? <CloseButton /> : (
          <>
            <IconButton label={t('jumpBack', { seconds: back })} icon={<RotateCcw size={22} />} onClick={() => player.send({ type: 'player.jumpBackward' })} />
            <PlayButton small />
          </>
        )}
      />
    </div>
  );
}
