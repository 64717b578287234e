import { assign, setup, type ActorRefFrom } from 'xstate';
import type { BookMatch } from '../../../schemas/api/provider-search.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { searchBooks } from '../../../services/endpoints/provider-search.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { holdBack, type BackPressed } from '../../kit/hold-back.actor.ts';

export interface TriedProvider {
  readonly id: string;
  readonly name: string;
}

export type ProviderTrialEvent =
  | { type: 'trial.open'; provider: TriedProvider }
  | { type: 'trial.close' }
  | BackPressed
  | { type: 'trial.change'; field: 'title' | 'author'; text: string }
  | { type: 'trial.search' };

interface ProviderTrialContext {
  readonly provider: TriedProvider;
  readonly title: string;
  readonly author: string;
  readonly matches: readonly BookMatch[] | null;
  readonly error: AppError | null;
}

const NO_PROVIDER: TriedProvider = { id: '', name: '' };

/** Searches with a custom provider and shows its matches; changes nothing. */
export const providerTrialMachine = setup({
  types: {
    context: {} as ProviderTrialContext,
    events: {} as ProviderTrialEvent,
    tags: {} as 'busy',
    children: {} as { holdBack: 'holdBack'; search: 'search' },
  },
  actors: { holdBack, search: callEndpoint(searchBooks) },
  guards: { hasTitle: ({ context }) => context.title.trim() !== '' },
  actions: {
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'providerTrial',
  context: { provider: NO_PROVIDER, title: '', author: '', matches: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      entry: assign({ provider: NO_PROVIDER, title: '', author: '', matches: null, error: null }),
      on: { 'trial.open': { target: 'open', actions: assign(({ event: { provider } }) => ({ provider })) } },
    },
    open: {
      initial: 'resting',
      invoke: { src: 'holdBack', id: 'holdBack', input: { when: 'always' } },
      on: {
        'trial.close': 'closed',
        'back.pressed': 'closed',
        'trial.change': { actions: assign(({ event: { field, text } }) => ({ [field]: text })) },
      },
      states: {
        resting: { on: { 'trial.search': { guard: 'hasTitle', target: 'searching' } } },
        searching: {
          tags: 'busy',
          entry: assign({ matches: null, error: null }),
          invoke: {
            src: 'search',
            id: 'search',
            input: ({ context: { provider, title, author } }) => ({
              provider: `custom-${provider.id}`,
              title: title.trim(),
              ...(author.trim() === '' ? {} : { author: author.trim() }),
            }),
            onDone: {
              target: 'resting',
              actions: assign(
                ({
                  event: {
                    output: { items },
                  },
                }) => ({ matches: items }),
              ),
            },
            onError: { target: 'resting', actions: { type: 'rememberFailure', params: failureOf } },
          },
        },
      },
    },
  },
});

export type ProviderTrialRef = ActorRefFrom<typeof providerTrialMachine>;
