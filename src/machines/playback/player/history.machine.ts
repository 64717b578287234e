import { assign, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { positionHistory, type Jump } from '../../../schemas/player-memory.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { HISTORY_MENU, withJump, type NewJump } from './history.logic.ts';
import { listeningSessionsMachine } from './listening-sessions.machine.ts';
import type { MediaRef } from '../../kit/media.logic.ts';

/** Kept over a reload of this tab. */
export const POSITION_HISTORY = defineStored('earmark.positionHistory', positionHistory);

export type HistoryEvent =
  | { type: 'account.loaded'; userId: string }
  | { type: 'media.changed'; media: MediaRef | null }
  | { type: 'position.jumped'; jump: NewJump }
  | { type: 'history.open' }
  | { type: 'history.close' }
  | { type: 'history.goTo'; time: number };

export type HistoryParentEvent = { type: 'player.seek'; time: number; reason: 'history' };

interface HistoryContext {
  readonly userId: string;
  readonly media: MediaRef | null;
  readonly jumps: readonly Jump[];
}

/** Jumps of this tab with a way back, and the listening sessions of the open item. */
export const historyMachine = setup({
  types: {
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    children: {} as { sessions: 'sessions' },
  },
  actors: { sessions: listeningSessionsMachine },
  guards: { isOpen: ({ context }) => context.media !== null },
  actions: {
    takeUser: assign(({ system }, { userId }: { userId: string }) => {
      const stored = getPorts(system).tabStorage.read(POSITION_HISTORY);
      return { userId, jumps: stored?.userId === userId ? stored.jumps : [] };
    }),
    takeMedia: assign((_, { media }: { media: MediaRef | null }) => ({ media })),
    remember: assign(({ context: { jumps, media }, system }, { jump }: { jump: NewJump }) =>
      media === null ? {} : { jumps: withJump(jumps, media, jump, getPorts(system).clock.now()) },
    ),
    write: ({ context: { jumps, userId }, system }) =>
      void getPorts(system).tabStorage.write(POSITION_HISTORY, { userId, jumps: [...jumps] }),
    show: sendTo(named('menus'), { type: 'menus.open', id: HISTORY_MENU }),
    hide: sendTo(named('menus'), { type: 'menus.close', id: HISTORY_MENU }),
    goTo: sendParent((_, { time }: { time: number }): HistoryParentEvent => ({
      type: 'player.seek',
      time,
      reason: 'history',
    })),
  },
}).createMachine({
  id: 'history',
  context: { userId: '', media: null, jumps: [] },
  on: {
    'account.loaded': { actions: by('takeUser') },
    'media.changed': { actions: by('takeMedia') },
    'position.jumped': {
      guard: 'isOpen',
      actions: [by('remember'), 'write'],
    },
  },
  initial: 'hidden',
  states: {
    hidden: { on: { 'history.open': { guard: 'isOpen', target: 'shown' } } },
    shown: {
      entry: 'show',
      invoke: {
        src: 'sessions',
        id: 'sessions',
        input: ({ context }) => ({ media: context.media ?? { libraryItemId: '', episodeId: null } }),
      },
      on: {
        'history.open': { target: 'shown', reenter: true },
        'history.close': { target: 'hidden', actions: 'hide' },
        'history.goTo': { target: 'hidden', actions: ['hide', by('goTo')] },
        'media.changed': {
          target: 'hidden',
          actions: ['hide', by('takeMedia')],
        },
      },
    },
  },
});

export type HistoryRef = ActorRefFrom<typeof historyMachine>;
