import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectFailure } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { PlayerBarFrame } from '../ui/player-frame.tsx';
import { ChaptersButton } from './chapters-button.tsx';
import { CloseButton } from './close-button.tsx';
import { ItemCover, ItemLines, NowPlayingStatus } from './now-playing.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { PlayerNotice } from './player-notice.tsx';
import { RateMenu } from './rate-menu.tsx';
import { Timeline } from './timeline.tsx';
import { Transport } from './transport.tsx';
import { Volume } from './volume.tsx';

/** The player of wide windows. */
export function PlayerBar() {
  const t = useTranslations('player');
  const failure = useSelector(useActorRefOf('player'), selectFailure);
  return (
    <div className="relative">
      <NowPlayingStatus />
      <PlayerNotice />
      <PlayerBarFrame
        label={t('region')}
        start={
          <>
            <ItemCover width={56} className="w-14 shrink-0" />
            <ItemLines />
          </>
        }
        transport={failure ? <PlayerFailure failure={failure} /> : <Transport />}
        timeline={failure ? null : <Timeline />}
        end={
          <>
            <RateMenu />
            <ChaptersButton />
            <Volume />
            <CloseButton />
          </>
        }
      />
    </div>
  );
}
