import type { Page } from 'playwright/test';

/**
 * Stands in for the voices of a device: headless browsers have none. It says 50 words a second, in silence, with the
 * events of the browser's own.
 */
export const giveVoice = (page: Page, languages: readonly string[] = ['en-GB', 'en-US', 'de-DE']) =>
  page.addInitScript((names) => {
    class Utterance extends EventTarget {
      lang = '';
      rate = 1;
      voice: unknown = null;
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    const voices = names.map((lang) => ({ voiceURI: `voice-${lang}`, name: `Voice ${lang}`, lang }));
    let timer = 0;
    let current: Utterance | null = null;
    const said: string[] = [];
    const send = (to: Utterance, type: string, fields: object = {}) =>
      to.dispatchEvent(Object.assign(new Event(type), fields));
    const speak = (utterance: Utterance) => {
      current = utterance;
      said.push(utterance.text);
      const words = [...utterance.text.matchAll(/\S+/g)];
      const step = (at: number) => {
        if (current !== utterance) return;
        const word = words[at];
        if (at === 0) send(utterance, 'start');
        if (word) send(utterance, 'boundary', { name: 'word', charIndex: word.index, charLength: word[0].length });
        else {
          current = null;
          return send(utterance, 'end');
        }
        timer = window.setTimeout(() => step(at + 1), 20 / utterance.rate);
      };
      timer = window.setTimeout(() => step(0), 5);
    };
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      resume() {},
      speak,
      cancel() {
        clearTimeout(timer);
        if (current) send(current, 'error');
        current = null;
      },
    });
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.assign(window, { said });
  }, languages);

/** The sentences that the voice began, oldest first. */
export const saidIn = (page: Page) => page.evaluate(() => (window as { said?: readonly string[] }).said ?? []);

/** The word that is highlighted in the shown chapter; empty: none. */
export const spokenIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('iframe')]
      .flatMap((frame) => [
        ...((frame.contentWindow as (Window & typeof globalThis) | null)?.CSS.highlights.get('earmark-spoken') ?? []),
      ])
      .map(String)
      .join(),
  );
