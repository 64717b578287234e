import type { SnapshotFrom } from 'xstate';
import type { Voice } from '../../services/speech.ts';
import { memoizeLast } from '../kit/memo.ts';
import { primaryOf, voiceFor, type aloudMachine } from './aloud.machine.ts';

type Snapshot = SnapshotFrom<typeof aloudMachine>;

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export function selectAloudState(
  snapshot: Snapshot,
): 'off' | 'busy' | 'speaking' | 'paused' | 'failed' | 'unavailable' {
  if (snapshot.matches('silent')) return 'off';
  if (snapshot.hasTag('busy')) return 'busy';
  if (snapshot.matches({ reading: 'failed' })) return 'failed';
  if (snapshot.matches({ reading: 'unavailable' })) return 'unavailable';
  return snapshot.matches({ reading: 'paused' }) ? 'paused' : 'speaking';
}

const languageOf = ({ context: { sentences, at } }: Snapshot) => primaryOf(sentences[at]?.language ?? '');

export const selectIsNarrated = ({ context: { sentences, at } }: Snapshot) => sentences[at]?.clip !== undefined;
export const selectAloudRate = ({ context }: Snapshot) => context.settings.rate;
export const selectVoice = (snapshot: Snapshot) => voiceFor(snapshot.context, languageOf(snapshot));

const voicesOf = memoizeLast((voices: readonly Voice[], language: string) =>
  language === '' ? voices : voices.filter((voice) => primaryOf(voice.language) === language),
);

/** Those of the language that is read; all of them where the book names none. */
export const selectVoices = (snapshot: Snapshot): readonly Voice[] =>
  voicesOf(snapshot.context.voices, languageOf(snapshot));
