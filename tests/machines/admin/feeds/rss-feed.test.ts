import { expect, test, vi } from 'vitest';
import { rssFeedMachine } from '../../../../src/machines/admin/feeds/rss-feed.machine.ts';
import { selectFeedAddress, selectIsInsecure } from '../../../../src/machines/admin/feeds/feeds.selectors.ts';
import type { RssFeedMinified } from '../../../../src/schemas/api/rss-feed.ts';
import { closeFeed, openFeed } from '../../../../src/services/endpoints/feeds.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { feedBody, oneFeed } from '../../../support/publish-fixtures.ts';
import { answerRemoval } from '../../../support/removal.ts';

const { entityId } = oneFeed;

function open(feed: RssFeedMinified | null = null, baseUrl = 'https://x.org/abs/') {
  const host = createHost(rssFeedMachine, {
    ports: { ...createFakePorts(), baseUrl },
    input: { entityType: 'item', entityId, name: 'The Raven', feed, hasEpisodesWithoutPubDate: false },
    named: { modals: null, toasts: null },
  });
  const context = () => host.subject.getSnapshot().context;
  const form = () => {
    const ref = context().form;
    if (!ref) throw new Error('No form');
    return ref;
  };
  const report = () => host.receivedBy('toasts').map((event) => (event as { message?: { key?: string } }).message?.key);
  return { ...host, context, form, report };
}

test('begins with the id of the entity as slug, not to be indexed (RSS-008, RSS-018, CON-100)', () => {
  expect(open().form().getSnapshot().context.values).toEqual({
    entityType: 'item',
    entityId,
    serverAddress: 'https://x.org/abs',
    slug: entityId,
    preventIndexing: true,
    ownerName: '',
    ownerEmail: '',
  });
});

test('a feed opens with the typed values, and shows its address (RSS-023, API-046, ENT-052)', async () => {
  const modal = open();
  modal.ports.api.answer(openFeed, feedBody);
  modal.form().send({ type: 'form.change', field: 'slug', value: 'raven' });
  modal.form().send({ type: 'form.change', field: 'ownerName', value: ' Ann ' });
  modal.subject.send({ type: 'rssFeed.submit' });
  await vi.waitFor(() => expect(modal.context().feed).toEqual(oneFeed));
  expect(modal.ports.api.inputsOf(openFeed)).toEqual([
    {
      entityType: 'item',
      entityId,
      serverAddress: 'https://x.org/abs',
      slug: 'raven',
      metadataDetails: { preventIndexing: true, ownerName: 'Ann', ownerEmail: null },
    },
  ]);
  expect(selectFeedAddress(modal.subject.getSnapshot())).toBe(`https://x.org/abs${oneFeed.feedUrl}`);
  expect([modal.report(), modal.context().form]).toEqual([[], null]);
});

test('a slug that had to be changed is replaced, and waits for another press (RSS-020, RSS-022, VAL-080)', async () => {
  const modal = open();
  modal.ports.api.answer(openFeed, feedBody);
  modal.form().send({ type: 'form.change', field: 'slug', value: 'The Raven' });
  modal.subject.send({ type: 'rssFeed.submit' });
  expect(modal.form().getSnapshot().context.values.slug).toBe('the-raven');
  expect([modal.report(), modal.ports.api.inputsOf(openFeed)]).toEqual([['slug.changed'], []]);
  modal.subject.send({ type: 'rssFeed.submit' });
  await vi.waitFor(() => expect(modal.context().feed).toEqual(oneFeed));
  expect(modal.ports.api.inputsOf(openFeed)).toMatchObject([{ slug: 'the-raven' }]);
});

test.each([
  ['The Raven', 'warning', 'slug.changed', 'RSS-021, ERR-072'],
  [' ', 'error', 'slug.missing', 'RSS-019, VAL-079, ERR-071'],
])('the slug %j shows the %s %s, and nothing is sent (%s)', (slug, kind, key) => {
  const modal = open();
  modal.form().send({ type: 'form.change', field: 'slug', value: slug });
  modal.subject.send({ type: 'rssFeed.submit' });
  expect(modal.receivedBy('toasts')).toMatchObject([{ type: 'toasts.show', kind, message: { key } }]);
  expect(modal.ports.api.inputsOf(openFeed)).toEqual([]);
});

test.each([
  ['Slug already in use', { slug: 'taken' }],
  ['Item has no audio tracks', {}],
])('a refusal stays in the form: %s (RSS-024, ERR-067)', async (message, problems) => {
  const modal = open();
  const refusal = { kind: 'rejected', status: 400, message } as const;
  modal.ports.api.refuse(openFeed, refusal);
  modal.subject.send({ type: 'rssFeed.submit' });
  await vi.waitFor(() => expect(modal.form().getSnapshot().context).toMatchObject({ error: refusal, problems }));
  expect([modal.report(), modal.context().feed]).toEqual([[], null]);
});

