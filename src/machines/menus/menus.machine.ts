import { assign, cancel, raise, setup, type ActorRefFrom } from 'xstate';

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
  | { type: 'menus.closeAll' };

interface MenusContext {
  openId: string | null;
}

/** Which menu or drop-down of the client is open. At most one: opening another closes it. */
export const menusMachine = setup({
  types: { context: {} as MenusContext, events: {} as MenusEvent },
  guards: {
    isOpen: ({ context }, params: { id: string }) => context.openId === params.id,
    isNoneOpen: ({ context }) => context.openId === null,
  },
  /** CON-055. */
  delays: { leave: 600 },
  actions: {
    open: assign((_, params: { id: string }) => ({ openId: params.id })),
    close: assign({ openId: null }),
  },
}).createMachine({
  id: 'menus',
  context: { openId: null },
  on: {
    'menus.open': { actions: { type: 'open', params: ({ event }) => ({ id: event.id }) } },
    'menus.close': { guard: { type: 'isOpen', params: ({ event }) => ({ id: event.id }) }, actions: 'close' },
    'menus.entered': [
      {
        guard: 'isNoneOpen',
        actions: { type: 'open', params: ({ event }) => ({ id: event.id }) },
      },
      { guard: { type: 'isOpen', params: ({ event }) => ({ id: event.id }) }, actions: cancel('leave') },
    ],
    'menus.left': {
      guard: { type: 'isOpen', params: ({ event }) => ({ id: event.id }) },
      actions: [
        cancel('leave'),
        raise(({ event }) => ({ type: 'menus.close', id: event.id }), { id: 'leave', delay: 'leave' }),
      ],
    },
    'menus.closeAll': { actions: 'close' },
  },
});

export type MenusRef = ActorRefFrom<typeof menusMachine>;
