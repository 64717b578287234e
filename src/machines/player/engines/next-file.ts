import type { Media } from '../../../services/media-element.ts';
import type { EngineTrack } from './engine.protocol.ts';

/** So many seconds on the wall before a file ends the next one is prepared. */
const AHEAD_S = 20;

/** The file after this one, which has begun to load before this one ends. */
export interface NextFile {
  /**
   * The sound is there: near the end of the file the next one is prepared; elsewhere it is let go.
   * @param time seconds of the file
   */
  follow(tracks: readonly EngineTrack[], index: number, time: number, rate: number): void;
  letGo(): void;
}

/** The index of the file after this one that has sound in it; -1 after the last one. */
export function nextIndex(tracks: readonly EngineTrack[], index: number): number {
  return tracks.findIndex((track, at) => at > index && track.duration > 0);
}

/** Nothing is prepared at first. */
export function createNextFile(media: Media): NextFile {
  let ahead: { readonly url: string; readonly free: () => void } | null = null;
  const prepare = (url: string | undefined) => {
    if (url === ahead?.url) return;
    ahead?.free();
    ahead = url === undefined ? null : { url, free: media.preload(url) };
  };
  return {
    follow(tracks, index, time, rate) {
      const left = ((tracks[index]?.duration ?? 0) - time) / rate;
      prepare(left <= AHEAD_S ? tracks[nextIndex(tracks, index)]?.url : undefined);
    },
    letGo: () => prepare(undefined),
  };
}
