export const MIN_RATE = 0.5;
export const MAX_RATE = 10;
const DEFAULT_STEP = 0.1;
export const RATE_PRESETS: readonly number[] = [0.5, 1, 1.2, 1.5, 2];

/** Clamped to 0.5..10 in hundredths; 1 for NaN. */
export function clampRate(rate: number): number {
  if (Number.isNaN(rate)) return 1;
  return Math.round(Math.min(Math.max(rate, MIN_RATE), MAX_RATE) * 100) / 100;
}

/**
 * @param step the user's increment
 * @param steps number of increments, negative for down
 */
export function stepRate(rate: number, step: number, steps: number): number {
  const usable = Number.isFinite(step) && step > 0 ? step : DEFAULT_STEP;
  return clampRate(clampRate(rate) + usable * steps);
}

export function rateDecimals(rate: number, step: number): 1 | 2 {
  return step === 0.05 || Math.round(rate * 100) % 10 !== 0 ? 2 : 1;
}
