import { assign, cancel, raise, setup, type ActorRefFrom } from 'xstate';
import { holdBack, type BackPressed } from '../modals/hold-back.actor.ts';

export type MenusEvent =
  /** A menu is named by where it stands: `account`, `item-card-li_1`. */
  | { type: 'menus.open'; id: string }
  /** Closes this menu, if it is the open one. */
  | { type: 'menus.close'; id: string }
  /** The pointer, or the focus of the keyboard, has come to what opens by that. It closes no other. */
  | { type: 'menus.entered'; id: string }
  /** It has gone from there, and is not dragging anything. */
  | { type: 'menus.left'; id: string }
  /** Another page: its menus are gone. */
  | { type: 'menus.closeAll' }
  | BackPressed;

interface MenusContext {
  openId: string | null;
}

/**
 * Which menu or drop-down of the client is open. At most one: opening another closes it. Where a finger points, 'back'
 * closes it, too; with a mouse, menus are not in the history.
 */
export const menusMachine = setup({
  types: { context: {} as MenusContext, events: {} as MenusEvent, children: {} as { holdBack: 'holdBack' } },
  actors: { holdBack },
  guards: { isOpen: ({ context }, params: { id: string }) => context.openId === params.id },
  /** CON-055. */
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
        // The next one goes on holding.
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

export type MenusRef = ActorRefFrom<typeof menusMachine>;
