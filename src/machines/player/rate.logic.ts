/** Slowest and fastest speed (CON-020, CON-021). */
export const MIN_RATE = 0.5;
export const MAX_RATE = 10;
/** Step without a usable setting (CON-022). */
const DEFAULT_STEP = 0.1;
/** Speeds offered by the menu (PLR-075). */
export const RATE_PRESETS: readonly number[] = [0.5, 1, 1.2, 1.5, 2];

/** Any number as a speed: 0.5 to 10 in hundredths; what is no number is the normal speed. */
export function clampRate(rate: number): number {
  if (Number.isNaN(rate)) return 1;
  return Math.round(Math.min(Math.max(rate, MIN_RATE), MAX_RATE) * 100) / 100;
}

/** @param step the user's increment @param steps how many increments up, or down when negative (PLR-076, PLR-077) */
export function stepRate(rate: number, step: number, steps: number): number {
  const usable = Number.isFinite(step) && step > 0 ? step : DEFAULT_STEP;
  return clampRate(clampRate(rate) + usable * steps);
}

/** How a speed is written: `1.25` with steps of 0.05, else with one decimal if that is exact (PLR-073, PLR-074). */
export function rateDecimals(rate: number, step: number): 1 | 2 {
  return step === 0.05 || Math.round(rate * 100) % 10 !== 0 ? 2 : 1;
}
