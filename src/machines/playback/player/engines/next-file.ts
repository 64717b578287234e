import type { Media, PlayableElement, PreparedFile } from '../../../../services/media-element.ts';
import type { EngineTrack } from './engine.protocol.ts';

/** `HAVE_FUTURE_DATA`. */
export const CAN_PLAY = 3;
/** Real seconds before the end of a file at which the next one is prepared. */
const AHEAD_S = 20;
/** In seconds: `timeupdate` fires four times a second, so from here on a timer waits. */
const SOON_S = 0.6;
/**
 * In ms: browsers take 80 to 120 ms from play to sound, so the next file starts early. Leaves a short gap or overlap.
 */
const LEAD_MS = 60;

/** Loads the next file before this one ends. */
export interface NextFile {
  /**
   * Prepares the next file near the end, else drops it.
   * @param time seconds of the file
   */
  follow(tracks: readonly EngineTrack[], index: number, time: number, rate: number): void;
  /**
   * Starts the next file just before the end.
   * @param left real seconds to the end, read again then; null: don't start
   */
  awaitEnd(left: () => number | null, begin: (next: PlayableElement) => void): void;
  /** Pauses a started file and rewinds it. */
  holdBack(): void;
  /** Hands over the file of this address if it can play at once. */
  take(url: string): PreparedFile | null;
  letGo(): void;
}

/** Skips empty files; -1 after the last one. */
export function nextIndex(tracks: readonly EngineTrack[], index: number): number {
  return tracks.findIndex((track, at) => at > index && track.duration > 0);
}

export function createNextFile(media: Media): NextFile {
  let ahead: { readonly url: string; readonly file: PreparedFile } | null = null;
  let isStarted = false;
  let callOff: (() => void) | null = null;
  const ready = () => {
    const element = ahead?.file.element;
    return element && !element.error && element.readyState >= CAN_PLAY ? element : null;
  };
  const holdBack = () => {
    callOff?.();
    callOff = null;
    if (!ahead || !isStarted) return;
    isStarted = false;
    ahead.file.element.pause();
    ahead.file.element.currentTime = 0;
  };
  const prepare = (url: string | undefined) => {
    if (url === ahead?.url) return;
    holdBack();
    ahead?.file.free();
    ahead = url === undefined ? null : { url, file: media.preload(url) };
  };
  return {
    follow(tracks, index, time, rate) {
      const left = ((tracks[index]?.duration ?? 0) - time) / rate;
      prepare(left <= AHEAD_S ? tracks[nextIndex(tracks, index)]?.url : undefined);
    },
    awaitEnd(left, begin) {
      const seconds = left() ?? Infinity;
      if (isStarted || callOff || !ready() || !(seconds <= SOON_S)) return;
      callOff = media.wait(Math.max(0, seconds * 1000 - LEAD_MS), () => {
        callOff = null;
        const element = ready();
        if (!element || !((left() ?? Infinity) * 1000 <= 2 * LEAD_MS)) return;
        isStarted = true;
        begin(element);
      });
    },
    holdBack,
    take(url) {
      if (ahead?.url !== url || !ready()) return null;
      const { file } = ahead;
      callOff?.();
      [ahead, callOff, isStarted] = [null, null, false];
      return file;
    },
    letGo: () => prepare(undefined),
  };
}
