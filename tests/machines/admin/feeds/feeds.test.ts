import { expect, test, vi } from 'vitest';
import { feedsMachine } from '../../../../src/machines/admin/feeds/feeds.machine.ts';
import { linkAddressOf, selectShownFeed, selectThings } from '../../../../src/machines/admin/feeds/feeds.selectors.ts';
import { closeFeed, listFeeds } from '../../../../src/services/endpoints/feeds.ts';
import { listItems, listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { deleteShare } from '../../../../src/services/endpoints/shares.ts';
import { createHost } from '../../../support/host.ts';
import { pageBody } from '../../../support/people-fixtures.ts';
import { oneFeed, oneShare, shareBody } from '../../../support/publish-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { answerRemoval } from '../../../support/removal.ts';

const { results } = recording('libraries/items-final-minified').response.body as { results: object[] };
const [book] = results as [{ id: string; media: { metadata: { title: string } } }];
const shared = pageBody([{ ...book, mediaItemShare: shareBody }]);

async function open() {
  const host = createHost(feedsMachine, {
    input: { route: { name: 'configFeeds' }, entryKey: 'k', memory: null },
    named: { modals: null, toasts: null },
  });
  const { api } = host.ports;
  api.answer(listFeeds, recording('feeds/list').response.body);
  api.answer(listLibraries, recording('libraries/list').response.body);
  api.answer(listItems, shared);
  await vi.waitFor(() => expect(host.subject.getSnapshot().matches('shown')).toBe(true));
  const things = () => selectThings(host.subject.getSnapshot());
  const report = () => host.receivedBy('toasts').map((event) => (event as { message?: { key?: string } }).message?.key);
  return { ...host, api, things, report };
}

test('lists feeds and public links, each once (CFG-047, RSS-027)', async () => {
  const { things, api, subject } = await open();
  expect(things().feeds.length).toBeGreaterThan(0);
  expect(things().links[0]).toEqual({ itemId: book.id, title: book.media.metadata.title, share: oneShare });
  expect(api.inputsOf(listItems)[0]).toMatchObject({ filter: 'share-open', limit: 500 });
  expect(linkAddressOf('raven')(subject.getSnapshot())).toBe('http://localhost/share/raven');
});

test('a feed is shown, and closed after a question (CFG-048)', async () => {
  const { subject, things, api, report } = await open();
  const [feed] = things().feeds;
  if (!feed) throw new Error('No feed');
  subject.send({ type: 'feeds.show', id: feed.id });
  expect(selectShownFeed(subject.getSnapshot())).toEqual(feed);
  const thing = { kind: 'feed', id: feed.id, title: feed.meta.title } as const;
  api.answer(closeFeed, 'OK');
  subject.send({ type: 'feeds.close', thing });
  answerRemoval(subject, false);
  expect(api.inputsOf(closeFeed)).toEqual([]);
  subject.send({ type: 'feeds.close', thing });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(report()).toEqual(['feeds.closed']));
  expect(things().feeds.some(({ id }) => id === feed.id)).toBe(false);
  expect(selectShownFeed(subject.getSnapshot())).toBe(null);
});

test('a feed that is shown is hidden by Back too, which leaves the page only then; one that goes is hidden', async () => {
  const { subject, things, api, ports } = await open();
  const [feed] = things().feeds;
  if (!feed) throw new Error('No feed');
  const shown = () => [selectShownFeed(subject.getSnapshot())?.id, ports.navigation.held];
  const show = () => subject.send({ type: 'feeds.show', id: feed.id });
  show();
  expect(shown()).toEqual([feed.id, 1]);
  ports.navigation.back();
  expect(shown()).toEqual([undefined, 0]);
  show();
  subject.send({ type: 'feeds.hide' });
  expect(shown()).toEqual([undefined, 0]);
  show();
  api.answer(closeFeed, 'OK');
  subject.send({ type: 'feeds.close', thing: { kind: 'feed', id: feed.id, title: feed.meta.title } });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(shown()).toEqual([undefined, 0]));
});

test('a link that failed to be deleted says so and stays; a missing one disappears', async () => {
  const { subject, things, api, report } = await open();
  const thing = { kind: 'link', id: oneShare.id, title: 'x' } as const;
  api.refuse(deleteShare, { kind: 'server', status: 500, message: '' });
  subject.send({ type: 'feeds.close', thing });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(report()).toEqual(['sharing.removeFailed']));
  expect(things().links.length).toBeGreaterThan(0);
  api.refuse(deleteShare, { kind: 'notFound', message: '' });
  subject.send({ type: 'feeds.close', thing });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(things().links).toEqual([]));
});

test.each([
  { type: 'server.rssFeed.opened', feed: oneFeed },
  { type: 'server.rssFeed.closed', feed: oneFeed },
  { type: 'server.share.opened', share: oneShare },
  { type: 'server.share.closed', share: oneShare },
  { type: 'page.refresh', again: true },
] as const)('what other administrators open or close is reloaded: $type', async (event) => {
  const { subject, api, ports, things } = await open();
  api.answer(listFeeds, { feeds: [] });
  subject.send(event);
  ports.clock.advance(300);
  await vi.waitFor(() => expect(things().feeds).toEqual([]));
  expect(things().links.length).toBeGreaterThan(0);
});
