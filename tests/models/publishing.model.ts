import { fromTransition } from 'xstate';
import { feedsMachine } from '../../src/machines/admin/feeds/feeds.machine.ts';
import { rssFeedMachine } from '../../src/machines/admin/feeds/rss-feed.machine.ts';
import { copierMachine } from '../../src/machines/kit/copier.machine.ts';
import { shareLinkMachine } from '../../src/machines/admin/sharing/share-link.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { listFeeds } from '../../src/services/endpoints/feeds.ts';
import { oneFeed, oneShare } from '../support/publish-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

export const copierModel = defineModel({
  name: 'copier',
  machine: copierMachine,
  named: { toasts: null },
  starts: [{}],
  events: [{ type: 'copier.copy', text: 'a' }],
  outputs: { copyText: [undefined] },
  failures: { copyText: [new Error('refused')] },
  invariants: {
    'a text is held while it is copied and reported': (state) =>
      (state.context.text !== null) === (state.matches('copying') || state.matches('copied')),
    'each refusal is reported': (_state, { happened, receivedBy }) =>
      receivedBy('toasts').length === happened.filter(({ type }) => type.startsWith('xstate.error')).length,
  },
});

/** A form whose slug has characters that it may not have. */
const form = fromTransition((state) => state, { values: { slug: 'The Raven' } }) as never;

const { mediaItemId } = oneShare;
const saved = { slug: 'raven', amount: 0, unit: 'hours', isDownloadable: false, sentAt: 0, mediaItemId } as const;

export const shareLinkModel = defineModel({
  name: 'share link',
  machine: shareLinkMachine,
  named: { modals: null, toasts: null, router: null },
  fakes: { form },
  starts: [
    { input: { title: 'The Raven', mediaItemId, share: null, position: 0 } },
    { input: { title: 'The Raven', mediaItemId, share: oneShare, position: 60 } },
  ],
  events: [
    { type: 'share.submit' },
    { type: 'share.remove' },
    { type: 'share.setStart', isOn: true },
    { type: 'share.changeStart', text: '2:00' },
    { type: 'share.toggleCode' },
    { type: 'share.showAll' },
    { type: 'share.close' },
    { type: 'form.refused' },
    { type: 'form.saved', values: saved, answer: oneShare },
    { type: 'server.share.opened', share: oneShare },
    { type: 'server.share.closed', share: oneShare },
    { type: 'removal.started', subject: { id: oneShare.id, title: 'The Raven' } },
    { type: 'removal.finished', subject: { id: oneShare.id, title: 'The Raven' }, answer: null },
    { type: 'removal.failed', subject: { id: oneShare.id, title: 'The Raven' } },
  ],
  ignored: [
    { type: 'server.share.opened', share: { ...oneShare, mediaItemId: 'another' } },
    { type: 'server.share.closed', share: { ...oneShare, mediaItemId: 'another' } },
  ],
  project: ({ context }) => [context.share?.id, context.hasStart, context.showsCode, context.form !== null],
  invariants: {
    'a link is there exactly while it is shown': (state) =>
      state.matches('closed') || state.matches('shared') === (state.context.share !== null),
    'a form is there exactly while there is no link': (state) =>
      (state.context.form !== null) === state.matches('unshared'),
    'a link is being removed only since the removal said so': (state, { happened }) =>
      !state.matches({ shared: 'removing' }) || happened.some(({ type }) => type === 'removal.started'),
  },
});

const { entityId } = oneFeed;
const feedValues = {
  entityType: 'item',
  entityId,
  serverAddress: 'http://localhost',
  slug: 'raven',
  preventIndexing: true,
  ownerName: '',
  ownerEmail: '',
} as const;
const feedInput = { entityType: 'item', entityId, name: 'The Raven', hasEpisodesWithoutPubDate: false } as const;

export const rssFeedModel = defineModel({
  name: 'rss feed',
  machine: rssFeedMachine,
  named: { modals: null, toasts: null },
  fakes: { form },
  starts: [{ input: { ...feedInput, feed: null } }, { input: { ...feedInput, feed: oneFeed } }],
  events: [
    { type: 'rssFeed.submit' },
    { type: 'rssFeed.remove' },
    { type: 'rssFeed.showTab', tab: 'advanced' },
    { type: 'rssFeed.dismiss' },
    { type: 'form.refused' },
    { type: 'form.saved', values: feedValues, answer: oneFeed },
    { type: 'server.rssFeed.opened', feed: oneFeed },
    { type: 'server.rssFeed.closed', feed: oneFeed },
    { type: 'removal.started', subject: { id: oneFeed.id, name: 'The Raven' } },
    { type: 'removal.finished', subject: { id: oneFeed.id, name: 'The Raven' }, answer: null },
    { type: 'removal.failed', subject: { id: oneFeed.id, name: 'The Raven' } },
  ],
  ignored: [
    { type: 'server.rssFeed.opened', feed: { ...oneFeed, entityId: 'another' } },
    { type: 'server.rssFeed.closed', feed: { ...oneFeed, entityId: 'another' } },
  ],
  project: ({ context }) => [context.feed?.id, context.tab, context.form !== null],
  invariants: {
    'a feed is there exactly while it is shown': (state) =>
      state.matches('dismissed') || state.matches('open') === (state.context.feed !== null),
    'a form is there exactly while there is no feed': (state) =>
      (state.context.form !== null) === state.matches('closed'),
    'a feed is being closed only since the removal said so': (state, { happened }) =>
      !state.matches({ open: 'closing' }) || happened.some(({ type }) => type === 'removal.started'),
  },
});

const thing = { kind: 'feed', id: oneFeed.id, title: 'The Raven' } as const;
const [listedFeed] = z.parse(listFeeds.output, recording('feeds/list').response.body).feeds.items;
if (!listedFeed) throw new Error('No feed');
const things = { feeds: [], links: [{ itemId: 'i', title: 'The Raven', share: oneShare }] };

export const feedsModel = defineModel({
  name: 'feeds',
  machine: feedsMachine,
  named: { modals: null, toasts: null },
  starts: [{ input: { route: { name: 'configFeeds' }, entryKey: 'k', memory: null } }],
  events: [
    { type: 'feeds.close', thing },
    { type: 'feeds.close', thing: { kind: 'link', id: oneShare.id, title: 'The Raven' } },
    { type: 'feeds.show', id: listedFeed.id },
    { type: 'feeds.hide' },
    { type: 'back.pressed' },
    { type: 'data.loaded', data: things },
    { type: 'data.loaded', data: { ...things, feeds: [listedFeed] } },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'server.rssFeed.opened', feed: oneFeed },
    { type: 'server.rssFeed.closed', feed: oneFeed },
    { type: 'server.share.opened', share: oneShare },
    { type: 'server.share.closed', share: oneShare },
    { type: 'removal.finished', subject: { kind: 'link', id: oneShare.id, title: 'The Raven' }, answer: null },
  ],
  project: ({ context }) => [
    context.shownId,
    context.things.links.length,
    context.things.feeds.length,
    context.error?.kind,
  ],
  invariants: {
    'back is held exactly while a feed is shown that is there': ({ context, children }) =>
      (children.holdBack !== undefined) === context.things.feeds.some(({ id }) => id === context.shownId),
    'what was closed is not shown until the lists are read again': (state, { happened }) =>
      happened.at(-1)?.type !== 'removal.finished' ||
      !state.matches('shown') ||
      state.context.things.links.length === 0,
    'it says why it shows nothing': (state) => !state.matches('failed') || state.context.error !== null,
  },
});
