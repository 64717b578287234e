import { shallowEqual, useSelector } from '@xstate/react';
import { Moon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectSleepTimerRef } from '../../../machines/playback/player/player.selectors.ts';
import { selectSleepTimer } from '../../../machines/playback/player/sleep-timer.selectors.ts';
import { useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { usePreloaded } from './dialog-buttons.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTrigger } from '../../ui/use-trigger.ts';
import { useLeftText } from './use-left-text.ts';

const sleepTimerPopover = chunk(async () => (await import('./sleep-timer-popover.tsx')).SleepTimerPopover);

export function SleepTimerButton() {
  const t = useTranslations('sleep');
  const ref = useSelector(useActorRefOf('player'), selectSleepTimerRef);
  const timer = useSelector(ref, selectSleepTimer, shallowEqual);
  const leftText = useLeftText();
  const { open, onOpenChange } = useMenu('player-sleep');
  const { anchor, trigger } = useTrigger({
    popup: 'dialog',
    open,
    onPress: onOpenChange,
    onPrefetch: sleepTimerPopover.preload,
  });
  const label =
    timer === null
      ? t('label')
      : timer.type === 'chapter'
        ? t('setToChapter', { count: timer.chapters })
        : t('setTo', { left: leftText(timer) });
  usePreloaded(sleepTimerPopover);
  return (
    <>
      <IconButton
        {...trigger}
        label={label}
        tipSide="top"
        className={timer ? 'w-22! in-data-[dock=bar]:w-16! max-md:in-data-[dock=bar]:w-14!' : undefined}
        icon={
          timer ? (
            <span className="flex items-center gap-1 text-sm max-md:in-data-[dock=bar]:text-xs font-medium text-accent-text tabular-nums">
              <Moon size={14} fill="currentColor" className="shrink-0 in-data-[dock=bar]:hidden" />
              {timer.type === 'chapter' ? t('endOfChapterMark', { count: timer.chapters }) : leftText(timer)}
            </span>
          ) : (
            <Moon size={20} />
          )
        }
      />
      {open && <sleepTimerPopover.View anchor={anchor} onDismiss={() => onOpenChange(false)} />}
    </>
  );
}
