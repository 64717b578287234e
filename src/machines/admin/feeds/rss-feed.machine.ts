import { assign, enqueueActions, sendTo, setup, stopChild, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { RssFeedMinified } from '../../../schemas/api/rss-feed.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { closeFeed } from '../../../services/endpoints/feeds.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { copierMachine } from '../../kit/copier.machine.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { slugRefusal } from '../../kit/slug.logic.ts';
import { feedForm, withoutSlash, type FeedValues } from './rss-feed.logic.ts';
import type { RssFeedInput, RssFeedOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type RssFeedEvent =
  | { type: 'rssFeed.submit' }
  | { type: 'rssFeed.remove' }
  | { type: 'rssFeed.showTab'; tab: FeedTab }
  | { type: 'rssFeed.dismiss' }
  | FormReport<'form', FeedValues, RssFeedMinified>
  | ServerEventOf<'server.rssFeed.opened' | 'server.rssFeed.closed'>
  | RemovalReport<FeedOfName>;

export type FeedTab = 'general' | 'advanced';

interface RssFeedContext extends RssFeedInput {
  readonly feed: RssFeedMinified | null;
  readonly tab: FeedTab;
  /** Origin with base path, without a trailing slash. */
  readonly base: string;
  readonly form: ActorRefFrom<typeof feedForm> | null;
  readonly copier: ActorRefFrom<typeof copierMachine>;
}

interface FeedOfName {
  readonly id: string;
  readonly name: string;
}

const feedRemoval = removal<FeedOfName, unknown>({
  remove: (api, { id }, signal) => api.call(closeFeed, { id }, signal),
  texts: ({ name }) => ({
    toast: 'feed',
    values: { title: name },
    question: 'feeds.confirmClose',
    confirm: 'feeds.close',
    removed: 'feeds.closed',
    notRemoved: 'feeds.closeFailed',
  }),
});

type Report = { readonly feed: RssFeedMinified };

/** Modal of an RSS feed: opens, shows or closes it. A corrected slug is sent only by another submit. */
export const rssFeedMachine = setup({
  types: {
    input: {} as RssFeedInput,
    context: {} as RssFeedContext,
    events: {} as RssFeedEvent,
    output: {} as RssFeedOutput,
    tags: {} as 'busy',
    children: {} as { form: 'form'; copier: 'copier'; removal: 'removal' },
  },
  actors: { form: feedForm, copier: copierMachine, removal: feedRemoval },
  guards: {
    hasFeed: ({ context }) => context.feed !== null,
    isThis: ({ context }, { feed }: Report) => feed.entityId === context.entityId,
  },
  actions: {
    openForm: assign(({ context: { entityType, entityId, base }, spawn }) => ({
      form: spawn('form', {
        id: 'form',
        input: {
          values: {
            entityType,
            entityId,
            serverAddress: base,
            slug: entityId,
            preventIndexing: true,
            ownerName: '',
            ownerEmail: '',
          },
        },
      }),
    })),
    stopForm: stopChild('form'),
    forgetForm: assign({ form: null }),
    submit: sendTo('form', { type: 'form.submit' }),
    correctSlug: enqueueActions(({ context, enqueue }) => {
      const { toast, slug } = slugRefusal(context.form?.getSnapshot().context.values.slug ?? '');
      enqueue.sendTo(named('toasts'), toast);
      if (slug !== null) enqueue.sendTo('form', { type: 'form.change', field: 'slug', value: slug });
    }),
    showTab: assign((_, { tab }: { tab: FeedTab }) => ({ tab })),
    keepFeed: assign((_, { feed }: Report) => ({ feed })),
    forgetFeed: assign({ feed: null }),
    askToClose: sendTo('removal', ({ context: { feed, name } }) => ({
      type: 'removal.ask',
      subject: { id: feed?.id ?? '', name },
    })),
    noteClosed: sendTo('removal', { type: 'removal.removedElsewhere' }),
  },
}).createMachine({
  id: 'rssFeed',
  context: ({ input, self, spawn }) => ({
    ...input,
    tab: 'general',
    base: withoutSlash(getPorts(self.system).baseUrl),
    form: null,
    copier: spawn('copier', { id: 'copier' }),
  }),
  initial: 'starting',
  on: {
    'rssFeed.dismiss': '.dismissed',
    'server.rssFeed.opened': {
      guard: by('isThis'),
      target: '.open',
      actions: by('keepFeed'),
    },
    'server.rssFeed.closed': { guard: by('isThis'), target: '.closed' },
  },
  states: {
    starting: { always: [{ guard: 'hasFeed', target: 'open' }, { target: 'closed' }] },
    closed: {
      entry: ['forgetFeed', 'openForm'],
      exit: ['stopForm', 'forgetForm'],
      on: {
        'rssFeed.submit': { actions: 'submit' },
        'rssFeed.showTab': { actions: by('showTab') },
        'form.refused': { actions: 'correctSlug' },
        'form.saved': {
          target: 'open',
          actions: { type: 'keepFeed', params: ({ event }) => ({ feed: event.answer }) },
        },
      },
    },
    open: {
      initial: 'resting',
      invoke: { src: 'removal', id: 'removal' },
      states: {
        resting: { on: { 'rssFeed.remove': { actions: 'askToClose' }, 'removal.started': 'closing' } },
        closing: {
          tags: 'busy',
          on: {
            'server.rssFeed.closed': { guard: by('isThis'), actions: 'noteClosed' },
            'removal.finished': '#rssFeed.dismissed',
            'removal.failed': 'resting',
          },
        },
      },
    },
    dismissed: { type: 'final' },
  },
  output: 'closed',
});

export type RssFeedRef = ActorRefFrom<typeof rssFeedMachine>;
