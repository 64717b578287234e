import type { SnapshotFrom } from 'xstate';
import {
  chaptersUntil,
  customSeconds,
  mayDecrease,
  secondsUntil,
  shownLeft,
  type ShownLeft,
} from './sleep-timer.logic.ts';
import type { SleepTimer, sleepTimerMachine } from './sleep-timer.machine.ts';

type SleepTimerSnapshot = SnapshotFrom<typeof sleepTimerMachine>;

/** What the views show of a timer. */
export interface SleepTimerView extends ShownLeft {
  readonly type: SleepTimer['type'];
  /** How many chapters end until it stops; of a countdown 0. */
  readonly chapters: number;
}

/** The timer that is set, for a comparison of its fields; null: none. */
export function selectSleepTimer(state: SleepTimerSnapshot | undefined): SleepTimerView | null {
  if (!state?.matches('running')) return null;
  const { type, left, chapters, time, border } = state.context;
  const ends = type === 'chapter' ? chaptersUntil(chapters, time, border) : 0;
  return { type, chapters: ends, ...shownLeft(left) };
}

/** Seconds of sound until it stops, at this speed: of a chapter timer also when the speed changes during a pause. */
export function sleepSecondsLeft(rate: number) {
  return ({ context: { type, left, time, border, duration } }: SleepTimerSnapshot): number =>
    type === 'countdown' ? left : secondsUntil(time, border ?? duration, rate);
}

/** Whether a decrease by so many seconds may be pressed; of no countdown: not. */
export function mayLower(step: number) {
  return (state: SleepTimerSnapshot | undefined): boolean =>
    state !== undefined &&
    state.can({ type: 'sleepTimer.lower', seconds: step }) &&
    mayDecrease(state.context.left, step);
}

/** The custom time as it is typed. */
export const selectDraft = (state: SleepTimerSnapshot | undefined): string => state?.context.draft ?? '';

/** Whether the custom time is one. */
export const selectIsTime = (state: SleepTimerSnapshot | undefined): boolean =>
  customSeconds(selectDraft(state)) !== null;
