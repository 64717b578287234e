import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Account } from '../../../schemas/api/account.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { readUserDetail, type UserDetail } from './user-page.logic.ts';

export type UserPageEvent =
  | { type: 'userPage.edit' }
  | { type: 'data.loaded'; data: UserDetail }
  | ({ type: 'data.failed' } & Failure)
  | ModalClosed
  | PageRetry
  | PageRefresh
  | ServerEventOf<
      | 'server.user.updated'
      | 'server.user.removed'
      | 'server.user.online'
      | 'server.user.offline'
      | 'server.user.streamUpdated'
    >;

interface UserPageContext {
  readonly id: string;
  readonly detail: UserDetail | null;
  /** Time of the last load, in ms. */
  readonly readAt: number;
  readonly error: AppError | null;
}

const { loading, failed, kept, removed } = dataPage<UserDetail>();
const isThis = { type: 'isThis', params: ({ event }: { event: { user: { id: string } } }) => event.user } as const;

/** Page of one user for administrators: facts, listening sessions and media progress, kept up to date. */
export const userPageMachine = setup({
  types: {
    input: {} as PageInput<'configUser'>,
    context: {} as UserPageContext,
    events: {} as UserPageEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data' },
  },
  actors: { data: resourceBy<{ readonly id: string }>('data', readUserDetail) },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isThis: ({ context }, { id }: { id: string }) => context.id === id,
  },
  actions: {
    keepData: assign(({ system }, { data }: { data: UserDetail }) => ({
      detail: data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
    edit: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'editUser',
      input: { account: context.detail ? accountOf(context.detail) : null },
      tag: 'edit',
      replyTo: self,
    })),
  },
}).createMachine({
  id: 'userPage',
  context: ({ input }) => ({ id: input.route.id, detail: null, readAt: 0, error: null }),
  invoke: { src: 'data', id: 'data', input: ({ context }) => ({ request: { id: context.id }, settleMs: 1000 }) },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      on: {
        ...kept,
        ...removed,
        'userPage.edit': { actions: 'edit' },
        'modal.closed': { actions: 'refresh' },
        'server.user.updated': { guard: isThis, actions: 'markOutdated' },
        'server.user.removed': { guard: isThis, actions: 'refresh' },
        'server.user.online': { guard: isThis, actions: 'markOutdated' },
        'server.user.offline': { guard: isThis, actions: 'markOutdated' },
        'server.user.streamUpdated': { guard: isThis, actions: 'markOutdated' },
      },
    },
  },
});

function accountOf({ user, lastSession }: UserDetail): Account {
  const { mediaProgress: _progress, ...account } = user;
  return { ...account, latestSession: lastSession };
}

export type UserPageRef = ActorRefFrom<typeof userPageMachine>;
