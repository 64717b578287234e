/** The part of an audio element that an engine uses; tests give an `EventTarget` with these fields. */
export type PlayableElement = EventTarget &
  Pick<
    HTMLAudioElement,
    'src' | 'currentTime' | 'defaultPlaybackRate' | 'playbackRate' | 'volume' | 'readyState' | 'paused' | 'ended' | 'seeking' | 'load' | 'pause'
  > & {
    readonly error: { readonly code: number } | null;
    readonly buffered: { readonly length: number; start(index: number): number; end(index: number): number };
    play(): Promise<void>;
    removeAttribute(name: 'src'): void;
  };

/** Sound in this page. */
export interface Media {
  /** The one audio element of the page; made at the first call, and always the same. */
  element(): PlayableElement;
  /** The sound formats of audio files that this browser plays. */
  playableTypes(): readonly string[];
  /** Milliseconds of a clock that runs evenly, whatever happens to the clock of the wall. */
  now(): number;
}

/** Formats of the audio files that a server may hold (CON-004). */
const TYPES = ['audio/flac', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/aac', 'audio/webm', 'audio/wav', 'audio/x-aiff', 'audio/x-matroska'];

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
    playableTypes: () => TYPES.filter((type) => element().canPlayType(type) !== ''),
    now: () => performance.now(),
  };
}
