import type { TabPlayer } from '../../schemas/tab-message.ts';
import { isSameMedia } from '../player/player.protocol.ts';

/** Seconds; a larger difference from the last message is a seek. */
const MOVED_S = 1;

/** Position at `now` (ms since 1970) in seconds of the whole item. */
export function timeAt({ at, preview, rate, sounds, time }: TabPlayer, now: number): number {
  const passed = sounds ? (Math.max(0, now - at) / 1000) * rate : 0;
  return preview.duration > 0 ? Math.min(time + passed, preview.duration) : time + passed;
}

/** Whether the last message still predicts the current state. */
export function isAsTold(told: TabPlayer | null, now: TabPlayer): boolean {
  return (
    told !== null &&
    isSameMedia(told.media, now.media) &&
    told.preview.title === now.preview.title &&
    told.preview.duration === now.preview.duration &&
    told.rate === now.rate &&
    told.wantsSound === now.wantsSound &&
    told.sounds === now.sounds &&
    Math.abs(timeAt(told, now.at) - now.time) <= MOVED_S
  );
}
