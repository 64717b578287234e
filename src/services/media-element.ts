import { openHlsStream, type OpenStream, type StreamFailure } from './hls-stream.ts';

/** The part of an audio element that an engine uses; tests give an `EventTarget` with these fields. */
export type PlayableElement = EventTarget &
  Pick<
    HTMLAudioElement,
    | 'src'
    | 'currentTime'
    | 'duration'
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

/** A file that a second element has loaded or loads, silent. */
export interface PreparedFile {
  readonly element: PlayableElement;
  /** From now on this is the element of the page, and the other one is emptied. */
  take(): void;
  /** Frees it, unless it was taken. */
  free(): void;
}

/** Sound in this page. */
export interface Media {
  /**
   * Loads an HLS stream into the element, which then tells how it goes like for a file.
   * @param time seconds of the stream to begin at
   * @param onFailed once, when the stream cannot go on; the element need not know
   */
  openStream(url: string, time: number, onFailed: (failure: StreamFailure) => void): OpenStream;
  /** Loads a file into the second element, which has one at a time. */
  preload(url: string): PreparedFile;
  /** The audio element of the page, made at the first call; another one after a file was taken. */
  element(): PlayableElement;
  /** To be called in a press: a browser that wants one for each element lets both sound later, when there is a file. */
  prepare(): void;
  /** Sound beside that of the player, with elements of its own outside the document; always the same one. */
  aside(): Media;
  /** The sound formats of audio files that this browser plays. */
  playableTypes(): readonly string[];
  /** Calls back once, after so many milliseconds or later. Returns what calls that off. */
  wait(ms: number, listener: () => void): () => void;
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

/**
 * The audio element of the page, made when something is played first, and a second one outside the document: both
 * change places at the border of two files, so that the next one sounds without being loaded first.
 */
export function createMedia(doc: Document = document): Media {
  return createSound(doc, true);
}

/** @param isOfPage its element is in the document, where the player's is looked for */
function createSound(doc: Document, isOfPage: boolean): Media {
  let beside: Media | null = null;
  let audio: HTMLAudioElement | null = null;
  let second: HTMLAudioElement | null = null;
  const make = (): HTMLAudioElement => {
    const made = doc.createElement('audio');
    made.preload = 'auto';
    return made;
  };
  const element = (): HTMLAudioElement => {
    if (audio) return audio;
    audio = make();
    if (isOfPage) {
      audio.dataset['earmarkPlayer'] = '';
      doc.body.append(audio);
    }
    return audio;
  };
  const empty = (emptied: HTMLAudioElement) => {
    emptied.removeAttribute('src');
    emptied.load();
  };
  return {
    element,
    prepare() {
      second ??= make();
      for (const each of [element(), second]) if (!each.hasAttribute('src')) each.load();
    },
    preload(url) {
      const next = (second ??= make());
      next.src = url;
      return {
        element: next,
        take() {
          const last = element();
          if (isOfPage) next.dataset['earmarkPlayer'] = '';
          last.replaceWith(next);
          delete last.dataset['earmarkPlayer'];
          [audio, second] = [next, last];
          empty(last);
        },
        free() {
          if (second === next) empty(next);
        },
      };
    },
    aside: () => (beside ??= createSound(doc, false)),
    playableTypes: () => TYPES.filter((type) => element().canPlayType(type) !== ''),
    openStream: (url, time, onFailed) => openHlsStream(element(), url, time, onFailed),
    wait(ms, listener) {
      const timer = setTimeout(listener, ms);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
  };
}
