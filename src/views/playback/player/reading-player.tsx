import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import {
  selectChapters,
  selectFailure,
  selectPlayhead,
  shownChapterIndex,
} from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { JumpButton } from '../../shared/jump-button.tsx';
import { CloseButton } from './bar-frame.tsx';
import { PositionLine, TimeLeft, TitleLines } from './compact-parts.tsx';
import { ItemCover, NowPlayingStatus } from './now-playing.tsx';
import { PlayerFailure, PlayerNotice } from './player-notice.tsx';
import { ReadingStrip, STRIP_COVER } from '../../shared/reading-strip.tsx';
import { PlayButton } from './transport.tsx';

/** The player below the pages of a book (pitfall 39): without keys. */
export function ReadingPlayer({ action }: { action: ReactNode }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const failure = useSelector(player, selectFailure);
  return (
    <ReadingStrip
      label={t('region')}
      above={
        <>
          <NowPlayingStatus />
          <PlayerNotice />
        </>
      }
      progress={<PositionLine />}
      buttons={
        failure ? (
          <CloseButton />
        ) : (
          <>
            {action}
            <JumpButton direction="back" tipSide="top" onPress={() => player.send({ type: 'player.jumpBackward' })} />
            <PlayButton hasKey={false} />
            <span className="contents phone:hidden">
              <JumpButton
                direction="forward"
                tipSide="top"
                onPress={() => player.send({ type: 'player.jumpForward' })}
              />
            </span>
          </>
        )
      }
    >
      {failure ? (
        <PlayerFailure failure={failure} />
      ) : (
        <>
          <ItemCover width={40} className={STRIP_COVER} />
          <TitleLines>
            <ChapterLine />
          </TitleLines>
        </>
      )}
    </ReadingStrip>
  );
}

function ChapterLine() {
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const index = useSelector(useSelector(player, selectPlayhead), shownChapterIndex(chapters));
  return (
    <span className="flex min-w-0 gap-2 text-xs text-ink-2 [contain:layout] short:contain-none">
      <TimeLeft />
      <bdi className="truncate">{chapters[index]?.title}</bdi>
    </span>
  );
}
