import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectOtherPlayer, selectOtherTime } from '../../../machines/app/tabs/other-player.selectors.ts';
import type { TabCommand, TabPlayer } from '../../../schemas/tab-message.ts';
import { useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { JumpButton } from '../../shared/jump-button.tsx';
import { AppLink } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { MiniPlayerFrame, PlayerBarFrame } from './bar-frame.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { bylineOf, PlayingCover } from './now-playing.tsx';
import { PlayThere } from './play-there.tsx';

export function OtherTabBar() {
  const t = useTranslations('player');
  const isPhone = useIsPhone();
  const ref = useActorRefOf('otherPlayer');
  const player = useSelector(ref, selectOtherPlayer);
  const time = useSelector(ref, selectOtherTime);
  if (!player) return null;
  const { duration, title } = player.preview;
  const share = duration > 0 ? time / duration : 0;
  const press = (command: TabCommand) => ref.send({ type: 'otherPlayer.press', command });
  const jump = { hasKey: true, tipSide: 'top' } as const;
  const play = <PlayThere wantsSound={player.wantsSound} onPress={() => press('player.toggle')} />;
  const playHere = (
    <Button size={isPhone ? 'sm' : 'md'} onClick={() => ref.send({ type: 'otherPlayer.playHere' })}>
      {t('playHere')}
    </Button>
  );
  const times = duration > 0 && `${formatClock(time)} / ${formatClock(duration)}`;
  return (
    <div className="relative">
      <div role="status">
        <VisuallyHidden>{player.wantsSound && t('nowInOtherTab', { title })}</VisuallyHidden>
      </div>
      {isPhone ? (
        <MiniPlayerFrame
          label={t('otherTabPlayer')}
          progress={<ProgressLine value={share} />}
          start={
            <>
              <TabCover player={player} width={48} className="w-12 shrink-0 short:w-9" />
              <Lines player={player} />
            </>
          }
          end={
            <>
              {playHere}
              {play}
            </>
          }
        />
      ) : (
        <PlayerBarFrame
          label={t('otherTabPlayer')}
          start={
            <>
              <TabCover player={player} width={56} className="w-14 shrink-0" />
              <Lines player={player} withAuthor />
            </>
          }
          transport={
            <>
              <JumpButton {...jump} direction="back" onPress={() => press('player.jumpBackward')} />
              {play}
              <JumpButton {...jump} direction="forward" onPress={() => press('player.jumpForward')} />
            </>
          }
          timeline={
            <div className="flex items-center gap-3 text-sm text-ink-2 tabular-nums">
              <ProgressLine value={share} className="flex-1" />
              {times && <span>{times}</span>}
            </div>
          }
          end={
            <>
              {playHere}
              <IconButton
                label={t('closeThere')}
                icon={<X size={20} />}
                tipSide="top"
                onClick={() => press('player.closePressed')}
              />
            </>
          }
        />
      )}
    </div>
  );
}

function TabCover({ player, ...size }: { player: TabPlayer; width: number; className: string }) {
  const { media, preview, sounds } = player;
  return <PlayingCover playing={{ ...media, ...preview }} sounds={sounds} {...size} />;
}

function Lines({ player, withAuthor = false }: { player: TabPlayer; withAuthor?: boolean }) {
  const t = useTranslations('player');
  const linkTo = useLinkTo();
  const { media, preview, wantsSound } = player;
  return (
    <div className="flex min-w-0 flex-col">
      <AppLink
        {...linkTo({ name: 'item', id: media.libraryItemId })}
        dir="auto"
        className="min-h-6 max-w-full self-start truncate text-match font-medium text-ink no-underline hover:underline"
      >
        {preview.title}
      </AppLink>
      {withAuthor && (
        <p dir="auto" className="truncate text-match text-sm text-ink-2">
          {bylineOf(preview) || t('unknownAuthor')}
        </p>
      )}
      <p className="truncate text-sm text-ink-2">{t(wantsSound ? 'playsInOtherTab' : 'pausedInOtherTab')}</p>
    </div>
  );
}
