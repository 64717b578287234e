import { createClips, type Clip } from './clips.ts';

/** A voice of the device. `language`: a BCP 47 tag. */
export interface Voice {
  readonly id: string;
  readonly name: string;
  readonly language: string;
}

/** `voice`: its id; null: the device chooses one for the language. `rate`: 1 is the usual speed. */
export interface Utterance {
  readonly text: string;
  readonly language: string;
  readonly voice: string | null;
  readonly rate: number;
  /** Played in place of a voice. */
  readonly clip?: Clip | undefined;
}

/** `start` and `end` of a word: letters of the text. Not all voices report words. */
export type SpeechReport =
  | { readonly type: 'speech.begun' }
  | { readonly type: 'speech.wordReached'; readonly start: number; readonly end: number }
  | { readonly type: 'speech.ended' }
  | { readonly type: 'speech.failed' };

/** The voices of the device. */
export interface Speech {
  /** Never rejects; empty where the device has none. */
  voices(): Promise<readonly Voice[]>;
  /** Falls silent, without a report, by the returned function. One utterance at a time. */
  say(utterance: Utterance, report: (report: SpeechReport) => void): () => void;
}

/** How long browsers need to list their voices, in ms. */
const VOICES_MS = 2000;

/** `synthesis` undefined: the browser has no voices, and plays clips only. */
export function createSpeech(
  synthesis: SpeechSynthesis | undefined,
  audio: HTMLAudioElement,
  page: EventTarget = globalThis,
): Speech {
  const clips = createClips(audio);
  // Some browsers go on after the page is gone.
  if (synthesis) page.addEventListener('pagehide', () => synthesis.cancel());
  return {
    async voices() {
      if (!synthesis) return [];
      if (synthesis.getVoices().length === 0)
        await new Promise<void>((resolve) => {
          synthesis.addEventListener('voiceschanged', () => resolve(), { once: true });
          setTimeout(resolve, VOICES_MS);
        });
      return synthesis.getVoices().map(({ voiceURI, name, lang }) => ({
        id: voiceURI,
        name,
        // Android has underscores.
        language: lang.replace('_', '-'),
      }));
    },
    say({ text, language, voice, rate, clip }, report) {
      if (clip) return clips.play(clip, rate, report);
      if (!synthesis) {
        report({ type: 'speech.failed' });
        return () => undefined;
      }
      const words = new SpeechSynthesisUtterance(text);
      words.lang = language;
      words.rate = rate;
      words.voice = synthesis.getVoices().find(({ voiceURI }) => voiceURI === voice) ?? null;
      let hasBegun = false;
      let isOver = false;
      const end = (type: 'speech.ended' | 'speech.failed') => {
        if (isOver) return;
        isOver = true;
        report({ type });
      };
      words.addEventListener('start', () => {
        hasBegun = true;
        if (!isOver) report({ type: 'speech.begun' });
      });
      words.addEventListener('boundary', ({ name, charIndex, charLength }) => {
        if (isOver || name === 'sentence') return;
        const [word = ''] = charLength ? [] : (/^[^\s]+/.exec(text.slice(charIndex)) ?? []);
        report({ type: 'speech.wordReached', start: charIndex, end: charIndex + (charLength || word.length) });
      });
      // Without a voice, some browsers end at once.
      words.addEventListener('end', () => end(hasBegun ? 'speech.ended' : 'speech.failed'));
      words.addEventListener('error', () => end('speech.failed'));
      // Chrome stays paused over a reload.
      synthesis.resume();
      synthesis.speak(words);
      return () => {
        if (isOver) return;
        isOver = true;
        synthesis.cancel();
      };
    },
  };
}
