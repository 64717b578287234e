import { assign, enqueueActions, setup, stopChild, type ActorRefFrom } from 'xstate';
import { by } from '../kit/by.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { findNamed, type SystemRef } from '../kit/system.ts';
import type { ToastKind, ToastsEvent, ToastAction } from '../kit/toasts.protocol.ts';
import type { Message } from '../kit/message.ts';

/** `durationMs` null: stays until closed. */
export interface ToastInput {
  readonly id: string;
  readonly kind: ToastKind;
  readonly message: Message;
  /** Shows below the message, with the server's words. */
  readonly error: AppError | null;
  readonly durationMs: number | null;
  readonly action: ToastAction | null;
}

type ToastEvent = { type: 'toast.hold' } | { type: 'toast.release' } | { type: 'toast.act' } | { type: 'toast.close' };

/** A toast. Its timer pauses under pointer or focus. */
export const toastMachine = setup({
  types: { context: {} as ToastInput, input: {} as ToastInput, events: {} as ToastEvent },
  guards: { passes: ({ context }) => context.durationMs !== null },
  delays: { duration: ({ context }) => context.durationMs ?? 0 },
  actions: {
    act: enqueueActions(({ context: { action }, enqueue, system }) => {
      const receiver = action && findNamed(system, action.to);
      if (receiver) enqueue.sendTo(receiver, action.event);
    }),
  },
}).createMachine({
  id: 'toast',
  context: ({ input }) => input,
  initial: 'visible',
  on: { 'toast.close': '.closed', 'toast.act': { target: '.closed', actions: 'act' } },
  states: {
    visible: {
      after: { duration: { guard: 'passes', target: 'closed' } },
      on: { 'toast.hold': 'held' },
    },
    held: { on: { 'toast.release': 'visible' } },
    closed: { type: 'final' },
  },
});

export type ToastRef = ActorRefFrom<typeof toastMachine>;

interface ToastsContext {
  toasts: readonly {
    readonly id: string;
    readonly isUrgent: boolean;
    readonly goes: boolean;
    readonly ref: ToastRef;
  }[];
  count: number;
}

const DURATION_MS: Record<ToastKind, number> = { info: 5000, success: 5000, warning: 8000, error: 8000 };
/** Duration of a toast with an action, in ms. */
const ACTION_MS = 10_000;

/** Limit that fits a phone. */
const MOST = 5;

type Show = Extract<ToastsEvent, { type: 'toasts.show' }>;

/** The stack of toasts, oldest first. */
export const toastsMachine = setup({
  types: { context: {} as ToastsContext, events: {} as ToastsEvent },
  actors: { toast: toastMachine },
  actions: {
    stopToast: stopChild(
      ({ context }, params: { id: string }) => context.toasts.find(({ id }) => id === params.id)?.ref ?? params.id,
    ),
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
        error: params.error ?? null,
        durationMs:
          params.durationMs === undefined ? (params.action ? ACTION_MS : DURATION_MS[params.kind]) : params.durationMs,
        action: params.action ?? null,
      };
      const isUrgent = params.kind === 'error' || params.kind === 'warning';
      const goes = input.durationMs !== null;
      return { count, toasts: [...context.toasts, { id, isUrgent, goes, ref: spawn('toast', { id, input }) }] };
    }),
    /** Drops the oldest that would expire anyway. */
    makeRoom: enqueueActions(({ context: { toasts }, enqueue }) => {
      const oldest = toasts.length > MOST ? toasts.find(({ goes }) => goes) : undefined;
      if (!oldest) return;
      enqueue.stopChild(oldest.ref);
      enqueue.assign({ toasts: toasts.filter((toast) => toast !== oldest) });
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
        by('show'),
        'makeRoom',
      ],
    },
    'toasts.dismiss': {
      actions: [
        { type: 'stopToast', params: ({ event }) => ({ id: event.id }) },
        { type: 'forget', params: ({ event }) => ({ id: event.id }) },
      ],
    },
    'xstate.done.actor.*': {
      actions: [
        { type: 'stopToast', params: ({ event }) => ({ id: event.actorId }) },
        { type: 'forget', params: ({ event }) => ({ id: event.actorId }) },
      ],
    },
  },
});

export type ToastsRef = SystemRef<'toasts', ActorRefFrom<typeof toastsMachine>>;
