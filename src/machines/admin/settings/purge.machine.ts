import { assign, sendTo, setup, fromPromise } from 'xstate';
import { by } from '../../kit/by.ts';
import { purgeCache, purgeItemsCache } from '../../../services/endpoints/server-admin.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import type { ConfirmInput } from '../../app/modals/confirm.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import { failedToast, toast } from '../../kit/toast.ts';

/** `all`: the whole cache folder; `items`: leftovers of item tools. */
export type Cache = 'all' | 'items';

export type PurgeEvent = { type: 'cache.purge'; cache: Cache } | ModalClosed<'confirm'>;

const QUESTIONS: Readonly<Record<Cache, ConfirmInput>> = {
  all: {
    type: 'yesNo',
    tone: 'danger',
    title: { key: 'serverCache.noticeTitle' },
    width: 675,
    message: { key: 'serverCache.confirmAll' },
    confirmLabel: { key: 'serverCache.yes' },
    cancelLabel: { key: 'serverCache.no' },
  },
  items: {
    type: 'yesNo',
    tone: 'danger',
    message: { key: 'serverCache.confirmItems' },
    confirmLabel: { key: 'serverCache.purgeItems' },
  },
};

/** Clears server caches after a confirmation. */
export const purgeMachine = setup({
  types: {
    context: {} as { readonly cache: Cache },
    events: {} as PurgeEvent,
    tags: {} as 'busy',
    children: {} as { purge: 'purge' },
  },
  actors: {
    purge: fromPromise<unknown, { readonly cache: Cache }>(({ input: { cache }, system, signal }) =>
      getPorts(system).api.call(cache === 'all' ? purgeCache : purgeItemsCache, undefined, signal),
    ),
  },
  guards: { isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true },
  actions: {
    remember: assign((_, { cache }: { cache: Cache }) => ({ cache })),
    ask: sendTo(named('modals'), ({ context: { cache }, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      tag: 'purge',
      replyTo: self,
      input: QUESTIONS[cache],
    })),
    notifyPurged: sendTo(named('toasts'), toast('success', 'cache', 'serverCache.purged')),
    notifyFailed: sendTo(named('toasts'), (_, { cause }: Failure): ToastsEvent =>
      failedToast('cache', 'serverCache.failed', cause),
    ),
  },
}).createMachine({
  id: 'purge',
  context: { cache: 'all' },
  initial: 'resting',
  states: {
    resting: {
      on: { 'cache.purge': { target: 'asking', actions: by('remember') } },
    },
    asking: {
      entry: 'ask',
      on: {
        'modal.closed': [{ guard: by('isAccepted'), target: 'purging' }, { target: 'resting' }],
      },
    },
    purging: {
      tags: 'busy',
      invoke: {
        src: 'purge',
        id: 'purge',
        input: ({ context }) => context,
        onDone: { target: 'resting', actions: 'notifyPurged' },
        onError: { target: 'resting', actions: { type: 'notifyFailed', params: failureOf } },
      },
    },
  },
});
