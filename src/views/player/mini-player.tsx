import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { timelineTimes } from '../../machines/player/chapters.logic.ts';
import {
  selectDuration,
  selectFailure,
  selectJumps,
  selectNowPlaying,
  selectPlayhead,
  selectRate,
  shownTime,
} from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { JumpIcon } from '../ui/jump-icon.tsx';
import { MiniPlayerFrame } from '../ui/player-frame.tsx';
import { CloseButton } from './close-button.tsx';
import { bylineOf, ItemCover, NowPlayingStatus, OrWaiting } from './now-playing.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { PlayerNotice } from './player-notice.tsx';
import { RateMark } from './rate-mark.tsx';
import { PlayButton } from './transport.tsx';

/**
 * The player of phones, 64 px high. A press on the item opens the full-screen player. `covered`: that is open, and says
 * what is to be said.
 */
export function MiniPlayer({ covered }: { covered: boolean }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const playing = useSelector(player, selectNowPlaying);
  const failure = useSelector(player, selectFailure);
  const duration = useSelector(player, selectDuration);
  const rate = useSelector(player, selectRate);
  const back = useSelector(player, (state) => selectJumps(state).back);
  const time = useSelector(useSelector(player, selectPlayhead), shownTime(duration));
  const { remaining, share } = timelineTimes({ start: 0, end: duration }, time, rate);
  return (
    <div className="relative">
      {!covered && <NowPlayingStatus />}
      {!covered && <PlayerNotice />}
      <MiniPlayerFrame
        label={t('region')}
        progress={share}
        start={
          failure ? (
            <PlayerFailure failure={failure} />
          ) : (
            <button
              type="button"
              aria-label={t('expand')}
              onClick={() => player.send({ type: 'player.expand' })}
              className="flex h-full min-w-0 flex-1 items-center gap-3 text-start"
            >
              <ItemCover width={48} className="w-12 shrink-0 short:w-9" />
              <span className="flex min-w-0 flex-1 flex-col short:flex-row short:items-baseline short:gap-3">
                <span dir="auto" className="truncate text-match text-sm font-medium text-ink">
                  {playing?.title}
                </span>
                <OrWaiting>
                  <span className="flex min-w-0 gap-2 text-sm text-ink-2">
                    {duration > 0 && (
                      <span className="shrink-0 tabular-nums">
                        {formatClock(-remaining)} <RateMark />
                      </span>
                    )}
                    <bdi className="truncate">{(playing && bylineOf(playing)) || t('unknownAuthor')}</bdi>
                  </span>
                </OrWaiting>
              </span>
            </button>
          )
        }
        end={
          failure ? (
            <CloseButton />
          ) : (
            <>
              <IconButton
                label={t('jumpBack', { seconds: back })}
                icon={<JumpIcon direction="back" seconds={back} size={24} />}
                onClick={() => player.send({ type: 'player.jumpBackward' })}
              />
              <PlayButton small />
            </>
          )
        }
      />
    </div>
  );
}
