import { openHlsStream, type OpenStream, type StreamFailure } from './hls-stream.ts';

/** The part of an audio element that an engine uses; tests give an `EventTarget` with these fields. */
export type PlayableElement = EventTarget &
  Pick<
    HTMLAudioElement,
    | 'src'
    | 'currentTime'
    | 'defaultPlaybackRate'
    | 'playbackRate'
    | 'volume'
    | 'readyState'
    | 'paused'
    | 'ended'
    | 'seeking'
    | 'load'
    | 'pause'
  > & {
    readonly error: { readonly code: number } | null;
    readonly buffered: { readonly length: number; start(index: number): number; end(index: number): number };
    play(): Promise<void>;
    removeAttribute(name: 'src'): void;
  };

/** Sound in this page. */
export interface Media {
  /**
   * Loads an HLS stream into the element, which then tells how it goes like for a file.
   * @param time seconds of the stream to begin at
   * @param onFailed once, when the stream cannot go on; the element need not know
   */
  openStream(url: string, time: number, onFailed: (failure: StreamFailure) => void): OpenStream;
  /**
   * Loads the beginning of a file, so that the element has it at once when it is told to play that file. Returns the
   * end, which frees it.
   */
  preload(url: string): () => void;
  /** The one audio element of the page; made at the first call, and always the same. */
  element(): PlayableElement;
  /** To be called in a press: a browser that wants one for each element lets it sound later, when there is a file. */
  prepare(): void;
  /** The sound formats of audio files that this browser plays. */
  playableTypes(): readonly string[];
  /** Milliseconds of a clock that runs evenly, whatever happens to the clock of the wall. */
  now(): number;
}

/** Formats of the audio files that a server may hold (CON-004). */
const TYPES = [
  'audio/flac',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/aac',
  'audio/webm',
  'audio/wav',
  'audio/x-aiff',
  'audio/x-matroska',
];

/** The one audio element of the page, made when something is played first. */
export function createMedia(doc: Document = document): Media {
  let audio: HTMLAudioElement | null = null;
  const element = (): HTMLAudioElement => {
    if (audio) return audio;
    audio = doc.createElement('audio');
    audio.dataset['earmarkPlayer'] = '';
    audio.preload = 'auto';
    doc.body.append(audio);
    return audio;
  };
  return {
    element,
    prepare() {
      if (!element().hasAttribute('src')) element().load();
    },
    preload(url) {
      // A browser shares what elements of one page have loaded of the same address.
      const ahead = doc.createElement('audio');
      ahead.preload = 'auto';
      ahead.src = url;
      return () => {
        ahead.removeAttribute('src');
        ahead.load();
      };
    },
    playableTypes: () => TYPES.filter((type) => element().canPlayType(type) !== ''),
    openStream: (url, time, onFailed) => openHlsStream(element(), url, time, onFailed),
    now: () => performance.now(),
  };
}
