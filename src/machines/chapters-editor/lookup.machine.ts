import { assign, setup, type ActorRefFrom } from 'xstate';
import type { ChapterLookup, ChaptersFound } from '../../schemas/api/provider-search.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { lookupRegion } from '../../schemas/lookup-region.ts';
import { searchChapters } from '../../services/endpoints/provider-search.ts';
import { defineStored } from '../../services/storage.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { failureOf, keepError } from '../kit/failure.logic.ts';
import { isAsin } from '../kit/book-numbers.logic.ts';
import type { Region } from './lookup.logic.ts';

export interface LookupInput {
  /** Of the book; empty without one. */
  readonly asin: string;
}

/** What is wrong with an ASIN: there is none (VAL-012), it can be none (VAL-013), or the shop has no chapters of it. */
export type LookupProblem = 'noAsin' | 'invalidAsin' | 'notFound';

export type LookupEvent =
  | { type: 'lookup.type'; asin: string }
  | { type: 'lookup.chooseRegion'; region: Region }
  | { type: 'lookup.keepBranding'; isOn: boolean }
  /** Seconds that all but the first are moved by, as they are typed. */
  | { type: 'lookup.typeOffset'; offset: string }
  | { type: 'lookup.search' };

interface LookupContext extends LookupInput {
  readonly region: Region;
  readonly keepsBranding: boolean;
  readonly offset: string;
  /** The last answer: branding and offset are reckoned anew of it, without another lookup. */
  readonly found: ChaptersFound | null;
  readonly problem: LookupProblem | null;
  readonly error: AppError | null;
}

const REGION = defineStored('earmark.chapterRegion', lookupRegion);

const problemOf = ({ asin }: LookupInput): LookupProblem | null =>
  asin.trim() === '' ? 'noAsin' : isAsin(asin) ? null : 'invalidAsin';

/**
 * Looks chapters up by the ASIN of a book (CHE-006, CHE-007, areas 21.5).
 *
 * Invariants:
 * 1. Nobody is asked about what can be no ASIN: without one the server would fail.
 * 2. What was found stays until something else is.
 */
export const lookupMachine = setup({
  types: {
    input: {} as LookupInput,
    context: {} as LookupContext,
    events: {} as LookupEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { search: callEndpoint(searchChapters) },
  guards: {
    isReady: ({ context }) => problemOf(context) === null,
    hasChapters: (_, { answer }: { answer: ChapterLookup }) => 'chapters' in answer && answer.chapters.length > 0,
  },
  actions: {
    typeAsin: assign((_, { asin }: { asin: string }) => ({ asin, problem: null })),
    chooseRegion: assign((_, { region }: { region: Region }) => ({ region, problem: null })),
    storeRegion: ({ context, system }) => getPorts(system).storage.write(REGION, context.region),
    keepBranding: assign((_, { isOn }: { isOn: boolean }) => ({ keepsBranding: isOn })),
    typeOffset: assign((_, { offset }: { offset: string }) => ({ offset })),
    tellProblem: assign(({ context }) => ({ problem: problemOf(context) })),
    forgetProblem: assign({ problem: null, error: null }),
    keepFound: assign((_, { answer }: { answer: ChapterLookup }) => ('chapters' in answer ? { found: answer } : {})),
    tellNothing: assign((_, { answer }: { answer: ChapterLookup }) => ({
      problem:
        'stringKey' in answer && answer.stringKey === 'MessageInvalidAsin'
          ? ('invalidAsin' as const)
          : ('notFound' as const),
    })),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'chapterLookup',
  context: ({ input, self }) => ({
    ...input,
    region: getPorts(self.system).storage.read(REGION) ?? 'us',
    keepsBranding: false,
    offset: '',
    found: null,
    problem: null,
    error: null,
  }),
  initial: 'resting',
  on: {
    'lookup.keepBranding': { actions: { type: 'keepBranding', params: ({ event }) => event } },
    'lookup.typeOffset': { actions: { type: 'typeOffset', params: ({ event }) => event } },
    'lookup.type': { target: '.resting', actions: { type: 'typeAsin', params: ({ event }) => event } },
    'lookup.chooseRegion': {
      target: '.resting',
      actions: [{ type: 'chooseRegion', params: ({ event }) => event }, 'storeRegion'],
    },
    'lookup.search': [
      { guard: 'isReady', target: '.searching' },
      { target: '.resting', actions: 'tellProblem' },
    ],
  },
  states: {
    resting: {},
    searching: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        src: 'search',
        id: 'search',
        input: ({ context: { asin, region } }) => ({ asin: asin.trim(), region }),
        onDone: [
          {
            guard: { type: 'hasChapters', params: ({ event }) => ({ answer: event.output }) },
            target: 'resting',
            actions: { type: 'keepFound', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'resting', actions: { type: 'tellNothing', params: ({ event }) => ({ answer: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: { tags: 'failed', on: { 'lookup.search': 'searching' } },
  },
});

export type LookupRef = ActorRefFrom<typeof lookupMachine>;
