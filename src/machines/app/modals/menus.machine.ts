import { assign, cancel, raise, setup, type ActorRefFrom } from 'xstate';
import type { SystemRef } from '../../kit/system.ts';
import { holdBack } from '../../kit/hold-back.actor.ts';
import type { MenusEvent } from './modals.protocol.ts';

interface MenusContext {
  openId: string | null;
}

/** At most one menu is open. On touch screens 'back' closes it; with a mouse, menus are not in the history. */
export const menusMachine = setup({
  types: { context: {} as MenusContext, events: {} as MenusEvent, children: {} as { holdBack: 'holdBack' } },
  actors: { holdBack },
  guards: { isOpen: ({ context }, params: { id: string }) => context.openId === params.id },
  /** ms. */
  delays: { leave: 600 },
  actions: {
    open: assign((_, params: { id: string }) => ({ openId: params.id })),
    close: assign({ openId: null }),
  },
}).createMachine({
  id: 'menus',
  context: { openId: null },
  initial: 'closed',
  on: {
    'menus.open': { target: '.open', actions: { type: 'open', params: ({ event }) => ({ id: event.id }) } },
  },
  states: {
    closed: {
      on: {
        'menus.entered': { target: 'open', actions: { type: 'open', params: ({ event }) => ({ id: event.id }) } },
      },
    },
    open: {
      invoke: { src: 'holdBack', id: 'holdBack', input: { when: 'touch' } },
      exit: ['close', cancel('leave')],
      on: {
        // The next menu holds 'back' on.
        'menus.open': { actions: { type: 'open', params: ({ event }) => ({ id: event.id }) } },
        'menus.close': { guard: { type: 'isOpen', params: ({ event }) => ({ id: event.id }) }, target: 'closed' },
        'menus.entered': {
          guard: { type: 'isOpen', params: ({ event }) => ({ id: event.id }) },
          actions: cancel('leave'),
        },
        'menus.left': {
          guard: { type: 'isOpen', params: ({ event }) => ({ id: event.id }) },
          actions: [
            cancel('leave'),
            raise(({ event }) => ({ type: 'menus.close', id: event.id }), { id: 'leave', delay: 'leave' }),
          ],
        },
        'menus.closeAll': 'closed',
        'back.pressed': 'closed',
      },
    },
  },
});

export type MenusRef = SystemRef<'menus', ActorRefFrom<typeof menusMachine>>;
