import { assign, setup, type ActorRefFrom } from 'xstate';
import type { ChapterLookup, ChaptersFound } from '../../../schemas/api/provider-search.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { z } from '../../../schemas/zod.ts';
import { searchChapters } from '../../../services/endpoints/provider-search.ts';
import { defineStored } from '../../../services/storage.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { isAsin } from '../../kit/book-numbers.logic.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import type { Region } from './lookup.logic.ts';

const lookupRegion = z.enum(['us', 'ca', 'uk', 'au', 'fr', 'de', 'jp', 'it', 'in', 'es']);

interface LookupInput {
  readonly asin: string;
}

type LookupProblem = 'noAsin' | 'invalidAsin' | 'notFound';

type LookupEvent =
  | { type: 'lookup.type'; asin: string }
  | { type: 'lookup.chooseRegion'; region: Region }
  | { type: 'lookup.keepBranding'; isOn: boolean }
  | { type: 'lookup.typeOffset'; offset: string }
  | { type: 'lookup.search' };

interface LookupContext extends LookupInput {
  readonly region: Region;
  readonly keepsBranding: boolean;
  readonly offset: string;
  readonly found: ChaptersFound | null;
  readonly problem: LookupProblem | null;
  readonly error: AppError | null;
}

const REGION = defineStored('earmark.chapterRegion', lookupRegion);

const problemOf = ({ asin }: LookupInput): LookupProblem | null =>
  asin.trim() === '' ? 'noAsin' : isAsin(asin) ? null : 'invalidAsin';

/** Looks up chapters by ASIN. An invalid ASIN is not sent: the server would fail. */
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
    storeRegion: ({ context, system }) => getPorts(system).storage.write(REGION, context.region),
    keepFound: assign((_, { answer }: { answer: ChapterLookup }) => ('chapters' in answer ? { found: answer } : {})),
    notifyNothing: assign((_, { answer }: { answer: ChapterLookup }) => ({
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
    'lookup.keepBranding': { actions: assign(({ event: { isOn } }) => ({ keepsBranding: isOn })) },
    'lookup.typeOffset': { actions: assign(({ event: { offset } }) => ({ offset })) },
    'lookup.type': { target: '.resting', actions: assign(({ event: { asin } }) => ({ asin, problem: null })) },
    'lookup.chooseRegion': {
      target: '.resting',
      actions: [assign(({ event: { region } }) => ({ region, problem: null })), 'storeRegion'],
    },
    'lookup.search': [
      { guard: 'isReady', target: '.searching' },
      { target: '.resting', actions: assign(({ context }) => ({ problem: problemOf(context) })) },
    ],
  },
  states: {
    resting: {},
    searching: {
      tags: 'busy',
      entry: assign({ problem: null, error: null }),
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
          { target: 'resting', actions: { type: 'notifyNothing', params: ({ event }) => ({ answer: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: { tags: 'failed', on: { 'lookup.search': 'searching' } },
  },
});

export type LookupRef = ActorRefFrom<typeof lookupMachine>;
