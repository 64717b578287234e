import { assign, fromPromise, sendParent, setup, type ActorRefFrom } from 'xstate';
import { by } from './by.ts';
import { type AppError, toAppError } from '../../schemas/app-error.ts';
import type { Api } from '../../services/api.ts';
import { getPorts } from './ports.ts';
import { keysOf } from '../../schemas/keys.ts';
import { formChange, type FormChange } from './form.logic.ts';
import { failureOf, keepError, type Failure } from './failure.logic.ts';
import type { Retyped } from './retyped.ts';

type FormValues = Readonly<Record<string, unknown>>;

/** What follows a save in an editor that may step through a list. */
export type AfterSave = 'stay' | 'close' | 'next';

export type FormProblems<Values, Problem extends string> = { readonly [Field in keyof Values]?: Problem };

export type FormEvent<Values = FormValues> =
  | FormChange<Values>
  | { type: 'form.submit' }
  | { type: 'form.reset' }
  | { type: 'form.confirm' }
  | { type: 'form.cancel' }
  | { type: 'form.toggleReveal' };

export interface FormContext<Values = FormValues, Problem extends string = string> {
  saved: Values;
  values: Values;
  problems: FormProblems<Values, Problem>;
  isRevealed: boolean;
  error: AppError | null;
}

/** Checks, confirms and saves values. Typed values stay until saved, whatever the server answers. */
export const formMachine = setup({
  types: {
    input: {} as { values: FormValues },
    context: {} as FormContext,
    events: {} as FormEvent,
    tags: {} as 'busy',
  },
  actors: {
    save: fromPromise<unknown, FormValues>(() => Promise.reject(new Error('A form needs a save'))),
  },
  guards: {
    hasProblems: (_args): boolean => false,
    needsAnswer: (_args): boolean => false,
  },
  actions: {
    change: assign(({ context }, params: { field: string; value: unknown }) => {
      const values = { ...context.values, [params.field]: params.value };
      if (!Object.hasOwn(context.problems, params.field)) return { values };
      // A server error at this field ends with its problem.
      const { [params.field]: _gone, ...problems } = context.problems;
      return { values, problems, error: null };
    }),
    noteProblems: assign(() => ({ problems: {} })),
    reset: assign(({ context }) => ({ values: context.saved, problems: {}, error: null })),
    toggleReveal: assign(({ context }) => ({ isRevealed: !context.isRevealed })),
    rememberFailure: assign(keepError),
    clearFailure: assign({ problems: {}, error: null }),
    keepSaved: assign(({ context }) => ({ saved: context.values })),
    notifySaved: sendParent((_, params: { answer: unknown }) => ({ type: 'form.saved', ...params })),
    notifyRefused: sendParent({ type: 'form.refused' }),
    notifyFailed: sendParent((_, params: Failure) => ({ type: 'form.failed', ...params })),
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => ({ saved: input.values, values: input.values, problems: {}, isRevealed: false, error: null }),
  initial: 'editing',
  on: { 'form.toggleReveal': { actions: 'toggleReveal' } },
  states: {
    editing: {
      on: {
        'form.change': { actions: by('change') },
        'form.reset': { actions: 'reset' },
        'form.submit': [
          { guard: 'hasProblems', actions: ['noteProblems', 'notifyRefused'] },
          { guard: 'needsAnswer', target: 'asking' },
          { target: 'saving' },
        ],
      },
    },
    /** Typing cancels the confirmation. */
    asking: {
      on: {
        'form.confirm': 'saving',
        'form.cancel': 'editing',
        'form.change': { target: 'editing', actions: by('change') },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        src: 'save',
        id: 'save',
        input: ({ context }) => context.values,
        onDone: {
          target: 'editing',
          actions: ['keepSaved', { type: 'notifySaved', params: ({ event }) => ({ answer: event.output }) }],
        },
        onError: {
          target: 'editing',
          actions: [
            { type: 'rememberFailure', params: failureOf },
            { type: 'notifyFailed', params: failureOf },
          ],
        },
      },
    },
  },
});

interface FormRules<Values, Problem extends string, Answer> {
  readonly check: (values: Values) => FormProblems<Values, Problem>;
  /** Whether to confirm before saving. Default: never. */
  readonly needsAnswer?: (values: Values) => boolean;
  /** Rejects with an `AppException`. */
  readonly save: (api: Api, values: Values, signal: AbortSignal) => Promise<Answer>;
  /** Fields that a failed save is about. Default: none. */
  readonly problemsAfter?: (error: AppError, values: Values) => FormProblems<Values, Problem>;
}

/** Reports to the owner. `refused`: the values have problems, nothing was sent. */
export type FormReport<Name extends string, Values, Answer> =
  | { type: `${Name}.saved`; values: Values; answer: Answer }
  | { type: `${Name}.refused` }
  | ({ type: `${Name}.failed` } & Failure);

type FormOf<Values, Problem extends string> = Retyped<
  typeof formMachine,
  FormContext<Values, Problem>,
  FormEvent<Values>,
  { values: Values }
>;

export type FormRef<Values, Problem extends string> = ActorRefFrom<FormOf<Values, Problem>>;

/** A form actor, invoked under `name`. Reports `<name>.saved`, `.refused` and `.failed`. */
export function form<Values extends object, Problem extends string, Answer>(
  name: string,
  rules: FormRules<Values, Problem, Answer>,
): FormOf<Values, Problem>;
export function form(
  name: string,
  { check, needsAnswer = () => false, save, problemsAfter = () => ({}) }: FormRules<FormValues, string, unknown>,
): typeof formMachine {
  return formMachine.provide({
    actors: {
      save: fromPromise(({ input, system, signal }) => save(getPorts(system).api, input, signal)),
    },
    guards: {
      hasProblems: ({ context }) => Object.keys(check(context.values)).length > 0,
      needsAnswer: ({ context }) => needsAnswer(context.values),
    },
    actions: {
      noteProblems: assign(({ context }) => ({ problems: check(context.values) })),
      rememberFailure: assign(({ context }, { cause }) => {
        const error = toAppError(cause);
        return { error, problems: problemsAfter(error, context.values) };
      }),
      notifySaved: sendParent(({ context }, { answer }) => ({ type: `${name}.saved`, values: context.values, answer })),
      notifyRefused: sendParent({ type: `${name}.refused` }),
      notifyFailed: sendParent((_, { cause }) => ({ type: `${name}.failed`, cause })),
    },
  });
}

/** `form.change` events for each value that differs. */
export function formChanges<Values extends object, By>(
  before: Values | undefined,
  rule: (values: Values, by: By) => Values,
  by: By,
): readonly FormChange<Values>[] {
  if (!before) return [];
  const after = rule(before, by);
  return keysOf(after)
    .filter((field) => after[field] !== before[field])
    .map((field) => formChange(field, after[field]));
}
