/** Seconds. */
export interface TrackSpan {
  readonly startOffset: number;
  readonly duration: number;
}

export interface TrackPosition {
  readonly index: number;
  readonly time: number;
}

export const JUMP_CHOICES: readonly number[] = [10, 15, 30, 60, 120, 300];
const VOLUME_STEP = 0.1;
const VOLUME_FALLBACK = 0.5;

/** Seconds; 0 without files. */
export function totalDuration(tracks: readonly TrackSpan[]): number {
  return tracks.reduce((end, track) => Math.max(end, track.startOffset + track.duration), 0);
}

export function clampTime(time: number, duration: number): number {
  return Math.min(Math.max(time, 0), Math.max(duration, 0));
}

/** A border belongs to the later file, times past the end to the last one. Null without files. */
export function toTrackPosition(tracks: readonly TrackSpan[], time: number): TrackPosition | null {
  const found = tracks.findLastIndex((track) => track.startOffset <= time && track.duration > 0);
  const index = found === -1 ? tracks.findIndex((track) => track.duration > 0) : found;
  const track = tracks[index];
  if (!track) return null;
  return { index, time: clampTime(time - track.startOffset, track.duration) };
}

export function toItemTime(tracks: readonly TrackSpan[], position: TrackPosition): number {
  const track = tracks[position.index];
  return track ? track.startOffset + clampTime(position.time, track.duration) : 0;
}

/**
 * @param volume 0..1
 * @param steps tenths, negative for down
 */
export function stepVolume(volume: number, steps: number): number {
  return clampVolume(Math.round((volume + steps * VOLUME_STEP) * 100) / 100);
}

/** Clamps to 0..1; also takes NaN. */
export function clampVolume(volume: number): number {
  return Number.isNaN(volume) ? VOLUME_FALLBACK : Math.min(Math.max(volume, 0), 1);
}

export function toggleMute(
  volume: number,
  remembered: number | null,
): { readonly volume: number; readonly remembered: number | null } {
  if (volume > 0) return { volume: 0, remembered: volume };
  return { volume: remembered ?? VOLUME_FALLBACK, remembered: null };
}

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
