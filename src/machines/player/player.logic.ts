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
