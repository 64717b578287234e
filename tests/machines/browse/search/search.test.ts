import { expect, test, vi } from 'vitest';
import { activeIn, groupsOf, stepped, type SearchGroup } from '../../../../src/machines/browse/search/results.logic.ts';
import { searchMachine, MOST_RECENT, withRecent } from '../../../../src/machines/browse/search/search.machine.ts';
import { selectSearchState } from '../../../../src/machines/browse/search/search.selectors.ts';
import { librarySearch } from '../../../../src/schemas/api/library-search.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { searchLibrary } from '../../../../src/services/endpoints/library-lists.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

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
  const requested = () => host.ports.api.inputsOf(searchLibrary);
  return { ...host, state, context, type, requested };
}

test('a request starts 750 ms after the last key (VAL-049, CON-041, SRC-004)', async () => {
  const { state, type, requested, ports } = open();
  type('c');
  expect(state()).toBe('typing');
  ports.clock.advance(749);
  type('ca');
  ports.clock.advance(749);
  expect([state(), requested()]).toEqual(['typing', []]);
  ports.clock.advance(1);
  expect(state()).toBe('fetching');
  await vi.waitFor(() => expect(state()).toBe('found'));
  expect(requested()).toEqual([{ libraryId: 'books', text: 'ca', limit: 3 }]);
});

test('a request is for three results of each group (CON-042)', async () => {
  const { state, type, requested, ports } = open();
  type('ca');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  expect(requested()).toMatchObject([{ limit: 3 }]);
});

test('more typing ends the earlier request, and removes its results; without a text there are none (VAL-050, SRC-005)', async () => {
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

test('an empty result is reported as such, a failure leaves no results and can be retried (ERR-038, SRC-024)', async () => {
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

test('a recent search repeats at once; each can be removed, and all of them', async () => {
  const { state, ports, subject, context, requested } = open(({ storage }) =>
    storage.put('earmark.searches.u', '["dune","emma"]'),
  );
  expect(context().recent).toEqual(['dune', 'emma']);
  subject.send({ type: 'search.choose', text: 'emma' });
  expect(state()).toBe('fetching');
  await vi.waitFor(() => expect(state()).toBe('found'));
  expect(requested()).toEqual([{ libraryId: 'books', text: 'emma', limit: 3 }]);
  subject.send({ type: 'search.keep' });
  expect(ports.storage.texts.get('earmark.searches.u')).toBe('["emma","dune"]');
  subject.send({ type: 'search.remove', text: 'dune' });
  expect(ports.storage.texts.get('earmark.searches.u')).toBe('["emma"]');
  subject.send({ type: 'search.clear' });
  expect([context().recent, ports.storage.texts.has('earmark.searches.u')]).toEqual([[], false]);
});

test('reopened with the same text in the same library it shows its results', async () => {
  const { state, type, ports, subject, requested, context } = open();
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  subject.send({ type: 'search.move', step: 'next' });
  subject.send({ type: 'search.open', libraryId: 'books', text: 'c ' });
  expect([state(), requested().length, context().active]).toEqual(['found', 1, null]);
  subject.send({ type: 'search.open', libraryId: 'others', text: 'c' });
  expect(state()).toBe('typing');
  subject.send({ type: 'search.open', libraryId: 'others', text: ' ' });
  expect([state(), context().text]).toEqual(['empty', ' ']);
  ports.clock.advance(60_000);
  expect([state(), requested().length]).toEqual(['empty', 1]);
});

const book = (found as { book: { libraryItem: LibraryItem }[] }).book[0]?.libraryItem;
interface LibraryItem {
  readonly id: string;
  readonly media: { readonly metadata: object };
}
/** The answer after the first book got another title. */
const renamed = {
  ...(found as object),
  book: [{ libraryItem: { ...book, media: { ...book?.media, metadata: { ...book?.media.metadata, title: 'Anew' } } } }],
};

test('what changes while results are shown is in them when it is quiet, and the active row stays the same result', async () => {
  const { state, type, ports, subject, context, requested } = open();
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  subject.send({ type: 'search.move', step: 'next' });
  ports.api.answer(searchLibrary, renamed);
  subject.send({ type: 'search.markOutdated' });
  ports.clock.advance(900);
  subject.send({ type: 'search.markOutdated' });
  ports.clock.advance(999);
  expect([state(), requested().length]).toEqual(['found', 1]);
  ports.clock.advance(1);
  expect(state()).toBe('found');
  await vi.waitFor(() => expect(context().groups[0]?.rows[0]?.title).toBe('Anew'));
  expect([state(), requested().length, context().active]).toEqual(['found', 2, 0]);
  ports.api.answer(searchLibrary, nothing);
  subject.send({ type: 'search.markOutdated' });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(state()).toBe('nothing'));
  expect(context().active).toBe(null);
});

test('a change while the answer is on its way is not lost', async () => {
  const { state, type, ports, subject, context, requested } = open();
  const first = ports.api.defer(searchLibrary);
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(requested()).toHaveLength(1));
  subject.send({ type: 'search.markOutdated' });
  first.resolve(found);
  await vi.waitFor(() => expect(state()).toBe('found'));
  ports.api.answer(searchLibrary, renamed);
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(context().groups[0]?.rows[0]?.title).toBe('Anew'));
});

test('results that were shown stay when they cannot be refetched, and go with their library', async () => {
  const { state, type, ports, subject, context, requested } = open();
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  ports.api.refuseOnce(searchLibrary, { kind: 'timeout' });
  subject.send({ type: 'search.markOutdated' });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(requested()).toHaveLength(2));
  await vi.waitFor(() =>
    expect(subject.getSnapshot().children.results?.getSnapshot().value).toEqual({ loaded: 'resting' }),
  );
  expect([state(), context().error]).toEqual(['found', null]);
  ports.api.refuse(searchLibrary, { kind: 'notFound', message: '' });
  subject.send({ type: 'search.markOutdated' });
  ports.clock.advance(60_000);
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect(context()).toMatchObject({ groups: [], active: null, error: { kind: 'notFound' } });
});

