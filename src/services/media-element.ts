import { openHlsStream, type OpenStream, type StreamFailure } from './hls-stream.ts';

/** The used part of an audio element; tests pass an `EventTarget` with these fields. */
export type PlayableElement = EventTarget &
  Pick<
    HTMLAudioElement,
    | 'src'
    | 'currentTime'
    | 'duration'
    | 'defaultPlaybackRate'
    | 'playbackRate'
    | 'volume'
    | 'muted'
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

/** A file preloaded in a second, silent element. */
export interface PreparedFile {
  readonly element: PlayableElement;
  /** Swaps the elements and empties the other one. */
  take(): void;
  /** Releases the element, unless taken. */
  free(): void;
}

export interface Media {
  /** Sends events as for a file. `time`: start in seconds. `onFailed` is called once, on a fatal error. */
  openStream(url: string, time: number, onFailed: (failure: StreamFailure) => void): OpenStream;
  /** Loads into the second element, one file at a time. */
  preload(url: string): PreparedFile;
  /** Created on first use; another one after `take`. */
  element(): PlayableElement;
  /** Call it in a press: some browsers unlock each element only then. */
  prepare(): void;
  /** Audio independent of the player, outside the document; always the same object. */
  aside(): Media;
  /** Of the formats that a server may hold. */
  playableTypes(): readonly string[];
  /** Calls back once, after at least this many ms. Returns the cancel function. */
  wait(ms: number, listener: () => void): () => void;
  /** Monotonic clock, in ms. */
  now(): number;
}

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

/** The page's audio element, created on first use, and a second one to preload; both swap at file borders. */
export function createMedia(doc: Document = document): Media {
  return createSound(doc, true);
}

/** `isOfPage`: the element is in the document. */
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
