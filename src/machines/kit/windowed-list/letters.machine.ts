import { assign, enqueueActions, fromCallback, fromPromise, setup, type ActorRefFrom } from 'xstate';
import { by } from '../by.ts';
import type { System } from '../ports.ts';
import { getServerSettings, named } from '../system.ts';
import { failureOf, type Failure } from '../failure.logic.ts';
import type { KnownRanks, PlaceFound } from './letters.logic.ts';
import type { CellWindow } from './window.logic.ts';
import type { ListRef } from './windowed-list.protocol.ts';
import { failedToast } from '../toast.ts';

/** A list in one order. */
export interface Names {
  readonly query: unknown;
  readonly total: number;
  /** The server setting `sortingIgnorePrefix`. */
  readonly ignoresPrefix: boolean;
}

/** The list holds other pages. */
export interface LettersRead {
  type: 'letters.read';
  readonly names: Names;
  readonly ranks: KnownRanks;
}

export type LettersEvent =
  /** `letter`: one of `LETTERS`. */
  | { type: 'letters.find'; letter: string }
  /** A finger is on a letter; counts when it rests there. */
  | { type: 'letters.touch'; letter: string }
  /** These places are at the top of the view. */
  | ({ type: 'letters.passed' } & CellWindow)
  | LettersRead;

export interface LetterRequested {
  readonly letter: string;
  readonly names: Names;
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
  readonly wanted: string | null;
  readonly requested: LetterRequested | null;
  readonly found: LetterFound | null;
  readonly top: CellWindow;
  /** Of `known`. */
  readonly names: Names | null;
  readonly known: KnownRanks;
}

/** A finger must rest on a letter for this long, in ms. */
const REST_MS = 80;
const NOTHING_KNOWN: KnownRanks = new Map();

export function namesIn(list: ListRef, system: System): Names {
  const { shownQuery, total } = list.getSnapshot().context;
  return { query: shownQuery, total, ignoresPrefix: getServerSettings(system)?.sortingIgnorePrefix ?? false };
}

const knownOf = ({ names, known }: LettersContext, { query, total, ignoresPrefix }: Names): KnownRanks =>
  names?.query === query && names?.total === total && names.ignoresPrefix === ignoresPrefix ? known : NOTHING_KNOWN;

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
    reading: fromCallback<LettersRead, { readonly list: ListRef }>(() => undefined),
  },
  delays: { restTime: REST_MS },
  guards: { hasNames: ({ context }) => context.list.getSnapshot().context.total > 0 },
  actions: {
    want: assign((_, { letter }: { letter: string }) => ({ wanted: letter })),
    pass: assign((_, { first, last }: CellWindow) => ({ top: { first, last } })),
    learn: assign(({ context }, { names, ranks }: Pick<LettersRead, 'names' | 'ranks'>) => ({
      names,
      known: new Map([...knownOf(context, names), ...ranks]),
    })),
    takeRequested: assign(({ context, self }) => {
      const names = namesIn(context.list, self.system);
      const known = knownOf(context, names);
      return { requested: { letter: context.wanted ?? '', names, known }, names, known };
    }),
    keepFound: assign(({ context: { requested } }, { index, letter, known }: PlaceFound) => ({
      found: requested && {
        requested: requested.letter,
        letter,
        index,
        query: requested.names.query,
        total: requested.names.total,
      },
      names: requested?.names ?? null,
      known,
    })),
    notifyFailure: enqueueActions(({ context, enqueue }, { cause }: Failure) => {
      const letter = context.requested?.letter ?? '';
      enqueue.sendTo(named('toasts'), failedToast('letters', 'letters.failed', cause, { letter }));
    }),
  },
}).createMachine({
  id: 'letters',
  context: ({ input }) => ({
    list: input.list,
    wanted: null,
    requested: null,
    found: null,
    top: { first: 0, last: 0 },
    names: null,
    known: NOTHING_KNOWN,
  }),
  invoke: { src: 'reading', id: 'reading', input: ({ context }) => ({ list: context.list }) },
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
    'letters.passed': { actions: by('pass') },
    'letters.read': { actions: by('learn') },
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
