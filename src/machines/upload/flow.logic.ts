/** `at` in ms. */
export interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** Speed is measured over this window, in ms; no speed is shown before the first sample. */
const WINDOW_MS = 10_000;
const FIRST_MS = 1500;

/** Keeps one sample from before the window, to measure all of it. */
export function flowed(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const from = samples.findLastIndex(({ at }) => at <= sample.at - WINDOW_MS);
  return [...samples.slice(Math.max(0, from)), sample];
}

/** Bytes per second; null while unknown. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < FIRST_MS || last.bytes <= first.bytes) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

/** Seconds for this number of bytes; null while unknown. */
export function secondsLeft(bytes: number, speed: number | null): number | null {
  return speed === null ? null : Math.ceil(Math.max(0, bytes) / speed);
}