test('a feed is closed after a question, with a notice, and so is the modal (RSS-025, API-047)', async () => {
  const modal = open(oneFeed);
  modal.ports.api.answer(closeFeed, 'OK');
  modal.subject.send({ type: 'rssFeed.remove' });
  answerRemoval(modal.subject, false);
  expect(modal.ports.api.inputsOf(closeFeed)).toEqual([]);
  modal.subject.send({ type: 'rssFeed.remove' });
  answerRemoval(modal.subject, true);
  modal.subject.send({ type: 'server.rssFeed.closed', feed: oneFeed });
  await vi.waitFor(() => expect(modal.subject.getSnapshot().output).toBe('closed'));
  expect([modal.report(), modal.ports.api.inputsOf(closeFeed)]).toEqual([['feeds.closed'], [{ id: oneFeed.id }]]);
});

test.each([
  ['server', 'feeds.closeFailed', true],
  ['notFound', 'feeds.closed', false],
] as const)('a close that fails by %s reports %s (RSS-026, ERR-068)', async (kind, key, stays) => {
  const modal = open(oneFeed);
  modal.ports.api.refuse(closeFeed, kind === 'server' ? { kind, status: 500, message: '' } : { kind, message: '' });
  modal.subject.send({ type: 'rssFeed.remove' });
  answerRemoval(modal.subject, true);
  await vi.waitFor(() => expect(modal.subject.getSnapshot().hasTag('busy')).toBe(false));
  expect([modal.report(), modal.subject.getSnapshot().status === 'active']).toEqual([[key], stays]);
});

test('follows what other administrators do with the same feed', () => {
  const modal = open();
  modal.subject.send({ type: 'server.rssFeed.opened', feed: { ...oneFeed, entityId: 'another' } });
  expect(modal.context().feed).toBe(null);
  modal.subject.send({ type: 'server.rssFeed.opened', feed: oneFeed });
  expect(modal.context().feed).toEqual(oneFeed);
  modal.subject.send({ type: 'server.rssFeed.closed', feed: { ...oneFeed, entityId: 'another' } });
  expect([modal.context().feed, modal.context().form]).toEqual([oneFeed, null]);
  modal.subject.send({ type: 'server.rssFeed.closed', feed: oneFeed });
  expect([modal.context().feed, modal.form().getSnapshot().context.values.slug]).toEqual([null, entityId]);
});

test('what another administrator closes while it is closed here is not closed twice', async () => {
  const modal = open(oneFeed);
  const answer = modal.ports.api.defer(closeFeed);
  modal.subject.send({ type: 'rssFeed.remove' });
  answerRemoval(modal.subject, true);
  expect(modal.subject.getSnapshot().value).toEqual({ open: 'closing' });
  modal.subject.send({ type: 'rssFeed.remove' });
  modal.subject.send({ type: 'server.rssFeed.closed', feed: { ...oneFeed, entityId: 'another' } });
  expect(modal.subject.getSnapshot().value).toEqual({ open: 'closing' });
  modal.subject.send({ type: 'server.rssFeed.closed', feed: oneFeed });
  expect([modal.report(), modal.subject.getSnapshot().output]).toEqual([['feeds.closed'], 'closed']);
  answer.resolve('OK');
});

test('its form shows one tab at a time; dismissed it is over', () => {
  const modal = open();
  modal.subject.send({ type: 'rssFeed.showTab', tab: 'advanced' });
  expect(modal.context().tab).toBe('advanced');
  const { form } = modal.context();
  modal.subject.send({ type: 'server.rssFeed.opened', feed: oneFeed });
  expect(form?.getSnapshot().status).toBe('stopped');
  modal.subject.send({ type: 'rssFeed.dismiss' });
  expect(modal.subject.getSnapshot()).toMatchObject({ status: 'done', output: 'closed' });
});

test('a failed close can be retried', async () => {
  const modal = open(oneFeed);
  modal.ports.api.refuseOnce(closeFeed, { kind: 'network' });
  const close = () => {
    modal.subject.send({ type: 'rssFeed.remove' });
    answerRemoval(modal.subject, true);
    expect(modal.subject.getSnapshot().hasTag('busy')).toBe(true);
  };
  close();
  await vi.waitFor(() => expect(modal.subject.getSnapshot().value).toEqual({ open: 'resting' }));
  modal.ports.api.answer(closeFeed, 'OK');
  close();
  await vi.waitFor(() => expect(modal.subject.getSnapshot().status).toBe('done'));
  expect(modal.ports.api.inputsOf(closeFeed)).toEqual([{ id: oneFeed.id }, { id: oneFeed.id }]);
});

test('podcast apps need https (RSS-009)', () => {
  expect([open(null, 'http://x/'), open()].map(({ subject }) => selectIsInsecure(subject.getSnapshot()))).toEqual([
    true,
    false,
  ]);
});
