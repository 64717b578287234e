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

/** What a form of settings is of. */
export interface SettingsFormRules<Data, Values> {
  readonly rows: readonly FieldRow<Values>[];
  /** The data of the server as the form shows it; `baseUrl` is where that is for a browser. */
  readonly valuesOf: (data: Data, baseUrl: string) => Values;
  /** Reads them again, before they are saved. Rejects with an `AppException`, as `save`. */
  readonly read: (api: Api, signal: AbortSignal) => Promise<Data>;
  /** Saves the fields that are changed; `values` are all of them. Gives what the server has then. */
  readonly save: (api: Api, change: Partial<Values>, values: Values, signal: AbortSignal) => Promise<Data>;
  /** The field that the server's refusal is about; null when it does not tell. Default: it never does. */
  readonly refusedField?: (error: AppError) => (keyof Values & string) | null;
}

/** To the owner of the form: it is saved, and the server has this now. */
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
 * A form of settings as an actor: fields in a table, saved together. Its owner invokes it as `form` once it has the
 * data, tells it of news by `form.follow`, and hears `form.saved`. It asks itself who leaves with something unsaved.
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
