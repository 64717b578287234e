import type { TabPlayer } from '../../schemas/tab-message.ts';
import { isSameMedia } from './media.logic.ts';

/** Seconds; a larger difference from the last message is a seek. */
const MOVED_S = 1;

/** Position at `now` (ms since 1970) in seconds of the whole item. */
export function timeAt({ at, preview, rate, sounds, time }: TabPlayer, now: number): number {
  const passed = sounds ? (Math.max(0, now - at) / 1000) * rate : 0;
  return preview.duration > 0 ? Math.min(time + passed, preview.duration) : time + passed;
}

/** Whether the last message still predicts the current state. */
export function isAsReported(report: TabPlayer | null, now: TabPlayer): boolean {
  return (
    report !== null &&
    isSameMedia(report.media, now.media) &&
    report.preview.title === now.preview.title &&
    report.preview.duration === now.preview.duration &&
    report.rate === now.rate &&
    report.wantsSound === now.wantsSound &&
    report.sounds === now.sounds &&
    Math.abs(timeAt(report, now.at) - now.time) <= MOVED_S
  );
}
