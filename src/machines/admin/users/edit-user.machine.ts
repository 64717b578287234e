import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Account } from '../../../schemas/api/account.ts';
import type { UserType } from '../../../schemas/api/user.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { unlinkOpenId } from '../../../services/endpoints/users.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { editorToast, dangerQuestion, isAccepted } from '../../kit/messages.ts';
import { failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { type FormReport, formChanges } from '../../kit/form.machine.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import {
  readLimits,
  userForm,
  valuesOf,
  withRight,
  withType,
  type Limits,
  type Right,
  type UserSaved,
  type UserValues,
} from './edit-user.logic.ts';
import type { EditUserInput, EditUserOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type EditUserEvent =
  | { type: 'editUser.retry' }
  | { type: 'editUser.setType'; userType: UserType }
  | { type: 'editUser.setRight'; right: Right; isGiven: boolean }
  | { type: 'editUser.removeLink' }
  | { type: 'editUser.close' }
  | { type: 'limits.loaded'; data: Limits }
  | ({ type: 'limits.failed' } & Failure)
  | FormReport<'form', UserValues, UserSaved>
  | ModalClosed;

interface EditUserContext extends EditUserInput {
  readonly limits: Limits | null;
  readonly form: ActorRefFrom<typeof userForm> | null;
  readonly saved: EditUserOutput;
  readonly error: AppError | null;
}

type Saved = { answer: UserSaved };

/** Dialog that adds or edits an account. */
export const editUserMachine = setup({
  types: {
    input: {} as EditUserInput,
    context: {} as EditUserContext,
    events: {} as EditUserEvent,
    output: {} as EditUserOutput,
    tags: {} as 'busy' | 'failed',
    children: {} as { limits: 'limits'; form: 'form'; unlink: 'unlink' },
  },
  actors: { limits: resourceBy<undefined>('limits', readLimits), form: userForm, unlink: callEndpoint(unlinkOpenId) },
  guards: {
    canUnlink: ({ context }) => (context.saved ?? context.account)?.hasOpenIDLink === true,
    isAccepted: (_, closed: ModalClosed) => isAccepted(closed),
    isChanged: (_, { answer }: Saved) => answer !== null,
    isRenamed: (_, { answer }: Saved) => answer !== null && answer.accessToken !== null,
  },
  actions: {
    keep: assign(({ context, spawn }, { data }: { data: Limits }) => ({
      limits: data,
      form: context.form ?? spawn('form', { id: 'form', input: { values: valuesOf(context.account) } }),
      error: null,
    })),
    rememberFailure: assign(keepError),
    retry: sendTo('limits', { type: 'resource.retry' }),
    setType: enqueueActions(({ context: { form }, enqueue }, { userType }: { userType: UserType }) => {
      for (const change of formChanges(form?.getSnapshot().context.values, withType, userType))
        enqueue.sendTo('form', change);
    }),
    setRight: enqueueActions(
      ({ context: { form, limits }, enqueue }, { right, isGiven }: { right: Right; isGiven: boolean }) => {
        if (limits === null) return;
        for (const change of formChanges(form?.getSnapshot().context.values, withRight, { right, isGiven, limits }))
          enqueue.sendTo('form', change);
      },
    ),
    keepSaved: assign(({ context }, { answer }: Saved) => ({ saved: answer?.account ?? context.saved })),
    /** A renamed account gets a new token; the old one is invalid. */
    notifyToken: enqueueActions(({ enqueue }, { answer }: Saved) => {
      const accessToken = answer?.accessToken ?? null;
      if (accessToken !== null) enqueue.sendTo(named('auth'), { type: 'auth.replaced', accessToken });
    }),
    keepUnlinked: assign(({ context }) => {
      const account: Account | null = context.saved ?? context.account;
      return { saved: account && { ...account, hasOpenIDLink: false } };
    }),
    notify: sendTo(named('toasts'), ({ context }, { key }: { key: string }) =>
      editorToast('users', (context.saved ?? context.account)?.username ?? '', { kind: 'success', key }),
    ),
    notifySaved: sendTo(named('toasts'), ({ context: { account, saved } }) =>
      editorToast('users', (saved ?? account)?.username ?? '', {
        kind: 'success',
        key: account ? 'people.userSaved' : 'people.userAdded',
      }),
    ),
    notifyNotUnlinked: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      editorToast('users', context.account?.username ?? '', {
        kind: 'error',
        key: 'people.notUnlinked',
        error: toAppError(cause),
      }),
    ),
    ask: sendTo(named('modals'), ({ context, self }) =>
      dangerQuestion(
        'unlink',
        { key: 'people.confirmUnlink', values: { title: context.account?.username ?? '' } },
        { key: 'people.unlink' },
        self,
      ),
    ),
  },
}).createMachine({
  id: 'editUser',
  context: ({ input }) => ({ ...input, limits: null, form: null, saved: null, error: null }),
  invoke: { src: 'limits', id: 'limits', input: { request: undefined, settleMs: 0 } },
  initial: 'loading',
  on: { 'editUser.close': '.closed' },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'limits.loaded': { target: 'ready', actions: by('keep') },
        'limits.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: { tags: 'failed', on: { 'editUser.retry': { target: 'loading', actions: 'retry' } } },
    ready: {
      initial: 'resting',
      on: {
        'editUser.setType': { actions: by('setType') },
        'editUser.setRight': { actions: by('setRight') },
        'form.saved': [
          {
            guard: by('isRenamed'),
            target: 'closed',
            actions: [by('keepSaved'), by('notifyToken'), 'notifySaved'],
          },
          {
            guard: by('isChanged'),
            target: 'closed',
            actions: [by('keepSaved'), 'notifySaved'],
          },
          { target: 'closed' },
        ],
      },
      states: {
        resting: { on: { 'editUser.removeLink': { guard: 'canUnlink', target: 'asking' } } },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [{ guard: by('isAccepted'), target: 'unlinking' }, { target: 'resting' }],
          },
        },
        unlinking: {
          tags: 'busy',
          invoke: {
            src: 'unlink',
            id: 'unlink',
            input: ({ context }) => ({ id: context.account?.id ?? '' }),
            onDone: {
              target: 'resting',
              actions: ['keepUnlinked', { type: 'notify', params: { key: 'people.unlinked' } }],
            },
            onError: { target: 'resting', actions: { type: 'notifyNotUnlinked', params: failureOf } },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => context.saved,
});

export type EditUserRef = ActorRefFrom<typeof editUserMachine>;
