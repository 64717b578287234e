/** One file of the sound: where it begins in the whole item and how long it is, both in seconds. */
export interface TrackSpan {
  readonly startOffset: number;
  readonly duration: number;
}

/** A place inside one file. `index` counts from 0, `time` is in seconds of the file. */
export interface TrackPosition {
  readonly index: number;
  readonly time: number;
}

/** What a jump can be, in seconds (CON-025). */
export const JUMP_CHOICES: readonly number[] = [10, 15, 30, 60, 120, 300];
/** Steps of the volume (CON-023). */
const VOLUME_STEP = 0.1;
/** What unmuting goes to when no volume is remembered (PLR-085). */
const VOLUME_FALLBACK = 0.5;

/** Seconds of the whole item: where its last file ends. 0 without files. */
export function totalDuration(tracks: readonly TrackSpan[]): number {
  return tracks.reduce((end, track) => Math.max(end, track.startOffset + track.duration), 0);
}

/** The time cut to what the item has. */
export function clampTime(time: number, duration: number): number {
  return Math.min(Math.max(time, 0), Math.max(duration, 0));
}

/**
 * The file and the second in it at a time of the whole item (PLR-042). A time on the border of two files is
 * the beginning of the later one, past the end it is the end of the last one. Null without files.
 */
export function toTrackPosition(tracks: readonly TrackSpan[], time: number): TrackPosition | null {
  const found = tracks.findLastIndex((track) => track.startOffset <= time && track.duration > 0);
  const index = found === -1 ? tracks.findIndex((track) => track.duration > 0) : found;
  const track = tracks[index];
  if (!track) return null;
  return { index, time: clampTime(time - track.startOffset, track.duration) };
}

/** The time of the whole item at a place in one file. */
export function toItemTime(tracks: readonly TrackSpan[], position: TrackPosition): number {
  const track = tracks[position.index];
  return track ? track.startOffset + clampTime(position.time, track.duration) : 0;
}

/** @param volume 0..1 @param steps how many tenths up, or down when negative (PLR-086) */
export function stepVolume(volume: number, steps: number): number {
  return clampVolume(Math.round((volume + steps * VOLUME_STEP) * 100) / 100);
}

/** Any number, NaN included, as a volume 0..1. */
export function clampVolume(volume: number): number {
  return Number.isNaN(volume) ? VOLUME_FALLBACK : Math.min(Math.max(volume, 0), 1);
}

/** What the mute button makes of the volume, and what it remembers (PLR-084, PLR-085). */
export function toggleMute(
  volume: number,
  remembered: number | null,
): { readonly volume: number; readonly remembered: number | null } {
  if (volume > 0) return { volume: 0, remembered: volume };
  return { volume: remembered ?? VOLUME_FALLBACK, remembered: null };
}
