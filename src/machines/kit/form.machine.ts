import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import { failureOf, keepError, type Failure } from './failure.logic.ts';

export type FormValues = Readonly<Record<string, unknown>>;

export type FormProblems<Values, Problem extends string> = { readonly [Field in keyof Values]?: Problem };

export type FormEvent<Values = FormValues> =
  | { [Field in keyof Values]: { type: 'form.change'; field: Field; value: Values[Field] } }[keyof Values]
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
    /** Typing cancels the confirmation. */
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
