import { and, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { queueSetup } from './queue.setup.ts';
import type { SystemRef } from '../../kit/system.ts';

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
    'queue.add': { actions: [by('add'), 'keep'] },
    'queue.play': {
      guard: by('isWaiting'),
      actions: [by('start'), 'keep'],
    },
    'queue.playNext': { guard: 'hasNext', actions: [{ type: 'startNext', params: { isAutomatic: false } }, 'keep'] },
    'queue.move': {
      guard: by('isWaiting'),
      actions: [by('move'), 'keep'],
    },
    'queue.remove': { actions: [by('remove'), 'keep'] },
    'queue.clear': { guard: 'hasNext', actions: ['clear', 'keep'] },
    'queue.restore': { actions: [by('restore'), 'keep'] },
    'queue.setAutoplay': { actions: [by('setAutoplay'), 'keepAutoplay'] },
    'queue.close': { actions: ['close', 'keep'] },
    'queue.changedElsewhere': { actions: by('takeItems') },
    'autoplay.changedElsewhere': { actions: by('setAutoplay') },
    'server.item.removed': {
      guard: { type: 'holds', params: ({ event }) => event.item },
      actions: [{ type: 'dropRemoved', params: ({ event }) => event.item }, 'keep'],
    },
    'media.changed': [
      {
        guard: by('isReopened'),
        target: '.waiting',
        actions: ['reopen', by('takeOpen'), 'keep'],
      },
      {
        guard: by('isKept'),
        target: '.waiting',
        actions: [by('takeOpen'), 'dropOpen', 'keep'],
      },
      { target: '.waiting', actions: by('takeOpen') },
    ],
    'media.failed': [
      {
        guard: and(['hasBegun', 'hasNext', 'maySkip']),
        actions: ['notifySkipped', { type: 'startNext', params: { isAutomatic: true, isSkip: true } }, 'keep'],
      },
      { guard: 'hasBegun', actions: ['notifySkipped', 'forgetBegun'] },
    ],
  },
  states: {
    waiting: {
      on: {
        'media.ended': [
          {
            guard: by('goesOn'),
            actions: [{ type: 'startNext', params: { isAutomatic: true } }, 'keep'],
          },
          { guard: by('mayFollow'), target: 'searching' },
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

export type QueueRef = SystemRef<'queue', ActorRefFrom<typeof queueMachine>>;
