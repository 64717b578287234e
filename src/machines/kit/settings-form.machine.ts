import { and, assign, fromPromise, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from './by.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { Api } from '../../services/api.ts';
import { getPorts, type Ports } from './ports.ts';
import { named } from './system.ts';
import type { ModalClosed } from '../app/modals/modals.protocol.ts';
import { failureOf, keepError, type Failure } from './failure.logic.ts';
import type { FormChange } from './form.logic.ts';
import { leaveGuard, type LeaveWanted } from './leave-guard.actor.ts';
import { leaveQuestion } from './messages.ts';
import type { Retyped } from './retyped.ts';
import {
  afterReset,
  afterSave,
  decided,
  following,
  formOf,
  isDirty,
  isDue,
  withChange,
  type FieldValue,
  type FieldValues,
  type SettingsFormContext,
  changeOf,
  problemsOf,
  tidied,
  withoutHidden,
  type AnyFieldRow,
  type FieldRow,
} from './settings-form.logic.ts';

type SettingsFormEvent<Values = FieldValues> =
  | FormChange<Values>
  | { type: 'form.follow'; values: Values }
  | { type: 'form.takeTheirs'; field: keyof Values & string }
  | { type: 'form.keepMine'; field: keyof Values & string }
  | { type: 'form.submit' }
  | { type: 'form.reset' }
  | { type: 'form.toggleReveal' }
  | LeaveWanted
  | ModalClosed<'confirm'>;

interface Read {
  readonly data: unknown;
  readonly values: FieldValues;
}

/** `base`: the server's values. */
interface SaveInput {
  readonly base: FieldValues;
  readonly sent: FieldValues;
}

/**
 * Form of server settings that several people may edit. Clashing edits are shown side by side and block saving.
 * Sends only changed fields; asks before unsaved edits are left.
 */
export const settingsFormMachine = setup({
  types: {
    input: {} as { values: FieldValues },
    context: {} as SettingsFormContext,
    events: {} as SettingsFormEvent,
    tags: {} as 'busy',
    children: {} as { leaveGuard: 'leaveGuard'; read: 'read'; save: 'save' },
  },
  actors: {
    leaveGuard,
    read: fromPromise<Read>(() => Promise.reject(new Error('A form needs a read'))),
    save: fromPromise<Read, SaveInput>(() => Promise.reject(new Error('A form needs a save'))),
  },
  guards: {
    isDirty: ({ context }) => isDirty(context),
    isClean: ({ context }) => !isDirty(context),
    isDue: ({ context }) => isDue(context, []),
    hasProblems: (_args): boolean => false,
    clashes: ({ context }, { values }: Read) => (following(context, values, []).clashes ?? []).length > 0,
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: string; value: FieldValue }) =>
      withChange(context, field, value),
    ),
    follow: assign(({ context }, { values }: { values: FieldValues }) => following(context, values, [])),
    takeTheirs: assign(({ context }, { field }: { field: string }) => decided(context, field, 'theirs')),
    keepMine: assign(({ context }, { field }: { field: string }) => decided(context, field, 'mine')),
    noteProblems: assign(() => ({ problems: {} })),
    begin: assign({ problems: {}, error: null, refused: null, isSaved: false }),
    takeValues: assign(({ context }) => ({ sent: context.values })),
    keepSaved: assign(({ context }, { values }: Read) => afterSave(context, values, [])),
    notifySaved: sendParent((_, { data }: Read) => ({ type: 'form.saved', data })),
    rememberFailure: assign(keepError),
    noteRefused: assign((_args, _params: Failure) => ({ refused: null })),
    dropSent: assign({ sent: null }),
    reset: assign(({ context }) => afterReset(context)),
    toggleReveal: assign(({ context }) => ({ isRevealed: !context.isRevealed })),
    ask: sendTo(named('modals'), ({ self }) => leaveQuestion(self)),
    proceed: sendTo('leaveGuard', { type: 'leave.proceed' }),
  },
}).createMachine({
  id: 'settingsForm',
  context: ({ input }) => formOf(input.values),
  type: 'parallel',
  on: {
    'form.change': { actions: by('change') },
    'form.toggleReveal': { actions: 'toggleReveal' },
  },
  states: {
    form: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'form.follow': { actions: by('follow') },
            'form.takeTheirs': { actions: by('takeTheirs') },
            'form.keepMine': { actions: by('keepMine') },
            'form.reset': { actions: 'reset' },
            'form.submit': [
              { guard: and(['isDue', 'hasProblems']), actions: 'noteProblems' },
              { guard: 'isDue', target: 'checking' },
            ],
          },
        },
        /** They may have changed on the server since. */
        checking: {
          tags: 'busy',
          entry: 'begin',
          invoke: {
            src: 'read',
            id: 'read',
            onDone: [
              {
                guard: { type: 'clashes', params: ({ event }) => event.output },
                target: 'resting',
                actions: { type: 'follow', params: ({ event }) => event.output },
              },
              {
                guard: 'hasProblems',
                target: 'resting',
                actions: [{ type: 'follow', params: ({ event }) => event.output }, 'noteProblems'],
              },
              { target: 'saving', actions: { type: 'follow', params: ({ event }) => event.output } },
            ],
            onError: { target: 'resting', actions: { type: 'rememberFailure', params: failureOf } },
          },
        },
        saving: {
          tags: 'busy',
          entry: 'takeValues',
          invoke: {
            src: 'save',
            id: 'save',
            input: ({ context }) => ({ base: context.base, sent: context.sent ?? context.values }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'keepSaved', params: ({ event }) => event.output },
                { type: 'notifySaved', params: ({ event }) => event.output },
              ],
            },
            onError: {
              target: 'resting',
              actions: [
                'dropSent',
                { type: 'rememberFailure', params: failureOf },
                { type: 'noteRefused', params: failureOf },
              ],
            },
          },
        },
      },
    },
    door: {
      initial: 'open',
      states: {
        open: { always: { guard: 'isDirty', target: 'held' } },
        held: {
          invoke: { src: 'leaveGuard', id: 'leaveGuard' },
          initial: 'watching',
          states: {
            watching: {
              always: { guard: 'isClean', target: '#settingsForm.door.open' },
              on: { 'leave.wanted': 'asking' },
            },
            asking: {
              entry: 'ask',
              on: {
                'modal.closed': [
                  {
                    guard: by('isAccepted'),
                    target: 'watching',
                    actions: 'proceed',
                  },
                  { target: 'watching' },
                ],
              },
            },
          },
        },
      },
    },
  },
});

