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

export interface SleepTimerView extends ShownLeft {
  readonly type: SleepTimer['type'];
  /** 0 for a countdown. */
  readonly chapters: number;
}

export function selectSleepTimer(state: SleepTimerSnapshot | undefined): SleepTimerView | null {
  if (!state?.matches('running')) return null;
  const { type, left, chapters, time, border } = state.context;
  const ends = type === 'chapter' ? chaptersUntil(chapters, time, border) : 0;
  return { type, chapters: ends, ...shownLeft(left) };
}

/** Seconds at this rate; a chapter timer follows rate changes in a pause too. */
export function sleepSecondsLeft(rate: number) {
  return ({ context: { type, left, time, border, duration } }: SleepTimerSnapshot): number =>
    type === 'countdown' ? left : secondsUntil(time, border ?? duration, rate);
}

export function mayLower(step: number) {
  return (state: SleepTimerSnapshot | undefined): boolean =>
    state !== undefined &&
    state.can({ type: 'sleepTimer.lower', seconds: step }) &&
    mayDecrease(state.context.left, step);
}

export const selectDraft = (state: SleepTimerSnapshot | undefined): string => state?.context.draft ?? '';

export const selectIsTime = (state: SleepTimerSnapshot | undefined): boolean =>
  customSeconds(selectDraft(state)) !== null;
