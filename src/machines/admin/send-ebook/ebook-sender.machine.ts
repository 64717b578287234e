import { assign, enqueueActions, raise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import { sendEbook } from '../../../services/endpoints/account.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named, type SystemRef } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { EbookSenderCommand, EbookToSend } from './ebook-sender.protocol.ts';

export type EbookSenderEvent = EbookSenderCommand | ModalClosed<'confirm'> | { type: 'ebook.accepted' };

interface EbookSenderContext {
  readonly requested: EbookToSend | null;
  /** The first one is being sent. */
  readonly waiting: readonly EbookToSend[];
}

/** Sends ebooks by the server's email, one after the other, each after a confirmation. No page waits for it. */
export const ebookSenderMachine = setup({
  types: {
    context: {} as EbookSenderContext,
    events: {} as EbookSenderEvent,
    children: {} as { sendEbook: 'sendEbook' },
    tags: {} as 'busy',
  },
  actors: { sendEbook: callEndpoint(sendEbook) },
  guards: {
    isAccepted: (_, params: ModalClosed<'confirm'>) => params.output?.accepted === true,
    isWaiting: ({ context }) => context.waiting.length > 0,
  },
  actions: {
    rememberRequested: assign((_, { ebook }: { ebook: EbookToSend }) => ({ requested: ebook })),
    ask: sendTo(named('modals'), ({ context, self }): ModalsEvent => {
      const { title = '', format = '', device = '' } = context.requested ?? {};
      return {
        type: 'modals.open',
        modal: 'confirm',
        input: {
          type: 'yesNo',
          tone: 'primary',
          message: { key: 'sendEbook.confirm', values: { title, format: format.toUpperCase(), device } },
          confirmLabel: { key: 'sendEbook.send' },
        },
        tag: 'send',
        replyTo: self,
      };
    }),
    takeRequested: assign(({ context: { requested, waiting } }) => ({
      waiting: requested ? [...waiting, requested] : waiting,
    })),
    forgetRequested: assign({ requested: null }),
    takeAgain: assign(({ context }, { ebook }: { ebook: EbookToSend }) => ({ waiting: [...context.waiting, ebook] })),
    notifyStart: raise({ type: 'ebook.accepted' }),
    notifySent: sendTo(named('toasts'), ({ context: { waiting } }): ToastsEvent => ({
      type: 'toasts.show',
      kind: 'success',
      message: { key: 'sendEbook.sent', values: valuesOf(waiting[0]) },
    })),
    notifyFailure: enqueueActions(({ context: { waiting }, enqueue }, { cause }: Failure) => {
      const [ebook] = waiting;
      if (!ebook) return;
      enqueue.sendTo(named('toasts'), {
        type: 'toasts.show',
        kind: 'error',
        durationMs: null,
        message: { key: 'sendEbook.failed', values: valuesOf(ebook) },
        error: toAppError(cause),
        action: { label: { key: 'common.retry' }, to: 'ebookSender', event: { type: 'ebook.retry', ebook } },
      });
    }),
    forgetFirst: assign(({ context }) => ({ waiting: context.waiting.slice(1) })),
  },
}).createMachine({
  id: 'ebookSender',
  context: { requested: null, waiting: [] },
  type: 'parallel',
  states: {
    question: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'ebook.send': { target: 'asking', actions: by('rememberRequested') },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [
              {
                guard: by('isAccepted'),
                target: 'resting',
                actions: ['takeRequested', 'forgetRequested', 'notifyStart'],
              },
              { target: 'resting', actions: 'forgetRequested' },
            ],
          },
        },
      },
    },
    delivery: {
      initial: 'idle',
      on: { 'ebook.retry': { actions: [by('takeAgain'), 'notifyStart'] } },
      states: {
        idle: { on: { 'ebook.accepted': 'sending' } },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'sendEbook',
            id: 'sendEbook',
            input: ({ context: { waiting } }) => ({
              libraryItemId: waiting[0]?.libraryItemId ?? '',
              deviceName: waiting[0]?.device ?? '',
            }),
            onDone: { target: 'deciding', actions: ['notifySent', 'forgetFirst'] },
            onError: {
              target: 'deciding',
              actions: [{ type: 'notifyFailure', params: failureOf }, 'forgetFirst'],
            },
          },
        },
        deciding: { always: [{ guard: 'isWaiting', target: 'sending' }, { target: 'idle' }] },
      },
    },
  },
});

const valuesOf = (ebook: EbookToSend | undefined) => ({ title: ebook?.title ?? '', device: ebook?.device ?? '' });

export type EbookSenderRef = SystemRef<'ebookSender', ActorRefFrom<typeof ebookSenderMachine>>;
