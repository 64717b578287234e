import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getPorts } from '../../kit/ports.ts';
import { copierMachine } from '../../kit/copier.machine.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { holdBack, type BackPressed } from '../../kit/hold-back.actor.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { closeThing, publicThings, type PublicThing, type PublicThings } from './public-things.ts';

export type FeedsEvent =
  | { type: 'feeds.close'; thing: PublicThing }
  | { type: 'feeds.show'; id: string }
  | { type: 'feeds.hide' }
  | BackPressed
  | { type: 'data.loaded'; data: PublicThings }
  | ({ type: 'data.failed' } & Failure)
  | PageRetry
  | PageRefresh
  | RemovalReport<PublicThing>
  | ServerEventOf<`server.${'rssFeed' | 'share'}.${'opened' | 'closed'}`>;

interface FeedsContext {
  readonly things: PublicThings;
  readonly shownId: string | null;
  readonly base: string;
  /** Time of the last load, in ms. */
  readonly readAt: number;
  readonly copier: ActorRefFrom<typeof copierMachine>;
  readonly error: AppError | null;
}

const { loading, failed, kept, removed } = dataPage<PublicThings>();
const markOutdated = { actions: 'markOutdated' } as const;

const TEXTS = {
  feed: {
    question: 'feeds.confirmClose',
    confirm: 'feeds.close',
    removed: 'feeds.closed',
    notRemoved: 'feeds.closeFailed',
  },
  link: {
    question: 'sharing.confirmRemove',
    confirm: 'sharing.remove',
    removed: 'sharing.removed',
    notRemoved: 'sharing.removeFailed',
  },
} as const;

const thingRemoval = removal<PublicThing, unknown>({
  remove: closeThing,
  texts: ({ kind, title }) => ({ ...TEXTS[kind], toast: 'feed', values: { title } }),
});

/** RSS feeds and public links of the server, kept up to date with other administrators. */
export const feedsMachine = setup({
  types: {
    input: {} as PageInput<'configFeeds'>,
    context: {} as FeedsContext,
    events: {} as FeedsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; copier: 'copier'; removal: 'removal'; holdBack: 'holdBack' },
  },
  actors: { data: publicThings, copier: copierMachine, removal: thingRemoval, holdBack },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'forbidden'),
    isFeedGone: ({ context: { things, shownId } }) => !things.feeds.some(({ id }) => id === shownId),
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
    showFeed: assign((_, { id }: { id: string }) => ({ shownId: id })),
    hideFeed: assign({ shownId: null }),
    askToClose: sendTo('removal', (_, { thing }: { thing: PublicThing }) => ({ type: 'removal.ask', subject: thing })),
    dropThing: assign(({ context: { things } }, { id }: { id: string }) => ({
      things: {
        feeds: things.feeds.filter((feed) => feed.id !== id),
        links: things.links.filter(({ share }) => share.id !== id),
      },
    })),
  },
}).createMachine({
  id: 'feeds',
  context: ({ self, spawn }) => ({
    things: { feeds: [], links: [] },
    shownId: null,
    base: getPorts(self.system).baseUrl,
    readAt: 0,
    copier: spawn('copier', { id: 'copier' }),
    error: null,
  }),
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'removal', id: 'removal' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'listed',
      on: {
        ...kept,
        ...removed,
        'server.rssFeed.opened': markOutdated,
        'server.rssFeed.closed': markOutdated,
        'server.share.opened': markOutdated,
        'server.share.closed': markOutdated,
        'feeds.close': { actions: by('askToClose') },
        'removal.finished': { actions: { type: 'dropThing', params: ({ event }) => event.subject } },
      },
      states: {
        listed: {
          on: { 'feeds.show': { target: 'opened', actions: by('showFeed') } },
        },
        opened: {
          exit: 'hideFeed',
          always: { guard: 'isFeedGone', target: 'listed' },
          invoke: { src: 'holdBack', id: 'holdBack', input: { when: 'always' } },
          on: { 'feeds.hide': 'listed', 'back.pressed': 'listed' },
        },
      },
    },
  },
});

export type FeedsRef = ActorRefFrom<typeof feedsMachine>;
