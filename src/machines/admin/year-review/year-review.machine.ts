import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { paintCard, type CardPicture } from '../../../services/card-picture.ts';
import { getMyYear } from '../../../services/endpoints/own-stats.ts';
import { getServerYear } from '../../../services/endpoints/server-admin.ts';
import { blobFileUrl } from '../../../services/text-file.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { cardsOf, firstYear, type YearData, type YearScope } from './year-cards.logic.ts';

/** Localised card, ready for a picture. */
export interface WordedCard {
  readonly picture: CardPicture;
  readonly name: string;
}

export type YearReviewEvent =
  /** `since`: first year with data; the chosen year is not earlier. */
  | { type: 'yearReview.toggle'; since: number }
  | { type: 'yearReview.retry' }
  | { type: 'yearReview.choose'; year?: number; scope?: YearScope }
  /** Next (1) or previous (-1) card; wraps around. */
  | { type: 'yearReview.turn'; by: 1 | -1 }
  | ({ type: 'yearReview.save' } & WordedCard)
  | ({ type: 'yearReview.share' } & WordedCard);

interface YearRequest {
  readonly scope: YearScope;
  readonly year: number;
}

interface YearReviewContext extends YearRequest {
  readonly data: YearData | null;
  /** Index of the visible card. */
  readonly card: number;
  readonly worded: WordedCard | null;
  readonly canShare: boolean;
  readonly error: AppError | null;
}

const fetchYear = fromPromise<YearData, YearRequest>(async ({ input: { scope, year }, system, signal }) => {
  const { api } = getPorts(system);
  return scope === 'own'
    ? { scope, stats: await api.call(getMyYear, { year }, signal) }
    : { scope, stats: await api.call(getServerYear, { year }, signal) };
});

const savePicture = fromPromise<void, WordedCard | null>(async ({ input, system, signal }) => {
  if (input === null) return;
  const picture = await paintCard(input.picture, signal);
  getPorts(system).page.download(blobFileUrl(picture), input.name);
});

const handOverPicture = fromPromise<void, WordedCard | null>(async ({ input, system, signal }) => {
  if (input !== null) await getPorts(system).page.sharePicture(await paintCard(input.picture, signal), input.name);
});

/** Year in review of the account or server: shows one card at a time, saves or shares it as a picture. */
export const yearReviewMachine = setup({
  types: {
    context: {} as YearReviewContext,
    events: {} as YearReviewEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { fetchYear, savePicture, handOverPicture },
  guards: {
    isOther: ({ context }, { year = context.year, scope = context.scope }: Partial<YearRequest>) =>
      year !== context.year || scope !== context.scope,
    canShare: ({ context }) => context.canShare,
  },
  actions: {
    choose: assign(({ context }, { year = context.year, scope = context.scope }: Partial<YearRequest>) => ({
      year,
      scope,
      data: null,
      card: 0,
    })),
    beginWithin: assign(({ context }, { since }: { since: number }) => ({ year: Math.max(context.year, since) })),
    keepYear: assign((_, { data }: { data: YearData }) => ({ data, error: null })),
    rememberFailure: assign(keepError),
    turn: assign(({ context }, { by }: { by: 1 | -1 }) => {
      const count = context.data ? cardsOf(context.data).length : 1;
      return { card: (context.card + by + count) % count };
    }),
    rememberWorded: assign((_, { picture, name }: WordedCard) => ({ worded: { picture, name } })),
    forgetWorded: assign({ worded: null }),
    notifyFailed: sendTo(
      named('toasts'),
      (_, { cause, key }: Failure & { key: string }) =>
        ({
          type: 'toasts.show',
          kind: 'error',
          message: { key },
          error: toAppError(cause),
        }) satisfies ToastsEvent,
    ),
  },
}).createMachine({
  id: 'yearReview',
  context: ({ self }) => ({
    scope: 'own',
    year: firstYear(getPorts(self.system).clock.now()),
    data: null,
    card: 0,
    worded: null,
    canShare: getPorts(self.system).capabilities.sharesPictures,
    error: null,
  }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'yearReview.toggle': { target: 'open', actions: by('beginWithin') },
      },
    },
    open: {
      initial: 'loading',
      on: {
        'yearReview.toggle': 'closed',
        'yearReview.choose': {
          guard: by('isOther'),
          target: '.loading',
          actions: by('choose'),
        },
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            src: 'fetchYear',
            id: 'fetchYear',
            input: ({ context }) => context,
            onDone: { target: 'shown', actions: { type: 'keepYear', params: ({ event }) => ({ data: event.output }) } },
            onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
          },
        },
        failed: { tags: 'failed', on: { 'yearReview.retry': 'loading' } },
        shown: {
          initial: 'resting',
          states: {
            resting: {
              entry: 'forgetWorded',
              on: {
                'yearReview.retry': '#yearReview.open.loading',
                'yearReview.turn': { actions: by('turn') },
                'yearReview.save': {
                  target: 'saving',
                  actions: by('rememberWorded'),
                },
                'yearReview.share': {
                  guard: 'canShare',
                  target: 'sharing',
                  actions: by('rememberWorded'),
                },
              },
            },
            saving: {
              tags: 'busy',
              invoke: {
                src: 'savePicture',
                id: 'savePicture',
                input: ({ context }) => context.worded,
                onDone: 'resting',
                onError: {
                  target: 'resting',
                  actions: {
                    type: 'notifyFailed',
                    params: ({ event }) => ({ cause: event.error, key: 'yearReview.saveFailed' }),
                  },
                },
              },
            },
            sharing: {
              tags: 'busy',
              invoke: {
                src: 'handOverPicture',
                id: 'handOverPicture',
                input: ({ context }) => context.worded,
                onDone: 'resting',
                onError: {
                  target: 'resting',
                  actions: {
                    type: 'notifyFailed',
                    params: ({ event }) => ({ cause: event.error, key: 'yearReview.shareFailed' }),
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

export type YearReviewRef = ActorRefFrom<typeof yearReviewMachine>;
