import type { EventHub } from '../events/events.ts';
import type { AudioFile } from '../items/files.types.ts';

/**
 * `track_*` and `task_progress` of one item, from the seconds of audio done: percent 0 to 100. Each track starts and
 * finishes once, in order.
 */
export function createToolProgress(events: EventHub, libraryItemId: string, files: readonly AudioFile[]) {
  const total = files.reduce((sum, file) => sum + file.duration, 0) || 1;
  let current = 0;
  let offset = 0;
  const startTrack = (): void => {
    const file = files[current];
    if (file) events.toAdmins('track_started', { libraryItemId, ino: file.ino });
  };
  const finishTrack = (file: AudioFile): void => {
    events.toAdmins('track_finished', { libraryItemId, ino: file.ino });
    offset += file.duration;
    current += 1;
    startTrack();
  };
  return {
    start: startTrack,
    /** `seconds` of the whole item are done. */
    reached: (seconds: number): void => {
      let file = files[current];
      while (file && current < files.length - 1 && seconds >= offset + file.duration) {
        finishTrack(file);
        file = files[current];
      }
      if (!file) return;
      const progress = Math.min(100, ((seconds - offset) / (file.duration || 1)) * 100);
      events.toAdmins('track_progress', { libraryItemId, ino: file.ino, progress });
      events.toAdmins('task_progress', { libraryItemId, progress: Math.min(100, (seconds / total) * 100) });
    },
    /** The current track is done, whatever its expected length. */
    finishTrack: (): void => {
      const file = files[current];
      if (file) finishTrack(file);
    },
    finish: (): void => {
      for (let file = files[current]; file; file = files[current]) finishTrack(file);
    },
    /** Seconds of all tracks before the current one. */
    offset: () => offset,
  };
}
