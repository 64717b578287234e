import type { Media, PlayableElement, PreparedFile } from '../../../services/media-element.ts';
import type { EngineTrack } from './engine.protocol.ts';

/** `HAVE_FUTURE_DATA`: enough to go on. */
export const CAN_PLAY = 3;
/** So many seconds on the wall before a file ends the next one is prepared. */
const AHEAD_S = 20;
/** A browser tells the time four times a second: so long before the end the moment to start the next one is awaited. */
const SOON_S = 0.6;
/**
 * The next file is started so long before the end, in ms. From a start to its sound, and from an end to its event, a
 * browser takes 80 to 120 ms together: what is left is a short silence, or on a fast machine a short overlap.
 */
const LEAD_MS = 60;

/** The file after this one, which has begun to load before this one ends. */
export interface NextFile {
  /**
   * The sound is there: near the end of the file the next one is prepared; elsewhere it is let go.
   * @param time seconds of the file
   */
  follow(tracks: readonly EngineTrack[], index: number, time: number, rate: number): void;
  /**
   * The sound goes on: just before the file ends the next one is started, if it can sound.
   * @param left seconds on the wall to the end, asked again at that moment; null when nothing is to be started
   */
  awaitEnd(left: () => number | null, begin: (next: PlayableElement) => void): void;
  /** What was started already is silent again, at its beginning. */
  holdBack(): void;
  /** The file of this address if it can sound at once; from then on it is the caller's. */
  take(url: string): PreparedFile | null;
  letGo(): void;
}

/** The index of the file after this one that has sound in it; -1 after the last one. */
export function nextIndex(tracks: readonly EngineTrack[], index: number): number {
  return tracks.findIndex((track, at) => at > index && track.duration > 0);
}

/** Nothing is prepared at first. */
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
