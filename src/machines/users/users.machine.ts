import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Account, OnlineUser } from '../../schemas/api/account.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { deleteUser } from '../../services/endpoints/users.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import { dataPage, type PageRetry } from '../kit/data-page.ts';
import { editorToast } from '../kit/editor.ts';
import { failedBy, failureOf, keepError, type Failure } from '../kit/failure.logic.ts';
import { dangerQuestion, isAccepted } from '../kit/question.ts';
import { resourceBy } from '../kit/resource.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../page-host/page.protocol.ts';
import { readUsers, withAccount, withPresence, type UserList } from './users.logic.ts';

export type UsersEvent =
  | { type: 'users.add' }
  | { type: 'users.edit'; id: string }
  /** Asks first. */
  | { type: 'users.remove'; id: string }
  | { type: 'data.loaded'; data: UserList }
  | ({ type: 'data.failed' } & Failure)
  | ModalClosed
  | PageRetry
  | PageRefresh
  | ServerEventOf<
      | 'server.user.added'
      | 'server.user.updated'
      | 'server.user.removed'
      | 'server.user.online'
      | 'server.user.offline'
      | 'server.user.streamUpdated'
    >;

interface UsersContext extends UserList {
  /** When the list was read or changed, in ms: times are told from it. */
  readonly readAt: number;
  /** The account that is to be deleted; null while none is. */
  readonly removed: Account | null;
  readonly error: AppError | null;
}

const { loading, failed, kept, gone } = dataPage<UserList>();

/**
 * The accounts of the server (CFG-026, CFG-031, CFG-032, areas 7.1): who is connected and what they listen to, kept as
 * the server tells it; accounts are added and changed in a dialog, and deleted after a question.
 *
 * Invariants:
 * 1. Nobody is deleted without a yes.
 * 2. An account that the server removed is not shown.
 */
export const usersMachine = setup({
  types: {
    input: {} as PageInput<'configUsers'>,
    context: {} as UsersContext,
    events: {} as UsersEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; deleteUser: 'deleteUser' },
  },
  actors: { data: resourceBy<undefined>('data', readUsers), deleteUser: callEndpoint(deleteUser) },
  guards: {
    isGone: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isKnown: ({ context }, { id }: { id: string }) => context.users.some((user) => user.id === id),
    isAccepted: ({ context }, closed: ModalClosed) => context.removed !== null && isAccepted(closed),
    isSaved: (_, closed: ModalClosed) => closed.modal === 'editUser' && closed.output !== null,
  },
  actions: {
    keepData: assign(({ system }, { data }: { data: UserList }) => ({
      ...data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
    rememberRemoved: assign(({ context }, { id }: { id: string }) => ({
      removed: context.users.find((user) => user.id === id) ?? null,
    })),
    forgetRemoved: assign({ removed: null }),
    keepUser: assign(({ context }, { user }: { user: Account }) => ({ users: withAccount(context.users, user) })),
    keepSaved: assign(({ context }, closed: ModalClosed) =>
      closed.modal === 'editUser' && closed.output !== null ? { users: withAccount(context.users, closed.output) } : {},
    ),
    dropUser: assign(({ context }, { id }: { id: string }) => ({
      users: context.users.filter((user) => user.id !== id),
    })),
    keepPresence: assign(({ context, system }, { user, isOnline }: { user: OnlineUser; isOnline: boolean }) => {
      const now = getPorts(system).clock.now();
      return { ...withPresence(context, user, isOnline, now), readAt: now };
    }),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    edit: sendTo(named('modals'), ({ context, self }, { id }: { id: string | null }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'editUser',
      input: { account: context.users.find((user) => user.id === id) ?? null },
      tag: 'edit',
      replyTo: self,
    })),
    ask: sendTo(named('modals'), ({ context: { removed }, self }) =>
      dangerQuestion(
        'remove',
        { key: 'people.confirmDeleteUser', values: { title: removed?.username ?? '' } },
        { key: 'people.deleteUser' },
        self,
      ),
    ),
    tellDeleted: sendTo(named('toasts'), ({ context: { removed } }) =>
      editorToast('users', removed?.username ?? '', { kind: 'success', key: 'people.userDeleted' }),
    ),
    tellNotDeleted: sendTo(named('toasts'), ({ context: { removed } }, { cause }: Failure) =>
      editorToast('users', removed?.username ?? '', {
        kind: 'error',
        key: 'people.userNotDeleted',
        error: toAppError(cause),
      }),
    ),
  },
}).createMachine({
  id: 'users',
  context: { users: [], online: {}, readAt: 0, removed: null, error: null },
  invoke: { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      on: {
        ...kept,
        ...gone,
        'server.user.added': { actions: { type: 'keepUser', params: ({ event }) => event } },
        /** An administrator hears this of accounts that they changed, and of their own. */
        'server.user.updated': {
          guard: { type: 'isKnown', params: ({ event }) => event.user },
          actions: { type: 'keepUser', params: ({ event }) => event },
        },
        'server.user.removed': { actions: { type: 'dropUser', params: ({ event }) => event.user } },
        'server.user.online': {
          actions: { type: 'keepPresence', params: ({ event }) => ({ user: event.user, isOnline: true }) },
        },
        'server.user.streamUpdated': {
          actions: { type: 'keepPresence', params: ({ event }) => ({ user: event.user, isOnline: true }) },
        },
        'server.user.offline': {
          actions: { type: 'keepPresence', params: ({ event }) => ({ user: event.user, isOnline: false }) },
        },
      },
      states: {
        resting: {
          on: {
            'users.add': { target: 'asking', actions: ['forgetRemoved', { type: 'edit', params: { id: null } }] },
            'users.edit': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'asking',
              actions: ['forgetRemoved', { type: 'edit', params: ({ event }) => event }],
            },
            'users.remove': {
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
              {
                guard: { type: 'isSaved', params: ({ event }) => event },
                target: 'resting',
                actions: { type: 'keepSaved', params: ({ event }) => event },
              },
              { target: 'resting' },
            ],
          },
        },
        deleting: {
          tags: 'busy',
          invoke: {
            src: 'deleteUser',
            id: 'deleteUser',
            input: ({ context }) => ({ id: context.removed?.id ?? '' }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'dropUser', params: ({ context }) => ({ id: context.removed?.id ?? '' }) },
                'tellDeleted',
              ],
            },
            onError: { target: 'resting', actions: { type: 'tellNotDeleted', params: failureOf } },
          },
        },
      },
    },
  },
});

export type UsersRef = ActorRefFrom<typeof usersMachine>;
