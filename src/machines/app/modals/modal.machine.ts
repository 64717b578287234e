import {
  assign,
  enqueueActions,
  fromPromise,
  sendTo,
  setup,
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
} from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { serverCalls, type ServerCallEvent } from '../../account/connectivity/connectivity.machine.ts';
import { failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { holdBack, type BackPressed } from '../../kit/hold-back.actor.ts';
import type { ModalNews } from './modals.protocol.ts';
import { closings, modals, type ModalName, type Modals } from './registry.ts';
import { spawnLoaded } from '../../kit/spawn-loaded.ts';

export interface ModalInput {
  readonly modal: ModalName;
  readonly input: Modals[ModalName]['input'];
}

export type ModalEvent =
  | { type: 'modal.retry' }
  | { type: 'modal.close' }
  | BackPressed
  | ServerCallEvent
  | ModalNews
  | { type: 'modal.viewFailed'; cause: unknown }
  | { type: 'xstate.done.actor.modal'; output: Modals[ModalName]['output'] }
  | { type: 'xstate.error.actor.modal'; error: unknown };

interface ModalContext extends ModalInput {
  ref: AnyActorRef | null;
  output: Modals[ModalName]['output'] | null;
  error: AppError | null;
}

type Code = { readonly logic: AnyActorLogic };

/**
 * Loads and runs one modal. If it throws, it closes without an output. 'Back' acts as its close button. Code that the
 * server did not answer loads again when it does.
 */
export const modalMachine = setup({
  types: {
    input: {} as ModalInput,
    context: {} as ModalContext,
    events: {} as ModalEvent,
    output: {} as { answer: Modals[ModalName]['output'] | null },
    tags: {} as 'busy' | 'failed',
    children: {} as {
      holdBack: 'holdBack';
      loadModal: 'loadModal';
      loadModalAgain: 'loadModal';
      serverCalls: 'serverCalls';
    },
  },
  actors: {
    holdBack,
    loadModal: fromPromise<AnyActorLogic, { modal: ModalName }>(async ({ input: { modal }, system }) => {
      const [logic] = await Promise.all([modals[modal](), getPorts(system).views.loadModal(modal)]);
      return logic;
    }),
    serverCalls,
  },
  guards: {
    isUnreached: (_, { cause }: Failure) => toAppError(cause).kind === 'network',
    wasUnreached: ({ context }) => context.error?.kind === 'network',
  },
  actions: {
    start: assign(({ context: { input }, spawn }, { logic }: Code) => ({
      ref: spawnLoaded(spawn, logic, { id: 'modal', input }),
    })),
    notifyModal: enqueueActions(({ context: { ref }, enqueue }, news: ModalNews) => {
      if (ref) enqueue.sendTo(ref, news);
    }),
    pressClose: enqueueActions(({ context: { modal, ref }, enqueue }) => {
      const event = closings[modal];
      if (ref && event) enqueue.sendTo(ref, event);
    }),
    keepOutput: assign((_, params: { output: ModalContext['output'] }) => params),
    rememberFailure: assign(keepError),
    /** The server has another version. */
    reloadClient: sendTo(named('router'), { type: 'router.reload' }),
    notifyFailure: sendTo(named('toasts'), { type: 'toasts.show', kind: 'error', message: { key: 'app.modalFailed' } }),
    logFailure: (_, { cause }: Failure) => console.error('A modal stopped', cause),
  },
}).createMachine({
  id: 'modalHost',
  context: ({ input }) => ({ ...input, ref: null, output: null, error: null }),
  initial: 'loading',
  invoke: {
    src: 'holdBack',
    id: 'holdBack',
    input: ({ context }) => ({ when: closings[context.modal] ? 'always' : 'never' }),
  },
  on: { 'modal.close': '.closed', 'back.pressed': '.closed' },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadModal',
        id: 'loadModal',
        input: ({ context }) => ({ modal: context.modal }),
        onDone: { target: 'open', actions: { type: 'start', params: ({ event }) => ({ logic: event.output }) } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: {
      tags: 'failed',
      invoke: { src: 'serverCalls', id: 'serverCalls' },
      on: { 'modal.retry': 'loadingAgain', 'call.answered': { guard: 'wasUnreached', target: 'loading' } },
    },
    loadingAgain: {
      tags: 'busy',
      invoke: {
        src: 'loadModal',
        id: 'loadModalAgain',
        input: ({ context }) => ({ modal: context.modal }),
        onDone: { target: 'open', actions: { type: 'start', params: ({ event }) => ({ logic: event.output }) } },
        onError: [
          {
            guard: { type: 'isUnreached', params: failureOf },
            target: 'failed',
            actions: { type: 'rememberFailure', params: failureOf },
          },
          { target: 'failed', actions: 'reloadClient' },
        ],
      },
    },
    open: {
      on: {
        'back.pressed': { actions: 'pressClose' },
        'server.*': { actions: by('notifyModal') },
        'xstate.done.actor.modal': {
          target: 'closed',
          actions: by('keepOutput'),
        },
        'xstate.error.actor.modal': {
          target: 'closed',
          actions: [{ type: 'logFailure', params: failureOf }, 'notifyFailure'],
        },
        'modal.viewFailed': {
          target: 'closed',
          actions: [by('logFailure'), 'notifyFailure'],
        },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ answer: context.output }),
});

export type ModalRef = ActorRefFrom<typeof modalMachine>;
