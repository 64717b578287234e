import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { selectSleepTimerFades } from '../../../machines/account/preferences/preferences.selectors.ts';
import {
  selectChapters,
  selectDuration,
  selectPlayhead,
  selectRate,
  selectSleepTimerRef,
  selectWantsSound,
} from '../../../machines/playback/player/player.selectors.ts';
import {
  chaptersUntil,
  endOfChapters,
  LEAST_SLEEP_MIN,
  secondsUntil,
  shownLeft,
  SLEEP_CHAPTERS,
  SLEEP_PRESETS,
  SLEEP_STEPS,
} from '../../../machines/playback/player/sleep-timer.logic.ts';
import type { SleepTimerRef } from '../../../machines/playback/player/sleep-timer.machine.ts';
import {
  mayLower,
  selectDraft,
  selectIsTime,
  selectSleepTimer,
  sleepSecondsLeft,
} from '../../../machines/playback/player/sleep-timer.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { formatTimeOfDay } from '../../format/dates.ts';
import { useSheet } from '../../texts/use-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useLeftText } from './use-left-text.ts';

export function SleepTimerPopover({ anchor, onDismiss }: { anchor: HTMLElement | null; onDismiss: () => void }) {
  const t = useTranslations('sleep');
  const timer = useSelector(useActorRefOf('player'), selectSleepTimerRef);
  const preferences = useActorRefOf('preferences');
  const fades = useSelector(preferences, selectSleepTimerFades);
  const sheet = useSheet(t('label'));
  if (!timer) return null;
  return (
    <Popover open anchor={anchor} label={t('label')} sheet={sheet} width={350} side="top" onDismiss={onDismiss}>
      <div className="flex flex-col gap-4 p-4 phone:px-3.5 phone:pt-2">
        <RunningTimer timer={timer} onDismiss={onDismiss} />
        <Presets timer={timer} onDismiss={onDismiss} />
        <CustomTime timer={timer} onDismiss={onDismiss} />
        <div className="border-t border-line pt-1">
          <Switch
            label={t('fades')}
            checked={fades}
            onChange={(sleepTimerFades) => preferences.send({ type: 'preferences.set', change: { sleepTimerFades } })}
          />
          <p className="text-xs text-ink-2 touch:hidden">{t('keyHint')}</p>
        </div>
      </div>
    </Popover>
  );
}

interface PartProps {
  timer: SleepTimerRef;
  onDismiss: () => void;
}

/** 'Ends at 11:41 PM' for sound that lasts `seconds`; during a pause the time left. */
function useEndText(): (seconds: number) => string {
  const t = useTranslations('sleep');
  const locale = useLocale();
  const leftText = useLeftText();
  const goesOn = useSelector(useActorRefOf('player'), selectWantsSound);
  return (seconds) =>
    goesOn
      ? t('endsAt', { time: formatTimeOfDay(Date.now() + seconds * 1000, locale) })
      : t('remaining', { left: leftText(shownLeft(seconds)) });
}

