/** So many bytes had gone at a time in ms. */
export interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** The speed is that of the last while, in ms; before the first bit of it there is none. */
const WINDOW_MS = 10_000;
const FIRST_MS = 1500;

/** With another sample; those that are too old go, but for the last one before the window. */
export function flowed(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const from = samples.findLastIndex(({ at }) => at <= sample.at - WINDOW_MS);
  return [...samples.slice(Math.max(0, from)), sample];
}

/** Bytes a second over the last while; null while nobody can say. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < FIRST_MS || last.bytes <= first.bytes) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

/** Seconds until so many bytes have gone; null while nobody can say. */
export function secondsLeft(bytes: number, speed: number | null): number | null {
  return speed === null ? null : Math.ceil(Math.max(0, bytes) / speed);
}
