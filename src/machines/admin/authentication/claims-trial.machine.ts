import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { listUsers } from '../../../services/endpoints/users.ts';
import { keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { TrialAccount } from './claims-rule.logic.ts';

export type ClaimsTrialEvent =
  | { type: 'trial.toggle' }
  /** Claims as JSON, or an ID token. */
  | { type: 'trial.paste'; pasted: string }
  | { type: 'trial.choose'; accountId: string | null }
  | { type: 'trial.retry' }
  | ResourceReport<'accounts', typeof listUsers>;

interface ClaimsTrialContext {
  readonly pasted: string;
  readonly accountId: string | null;
  readonly accounts: readonly TrialAccount[] | null;
  readonly error: AppError | null;
}

type Report = Extract<ClaimsTrialEvent, { type: 'accounts.loaded' }>;

const linkedAmong = (accounts: readonly TrialAccount[] | null, wanted: string | null): string | null =>
  accounts?.find(({ id, isLinked }) => isLinked && id === wanted)?.id ?? null;

/** Tests claims against the settings in the form; sends nothing. Closing it discards the pasted text. */
export const claimsTrialMachine = setup({
  types: {
    context: {} as ClaimsTrialContext,
    events: {} as ClaimsTrialEvent,
    children: {} as { accounts: 'accounts' },
  },
  actors: { accounts: resource('accounts', listUsers) },
  actions: {
    keepText: assign((_, { pasted }: { pasted: string }) => ({ pasted })),
    keepChoice: assign(({ context }, { accountId }: { accountId: string | null }) => ({
      accountId: linkedAmong(context.accounts, accountId),
    })),
    keepAccounts: assign(({ context }, { data }: Pick<Report, 'data'>) => {
      const accounts = data.users.items.map(({ id, username, email, type, isActive, hasOpenIDLink }) => ({
        id,
        username,
        email: email ?? null,
        type,
        isActive,
        isLinked: hasOpenIDLink,
      }));
      return { accounts, accountId: linkedAmong(accounts, context.accountId) };
    }),
    rememberFailure: assign(keepError),
    forget: assign({ pasted: '', accountId: null, accounts: null, error: null }),
    retry: sendTo('accounts', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'claimsTrial',
  context: { pasted: '', accountId: null, accounts: null, error: null },
  initial: 'closed',
  states: {
    closed: { entry: 'forget', on: { 'trial.toggle': 'open' } },
    open: {
      invoke: { src: 'accounts', id: 'accounts', input: { request: undefined, settleMs: 0 } },
      initial: 'loading',
      on: {
        'trial.toggle': 'closed',
        'trial.paste': { actions: by('keepText') },
        'accounts.loaded': {
          target: '.ready',
          actions: by('keepAccounts'),
        },
      },
      states: {
        loading: {
          on: {
            'accounts.failed': {
              target: 'failed',
              actions: { type: 'rememberFailure', params: ({ event }): Failure => event },
            },
          },
        },
        failed: { on: { 'trial.retry': { target: 'loading', actions: 'retry' } } },
        ready: { on: { 'trial.choose': { actions: by('keepChoice') } } },
      },
    },
  },
});

export type ClaimsTrialRef = ActorRefFrom<typeof claimsTrialMachine>;