function RunningTimer({ timer, onDismiss }: PartProps) {
  const t = useTranslations('sleep');
  const shown = useSelector(timer, selectSleepTimer, shallowEqual);
  const leftText = useLeftText();
  const endText = useEndText();
  const player = useActorRefOf('player');
  const goesOn = useSelector(player, selectWantsSound);
  const secondsLeft = sleepSecondsLeft(useSelector(player, selectRate));
  const end = useSelector(timer, (state) => endText(secondsLeft(state)));
  if (!shown) return null;
  const isCountdown = shown.type === 'countdown';
  return (
    <div ref={handFocusOn} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <div className="tabular-nums">
          <p className="font-medium text-ink">
            {isCountdown ? t('stopsIn', { left: leftText(shown) }) : t('stopsAtChapter', { count: shown.chapters })}
          </p>
          {(goesOn || !isCountdown) && <p className="text-sm text-ink-2">{end}</p>}
        </div>
        <Button
          size="sm"
          onClick={() => {
            timer.send({ type: 'sleepTimer.cancel' });
            onDismiss();
          }}
        >
          {t('turnOff')}
        </Button>
      </div>
      {isCountdown && (
        <div dir="ltr" className="grid grid-cols-4 gap-2">
          {SLEEP_STEPS.toReversed().map((step) => (
            <Lower key={step} timer={timer} step={step} />
          ))}
          {SLEEP_STEPS.map((step) => (
            <Button
              key={step}
              aria-label={t('longer', { minutes: step / 60 })}
              onClick={() => timer.send({ type: 'sleepTimer.raise', seconds: step })}
            >
              +{step / 60}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function Lower({ timer, step }: { timer: SleepTimerRef; step: number }) {
  const t = useTranslations('sleep');
  const isPossible = useSelector(timer, mayLower(step));
  return (
    <Button
      aria-label={t('shorter', { minutes: step / 60 })}
      disabled={!isPossible}
      onClick={() => timer.send({ type: 'sleepTimer.lower', seconds: step })}
    >
      −{step / 60}
    </Button>
  );
}

/** Each with when it would end; minutes only say so while sound goes on. */
function Presets({ timer, onDismiss }: PartProps) {
  const t = useTranslations('sleep');
  const locale = useLocale();
  const leftText = useLeftText();
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const playhead = useSelector(player, selectPlayhead);
  const most = useSelector(playhead, ({ context: { time } }) =>
    chaptersUntil(chapters, time, null, Math.max(...SLEEP_CHAPTERS)),
  );
  const goesOn = useSelector(player, selectWantsSound);
  /** The one that the clock shows, in ms: read again as the sound goes on. */
  const minute = useSelector(playhead, () => Math.floor(Date.now() / 60_000) * 60_000);
  const set = (chosen: Parameters<typeof timer.send>[0]) => {
    timer.send(chosen);
    onDismiss();
  };
  return (
    <div role="group" aria-label={t('presets')} className="flex flex-col gap-2">
      <p aria-hidden="true" className="text-sm font-medium text-ink">
        {t('presets')}
      </p>
      <div className="flex flex-wrap gap-2">
        {SLEEP_PRESETS.map((minutes) => {
          const time = goesOn ? formatTimeOfDay(minute + minutes * 60_000, locale) : null;
          return (
            <Button
              key={minutes}
              aria-description={time === null ? undefined : t('endsAt', { time })}
              className="basis-[calc((100%-1.5rem)/4)] px-1! whitespace-nowrap tabular-nums"
              onClick={() => set({ type: 'sleepTimer.set', timer: { type: 'countdown', seconds: minutes * 60 } })}
            >
              {leftText({ unit: 'minutes', amount: minutes })}{' '}
              {time !== null && (
                <span aria-hidden="true" className="block text-xs text-ink-2">
                  {time}
                </span>
              )}
            </Button>
          );
        })}
      </div>
      {chapters.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {SLEEP_CHAPTERS.filter((count) => count <= most).map((count) => (
            <Button
              key={count}
              className="grow"
              onClick={() => set({ type: 'sleepTimer.set', timer: { type: 'chapter', count } })}
            >
              {t('endOfChapter', { count })} <EndOfChapters count={count} />
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function EndOfChapters({ count }: { count: number }) {
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const duration = useSelector(player, selectDuration);
  const rate = useSelector(player, selectRate);
  const endText = useEndText();
  const end = useSelector(useSelector(player, selectPlayhead), ({ context: { time } }) =>
    endText(secondsUntil(time, endOfChapters(chapters, time, count) ?? duration, rate)),
  );
  return <span className="block text-xs text-ink-2 tabular-nums">{end}</span>;
}

function CustomTime({ timer, onDismiss }: PartProps) {
  const t = useTranslations('sleep');
  const draft = useSelector(timer, selectDraft);
  const isTime = useSelector(timer, selectIsTime);
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        // The browser keeps an invalid number in the field, without an event.
        event.currentTarget.reset();
        timer.send({ type: 'sleepTimer.submit' });
        if (isTime) onDismiss();
      }}
    >
      <TextField
        label={t('custom')}
        type="number"
        inputMode="decimal"
        min={LEAST_SLEEP_MIN}
        step="any"
        className="flex-1"
        value={draft}
        onChange={(text) => timer.send({ type: 'sleepTimer.change', text })}
      />
      <Button type="submit" size="lg">
        {t('set')}
      </Button>
    </form>
  );
}
