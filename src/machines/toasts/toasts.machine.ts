import { assign, setup, stopChild, type ActorRefFrom } from 'xstate';
import type { Message } from '../app/message.ts';
import { toastMachine, type ToastAction, type ToastKind, type ToastRef } from './toast.machine.ts';

export type ToastsEvent =
  | {
      type: 'toasts.show';
      kind: ToastKind;
      message: Message;
      /** Names the subject: a new toast of the same id replaces the old one. */
      id?: string;
      /** null: stays until closed. Default 5 s, errors 8 s. */
      durationMs?: number | null;
      action?: ToastAction;
    }
  | { type: 'toasts.dismiss'; id: string }
  | { type: 'xstate.done.actor.*'; actorId: string };

interface ToastsContext {
  toasts: readonly { readonly id: string; readonly ref: ToastRef }[];
  count: number;
}

const DURATION_MS: Record<ToastKind, number> = { info: 5000, success: 5000, warning: 8000, error: 8000 };

type Show = Extract<ToastsEvent, { type: 'toasts.show' }>;

/** The stack of notices, oldest first. Anyone may show one. */
export const toastsMachine = setup({
  types: { context: {} as ToastsContext, events: {} as ToastsEvent },
  actors: { toast: toastMachine },
  actions: {
    stopToast: stopChild(({ context }, params: { id: string }) => context.toasts.find(({ id }) => id === params.id)?.ref ?? params.id),
    forget: assign(({ context }, params: { id: string }) => ({
      toasts: context.toasts.filter(({ id }) => id !== params.id),
    })),
    show: assign(({ context, spawn }, params: Show) => {
      const count = context.count + 1;
      const id = params.id ?? `toast-${count}`;
      const input = {
        id,
        kind: params.kind,
        message: params.message,
        durationMs: params.durationMs === undefined ? DURATION_MS[params.kind] : params.durationMs,
        action: params.action ?? null,
      };
      return { count, toasts: [...context.toasts, { id, ref: spawn('toast', { id, input }) }] };
    }),
  },
}).createMachine({
  id: 'toasts',
  context: { toasts: [], count: 0 },
  on: {
    'toasts.show': {
      actions: [
        { type: 'stopToast', params: ({ event }) => ({ id: event.id ?? '' }) },
        { type: 'forget', params: ({ event }) => ({ id: event.id ?? '' }) },
        { type: 'show', params: ({ event }) => event },
      ],
    },
    'toasts.dismiss': {
      actions: [
        { type: 'stopToast', params: ({ event }) => ({ id: event.id }) },
        { type: 'forget', params: ({ event }) => ({ id: event.id }) },
      ],
    },
    'xstate.done.actor.*': { actions: { type: 'forget', params: ({ event }) => ({ id: event.actorId }) } },
  },
});

export type ToastsRef = ActorRefFrom<typeof toastsMachine>;
