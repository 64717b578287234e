import { shallowEqual, useSelector } from '@xstate/react';
import { ChevronFirst, ChevronLast, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { hasNextChapter, selectChapters, selectIsBusy, selectJumps, selectPlayhead, selectWantsSound } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/spinner.tsx';

export interface TransportProps {
  /** Bigger buttons, for the full-screen player. */
  large?: boolean | undefined;
}

/** Previous, back, play or pause, forward, next (PLR-010, PLR-045 to PLR-055). Left to right in every language. */
export function Transport({ large = false }: TransportProps) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const { back, forward } = useSelector(player, selectJumps, shallowEqual);
  const chapters = useSelector(player, selectChapters);
  const hasNext = useSelector(useSelector(player, selectPlayhead), hasNextChapter(chapters));
  const icon = large ? 26 : 20;
  const size = large ? 'lg' : 'md';
  return (
    <div dir="ltr" role="group" aria-label={t('transport')} className={`flex items-center justify-center ${large ? 'gap-3' : 'gap-1'}`}>
      <IconButton size={size} label={chapters.length > 0 ? t('previousChapter') : t('restart')} icon={<ChevronFirst size={icon} />} tipSide="top" onClick={() => player.send({ type: 'player.previousChapter' })} />
      <IconButton size={size} label={t('jumpBack', { seconds: back })} icon={<Amount seconds={back} icon={<RotateCcw size={icon + 4} />} />} shortcut="ArrowLeft" tipSide="top" onClick={() => player.send({ type: 'player.jumpBackward' })} />
      <PlayButton large={large} />
      <IconButton size={size} label={t('jumpForward', { seconds: forward })} icon={<Amount seconds={forward} icon={<RotateCw size={icon + 4} />} />} shortcut="ArrowRight" tipSide="top" onClick={() => player.send({ type: 'player.jumpForward' })} />
      <IconButton size={size} label={t('nextChapter')} icon={<ChevronLast size={icon} />} tipSide="top" disabled={!hasNext} onClick={() => player.send({ type: 'player.nextChapter' })} />
    </div>
  );
}

/** Shows what a press will do, at once; a ring turns around it until there is sound. */
export function PlayButton({ large = false, small = false }: { large?: boolean | undefined; small?: boolean | undefined }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const wantsSound = useSelector(player, selectWantsSound);
  const isBusy = useSelector(player, selectIsBusy);
  const icon = large ? 30 : 20;
  return (
    <IconButton
      round
      variant="accent"
      size={large ? 'lg' : 'md'}
      className={large ? 'size-16!' : small ? 'size-11!' : undefined}
      label={wantsSound ? t('pause') : t('play')}
      shortcut="Space"
      tipSide="top"
      icon={
        <span className="relative grid place-items-center">
          {wantsSound ? <Pause size={icon} fill="currentColor" strokeWidth={0} /> : <Play size={icon} fill="currentColor" strokeWidth={0} className="translate-x-0.5" />}
          {isBusy && wantsSound && <span className="absolute grid place-items-center"><Spinner size={large ? 56 : 36} /></span>}
        </span>
      }
      onClick={() => player.send({ type: 'player.toggle' })}
    />
  );
}

/** The seconds written into the arrow that goes round. */
function Amount({ seconds, icon }: { seconds: number; icon: ReactNode }) {
  return (
    <span className="relative grid place-items-center">
      {icon}
      <span aria-hidden="true" className="absolute mt-0.5 text-[0.5625rem] leading-none font-bold tabular-nums">{seconds}</span>
    </span>
  );
}
