import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import { copierMachine } from '../kit/copier.machine.ts';
import { dataPage, type PageRetry } from '../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../kit/failure.logic.ts';
import { doneToast, failedToast } from '../kit/notices.ts';
import { dangerQuestion, isAccepted } from '../kit/question.ts';
import type { ModalClosed } from '../modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../page-host/page.protocol.ts';
import { closeThing, publicThings, type PublicThing, type PublicThings } from './public-things.ts';

export type FeedsEvent =
  /** Closes a feed, or deletes a link. Asks first. */
  | { type: 'feeds.close'; thing: PublicThing }
  /** Shows what is in a feed; null: nothing. */
  | { type: 'feeds.show'; id: string | null }
  | { type: 'data.loaded'; data: PublicThings }
  | ({ type: 'data.failed' } & Failure)
  | PageRetry
  | PageRefresh
  | ModalClosed
  | ServerEventOf<`server.${'rssFeed' | 'share'}.${'opened' | 'closed'}`>;

interface FeedsContext {
  readonly things: PublicThings;
  /** The feed whose episodes are shown. */
  readonly shownId: string | null;
  readonly subject: PublicThing | null;
  readonly base: string;
  /** When the lists came, in ms. */
  readonly readAt: number;
  readonly copier: ActorRefFrom<typeof copierMachine>;
  readonly error: AppError | null;
}

const { loading, failed, kept, gone } = dataPage<PublicThings>();
const markOutdated = { actions: 'markOutdated' } as const;

/** Texts of what is closed. */
const KEYS = {
  feed: { ask: 'feeds.confirmClose', act: 'feeds.close', done: 'feeds.closed', failed: 'feeds.closeFailed' },
  link: {
    ask: 'sharing.confirmRemove',
    act: 'sharing.remove',
    done: 'sharing.removed',
    failed: 'sharing.removeFailed',
  },
} as const;

/**
 * What of this server can be opened without an account (CFG-047, CFG-048, RSS-027, areas 13): the RSS feeds with their
 * episodes, and the public links with their ends. They follow what other administrators open and close.
 *
 * Invariants:
 * 1. Nothing is closed that was not confirmed.
 * 2. It shows its lists whenever it has some.
 */
export const feedsMachine = setup({
  types: {
    input: {} as PageInput<'configFeeds'>,
    context: {} as FeedsContext,
    events: {} as FeedsEvent,
    tags: {} as 'busy' | 'failed' | 'closing',
    children: {} as { data: 'data'; copier: 'copier'; close: 'close' },
  },
  actors: { data: publicThings, copier: copierMachine, close: closeThing },
  guards: {
    isGone: (_, params: Failure) => failedBy(params, 'forbidden'),
    isAccepted: (_, params: ModalClosed) => isAccepted(params),
    isMissing: (_, params: Failure) => failedBy(params, 'notFound'),
  },
  actions: {
    keepData: assign(({ system }, { data }: { data: PublicThings }) => ({
      things: data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
    showFeed: assign((_, { id }: { id: string | null }) => ({ shownId: id })),
    rememberSubject: assign((_, { thing }: { thing: PublicThing }) => ({ subject: thing })),
    ask: sendTo(named('modals'), ({ context: { subject }, self }) => {
      const { ask, act } = KEYS[subject?.kind ?? 'feed'];
      return dangerQuestion('close', { key: ask, values: { title: subject?.title ?? '' } }, { key: act }, self);
    }),
    dropSubject: assign(({ context: { things, subject, shownId } }) => ({
      things: {
        feeds: things.feeds.filter(({ id }) => id !== subject?.id),
        links: things.links.filter(({ share }) => share.id !== subject?.id),
      },
      shownId: shownId === subject?.id ? null : shownId,
    })),
    tell: sendTo(named('toasts'), ({ context: { subject } }) => doneToast('feed', KEYS[subject?.kind ?? 'feed'].done)),
    tellFailure: sendTo(named('toasts'), ({ context: { subject } }, { cause }: Failure) =>
      failedToast('feed', KEYS[subject?.kind ?? 'feed'].failed, cause),
    ),
  },
}).createMachine({
  id: 'feeds',
  context: ({ self, spawn }) => ({
    things: { feeds: [], links: [] },
    shownId: null,
    subject: null,
    base: getPorts(self.system).baseUrl,
    readAt: 0,
    copier: spawn('copier', { id: 'copier' }),
    error: null,
  }),
  invoke: { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      on: {
        ...kept,
        ...gone,
        'feeds.show': { actions: { type: 'showFeed', params: ({ event }) => event } },
        'server.rssFeed.opened': markOutdated,
        'server.rssFeed.closed': markOutdated,
        'server.share.opened': markOutdated,
        'server.share.closed': markOutdated,
      },
      states: {
        resting: {
          on: {
            'feeds.close': { target: 'asking', actions: { type: 'rememberSubject', params: ({ event }) => event } },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [
              { guard: { type: 'isAccepted', params: ({ event }) => event }, target: 'closing' },
              { target: 'resting' },
            ],
          },
        },
        closing: {
          tags: 'closing',
          invoke: {
            src: 'close',
            id: 'close',
            input: ({ context: { subject } }) => ({ kind: subject?.kind ?? 'feed', id: subject?.id ?? '' }),
            onDone: { target: 'resting', actions: ['tell', 'dropSubject'] },
            onError: [
              { guard: { type: 'isMissing', params: failureOf }, target: 'resting', actions: 'dropSubject' },
              { target: 'resting', actions: { type: 'tellFailure', params: failureOf } },
            ],
          },
        },
      },
    },
  },
});

export type FeedsRef = ActorRefFrom<typeof feedsMachine>;
