import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectFailure } from '../../../machines/playback/player/player.selectors.ts';
import { selectNowPlaying } from '../../../machines/playback/player/now-playing.logic.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { JumpButton } from '../../shared/jump-button.tsx';
import { useSheetDrag } from '../../ui/sheet-drag.ts';
import { MiniPlayerFrame, CloseButton } from './bar-frame.tsx';
import { PositionLine, TimeLeft, TitleLines } from './compact-parts.tsx';
import { bylineOf, ItemCover, NowPlayingStatus } from './now-playing.tsx';
import { PlayerFailure, PlayerNotice } from './player-notice.tsx';
import { PlayButton } from './transport.tsx';

/** 64 px high. `covered`: the full-screen player is open and shows the messages. */
export function MiniPlayer({ covered }: { covered: boolean }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const playing = useSelector(player, selectNowPlaying);
  const failure = useSelector(player, selectFailure);
  const expand = () => player.send({ type: 'player.expand' });
  const drag = useSheetDrag({ isOpen: false, onOpen: expand, onClose: () => player.send({ type: 'player.collapse' }) });
  return (
    <div className="relative">
      {!covered && <NowPlayingStatus />}
      {!covered && <PlayerNotice />}
      <MiniPlayerFrame
        label={t('region')}
        progress={<PositionLine />}
        start={
          failure ? (
            <PlayerFailure failure={failure} />
          ) : (
            <button
              type="button"
              aria-label={t('expand')}
              {...drag}
              onClick={expand}
              className="flex h-full touch-none min-w-0 flex-1 items-center gap-3 text-start"
            >
              <ItemCover width={48} className="w-12 shrink-0 short:w-9" />
              <TitleLines>
                <span className="flex min-w-0 gap-2 text-sm text-ink-2 [contain:layout] short:contain-none">
                  <TimeLeft />
                  <bdi className="truncate">{(playing && bylineOf(playing)) || t('unknownAuthor')}</bdi>
                </span>
              </TitleLines>
            </button>
          )
        }
        end={
          failure ? (
            <CloseButton />
          ) : (
            <>
              <JumpButton direction="back" onPress={() => player.send({ type: 'player.jumpBackward' })} />
              <PlayButton small />
            </>
          )
        }
      />
    </div>
  );
}
