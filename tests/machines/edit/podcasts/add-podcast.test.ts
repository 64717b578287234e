import { expect, test, vi } from 'vitest';
import { addPodcastMachine } from '../../../../src/machines/edit/podcasts/add-podcast.machine.ts';
import { selectSearchState } from '../../../../src/machines/edit/podcasts/podcasts.selectors.ts';
import { listPodcastTitles } from '../../../../src/services/endpoints/podcast-admin.ts';
import { searchPodcasts } from '../../../../src/services/endpoints/provider-search.ts';
import { createHost } from '../../../support/host.ts';
import {
  matches,
  matchesBody,
  newPodcastClosed,
  offered,
  place,
  podcastLibrary,
  titles,
  titlesBody,
} from '../../../support/add-podcast-fixtures.ts';

const libraryId = podcastLibrary.id;

function open(memory: unknown = null) {
  const host = createHost(addPodcastMachine, {
    input: { route: { name: 'libraryPodcastSearch', libraryId }, entryKey: 'k', memory },
    named: { modals: null, router: null, toasts: null },
  });
  host.ports.api.answer(listPodcastTitles, titlesBody);
  const state = () => selectSearchState(host.subject.getSnapshot());
  const search = (text: string) => {
    host.subject.send({ type: 'addPodcast.type', text });
    host.subject.send({ type: 'addPodcast.submit', place });
  };
  return { ...host, state, search, context: () => host.subject.getSnapshot().context };
}

test('searches the directory of the library’s country, and keeps its results for the way back (POD-002)', async () => {
  const page = open();
  expect(page.state()).toBe('empty');
  page.search(' fables ');
  expect(page.state()).toBe('loading');
  page.ports.api.answer(searchPodcasts, matchesBody);
  await vi.waitFor(() => expect(page.state()).toBe('shown'));
  expect(page.ports.api.inputsOf(searchPodcasts)).toEqual([{ term: 'fables', country: 'us' }]);
  expect(page.context().results).toEqual(matches);
  const saved = page.parentEvents.at(-1) as unknown as { type: string; memory: object };
  expect(saved.type).toBe('page.stateSaved');
  const again = open(saved.memory);
  expect(again.state()).toBe('shown');
  expect(again.context()).toMatchObject({ typed: ' fables ', results: matches });
  expect(again.ports.api.inputsOf(searchPodcasts)).toEqual([]);
});

test('an empty text searches nothing, and an address opens a new podcast', () => {
  const page = open();
  page.search('  ');
  page.search(' https://a.example/feed ');
  expect(page.state()).toBe('empty');
  expect(page.ports.api.inputsOf(searchPodcasts)).toEqual([]);
  expect(page.receivedBy('modals')).toMatchObject([
    {
      type: 'modals.open',
      modal: 'newPodcast',
      input: { libraryId, folders: place.folders, feedUrl: 'https://a.example/feed', match: null },
    },
  ]);
});

test("a result opens a new podcast, with the library's data", async () => {
  const page = open();
  await vi.waitFor(() => expect(page.context().known).toEqual(titles.podcasts));
  page.subject.send({ type: 'addPodcast.choose', podcast: offered(), place });
  expect(page.receivedBy('modals')).toMatchObject([
    { input: { feedUrl: offered().feedUrl, match: offered(), known: titles.podcasts } },
  ]);
});

test('a failed search is retried; the earlier results stay until new ones arrive', async () => {
  const page = open();
  page.ports.api.refuseOnce(searchPodcasts, { kind: 'timeout' });
  page.search('fables');
  await vi.waitFor(() => expect(page.state()).toBe('failed'));
  expect(page.context().error).toMatchObject({ kind: 'timeout' });
  page.ports.api.answerOnce(searchPodcasts, matchesBody);
  page.subject.send({ type: 'addPodcast.retry' });
  await vi.waitFor(() => expect(page.state()).toBe('shown'));
  const answer = page.ports.api.defer(searchPodcasts);
  page.search('other');
  expect(page.state()).toBe('shown');
  answer.resolve([]);
  await vi.waitFor(() => expect(page.state()).toBe('none'));
});

test.each([
  ['an item added', { type: 'server.item.added', item: { libraryId } }, 2],
  ['an item added to another', { type: 'server.item.added', item: { libraryId: 'another' } }, 1],
  ['items added', { type: 'server.items.added', items: { items: [{ libraryId }] } }, 2],
  ['items added to another', { type: 'server.items.added', items: { items: [{ libraryId: 'another' }] } }, 1],
  ['an item changed', { type: 'server.item.updated', item: { libraryId } }, 2],
  ['an item changed in another', { type: 'server.item.updated', item: { libraryId: 'another' } }, 1],
  ['an item removed', { type: 'server.item.removed', item: { id: 'a' } }, 2],
  ['a reconnect', { type: 'page.refresh', again: true }, 2],
])('after %s of the library its titles have been read as often as that needs', async (_what, event, times) => {
  const page = open();
  await vi.waitFor(() => expect(page.context().known).not.toBeNull());
  page.subject.send(event as never);
  page.ports.clock.advance(1000);
  await vi.waitFor(() => expect(page.ports.api.inputsOf(listPodcastTitles)).toHaveLength(times));
});

test('a failure of the titles is reported, and they are refetched', async () => {
  const host = createHost(addPodcastMachine, {
    input: { route: { name: 'libraryPodcastSearch', libraryId }, entryKey: 'k', memory: null },
  });
  host.ports.api.refuseOnce(listPodcastTitles, { kind: 'timeout' });
  await vi.waitFor(() => expect(host.subject.getSnapshot().context.titlesError).toMatchObject({ kind: 'timeout' }));
  host.ports.api.answer(listPodcastTitles, titlesBody);
  host.subject.send({ type: 'addPodcast.retryTitles' });
  await vi.waitFor(() => expect(host.subject.getSnapshot().context.known).toEqual(titles.podcasts));
  expect(host.subject.getSnapshot().context.titlesError).toBeNull();
});

test('an added one is reported and opened; a modal that added nothing leaves the page', () => {
  const page = open();
  page.subject.send(newPodcastClosed(null));
  page.subject.send(newPodcastClosed({ itemId: null, title: 'Fables' }));
  expect(page.receivedBy('router')).toEqual([]);
  page.subject.send(newPodcastClosed({ itemId: 'i', title: 'Fables' }));
  expect(page.receivedBy('toasts')).toEqual([
    {
      type: 'toasts.show',
      kind: 'success',
      message: { key: 'episodes.podcastAdded', values: { title: 'Fables' } },
    },
  ]);
  expect(page.receivedBy('router')).toEqual([{ type: 'router.go', to: { name: 'item', id: 'i' } }]);
});
