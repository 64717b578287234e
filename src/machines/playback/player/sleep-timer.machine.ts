import { assign, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Chapter } from '../../../schemas/api/audio-file.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { getPlaybackRate, getPreferences, named } from '../../kit/system.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';
import { soundWatch, type SoundReport } from './sleep-timer.actor.ts';
import {
  chaptersUntil,
  customSeconds,
  decreased,
  decreaseOf,
  endOfChapters,
  EXTENSION_S,
  FADE_S,
  gainOf,
  secondsUntil,
} from './sleep-timer.logic.ts';
import { toast } from '../../kit/toast.ts';

export type SleepTimer =
  { readonly type: 'countdown'; readonly seconds: number } | { readonly type: 'chapter'; readonly count: number };

export type SleepTimerEvent =
  | { type: 'sleepTimer.set'; timer: SleepTimer }
  | { type: 'sleepTimer.cancel' }
  | { type: 'sleepTimer.change'; text: string }
  | { type: 'sleepTimer.submit' }
  | { type: 'sleepTimer.raise'; seconds: number }
  | { type: 'sleepTimer.lower'; seconds: number }
  | { type: 'sleepTimer.extend' }
  | { type: 'play.pressed' }
  | { type: 'media.opened'; chapters: readonly Chapter[]; duration: number }
  | { type: 'media.ended' }
  | { type: 'media.closed' }
  | SoundReport;

export type SleepTimerParentEvent = { type: 'player.pause' } | { type: 'player.setGain'; gain: number };

interface SleepTimerContext {
  readonly playhead: PlayheadRef;
  readonly chapters: readonly Chapter[];
  readonly duration: number;
  readonly time: number;
  readonly type: SleepTimer['type'];
  /** Chapters left to end; a seek keeps the number. */
  readonly count: number;
  /** Seconds of sound. */
  readonly left: number;
  /** Seconds of the item; null: its end. */
  readonly border: number | null;
  /** Seconds left when the fade began. */
  readonly fadeLength: number;
  readonly draft: string;
}

const TOAST = 'sleep-timer';

const nothing = { chapters: [], duration: 0 } as const;
const over = { guard: 'isOver', target: '#sleepTimer.expired', actions: 'pausePlayer' } as const;
const more = [
  { guard: 'isLast', target: '#sleepTimer.idle', actions: ['endFade', 'dismissToast'] },
  { target: 'counting', actions: ['extend', 'aimFurther', 'measure', 'endFade', 'dismissToast'] },
] as const;

/**
 * Stops playing after sounded time or chapters. Only sound counts down (pitfall 24). A seek restarts the wait for as
 * many chapters (pitfalls 22, 23).
 */
