import { assign, enqueueActions, setup, stopChild, type ActorRef, type ActorRefFrom, type Snapshot } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import type { ReaderIntent } from './reader-code.ts';
import { modalMachine, type ModalRef } from './modal.machine.ts';
import type { ModalClosed, ModalNews, ModalsEvent } from './modals.protocol.ts';
import type { ModalName, Modals } from './registry.ts';
import type { SystemRef } from '../../kit/system.ts';

type Opener = ActorRef<Snapshot<unknown>, ModalClosed>;

export interface OpenModal {
  readonly id: string;
  readonly modal: ModalName;
  readonly tag: string;
  readonly ref: ModalRef;
  readonly replyTo: Opener | null;
}

interface ModalsContext {
  /** Bottom to top; only the top one takes input. */
  stack: readonly OpenModal[];
  count: number;
}

type Open = Extract<ModalsEvent, { type: 'modals.open' }>;

/** The stack of open modals. Sends each output to its opener. */
export const modalsMachine = setup({
  types: { context: {} as ModalsContext, events: {} as ModalsEvent },
  actors: { modal: modalMachine },
  actions: {
    open: assign(({ context, spawn }, { modal, input, tag, replyTo }: Open) => {
      const id = `modal-${context.count + 1}`;
      return {
        count: context.count + 1,
        stack: [
          ...context.stack,
          {
            id,
            modal,
            tag,
            replyTo: (replyTo as Opener | undefined) ?? null,
            ref: spawn('modal', { id, input: { modal, input } }),
          },
        ],
      };
    }),
    prefetch: ({ system }, intent: ReaderIntent) => {
      const ports = getPorts(system);
      // The reader is not in the first load; a failure shows when a book is opened.
      import('./reader-code.ts').then(
        ({ prefetchReader }) => prefetchReader(ports, intent),
        () => undefined,
      );
    },
    stop: stopChild((_, params: { id: string }) => params.id),
    remove: assign(({ context }, params: { id: string }) => ({
      stack: context.stack.filter(({ id }) => id !== params.id),
    })),
    reply: enqueueActions(
      ({ context, enqueue }, params: { id: string; output: Modals[ModalName]['output'] | null }) => {
        const closed = context.stack.find(({ id }) => id === params.id);
        if (!closed) return;
        const { replyTo, modal, tag } = closed;
        if (replyTo)
          enqueue.sendTo(replyTo, { type: 'modal.closed', modal, tag, output: params.output } as ModalClosed);
      },
    ),
    notifyAll: enqueueActions(({ context, enqueue }, news: ModalNews) => {
      for (const { ref } of context.stack) enqueue.sendTo(ref, news);
    }),
    closeAll: enqueueActions(({ context, enqueue }) => {
      for (const { ref, replyTo, modal, tag } of context.stack) {
        enqueue(stopChild(ref));
        if (replyTo) enqueue.sendTo(replyTo, { type: 'modal.closed', modal, tag, output: null } as ModalClosed);
      }
      enqueue.assign({ stack: [] });
    }),
  },
  guards: { isEmpty: ({ context }) => context.stack.length === 0 },
}).createMachine({
  id: 'modals',
  context: { stack: [], count: 0 },
  initial: 'closed',
  on: {
    'modals.open': { target: '.open', actions: by('open') },
    'modals.prefetch': { actions: by('prefetch') },
  },
  states: {
    closed: {},
    open: {
      always: { guard: 'isEmpty', target: 'closed' },
      on: {
        'modals.closeAll': { actions: 'closeAll' },
        'server.*': { actions: by('notifyAll') },
        'xstate.done.actor.*': {
          actions: [
            { type: 'reply', params: ({ event }) => ({ id: event.actorId, output: event.output.answer }) },
            { type: 'stop', params: ({ event }) => ({ id: event.actorId }) },
            { type: 'remove', params: ({ event }) => ({ id: event.actorId }) },
          ],
        },
      },
    },
  },
});

export type ModalsRef = SystemRef<'modals', ActorRefFrom<typeof modalsMachine>>;
