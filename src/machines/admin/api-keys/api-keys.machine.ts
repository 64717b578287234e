import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { ApiKey } from '../../../schemas/api/account.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { deleteApiKey } from '../../../services/endpoints/users.ts';
import { getPorts } from '../../kit/ports.ts';
import { getUser, named } from '../../kit/system.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { isExpired, readKeys, type KeyList } from './api-keys.logic.ts';

export type ApiKeysEvent =
  | { type: 'apiKeys.add' }
  | { type: 'apiKeys.edit'; id: string }
  | { type: 'apiKeys.remove'; id: string }
  | { type: 'data.loaded'; data: KeyList }
  | ({ type: 'data.failed' } & Failure)
  | RemovalReport<ApiKey>
  | ModalClosed
  | PageRetry
  | PageRefresh;

interface ApiKeysContext extends KeyList {
  /** Time of the last load, in ms. */
  readonly readAt: number;
  readonly error: AppError | null;
}

const { loading, failed, kept, removed } = dataPage<KeyList>();

const keyRemoval = removal<ApiKey, unknown>({
  remove: (api, { id }, signal) => api.call(deleteApiKey, { id }, signal),
  texts: ({ name }) => ({
    toast: 'apiKeys',
    values: { name },
    question: 'apiKeyQuestion.confirm',
    confirm: 'apiKeyQuestion.delete',
    removed: 'apiKeyQuestion.deleted',
    notRemoved: 'apiKeyQuestion.notDeleted',
  }),
});

/** Lists API keys. The server sends no events for keys: the list reloads after each change and each reconnect. */
export const apiKeysMachine = setup({
  types: {
    input: {} as PageInput<'configApiKeys'>,
    context: {} as ApiKeysContext,
    events: {} as ApiKeysEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; removal: 'removal'; recheck: 'recheck' },
  },
  actors: { data: resourceBy<undefined>('data', readKeys), removal: keyRemoval, recheck: recheckMachine },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isKnown: ({ context }, { id }: { id: string }) => context.keys.some((key) => key.id === id),
  },
  actions: {
    keepData: assign(({ system }, { data }: { data: KeyList }) => ({
      ...data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
    dropKey: assign(({ context }, { id }: { id: string }) => ({ keys: context.keys.filter((key) => key.id !== id) })),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    edit: sendTo(named('modals'), ({ context, self }, { id }: { id: string | null }): ModalsEvent => {
      const before = context.keys.find((key) => key.id === id) ?? null;
      const people = context.people.filter(({ type }) => type !== 'root' || getUser(self.system)?.type === 'root');
      const isOver = before !== null && !before.isActive && isExpired(before, context.readAt);
      return { type: 'modals.open', modal: 'editKey', input: { before, people, isOver }, tag: 'edit', replyTo: self };
    }),
    askToRemove: sendTo('removal', ({ context }, { id }: { id: string }) => ({
      type: 'removal.ask',
      subject: context.keys.find((key) => key.id === id),
    })),
  },
}).createMachine({
  id: 'apiKeys',
  context: { keys: [], people: [], readAt: 0, error: null },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'removal', id: 'removal' },
    { src: 'recheck', id: 'recheck' },
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
        'apiKeys.add': { actions: { type: 'edit', params: { id: null } } },
        'apiKeys.edit': {
          guard: by('isKnown'),
          actions: by('edit'),
        },
        'apiKeys.remove': {
          guard: by('isKnown'),
          actions: by('askToRemove'),
        },
        'removal.finished': { actions: [{ type: 'dropKey', params: ({ event }) => event.subject }, 'refresh'] },
        'modal.closed': { actions: 'refresh' },
      },
    },
  },
});

export type ApiKeysRef = ActorRefFrom<typeof apiKeysMachine>;
