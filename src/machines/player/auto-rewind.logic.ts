/** Seconds: no rewind below, the maximum above. */
const SHORT_PAUSE_S = 10;
const LONG_PAUSE_S = 3600;

export const REWIND_CHOICES: readonly number[] = [0, 5, 10, 15, 20, 30];

/** Seconds to rewind after a pause: none below 10 s, `most` after an hour, logarithmic between. */
export function rewindAfter(pause: number, most: number): number {
  if (!(pause >= SHORT_PAUSE_S)) return 0;
  const share = Math.log(pause / SHORT_PAUSE_S) / Math.log(LONG_PAUSE_S / SHORT_PAUSE_S);
  return Math.round(most * Math.min(share, 1));
}

export function rewoundTime(time: number, seconds: number, floor: number): number {
  return Math.max(time - seconds, Math.min(floor, time));
}
