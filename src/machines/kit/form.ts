import { assign, fromPromise, sendParent, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { Api } from '../../services/api.ts';
import { getPorts } from '../app/ports.ts';
import type { Failure } from './failure.logic.ts';
import { formMachine, type FormContext, type FormEvent, type FormProblems } from './form.machine.ts';
import type { Retyped } from './retyped.ts';

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
export type FormTold<Name extends string, Values, Answer> =
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
  { check, needsAnswer = () => false, save, problemsAfter = () => ({}) }: FormRules<Values, Problem, Answer>,
): FormOf<Values, Problem> {
  const problemsOf = (context: FormContext) => check(context.values as Values);
  const machine = formMachine.provide({
    actors: {
      save: fromPromise(({ input, system, signal }) => save(getPorts(system).api, input as Values, signal)),
    },
    guards: {
      hasProblems: ({ context }) => Object.keys(problemsOf(context)).length > 0,
      needsAnswer: ({ context }) => needsAnswer(context.values as Values),
    },
    actions: {
      noteProblems: assign(({ context }) => ({ problems: problemsOf(context) as FormContext['problems'] })),
      rememberFailure: assign(({ context }, { cause }) => {
        const error = toAppError(cause);
        return { error, problems: problemsAfter(error, context.values as Values) as FormContext['problems'] };
      }),
      tellSaved: sendParent(({ context }, { answer }) => ({ type: `${name}.saved`, values: context.values, answer })),
      tellRefused: sendParent({ type: `${name}.refused` }),
      tellFailed: sendParent((_, { cause }) => ({ type: `${name}.failed`, cause })),
    },
  });
  return machine as unknown as FormOf<Values, Problem>;
}

/** `form.change` events for each value that differs. */
export function formChanges<Values extends object, By>(
  before: Values | undefined,
  rule: (values: Values, by: By) => Values,
  by: By,
): readonly FormEvent<Values>[] {
  if (!before) return [];
  const after = rule(before, by);
  const names = Object.keys(after) as (keyof Values)[];
  return names
    .filter((field) => after[field] !== before[field])
    .map((field) => ({ type: 'form.change', field, value: after[field] }) as FormEvent<Values>);
}
