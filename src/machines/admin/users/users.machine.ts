import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Account, OnlineUser } from '../../../schemas/api/account.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { deleteUser } from '../../../services/endpoints/users.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { readUsers, withAccount, withPresence, type UserList } from './users.logic.ts';

export type UsersEvent =
  | { type: 'users.search'; query: string }
  | { type: 'users.add' }
  | { type: 'users.edit'; id: string }
  | { type: 'users.remove'; id: string }
  | { type: 'data.loaded'; data: UserList }
  | ({ type: 'data.failed' } & Failure)
  | RemovalReport<Account>
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
  /** Time of the last load or change, in ms: base of relative times. */
  readonly readAt: number;
  readonly query: string;
  readonly error: AppError | null;
}

const { loading, failed, kept, removed } = dataPage<UserList>();

const userRemoval = removal<Account, unknown>({
  remove: (api, { id }, signal) => api.call(deleteUser, { id }, signal),
  texts: ({ username }) => ({
    toast: 'users',
    values: { title: username },
    question: 'people.confirmDeleteUser',
    confirm: 'people.deleteUser',
    removed: 'people.userDeleted',
    notRemoved: 'people.userNotDeleted',
  }),
});

/** Page of the accounts and their presence, kept up to date. Adds, edits and deletes accounts. */
export const usersMachine = setup({
  types: {
    input: {} as PageInput<'configUsers'>,
    context: {} as UsersContext,
    events: {} as UsersEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; removal: 'removal' },
  },
  actors: { data: resourceBy<undefined>('data', readUsers), removal: userRemoval },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isKnown: ({ context }, { id }: { id: string }) => context.users.some((user) => user.id === id),
    isSaved: (_, closed: ModalClosed) => closed.modal === 'editUser' && closed.output !== null,
  },
  actions: {
    keepData: assign(({ system }, { data }: { data: UserList }) => ({
      ...data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
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
    search: assign((_, { query }: { query: string }) => ({ query })),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    edit: sendTo(named('modals'), ({ context, self }, { id }: { id: string | null }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'editUser',
      input: { account: context.users.find((user) => user.id === id) ?? null },
      tag: 'edit',
      replyTo: self,
    })),
    askToRemove: sendTo('removal', ({ context }, { id }: { id: string }) => ({
      type: 'removal.ask',
      subject: context.users.find((user) => user.id === id),
    })),
  },
}).createMachine({
  id: 'users',
  context: { users: [], online: {}, readAt: 0, query: '', error: null },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'removal', id: 'removal' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      on: {
        ...kept,
        ...removed,
        'server.user.added': { actions: by('keepUser') },
        /** Administrators get this for accounts that they changed, and for their own. */
        'server.user.updated': {
          guard: { type: 'isKnown', params: ({ event }) => event.user },
          actions: by('keepUser'),
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
        'users.search': { actions: by('search') },
        'users.add': { actions: { type: 'edit', params: { id: null } } },
        'users.edit': {
          guard: by('isKnown'),
          actions: by('edit'),
        },
        'users.remove': {
          guard: by('isKnown'),
          actions: by('askToRemove'),
        },
        'removal.finished': { actions: { type: 'dropUser', params: ({ event }) => event.subject } },
        'modal.closed': {
          guard: by('isSaved'),
          actions: by('keepSaved'),
        },
      },
    },
  },
});

export type UsersRef = ActorRefFrom<typeof usersMachine>;
