import { aloudMachine } from '../../src/machines/reader/aloud.machine.ts';
import { defineModel } from '../support/rig.ts';

const english = { text: 'One sentence.', language: 'en-GB' };
const another = { text: 'Another sentence.', language: 'en-GB' };
const narrated = { ...english, clip: { url: 'blob:sound', begin: 0, end: 2 } };
const voice = { id: 'daniel', name: 'Daniel', language: 'en-GB' };

export const aloudModel = defineModel({
  name: 'aloud',
  machine: aloudMachine,
  starts: [{}],
  named: { player: null },
  events: [
    { type: 'aloud.toggle' },
    { type: 'aloud.stop' },
    { type: 'aloud.move', by: 1 },
    { type: 'aloud.move', by: -1 },
    { type: 'aloud.setRate', rate: 1.5 },
    { type: 'aloud.setVoice', voice: 'daniel' },
    { type: 'aloud.setVoice', voice: null },
    { type: 'book.sentencesFound', sentences: [english, another] },
    { type: 'book.sentencesFound', sentences: [narrated] },
    { type: 'book.sentencesFound', sentences: [] },
    { type: 'book.voiceHidden' },
    { type: 'speech.begun' },
    { type: 'speech.wordReached', start: 0, end: 3 },
    { type: 'speech.ended' },
    { type: 'speech.failed' },
    { type: 'player.sounded' },
  ],
  outputs: { findVoices: [[voice], []] },
  failures: { findVoices: [new Error('No speech')] },
  project: ({ context: { at, sentences, from, settings, voices } }) => [
    voices.length,
    sentences.some(({ clip }) => clip),
    at,
    sentences.length,
    from,
    settings.rate,
    JSON.stringify(settings.voices),
  ],
  invariants: {
    'without voices only narration is heard': ({ children, context: { voices, sentences } }) =>
      !children.speak || voices.length > 0 || sentences.every(({ clip }) => clip !== undefined),
    'a voice speaks only a sentence that was found': ({ children, context: { at, sentences } }) =>
      !children.speak || sentences[at] !== undefined,
    'it speaks exactly while nothing else may be heard': (state) =>
      Boolean(state.children.speak) === state.matches({ reading: 'speaking' }),
    'silent, no words are marked': (state, { parentEvents }) => {
      const last = parentEvents.findLast((event) => JSON.stringify(event).includes('book.followVoice'));
      return !state.matches('silent') || last === undefined || JSON.stringify(last).includes('"spoken":null');
    },
    'the player was paused before a voice spoke': ({ children }, { happened }) =>
      !children.speak || happened.some(({ type }) => type === 'aloud.toggle'),
  },
});
