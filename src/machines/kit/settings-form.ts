import { assign, fromPromise, type ActorRefFrom } from 'xstate';
import type { Api } from '../../services/api.ts';
import { getPorts, type Ports } from '../app/ports.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { Retyped } from './retyped.ts';
import {
  afterSave,
  changeOf,
  following,
  isDue,
  problemsOf,
  tidied,
  withoutHidden,
  type AnyFieldRow,
  type FieldRow,
  type FieldValues,
  type SettingsFormContext,
} from './settings-form.logic.ts';
import { settingsFormMachine, type SettingsFormEvent } from './settings-form.machine.ts';

export interface SettingsFormRules<Data, Values> {
  readonly rows: readonly FieldRow<Values>[];
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
export function settingsForm<Data, Values extends object>({
  rows,
  valuesOf,
  read,
  save,
  refusedField = () => null,
}: SettingsFormRules<Data, Values>): SettingsFormOf<Values> {
  const table = rows as unknown as readonly AnyFieldRow[];
  const loadedFrom = (data: Data, { baseUrl }: Ports) => ({ data, values: valuesOf(data, baseUrl) as FieldValues });
  const machine = settingsFormMachine.provide({
    actors: {
      read: fromPromise(async ({ system, signal }) => {
        const ports = getPorts(system);
        return loadedFrom(await read(ports.api, signal), ports);
      }),
      save: fromPromise(async ({ input: { base, sent }, system, signal }) => {
        const change = changeOf(base, sent) as Partial<Values>;
        const ports = getPorts(system);
        const isAny = Object.keys(change).length > 0;
        const { api } = ports;
        return loadedFrom(await (isAny ? save(api, change, sent as Values, signal) : read(api, signal)), ports);
      }),
    },
    guards: {
      isDue: ({ context }) => isDue(context, table),
      clashes: ({ context }, { values }) => (following(context, values, table).clashes ?? []).length > 0,
      hasProblems: ({ context }) => Object.keys(problemsOf(table, tidied(table, context.values))).length > 0,
    },
    actions: {
      noteProblems: assign(({ context }) => ({
        problems: problemsOf(table, tidied(table, context.values)),
        isSaved: false,
      })),
      follow: assign(({ context }, { values }) => following(context, values, table)),
      takeValues: assign(({ context }) => {
        const values = withoutHidden(table, { ...context, values: tidied(table, context.values) });
        return { values, sent: values };
      }),
      keepSaved: assign(({ context }, { values }) => afterSave(context, values, table)),
      noteRefused: assign((_, { cause }) => ({ refused: refusedField(toAppError(cause)) })),
    },
  });
  return machine as unknown as SettingsFormOf<Values>;
}