test('unseen changes repeat the search when the box opens', async () => {
  const { state, type, ports, subject, requested } = open();
  type('c');
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  subject.send({ type: 'search.forget' });
  ports.clock.advance(60_000);
  expect([state(), requested().length]).toEqual(['empty', 1]);
  subject.send({ type: 'search.open', libraryId: 'books', text: 'c' });
  ports.clock.advance(750);
  await vi.waitFor(() => expect(state()).toBe('found'));
  expect(requested()).toHaveLength(2);
});

test('the active row is the same result among others, or none', () => {
  const row = (id: string) => ({ id }) as SearchGroup['rows'][number];
  const before: SearchGroup[] = [
    { name: 'books', rows: [row('a'), row('b')] },
    { name: 'series', rows: [row('c')] },
  ];
  const after: SearchGroup[] = [{ name: 'books', rows: [row('b'), row('c')] }];
  expect([0, 1, 2, 3, null].map((active) => activeIn(after, before, active))).toEqual([null, 0, 1, 2, null]);
  expect(activeIn([], before, 3)).toBe(null);
});

test.each([
  ['books', 'SRC-015', { name: 'item', id: '4b035e56-3c39-4abe-a129-4bc5c39e63db' }],
  ['podcasts', 'SRC-015', { name: 'item', id: 'a65e19d0-e88f-46e0-bc7d-d5aa7c7148f0' }],
  ['episodes', 'SRC-016', { name: 'item', id: 'a65e19d0-e88f-46e0-bc7d-d5aa7c7148f0' }],
  ['authors', 'SRC-017', { name: 'author', id: '85a87a78-2818-4315-b56a-56ea20d0c0c8' }],
  ['series', 'SRC-018', { name: 'series', libraryId: 'L', seriesId: 'd9b9fc15-90c1-41fb-8ad0-f3430e0972fb' }],
  ['tags', 'SRC-019', { name: 'bookshelf', libraryId: 'L', filter: 'tags.Y2xhc3NpYw%3D%3D' }],
  ['genres', 'SRC-020', { name: 'bookshelf', libraryId: 'L', filter: 'genres.Q2xhc3NpY3M%3D' }],
  ['narrators', 'SRC-021', { name: 'bookshelf', libraryId: 'L', filter: 'narrators.PHNjcmlwdD5uYXJyPC9zY3JpcHQ%2B' }],
])('a result of %s leads to its page (%s)', (group, _row, route) => {
  const { podcast } = recording('libraries/search-podcast').response.body as { podcast: { libraryItem: object }[] };
  const recentEpisode = { id: 'e', libraryItemId: 'p', podcastId: 'm', title: 'The Crow', publishedAt: 1 };
  const episodes = podcast.map(({ libraryItem }) => ({ libraryItem: { ...libraryItem, recentEpisode } }));
  const groups = groupsOf(z.parse(librarySearch, { ...(found as object), podcast, episodes }), 'L');
  expect(groups.find(({ name }) => name === group)?.rows[0]?.route).toEqual(route);
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
