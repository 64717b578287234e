import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectOtherPlayer, selectOtherTime } from '../../../machines/app/tabs/other-player.selectors.ts';
import type { TabCommand } from '../../../schemas/tab-message.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { JumpButton } from '../../shared/jump-button.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { PlayingCover } from './now-playing.tsx';
import { PlayThere } from './play-there.tsx';
import { ReadingStrip, STRIP_COVER } from '../../shared/reading-strip.tsx';

export function ReadingOtherPlayer() {
  const t = useTranslations('player');
  const ref = useActorRefOf('otherPlayer');
  const player = useSelector(ref, selectOtherPlayer);
  const time = useSelector(ref, selectOtherTime);
  if (!player) return null;
  const { media, preview, sounds, wantsSound } = player;
  const press = (command: TabCommand) => ref.send({ type: 'otherPlayer.press', command });
  return (
    <ReadingStrip
      label={t('otherTabPlayer')}
      progress={<ProgressLine value={preview.duration > 0 ? time / preview.duration : 0} />}
      buttons={
        <>
          <Button size="sm" onClick={() => ref.send({ type: 'otherPlayer.playHere' })}>
            {t('playHere')}
          </Button>
          <JumpButton direction="back" tipSide="top" onPress={() => press('player.jumpBackward')} />
          <PlayThere hasKey={false} wantsSound={wantsSound} onPress={() => press('player.toggle')} />
        </>
      }
    >
      <PlayingCover playing={{ ...media, ...preview }} sounds={sounds} width={40} className={STRIP_COVER} />
      <div className="flex min-w-0 flex-1 flex-col short:flex-row short:items-baseline short:gap-3">
        <p dir="auto" className="truncate text-match text-sm font-medium text-ink">
          {preview.title}
        </p>
        <p className="truncate text-xs text-ink-2">{t(wantsSound ? 'playsInOtherTab' : 'pausedInOtherTab')}</p>
      </div>
    </ReadingStrip>
  );
}
