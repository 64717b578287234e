import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom } from 'xstate';
import { by } from '../kit/by.ts';
import { named } from '../app/system.ts';
import { failureOf, type Failure } from '../kit/failure.logic.ts';
import type { KnownRanks, PlaceFound } from './letters.logic.ts';
import type { ListRef } from './windowed-list.protocol.ts';
import { failedToast } from '../kit/toast.ts';

interface Wanted {
  /** One of `LETTERS`. */
  readonly letter: string;
  /** The server setting `sortingIgnorePrefix`. */
  readonly ignoresPrefix: boolean;
}

export type LettersEvent =
  | ({ type: 'letters.find' } & Wanted)
  /** A finger is on a letter; counts when it rests there. */
  | ({ type: 'letters.touch' } & Wanted);

export interface LetterRequested extends Wanted {
  readonly query: unknown;
  readonly total: number;
  readonly known: KnownRanks;
}

/** A new object for each request. */
export interface LetterFound {
  readonly requested: string;
  readonly letter: string;
  readonly index: number;
  /** Belongs to this query only. */
  readonly query: unknown;
  readonly total: number;
}

interface LettersContext {
  readonly list: ListRef;
  readonly wanted: Wanted | null;
  readonly requested: LetterRequested | null;
  readonly found: LetterFound | null;
  readonly known: KnownRanks;
}

/** A finger must rest on a letter for this long, in ms. */
const REST_MS = 80;
const NOTHING_KNOWN: KnownRanks = new Map();

/** Finds a letter in a list sorted by name, one at a time; a new request ends the search before. */
export const lettersMachine = setup({
  types: {
    input: {} as { readonly list: ListRef },
    context: {} as LettersContext,
    events: {} as LettersEvent,
    tags: {} as 'busy',
  },
  actors: {
    findLetter: fromPromise<PlaceFound, LetterRequested>(() => Promise.reject(new Error('Letters need a list'))),
  },
  delays: { restTime: REST_MS },
  guards: { hasNames: ({ context }) => context.list.getSnapshot().context.total > 0 },
  actions: {
    want: assign((_, { letter, ignoresPrefix }: Wanted) => ({ wanted: { letter, ignoresPrefix } })),
    takeRequested: assign(({ context: { list, wanted, requested, known } }) => {
      const { shownQuery, total } = list.getSnapshot().context;
      const isSameList =
        requested?.query === shownQuery &&
        requested?.total === total &&
        requested.ignoresPrefix === wanted?.ignoresPrefix;
      const usable = isSameList ? known : NOTHING_KNOWN;
      return { requested: wanted && { ...wanted, query: shownQuery, total, known: usable }, known: usable };
    }),
    keepFound: assign(({ context: { requested } }, { index, letter, known }: PlaceFound) => ({
      found: requested && {
        requested: requested.letter,
        letter,
        index,
        query: requested.query,
        total: requested.total,
      },
      known,
    })),
    notifyFailure: enqueueActions(({ context, enqueue }, { cause }: Failure) => {
      const letter = context.requested?.letter ?? '';
      enqueue.sendTo(named('toasts'), failedToast('letters', 'letters.failed', cause, { letter }));
    }),
  },
}).createMachine({
  id: 'letters',
  context: ({ input }) => ({ list: input.list, wanted: null, requested: null, found: null, known: NOTHING_KNOWN }),
  initial: 'resting',
  on: {
    'letters.find': {
      guard: 'hasNames',
      target: '.searching',
      actions: by('want'),
    },
    'letters.touch': {
      guard: 'hasNames',
      target: '.settling',
      actions: by('want'),
    },
  },
  states: {
    resting: {},
    settling: { after: { restTime: 'searching' } },
    searching: {
      tags: 'busy',
      entry: 'takeRequested',
      invoke: {
        src: 'findLetter',
        id: 'findLetter',
        input: ({ context }) => context.requested as LetterRequested,
        onDone: { target: 'resting', actions: { type: 'keepFound', params: ({ event }) => event.output } },
        onError: { target: 'resting', actions: { type: 'notifyFailure', params: failureOf } },
      },
    },
  },
});

export type LettersRef = ActorRefFrom<typeof lettersMachine>;
