import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { ApiKey } from '../../schemas/api/api-key.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { deleteApiKey } from '../../services/endpoints/api-keys.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { getUser, named } from '../app/system.ts';
import { dataPage, type PageRetry } from '../kit/data-page.ts';
import { editorToast } from '../kit/editor.ts';
import { failedBy, failureOf, keepError, type Failure } from '../kit/failure.logic.ts';
import { dangerQuestion, isAccepted } from '../kit/question.ts';
import { resourceBy } from '../kit/resource.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../page-host/page.protocol.ts';
import { isExpired, readKeys, type KeyList } from './api-keys.logic.ts';

export type ApiKeysEvent =
  | { type: 'apiKeys.add' }
  | { type: 'apiKeys.edit'; id: string }
  /** Asks first. */
  | { type: 'apiKeys.remove'; id: string }
  | { type: 'data.loaded'; data: KeyList }
  | ({ type: 'data.failed' } & Failure)
  | ModalClosed
  | PageRetry
  | PageRefresh;

interface ApiKeysContext extends KeyList {
  /** When the list was read, in ms. */
  readonly readAt: number;
  /** The key that is to be deleted; null while none is. */
  readonly removed: ApiKey | null;
  readonly error: AppError | null;
}

const { loading, failed, kept, gone } = dataPage<KeyList>();

/**
 * Keys with which programs act for a user (CFG-033, CFG-034, areas 8). Servers tell of no change: the list is read
 * again after each one, and when the connection was lost.
 *
 * Invariants:
 * 1. No key is deleted without a yes.
 * 2. The list knows no key itself, only what is said about it.
 */
export const apiKeysMachine = setup({
  types: {
    input: {} as PageInput<'configApiKeys'>,
    context: {} as ApiKeysContext,
    events: {} as ApiKeysEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; deleteApiKey: 'deleteApiKey' },
  },
  actors: { data: resourceBy<undefined>('data', readKeys), deleteApiKey: callEndpoint(deleteApiKey) },
  guards: {
    isGone: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isKnown: ({ context }, { id }: { id: string }) => context.keys.some((key) => key.id === id),
    isAccepted: ({ context }, closed: ModalClosed) => context.removed !== null && isAccepted(closed),
  },
  actions: {
    keepData: assign(({ system }, { data }: { data: KeyList }) => ({
      ...data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
    rememberRemoved: assign(({ context }, { id }: { id: string }) => ({
      removed: context.keys.find((key) => key.id === id) ?? null,
    })),
    forgetRemoved: assign({ removed: null }),
    dropRemoved: assign(({ context }) => ({ keys: context.keys.filter(({ id }) => id !== context.removed?.id) })),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    /** A key has all rights of its user: root is offered to root alone. */
    edit: sendTo(named('modals'), ({ context, self }, { id }: { id: string | null }): ModalsEvent => {
      const before = context.keys.find((key) => key.id === id) ?? null;
      const people = context.people.filter(({ type }) => type !== 'root' || getUser(self.system)?.type === 'root');
      const isOver = before !== null && !before.isActive && isExpired(before, context.readAt);
      return { type: 'modals.open', modal: 'editKey', input: { before, people, isOver }, tag: 'edit', replyTo: self };
    }),
    ask: sendTo(named('modals'), ({ context: { removed }, self }) =>
      dangerQuestion(
        'remove',
        { key: 'people.confirmDeleteKey', values: { title: removed?.name ?? '' } },
        { key: 'people.deleteKey' },
        self,
      ),
    ),
    tellDeleted: sendTo(named('toasts'), ({ context: { removed } }) =>
      editorToast('apiKeys', removed?.name ?? '', { kind: 'success', key: 'people.userDeleted' }),
    ),
    tellNotDeleted: sendTo(named('toasts'), ({ context: { removed } }, { cause }: Failure) =>
      editorToast('apiKeys', removed?.name ?? '', {
        kind: 'error',
        key: 'people.userNotDeleted',
        error: toAppError(cause),
      }),
    ),
  },
}).createMachine({
  id: 'apiKeys',
  context: { keys: [], people: [], readAt: 0, removed: null, error: null },
  invoke: { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      on: { ...kept, ...gone },
      states: {
        resting: {
          on: {
            'apiKeys.add': { target: 'asking', actions: ['forgetRemoved', { type: 'edit', params: { id: null } }] },
            'apiKeys.edit': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'asking',
              actions: ['forgetRemoved', { type: 'edit', params: ({ event }) => event }],
            },
            'apiKeys.remove': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'asking',
              actions: [{ type: 'rememberRemoved', params: ({ event }) => event }, 'ask'],
            },
          },
        },
        /** A dialog is open. */
        asking: {
          on: {
            'modal.closed': [
              { guard: { type: 'isAccepted', params: ({ event }) => event }, target: 'deleting' },
              { target: 'resting', actions: 'refresh' },
            ],
          },
        },
        deleting: {
          tags: 'busy',
          invoke: {
            src: 'deleteApiKey',
            id: 'deleteApiKey',
            input: ({ context }) => ({ id: context.removed?.id ?? '' }),
            onDone: { target: 'resting', actions: ['dropRemoved', 'tellDeleted', 'refresh'] },
            onError: { target: 'resting', actions: { type: 'tellNotDeleted', params: failureOf } },
          },
        },
      },
    },
  },
});

export type ApiKeysRef = ActorRefFrom<typeof apiKeysMachine>;
