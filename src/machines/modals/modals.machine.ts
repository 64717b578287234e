import { assign, enqueueActions, setup, stopChild, type ActorRef, type ActorRefFrom, type Snapshot } from 'xstate';
import { modalMachines, type ModalName, type Modals } from './registry.ts';

/** Told to the opener when its modal ends. `output` is null when it was closed from outside (navigation). */
export interface ModalClosed<Name extends ModalName = ModalName> {
  type: 'modal.closed';
  modal: Name;
  /** What the opener called it, to tell its questions apart. */
  tag: string;
  output: Modals[Name]['output'] | null;
}

export type ModalsEvent =
  | {
      [Name in ModalName]: {
        type: 'modals.open';
        modal: Name;
        input: Modals[Name]['input'];
        tag: string;
        replyTo: ActorRef<Snapshot<unknown>, ModalClosed<Name>>;
      };
    }[ModalName]
  /** Another page: nothing of the old one stays open (RTE-042). */
  | { type: 'modals.closeAll' }
  | { type: 'xstate.done.actor.*'; actorId: string; output: Modals[ModalName]['output'] };

export interface OpenModal {
  readonly id: string;
  readonly modal: ModalName;
  readonly tag: string;
  readonly ref: Modals[ModalName]['ref'];
  readonly replyTo: ActorRef<Snapshot<unknown>, ModalClosed>;
}

interface ModalsContext {
  /** Bottom to top; only the top one takes input. */
  stack: readonly OpenModal[];
  count: number;
}

type Open = Extract<ModalsEvent, { type: 'modals.open' }>;

/** The stack of open modals. Each is a machine of the registry; its output goes to who opened it. */
export const modalsMachine = setup({
  types: { context: {} as ModalsContext, events: {} as ModalsEvent },
  actors: modalMachines,
  actions: {
    open: assign(({ context, spawn }, { modal, input, tag, replyTo }: Open) => {
      const id = `modal-${context.count + 1}`;
      return {
        count: context.count + 1,
        stack: [...context.stack, { id, modal, tag, replyTo, ref: spawn(modal, { id, input }) }],
      };
    }),
    remove: assign(({ context }, params: { id: string }) => ({
      stack: context.stack.filter(({ id }) => id !== params.id),
    })),
    reply: enqueueActions(({ context, enqueue }, params: { id: string; output: Modals[ModalName]['output'] }) => {
      const closed = context.stack.find(({ id }) => id === params.id);
      if (closed) enqueue.sendTo(closed.replyTo, { type: 'modal.closed', modal: closed.modal, tag: closed.tag, output: params.output });
    }),
    closeAll: enqueueActions(({ context, enqueue }) => {
      for (const { ref, replyTo, modal, tag } of context.stack) {
        enqueue(stopChild(ref));
        enqueue.sendTo(replyTo, { type: 'modal.closed', modal, tag, output: null });
      }
      enqueue.assign({ stack: [] });
    }),
  },
  guards: { isEmpty: ({ context }) => context.stack.length === 0 },
}).createMachine({
  id: 'modals',
  context: { stack: [], count: 0 },
  initial: 'closed',
  on: { 'modals.open': { target: '.open', actions: { type: 'open', params: ({ event }) => event } } },
  states: {
    closed: {},
    open: {
      always: { guard: 'isEmpty', target: 'closed' },
      on: {
        'modals.closeAll': { actions: 'closeAll' },
        'xstate.done.actor.*': {
          actions: [
            { type: 'reply', params: ({ event }) => ({ id: event.actorId, output: event.output }) },
            { type: 'remove', params: ({ event }) => ({ id: event.actorId }) },
          ],
        },
      },
    },
  },
});

export type ModalsRef = ActorRefFrom<typeof modalsMachine>;
