import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import { failureOf, keepError, type Failure } from './failure.logic.ts';

/** The fields of a form by name. */
export type FormValues = Readonly<Record<string, unknown>>;

/** What is wrong with fields, by their name. */
export type FormProblems<Values, Problem extends string> = { readonly [Field in keyof Values]?: Problem };

export type FormEvent<Values = FormValues> =
  | { [Field in keyof Values]: { type: 'form.change'; field: Field; value: Values[Field] } }[keyof Values]
  | { type: 'form.submit' }
  /** Back to what is saved. */
  | { type: 'form.reset' }
  /** The answer to the question before saving. */
  | { type: 'form.confirm' }
  | { type: 'form.cancel' }
  /** Passwords are shown as text, or not. */
  | { type: 'form.toggleReveal' };

export interface FormContext<Values = FormValues, Problem extends string = string> {
  /** What is saved, and what the form begins with. */
  saved: Values;
  values: Values;
  /** What was wrong at the last submit; each goes when its field changes. */
  problems: FormProblems<Values, Problem>;
  isRevealed: boolean;
  /** Why the last save failed. */
  error: AppError | null;
}

/**
 * A form: values that are changed, checked and saved. `form` in form.ts says what they are.
 *
 * Invariants:
 * 1. Only values without a problem are saved, and those that need a question not before it is answered.
 * 2. What was typed stays until it is saved, whatever the server says.
 */
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
      // A failure that is told at this field is over with its problem.
      const { [params.field]: _gone, ...problems } = context.problems;
      return { values, problems, error: null };
    }),
    noteProblems: assign(() => ({ problems: {} })),
    reset: assign(({ context }) => ({ values: context.saved, problems: {}, error: null })),
    toggleReveal: assign(({ context }) => ({ isRevealed: !context.isRevealed })),
    rememberFailure: assign(keepError),
    clearFailure: assign({ problems: {}, error: null }),
    keepSaved: assign(({ context }) => ({ saved: context.values })),
    /** `form` says which one it is. */
    tellSaved: sendParent((_, params: { answer: unknown }) => ({ type: 'form.saved', ...params })),
    tellRefused: sendParent({ type: 'form.refused' }),
    tellFailed: sendParent((_, params: Failure) => ({ type: 'form.failed', ...params })),
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => ({ saved: input.values, values: input.values, problems: {}, isRevealed: false, error: null }),
  initial: 'editing',
  on: { 'form.toggleReveal': { actions: 'toggleReveal' } },
  states: {
    editing: {
      on: {
        'form.change': { actions: { type: 'change', params: ({ event }) => event } },
        'form.reset': { actions: 'reset' },
        'form.submit': [
          { guard: 'hasProblems', actions: ['noteProblems', 'tellRefused'] },
          { guard: 'needsAnswer', target: 'asking' },
          { target: 'saving' },
        ],
      },
    },
    /** Typing on is an answer too. */
    asking: {
      on: {
        'form.confirm': 'saving',
        'form.cancel': 'editing',
        'form.change': { target: 'editing', actions: { type: 'change', params: ({ event }) => event } },
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
          actions: ['keepSaved', { type: 'tellSaved', params: ({ event }) => ({ answer: event.output }) }],
        },
        onError: {
          target: 'editing',
          actions: [
            { type: 'rememberFailure', params: failureOf },
            { type: 'tellFailed', params: failureOf },
          ],
        },
      },
    },
  },
});
