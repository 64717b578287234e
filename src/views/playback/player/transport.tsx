import { useSelector } from '@xstate/react';
import { ChevronFirst, ChevronLast } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  hasNextChapter,
  selectChapters,
  selectIsBusy,
  selectPlayhead,
  selectWantsSound,
  selectRate,
} from '../../../machines/playback/player/player.selectors.ts';
import { selectHasNext } from '../../../machines/playback/queue/queue.selectors.ts';
import { useActorRefOf, useQueue } from '../../app/actors-context.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { JumpButton } from '../../shared/jump-button.tsx';
import { useRateText } from '../../shared/value-text.ts';

interface TransportProps {
  large?: boolean | undefined;
}

/** Left to right in every language. */
export function Transport({ large = false }: TransportProps) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const hasChapter = useSelector(useSelector(player, selectPlayhead), hasNextChapter(chapters));
  const hasItem = useSelector(useQueue(), selectHasNext);
  const icon = large ? 26 : 20;
  const size = large ? 'lg' : 'md';
  const jump = { size, iconSize: icon + 4, hasKey: true, tipSide: 'top' } as const;
  return (
    <div
      dir="ltr"
      role="group"
      aria-label={t('transport')}
      className={`flex items-center ${large ? 'mx-auto w-full max-w-76 justify-between' : 'justify-center gap-1 max-md:in-data-[dock=bar]:gap-0'}`}
    >
      <IconButton
        size={size}
        label={chapters.length > 0 ? t('previousChapter') : t('restart')}
        icon={<ChevronFirst size={icon} />}
        shortcut="P"
        tipSide="top"
        onClick={() => player.send({ type: 'player.seekToPreviousChapter' })}
      />
      <JumpButton {...jump} direction="back" onPress={() => player.send({ type: 'player.jumpBackward' })} />
      <PlayButton large={large} />
      <JumpButton {...jump} direction="forward" onPress={() => player.send({ type: 'player.jumpForward' })} />
      <IconButton
        size={size}
        label={t(!hasChapter && hasItem ? 'nextItem' : 'nextChapter')}
        icon={<ChevronLast size={icon} />}
        shortcut="N"
        tipSide="top"
        disabled={!hasChapter && !hasItem}
        onClick={() => player.send({ type: 'player.seekToNextChapter' })}
      />
    </div>
  );
}

export function PlayButton({
  large = false,
  small = false,
  hasKey = true,
}: {
  large?: boolean | undefined;
  small?: boolean | undefined;
  /** Space presses it wherever the focus is. */
  hasKey?: boolean | undefined;
}) {
  const t = useTranslations('common');
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
      shortcut={hasKey ? 'Space' : undefined}
      tipSide="top"
      icon={
        <span className="relative grid place-items-center">
          <PlayIcon isPlaying={wantsSound} size={icon} />
          {isBusy && wantsSound && (
            <span className="absolute grid place-items-center">
              <Spinner size={large ? 56 : 36} />
            </span>
          )}
        </span>
      }
      onClick={() => player.send({ type: 'player.toggle' })}
    />
  );
}

export function RateMark() {
  const t = useTranslations('player');
  const rate = useSelector(useActorRefOf('player'), selectRate);
  const text = useRateText();
  if (rate === 1) return null;
  return (
    <span data-tip={t('leftAtSpeed', { rate: text(rate) })} data-tip-side="top" className="text-ink-3">
      <span aria-hidden="true">{text(rate)}</span>
      <VisuallyHidden>{t('leftAtSpeed', { rate: text(rate) })}</VisuallyHidden>
    </span>
  );
}
