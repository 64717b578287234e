import type { Speech, SpeechReport, Utterance, Voice } from '../../../src/services/speech.ts';

/** A voice that speaks on the test's command. */
export interface FakeSpeech extends Speech {
  /** The sentences that were begun, oldest first. */
  readonly said: readonly Utterance[];
  /** Whether one was begun that is neither over nor stopped. */
  readonly isSpeaking: boolean;
  /** Of the one that is spoken. */
  report(report: SpeechReport): void;
  takeVoices(): void;
}

const VOICES: readonly Voice[] = [
  { id: 'anna', name: 'Anna', language: 'de-DE' },
  { id: 'daniel', name: 'Daniel', language: 'en-GB' },
  { id: 'samantha', name: 'Samantha', language: 'en-US' },
];

export function createFakeSpeech(): FakeSpeech {
  const said: Utterance[] = [];
  let listener: ((report: SpeechReport) => void) | null = null;
  let voices = VOICES;
  return {
    said,
    get isSpeaking() {
      return listener !== null;
    },
    voices: () => Promise.resolve(voices),
    say(utterance, report) {
      said.push(utterance);
      const own = (listener = report);
      return () => {
        if (listener === own) listener = null;
      };
    },
    report(report) {
      const own = listener;
      if (report.type === 'speech.ended' || report.type === 'speech.failed') listener = null;
      own?.(report);
    },
    takeVoices: () => void (voices = []),
  };
}
