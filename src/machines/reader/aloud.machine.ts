import { assign, fromCallback, fromPromise, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { aloudSettings, type AloudSettings } from '../../schemas/reading.ts';
import { z } from '../../schemas/zod.ts';
import type { Sentence } from '../../services/reader/engine.ts';
import type { SpeechReport, Utterance, Voice } from '../../services/speech.ts';
import { defineStored } from '../../services/storage.ts';
import { by } from '../kit/by.ts';
import { playerWatch, type PlayerSounded } from '../kit/player-watch.actor.ts';
import { getPorts } from '../kit/ports.ts';
import { named } from '../kit/system.ts';
import type { PlayerCommand } from '../playback/player/player.protocol.ts';
import type { BookCommand, BookReport } from './open-book.actor.ts';

export const ALOUD_SETTINGS = defineStored('earmark.readAloud', aloudSettings);

/** In ms: voices that say nothing for so long have failed. Longer than the longest sentence takes at half the speed. */
const SILENCE_MS = 60_000;

export type AloudEvent =
  /** Begins, pauses, goes on, or tries again. */
  | { type: 'aloud.toggle' }
  | { type: 'aloud.stop' }
  /** By sentences. */
  | { type: 'aloud.move'; by: 1 | -1 }
  | { type: 'aloud.setRate'; rate: number }
  /** Null: the device chooses. */
  | { type: 'aloud.setVoice'; voice: string | null }
  | Extract<BookReport, { type: 'book.sentencesFound' | 'book.voiceHidden' }>
  | SpeechReport
  | PlayerSounded;

export type AloudParentEvent = { type: 'book.requested'; command: BookCommand };

interface AloudContext {
  readonly voices: readonly Voice[];
  readonly settings: AloudSettings;
  readonly from: 'view' | 'next';
  readonly sentences: readonly Sentence[];
  /** Number of the sentence that is read. */
  readonly at: number;
}

const request = (command: BookCommand): AloudParentEvent => ({ type: 'book.requested', command });

/** 'en' of 'en-GB': voices are chosen per language. */
export const primaryOf = (language: string) => language.split('-', 1)[0]?.toLowerCase() ?? '';

/** The chosen voice for a language; null: the device chooses. */
export const voiceFor = ({ settings, voices }: Pick<AloudContext, 'settings' | 'voices'>, language: string) =>
  voices.find(({ id }) => id === settings.voices[primaryOf(language)])?.id ?? null;

const findVoices = fromPromise<readonly Voice[]>(async ({ system }) => {
  const speech = await getPorts(system).readers.speech();
  return speech.voices();
});

const speak = fromCallback<SpeechReport, Utterance>(({ input, sendBack, system }) => {
  let stop: (() => void) | null = null;
  let isOver = false;
  getPorts(system)
    .readers.speech()
    .then((speech) => {
      if (!isOver) stop = speech.say(input, sendBack);
    })
    .catch(() => sendBack({ type: 'speech.failed' }));
  return () => {
    isOver = true;
    stop?.();
  };
});

/**
 * Reads the open book aloud, from the page in view, with the voices of the device. The page follows the voice; turned
 * by hand, the voice follows the page. It and the player are never heard at once.
 */
export const aloudMachine = setup({
  types: {
    context: {} as AloudContext,
    events: {} as AloudEvent,
    tags: {} as 'busy',
    children: {} as { findVoices: 'findVoices'; speak: 'speak'; playerWatch: 'playerWatch' },
  },
  actors: { findVoices, speak, playerWatch },
  delays: { silenceTime: SILENCE_MS },
  guards: {
    /** Narration needs no voice. */
    isUnspeakable: ({ context }, { sentences }: { sentences: readonly Sentence[] }) =>
      context.voices.length === 0 && sentences.some(({ clip }) => clip === undefined),
    isEmpty: (_, { sentences }: { sentences: readonly Sentence[] }) => sentences.length === 0,
    hasSentences: ({ context }) => context.sentences.length > 0,
    hasMore: ({ context: { at, sentences } }, params: { by: number }) => at + params.by < sentences.length,
  },
  actions: {
    keepVoices: assign((_, { voices }: { voices: readonly Voice[] }) => ({ voices })),
    keepSentences: assign((_, { sentences }: { sentences: readonly Sentence[] }) => ({ sentences, at: 0 })),
    beginHere: assign({ from: 'view', sentences: [], at: 0 }),
    goOn: assign({ from: 'next' }),
    move: assign(({ context }, params: { by: number }) => ({ at: Math.max(context.at + params.by, 0) })),
    setRate: assign(({ context }, { rate }: { rate: number }) => ({ settings: { ...context.settings, rate } })),
    setVoice: assign(({ context: { settings, sentences, at } }, { voice }: { voice: string | null }) => {
      const { [primaryOf(sentences[at]?.language ?? '')]: _, ...others } = settings.voices;
      const own = voice === null ? {} : { [primaryOf(sentences[at]?.language ?? '')]: voice };
      return { settings: { ...settings, voices: { ...others, ...own } } };
    }),
    store: ({ context, system }) => getPorts(system).storage.write(ALOUD_SETTINGS, context.settings),
    requestSentences: sendParent(({ context }) => request({ type: 'book.readAloud', from: context.from })),
    follow: sendParent(({ context: { at } }, { start, end }: { start: number; end: number }) =>
      request({ type: 'book.followVoice', spoken: { sentence: at, start, end } }),
    ),
    followSentence: sendParent(({ context: { at, sentences } }) =>
      request({
        type: 'book.followVoice',
        spoken: { sentence: at, start: 0, end: sentences[at]?.text.length ?? 0 },
      }),
    ),
    leave: sendParent(request({ type: 'book.followVoice', spoken: null })),
    pausePlayer: sendTo(named('player'), { type: 'player.pause' } satisfies PlayerCommand),
  },
}).createMachine({
  id: 'aloud',
  context: ({ self }) => ({
    voices: [],
    settings: getPorts(self.system).storage.read(ALOUD_SETTINGS) ?? z.parse(aloudSettings, {}),
    from: 'view',
    sentences: [],
    at: 0,
  }),
  initial: 'silent',
  states: {
    silent: { on: { 'aloud.toggle': 'reading' } },
    reading: {
      entry: ['pausePlayer', 'beginHere'],
      exit: 'leave',
      invoke: { src: 'playerWatch', id: 'playerWatch' },
      on: {
        'aloud.stop': 'silent',
        'aloud.setRate': { actions: [by('setRate'), 'store'] },
        'aloud.setVoice': { actions: [by('setVoice'), 'store'] },
      },
      initial: 'preparing',
      states: {
        preparing: {
          tags: 'busy',
          invoke: {
            src: 'findVoices',
            id: 'findVoices',
            onDone: {
              target: 'fetching',
              actions: { type: 'keepVoices', params: ({ event }) => ({ voices: event.output }) },
            },
            onError: 'failed',
          },
        },
        fetching: {
          tags: 'busy',
          entry: 'requestSentences',
          on: {
            'book.sentencesFound': [
              { guard: by('isEmpty'), target: '#aloud.silent' },
              { guard: by('isUnspeakable'), target: 'unavailable' },
              { target: 'speaking', actions: by('keepSentences') },
            ],
            'aloud.toggle': { target: 'paused', actions: 'beginHere' },
            'player.sounded': { target: 'paused', actions: 'beginHere' },
          },
        },
        speaking: {
          invoke: {
            src: 'speak',
            id: 'speak',
            input: ({ context }) => {
              const { text = '', language = '', clip } = context.sentences[context.at] ?? {};
              return { text, language, voice: voiceFor(context, language), rate: context.settings.rate, clip };
            },
          },
          after: { silenceTime: 'failed' },
          on: {
            'speech.begun': { actions: 'followSentence' },
            'speech.wordReached': { actions: by('follow') },
            'speech.ended': [
              {
                guard: { type: 'hasMore', params: { by: 1 } },
                target: 'speaking',
                reenter: true,
                actions: { type: 'move', params: { by: 1 } },
              },
              { target: 'fetching', actions: 'goOn' },
            ],
            'speech.failed': 'failed',
            'aloud.toggle': 'paused',
            'player.sounded': 'paused',
            'aloud.move': [
              { guard: by('hasMore'), target: 'speaking', reenter: true, actions: by('move') },
              { target: 'fetching', actions: 'goOn' },
            ],
            'aloud.setRate': { target: 'speaking', reenter: true, actions: [by('setRate'), 'store'] },
            'aloud.setVoice': { target: 'speaking', reenter: true, actions: [by('setVoice'), 'store'] },
            'book.voiceHidden': { target: 'fetching', actions: 'beginHere' },
          },
        },
        paused: {
          on: {
            'aloud.toggle': [
              { guard: 'hasSentences', target: 'speaking', actions: 'pausePlayer' },
              { target: 'fetching', actions: 'pausePlayer' },
            ],
            'aloud.move': { guard: by('hasMore'), actions: [by('move'), 'followSentence'] },
            'book.voiceHidden': { actions: ['beginHere', 'leave'] },
          },
        },
        failed: { on: { 'aloud.toggle': [{ guard: 'hasSentences', target: 'speaking' }, { target: 'preparing' }] } },
        unavailable: { on: { 'aloud.toggle': 'preparing' } },
      },
    },
  },
});

export type AloudRef = ActorRefFrom<typeof aloudMachine>;
