import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { Maximize2 } from 'lucide-react';
import { selectFailure } from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { QueueButton, BookmarksButton } from './list-buttons.tsx';
import { PlayerBarFrame, CloseButton } from './bar-frame.tsx';
import { ChaptersButton, SettingsButton } from './dialog-buttons.tsx';
import { ItemLines, NowPlayingStatus, ItemCover } from './now-playing.tsx';
import { PlayerFailure, PlayerNotice } from './player-notice.tsx';
import { RateMenu } from './rate-menu.tsx';
import { SleepTimerButton } from './sleep-timer-button.tsx';
import { Timeline } from './timeline.tsx';
import { Transport } from './transport.tsx';
import { Volume } from './volume.tsx';

/** `covered`: the full-screen player has its controls; only the button that opened it stays, for the focus. */
export function PlayerBar({ covered }: { covered: boolean }) {
  const t = useTranslations('player');
  const failure = useSelector(useActorRefOf('player'), selectFailure);
  return (
    <div className="relative [--notice-gap:2.25rem]">
      {!covered && <NowPlayingStatus />}
      {!covered && <PlayerNotice />}
      <PlayerBarFrame
        label={t('region')}
        start={
          <>
            <ExpandButton />
            {!covered && <ItemLines withLength />}
          </>
        }
        transport={covered || failure ? null : <Transport />}
        timeline={covered ? null : failure ? <PlayerFailure failure={failure} /> : <Timeline />}
        end={
          covered ? null : (
            <>
              <RateMenu />
              <SleepTimerButton />
              {/* Narrow windows have no room for them; the full-screen player has them. */}
              <span className="contents max-[54rem]:hidden">
                <ChaptersButton />
              </span>
              <span className="contents max-xl:hidden">
                <BookmarksButton />
                <QueueButton />
                <SettingsButton />
              </span>
              <Volume />
              <CloseButton />
            </>
          )
        }
      />
    </div>
  );
}

function ExpandButton() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  return (
    <button
      type="button"
      aria-label={t('expand')}
      aria-keyshortcuts="F"
      data-tip={t('expand')}
      data-tip-keys="F"
      data-tip-side="top"
      onClick={() => player.send({ type: 'player.expand' })}
      className="group relative w-14 shrink-0 rounded-sm"
    >
      <ItemCover width={56} />
      <span className="absolute inset-0 grid place-items-center rounded-sm bg-scrim text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
        <Maximize2 size={20} />
      </span>
    </button>
  );
}