interface SettingsFormRules<Data, Values, Row = FieldRow<Values>> {
  readonly rows: readonly Row[];
  /** `baseUrl`: the server's address for a browser. */
  readonly valuesOf: (data: Data, baseUrl: string) => Values;
  /** Repeated before a save. Rejects with an `AppException`, as `save`. */
  readonly read: (api: Api, signal: AbortSignal) => Promise<Data>;
  /** Saves `change`; `values` are all fields. Resolves with the server's data. */
  readonly save: (api: Api, change: Partial<Values>, values: Values, signal: AbortSignal) => Promise<Data>;
  readonly refusedField?: (error: AppError) => (keyof Values & string) | null;
}

export interface SettingsFormSaved<Data> {
  type: 'form.saved';
  data: Data;
}

type SettingsFormOf<Values> = Retyped<
  typeof settingsFormMachine,
  SettingsFormContext<Values>,
  SettingsFormEvent<Values>,
  { values: Values }
>;

export type SettingsFormRef<Values> = ActorRefFrom<SettingsFormOf<Values>>;

/**
 * A settings form actor, invoked as `form` once the data is loaded. Takes `form.follow`, reports `form.saved`, and asks
 * before unsaved edits are left.
 */
export function settingsForm<Data, Values extends object>(
  rules: SettingsFormRules<Data, Values>,
): SettingsFormOf<Values>;
export function settingsForm({
  rows,
  valuesOf,
  read,
  save,
  refusedField = () => null,
}: SettingsFormRules<unknown, FieldValues, AnyFieldRow>): typeof settingsFormMachine {
  const loadedFrom = (data: unknown, { baseUrl }: Ports) => ({ data, values: valuesOf(data, baseUrl) });
  return settingsFormMachine.provide({
    actors: {
      read: fromPromise(async ({ system, signal }) => {
        const ports = getPorts(system);
        return loadedFrom(await read(ports.api, signal), ports);
      }),
      save: fromPromise(async ({ input: { base, sent }, system, signal }) => {
        const change = changeOf(base, sent);
        const ports = getPorts(system);
        const isAny = Object.keys(change).length > 0;
        const { api } = ports;
        return loadedFrom(await (isAny ? save(api, change, sent, signal) : read(api, signal)), ports);
      }),
    },
    guards: {
      isDue: ({ context }) => isDue(context, rows),
      clashes: ({ context }, { values }) => (following(context, values, rows).clashes ?? []).length > 0,
      hasProblems: ({ context }) => Object.keys(problemsOf(rows, tidied(rows, context.values))).length > 0,
    },
    actions: {
      noteProblems: assign(({ context }) => ({
        problems: problemsOf(rows, tidied(rows, context.values)),
        isSaved: false,
      })),
      follow: assign(({ context }, { values }) => following(context, values, rows)),
      takeValues: assign(({ context }) => {
        const values = withoutHidden(rows, { ...context, values: tidied(rows, context.values) });
        return { values, sent: values };
      }),
      keepSaved: assign(({ context }, { values }) => afterSave(context, values, rows)),
      noteRefused: assign((_, { cause }) => ({ refused: refusedField(toAppError(cause)) })),
    },
  });
}
