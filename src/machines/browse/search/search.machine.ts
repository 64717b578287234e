import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibrarySearch } from '../../../schemas/api/library-search.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { z } from '../../../schemas/zod.ts';
import { searchLibrary } from '../../../services/endpoints/library-lists.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts, type Ports } from '../../kit/ports.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import { fold } from '../../kit/text.logic.ts';
import { activeIn, countRows, groupsOf, stepped, type SearchGroup, type Step } from './results.logic.ts';
import { NO_TEXT, type SearchCommand } from './search.protocol.ts';

const recentSearches = z.array(z.string().check(z.minLength(1)));

export const MOST_RECENT = 8;

const recentOf = (userId: string) => defineStored(`earmark.searches.${userId}`, recentSearches);

function readRecent({ storage }: Ports, userId: string): readonly string[] {
  return storage.read(recentOf(userId)) ?? [];
}

function writeRecent({ storage }: Ports, userId: string, recent: readonly string[]): void {
  if (recent.length === 0) storage.remove(recentOf(userId));
  else storage.write(recentOf(userId), [...recent]);
}

export function withRecent(recent: readonly string[], text: string): readonly string[] {
  return [text, ...recent.filter((known) => fold(known) !== fold(text))].slice(0, MOST_RECENT);
}

export const MOST_ROWS = 3;
/** Changes come in bursts (a scan): wait before reloading the results, in ms. */
const SETTLE_MS = 1000;

export type SearchEvent =
  | SearchCommand
  | ResourceReport<'results', typeof searchLibrary>
  | { type: 'search.move'; step: Step }
  | { type: 'search.remove'; text: string }
  | { type: 'search.clear' };

export interface SearchContext {
  readonly userId: string;
  readonly libraryId: string;
  readonly text: string;
  readonly groups: readonly SearchGroup[];
  readonly recent: readonly string[];
  readonly active: number | null;
  readonly error: AppError | null;
}

const wordsOf = ({ text }: { readonly text: string }): string => text.trim();

/** Rows to step through: recent searches without a text; else results and the link to all results. */
export function countSteps({ text, groups, recent }: Pick<SearchContext, 'text' | 'groups' | 'recent'>): number {
  if (wordsOf({ text }) === '') return recent.length;
  const found = countRows(groups);
  return found === 0 ? 0 : found + 1;
}

/** Searches 750 ms after the last key, or at once for a chosen search. Another text aborts the request. */
export const searchMachine = setup({
  types: {
    input: {} as { userId: string },
    context: {} as SearchContext,
    events: {} as SearchEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { results: 'results' },
  },
  actors: { results: resource('results', searchLibrary) },
  guards: {
    isEmpty: (_, { text }: { text: string }) => wordsOf({ text }) === '',
    isKnown: ({ context }, params: { libraryId: string; text: string }) =>
      context.libraryId === params.libraryId && wordsOf(context) === wordsOf(params),
    hasText: ({ context }) => wordsOf(context) !== '',
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
  },
  actions: {
    takeText: assign((_, { text, libraryId }: { text: string; libraryId?: string }) => ({
      text,
      groups: [],
      active: null,
      error: null,
      ...(libraryId === undefined ? {} : { libraryId }),
    })),
    readRecent: assign(({ context, system }) => ({ recent: readRecent(getPorts(system), context.userId) })),
    keepText: assign(({ context }) => ({ recent: withRecent(context.recent, wordsOf(context)) })),
    removeText: assign(({ context }, { text }: { text: string }) => ({
      recent: context.recent.filter((known) => known !== text),
      active: null,
    })),
    clearRecent: assign({ recent: [], active: null }),
    storeRecent: ({ context, system }) => writeRecent(getPorts(system), context.userId, context.recent),
    forget: assign({ text: NO_TEXT, libraryId: '', groups: [], active: null, error: null }),
    keepResults: assign(({ context }, { data }: { data: LibrarySearch }) => {
      const groups = groupsOf(data, context.libraryId);
      return { groups, active: activeIn(groups, context.groups, context.active), error: null };
    }),
    forgetResults: assign({ groups: [], active: null }),
    rememberFailure: assign(keepError),
    retry: sendTo('results', { type: 'resource.retry' }),
    markOutdated: sendTo('results', { type: 'resource.markOutdated' }),
    moveActive: assign(({ context }, { step }: { step: Step }) => ({
      active: stepped(context.active, countSteps(context), step),
    })),
    forgetFailure: assign({ error: null }),
    leaveRow: assign({ active: null }),
  },
  delays: { typingPause: 750 },
}).createMachine({
  id: 'search',
  context: ({ input }) => ({
    userId: input.userId,
    libraryId: '',
    text: NO_TEXT,
    groups: [],
    recent: [],
    active: null,
    error: null,
  }),
  entry: 'readRecent',
  initial: 'empty',
  on: {
    'search.open': [
      {
        guard: by('isEmpty'),
        target: '.empty',
        actions: [by('takeText')],
      },
      {
        guard: by('isKnown'),
        actions: 'leaveRow',
      },
      { target: '.typing', actions: [by('takeText')] },
    ],
    'search.type': [
      {
        guard: by('isEmpty'),
        target: '.empty',
        actions: by('takeText'),
      },
      { target: '.typing', actions: by('takeText') },
    ],
    'search.choose': { target: '.searching', actions: by('takeText') },
    'search.forget': { target: '.empty', actions: 'forget' },
    'search.keep': { guard: 'hasText', actions: ['keepText', 'storeRecent'] },
    'search.move': { actions: by('moveActive') },
    'search.remove': { actions: [by('removeText'), 'storeRecent'] },
    'search.clear': { actions: ['clearRecent', 'storeRecent'] },
  },
  states: {
    empty: {},
    typing: { after: { typingPause: 'searching' } },
    searching: {
      invoke: {
        src: 'results',
        id: 'results',
        input: ({ context }) => ({
          request: { libraryId: context.libraryId, text: wordsOf(context), limit: MOST_ROWS },
          settleMs: SETTLE_MS,
        }),
      },
      initial: 'fetching',
      on: {
        'results.loaded': { target: '.shown', actions: by('keepResults') },
        'search.markOutdated': { actions: 'markOutdated' },
      },
      states: {
        fetching: {
          tags: 'busy',
          on: {
            'results.failed': { target: 'failed', actions: by('rememberFailure') },
          },
        },
        shown: {
          on: {
            'results.failed': {
              guard: by('isMissing'),
              target: 'failed',
              actions: ['forgetResults', by('rememberFailure')],
            },
          },
        },
        failed: {
          tags: 'failed',
          on: { 'search.retry': { target: 'fetching', actions: ['forgetFailure', 'retry'] } },
        },
      },
    },
  },
});

export type SearchRef = ActorRefFrom<typeof searchMachine>;
