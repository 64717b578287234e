import { expect, test, vi } from 'vitest';
import { groupsOf, stepped } from '../../../src/machines/search/results.logic.ts';
import { MOST_RECENT, withRecent } from '../../../src/machines/search/recent.stored.ts';
import { searchMachine } from '../../../src/machines/search/search.machine.ts';
import { selectSearchState } from '../../../src/machines/search/search.selectors.ts';
import { librarySearch } from '../../../src/schemas/api/library-search.ts';
import { z } from '../../../src/schemas/zod.ts';
import { searchLibrary } from '../../../src/services/endpoints/search.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

const found = recording('libraries/search-all-kinds').response.body;
const nothing = recording('libraries/search-nothing').response.body;

function open(prepare?: (ports: ReturnType<typeof createFakePorts>) => void) {
  const ports = createFakePorts();
  ports.api.answer(searchLibrary, found);
  prepare?.(ports);
  const host = createHost(searchMachine, { input: { userId: 'u' }, ports });
  host.subject.send({ type: 'search.open', libraryId: 'books', text: '' });
  const state = () => selectSearchState(host.subject.getSnapshot());
  const context = () => host.subject.getSnapshot().context;
  const type = (text: string) => host.subject.send({ type: 'search.type', text });
  const asked = () => host.ports.api.inputsOf(searchLibrary);
  return { ...host, state, context, type, asked };
}

test('a request begins when nothing was typed for 750 ms, for three results of each group', async () => {
  const { state, type, asked, ports } = open();
  type('c');
  expect(state()).toBe('typing');
  ports.clock.advance(749);
  type('ca');
  ports.clock.advance(749);
  expect([state(), asked()]).toEqual(['typing', []]);
  ports.clock.advance(1);
  expect(state()).toBe('fetching');
  await vi.waitFor(() => expect(state()).toBe('found'));
  expect(asked()).toEqual([{ libraryId: 'books', text: 'ca', limit: 3 }]);
});

test('more typing ends the request before, and takes its results away', async () => {
  const { state, type, ports, context } = open();
  const first = ports.api.defer(searchLibrary);
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(ports.api.calls).toHaveLength(1));
  type('ca');
  await vi.waitFor(() => expect(ports.api.aborted).toEqual(['libraries.search']));
  first.resolve(found);
  expect([state(), context().groups]).toEqual(['typing', []]);
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  type('');
  expect([state(), context().groups]).toEqual(['empty', []]);
});

test('nothing found is told as that, a failure leaves no results and can be tried again', async () => {
  const { state, type, ports, subject, context } = open(({ api }) => api.answer(searchLibrary, nothing));
  type('zzz');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('nothing'));
  ports.api.refuseOnce(searchLibrary, { kind: 'timeout' });
  type('zz');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect(context()).toMatchObject({ groups: [], error: { kind: 'timeout' } });
  ports.api.answer(searchLibrary, found);
  subject.send({ type: 'search.retry' });
  await vi.waitFor(() => expect(state()).toBe('found'));
});

test('the arrow keys go through the rows of all groups, and the page of all results below them', async () => {
  const { state, type, ports, subject, context } = open();
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  const rows = context().groups.flatMap((group) => group.rows).length;
  const seen = Array.from({ length: rows + 2 }, () => {
    subject.send({ type: 'search.move', step: 'next' });
    return context().active;
  });
  expect(seen).toEqual([...Array.from({ length: rows + 1 }, (_, index) => index), 0]);
  subject.send({ type: 'search.move', step: 'previous' });
  expect(context().active).toBe(rows);
});

test('an earlier search is made again at once; each can be taken out, and all of them', async () => {
  const { state, ports, subject, context, asked } = open(({ storage }) =>
    storage.put('earmark.searches.u', '["dune","emma"]'),
  );
  expect(context().recent).toEqual(['dune', 'emma']);
  subject.send({ type: 'search.choose', text: 'emma' });
  expect(state()).toBe('fetching');
  await vi.waitFor(() => expect(state()).toBe('found'));
  expect(asked()).toEqual([{ libraryId: 'books', text: 'emma', limit: 3 }]);
  subject.send({ type: 'search.keep' });
  expect(ports.storage.texts.get('earmark.searches.u')).toBe('["emma","dune"]');
  subject.send({ type: 'search.remove', text: 'dune' });
  expect(ports.storage.texts.get('earmark.searches.u')).toBe('["emma"]');
  subject.send({ type: 'search.clear' });
  expect([context().recent, ports.storage.texts.has('earmark.searches.u')]).toEqual([[], false]);
});

test('opened again with the same text in the same library it shows what it has', async () => {
  const { state, type, ports, subject, asked } = open();
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  subject.send({ type: 'search.open', libraryId: 'books', text: 'c ' });
  expect([state(), asked().length]).toEqual(['found', 1]);
  subject.send({ type: 'search.open', libraryId: 'others', text: 'c' });
  expect(state()).toBe('typing');
});

test('each result leads to its page: SRC-015 to SRC-021', () => {
  const ofBooks = groupsOf(z.parse(librarySearch, found), 'L');
  const ofPodcasts = groupsOf(z.parse(librarySearch, recording('libraries/search-podcast').response.body), 'L');
  const places = new Map(
    [...ofBooks, ...ofPodcasts].map(({ name, rows }) => [name, { route: rows[0]?.route, title: rows[0]?.title }]),
  );
  for (const [name, { route }] of places) {
    const kind = { books: 'item', podcasts: 'item', episodes: 'item', authors: 'author', series: 'series' }[
      name as 'books'
    ];
    expect([name, route?.name]).toEqual([name, kind ?? 'bookshelf']);
  }
  expect(places.get('tags')?.route ?? places.get('genres')?.route).toMatchObject({
    name: 'bookshelf',
    libraryId: 'L',
  });
});

test('steps go around, and nowhere without rows', () => {
  expect([stepped(null, 3, 'previous'), stepped(2, 3, 'next'), stepped(1, 3, 'first'), stepped(1, 3, 'last')]).toEqual([
    2, 0, 0, 2,
  ]);
  expect(stepped(null, 0, 'next')).toBe(null);
});

test('recent searches: the latest first, each once, a few of them', () => {
  expect(withRecent(['Dune', 'emma'], 'EMMA')).toEqual(['EMMA', 'Dune']);
  const many = Array.from({ length: 20 }, (_, index) => String(index)).reduce(withRecent, [] as readonly string[]);
  expect(many).toHaveLength(MOST_RECENT);
  expect(many[0]).toBe('19');
});