export const sleepTimerMachine = setup({
  types: {
    input: {} as { playhead: PlayheadRef },
    context: {} as SleepTimerContext,
    events: {} as SleepTimerEvent,
    children: {} as { soundWatch: 'soundWatch' },
  },
  actors: { soundWatch },
  guards: {
    isTime: ({ context }) => customSeconds(context.draft) !== null,
    isCountdown: ({ context }) => context.type === 'countdown',
    isChapter: ({ context }) => context.type === 'chapter',
    isOver: ({ context }) => context.left <= 0 && (context.type === 'countdown' || context.border !== null),
    isEnding: ({ context }) => context.left <= FADE_S,
    isEarly: ({ context }) => context.left > FADE_S,
    isLast: ({ context }) => context.type === 'chapter' && context.border === null,
  },
  actions: {
    begin: assign(({ context }, { timer }: { timer: SleepTimer }) => ({
      draft: '',
      type: timer.type,
      count: timer.type === 'chapter' ? timer.count : 1,
      left: timer.type === 'countdown' ? timer.seconds : 0,
      time: readPlayhead(context.playhead).time,
    })),
    beginCustom: assign(({ context }) => ({
      draft: '',
      type: 'countdown' as const,
      left: customSeconds(context.draft) ?? 0,
    })),
    keepDraft: assign((_, { text }: { text: string }) => ({ draft: text })),
    clearDraft: assign({ draft: '' }),
    takeMedia: assign(({ context }, { chapters, duration }: { chapters: readonly Chapter[]; duration: number }) => ({
      chapters,
      duration,
      time: readPlayhead(context.playhead).time,
    })),
    move: assign((_, { time }: { time: number }) => ({ time })),
    aim: assign(({ context }) => ({ border: endOfChapters(context.chapters, context.time, context.count) })),
    aimFurther: assign(({ context: { chapters, border } }) => ({
      border: border === null ? null : endOfChapters(chapters, border, 1),
    })),
    measure: assign(({ context: { type, time, border, duration }, system }) =>
      type === 'countdown' ? {} : { left: secondsUntil(time, border ?? duration, getPlaybackRate(system)) },
    ),
    count: assign(({ context }, { seconds, time }: { seconds: number; time: number }) => ({
      left: Math.max(0, context.left - seconds),
      time,
      count: chaptersLeft(context, time),
    })),
    raise: assign(({ context }, { seconds }: { seconds: number }) => ({ left: context.left + seconds })),
    lower: assign(({ context }, { seconds }: { seconds: number }) => ({
      left: decreased(context.left, decreaseOf(context.left, seconds)),
    })),
    extend: assign(({ context }) => (context.type === 'countdown' ? { left: context.left + EXTENSION_S } : {})),
    beginFade: assign(({ context }) => ({ fadeLength: context.left })),
    fade: sendParent(({ context, system }): SleepTimerParentEvent => ({
      type: 'player.setGain',
      gain: getPreferences(system).sleepTimerFades ? gainOf(context.left, context.fadeLength) : 1,
    })),
    endFade: sendParent({ type: 'player.setGain', gain: 1 } satisfies SleepTimerParentEvent),
    pausePlayer: sendParent({ type: 'player.pause' } satisfies SleepTimerParentEvent),
    offerMore: sendTo(named('toasts'), ({ context: { type, border } }): ToastsEvent =>
      toast('info', TOAST, 'sleep.ending', {
        durationMs: FADE_S * 1000,
        action: {
          label:
            type === 'countdown'
              ? { key: 'sleep.addMinutes', values: { minutes: EXTENSION_S / 60 } }
              : { key: border === null ? 'sleep.keepPlaying' : 'sleep.addChapter' },
          to: 'player',
          event: { type: 'player.extendSleepTimer' },
        },
      }),
    ),
    sayDone: sendTo(named('toasts'), toast('info', TOAST, 'sleep.done', { durationMs: null })),
    dismissToast: sendTo(named('toasts'), { type: 'toasts.dismiss', id: TOAST } satisfies ToastsEvent),
  },
}).createMachine({
  id: 'sleepTimer',
  context: ({ input }) => ({
    playhead: input.playhead,
    chapters: [],
    duration: 0,
    time: 0,
    type: 'countdown',
    count: 1,
    left: 0,
    border: null,
    fadeLength: 0,
    draft: '',
  }),
  initial: 'idle',
  on: {
    'sleepTimer.set': {
      target: '.running',
      actions: [by('begin'), 'aim', 'measure', 'endFade', 'dismissToast'],
    },
    'sleepTimer.change': { actions: by('keepDraft') },
    'sleepTimer.submit': [
      { guard: 'isTime', target: '.running', actions: ['beginCustom', 'endFade', 'dismissToast'] },
      { actions: 'clearDraft' },
    ],
    'media.opened': { actions: by('takeMedia') },
    'media.closed': { actions: { type: 'takeMedia', params: nothing } },
  },
  states: {
    idle: {},
    running: {
      invoke: { src: 'soundWatch', id: 'soundWatch', input: ({ context }) => ({ playhead: context.playhead }) },
      on: {
        'sleepTimer.cancel': { target: 'idle', actions: ['endFade', 'dismissToast'] },
        'sleepTimer.raise': { guard: 'isCountdown', actions: by('raise') },
        'sleepTimer.lower': { guard: 'isCountdown', actions: by('lower') },
        'sound.heard': { actions: [by('count'), 'measure'] },
        'sound.moved': { actions: [by('move'), 'aim', 'measure'] },
        'media.opened': { actions: [by('takeMedia'), 'aim', 'measure'] },
        'media.ended': { guard: 'isChapter', target: 'expired' },
        'media.closed': {
          target: 'idle',
          actions: [{ type: 'takeMedia', params: nothing }, 'endFade', 'dismissToast'],
        },
      },
      initial: 'counting',
      states: {
        counting: { always: [over, { guard: 'isEnding', target: 'fading' }] },
        fading: {
          entry: ['beginFade', 'offerMore'],
          always: [over, { guard: 'isEarly', target: 'counting', actions: ['endFade', 'dismissToast'] }],
          on: {
            'sound.heard': { actions: [by('count'), 'measure', 'fade'] },
            'sleepTimer.extend': more,
            'play.pressed': more,
          },
        },
      },
    },
    expired: {
      entry: 'sayDone',
      on: {
        'play.pressed': { target: 'idle', actions: 'dismissToast' },
        'media.closed': { target: 'idle', actions: [{ type: 'takeMedia', params: nothing }, 'dismissToast'] },
      },
    },
  },
});

function chaptersLeft({ chapters, border, count }: SleepTimerContext, time: number): number {
  return border === null ? count : chaptersUntil(chapters, time, border, count);
}

export type SleepTimerRef = ActorRefFrom<typeof sleepTimerMachine>;
