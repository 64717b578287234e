/** Shorter pauses, in seconds, are none; after longer ones playing goes back by the most. */
const SHORT_PAUSE_S = 10;
const LONG_PAUSE_S = 3600;

/** The choices of the most that playing goes back, in seconds; 0: it does not. */
export const REWIND_CHOICES: readonly number[] = [0, 5, 10, 15, 20, 30];

/**
 * Whole seconds that playing goes back after a pause, by `most` at most (all in seconds): nothing before 10 s of pause,
 * all of it after an hour, and between them as much more each time that the pause is as long again. With 30 s at most:
 * 6 s after half a minute, 9 s after one, 17 s after five, 21 s after ten.
 */
export function rewindAfter(pause: number, most: number): number {
  if (!(pause >= SHORT_PAUSE_S)) return 0;
  const share = Math.log(pause / SHORT_PAUSE_S) / Math.log(LONG_PAUSE_S / SHORT_PAUSE_S);
  return Math.round(most * Math.min(share, 1));
}

/** Where playing begins that goes back by so much, never before `floor`. All in seconds. */
export function rewoundTime(time: number, seconds: number, floor: number): number {
  return Math.max(time - seconds, Math.min(floor, time));
}
