import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectFailure } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { QueueButton } from './queue-button.tsx';
import { PlayerBarFrame } from './bar-frame.tsx';
import { BookmarksButton } from './bookmarks-button.tsx';
import { ChaptersButton } from './chapters-button.tsx';
import { CloseButton } from './close-button.tsx';
import { ExpandButton } from './expand-button.tsx';
import { ItemLines, NowPlayingStatus } from './now-playing.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { PlayerNotice } from './player-notice.tsx';
import { RateMenu } from './rate-menu.tsx';
import { SettingsButton } from './settings-button.tsx';
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
