import { and, type ActorRefFrom } from 'xstate';
import { failureOf } from '../kit/failure.logic.ts';
import { queueSetup } from './queue.setup.ts';

/** Stored by account, shared by tabs. Never holds the open media, or one twice. */
export const queueMachine = queueSetup.createMachine({
  id: 'queue',
  context: ({ input }) => ({
    userId: input.userId,
    items: [],
    autoplay: true,
    open: null,
    begun: null,
    skips: 0,
    closed: null,
    said: null,
  }),
  entry: 'read',
  invoke: [
    { src: 'playerWatch', id: 'playerWatch' },
    { src: 'storedWatch', id: 'storedWatch', input: ({ context }) => ({ userId: context.userId }) },
  ],
  initial: 'waiting',
  on: {
    'queue.add': { actions: [{ type: 'add', params: ({ event }) => event }, 'keep'] },
    'queue.play': {
      guard: { type: 'isWaiting', params: ({ event }) => event },
      actions: [{ type: 'start', params: ({ event }) => event }, 'keep'],
    },
    'queue.playNext': { guard: 'hasNext', actions: [{ type: 'startNext', params: { isAutomatic: false } }, 'keep'] },
    'queue.move': {
      guard: { type: 'isWaiting', params: ({ event }) => event },
      actions: [{ type: 'move', params: ({ event }) => event }, 'keep'],
    },
    'queue.remove': { actions: [{ type: 'remove', params: ({ event }) => event }, 'keep'] },
    'queue.clear': { guard: 'hasNext', actions: ['clear', 'keep'] },
    'queue.restore': { actions: [{ type: 'restore', params: ({ event }) => event }, 'keep'] },
    'queue.setAutoplay': { actions: [{ type: 'setAutoplay', params: ({ event }) => event }, 'keepAutoplay'] },
    'queue.close': { actions: ['close', 'keep'] },
    'queue.changedElsewhere': { actions: { type: 'takeItems', params: ({ event }) => event } },
    'autoplay.changedElsewhere': { actions: { type: 'setAutoplay', params: ({ event }) => event } },
    'server.item.removed': {
      guard: { type: 'holds', params: ({ event }) => event.item },
      actions: [{ type: 'dropRemoved', params: ({ event }) => event.item }, 'keep'],
    },
    'media.changed': [
      {
        guard: { type: 'isReopened', params: ({ event }) => event },
        target: '.waiting',
        actions: ['reopen', { type: 'takeOpen', params: ({ event }) => event }, 'keep'],
      },
      {
        guard: { type: 'isKept', params: ({ event }) => event },
        target: '.waiting',
        actions: [{ type: 'takeOpen', params: ({ event }) => event }, 'dropOpen', 'keep'],
      },
      { target: '.waiting', actions: { type: 'takeOpen', params: ({ event }) => event } },
    ],
    'media.gone': [
      {
        guard: and(['hasBegun', 'hasNext', 'maySkip']),
        actions: ['sayGone', { type: 'startNext', params: { isAutomatic: true, isSkip: true } }, 'keep'],
      },
      { guard: 'hasBegun', actions: ['sayGone', 'forgetBegun'] },
    ],
  },
  states: {
    waiting: {
      on: {
        'media.ended': [
          {
            guard: { type: 'goesOn', params: ({ event }) => event },
            actions: [{ type: 'startNext', params: { isAutomatic: true } }, 'keep'],
          },
          { guard: { type: 'mayFollow', params: ({ event }) => event }, target: 'searching' },
        ],
      },
    },
    /** The queue is empty: loads the next episode or book of the series. */
    searching: {
      invoke: {
        src: 'findFollowing',
        id: 'findFollowing',
        input: ({ context }) => ({ media: context.open }),
        onDone: { target: 'waiting', actions: { type: 'follow', params: ({ event }) => ({ next: event.output }) } },
        onError: { target: 'waiting', actions: { type: 'sayNotFollowed', params: failureOf } },
      },
      on: { 'media.resumed': 'waiting' },
    },
  },
});

export type QueueRef = ActorRefFrom<typeof queueMachine>;
