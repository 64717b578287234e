import { expect, test, vi } from 'vitest';
import { searchPageMachine } from '../../../../src/machines/browse/search/search-page.machine.ts';
import { selectExtension, selectResultsState } from '../../../../src/machines/browse/search/search-page.logic.ts';
import type { SearchGroupName } from '../../../../src/machines/browse/search/results.logic.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { searchLibrary } from '../../../../src/services/endpoints/library-lists.ts';
import { firstEpisode } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { reducedBook } from '../../../support/item-fixtures.ts';
import { firstBook, oneAuthor, oneSeries } from '../../../support/people-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const found = recording('libraries/search-all-kinds').response.body as object;
const nothing = recording('libraries/search-nothing').response.body;
const tags = (count: number) => ({
  ...found,
  tags: Array.from({ length: count }, (_, index) => ({ name: `tag ${index}`, numItems: 1 })),
});

function open({
  q = 'c',
  group,
  memory = null,
}: { q?: string; group?: SearchGroupName | undefined; memory?: unknown } = {}) {
  const host = createHost(searchPageMachine, {
    input: { route: { name: 'librarySearch', libraryId: 'L', q, group }, entryKey: 'k', memory },
  });
  host.ports.api.answer(searchLibrary, found);
  const state = () => selectResultsState(host.subject.getSnapshot());
  const extension = () => selectExtension(host.subject.getSnapshot());
  return { ...host, state, extension, requested: () => host.ports.api.inputsOf(searchLibrary) };
}

test('requests some results of each group, and for more of one group on a page of its own', async () => {
  const all = open({ q: ' c ' });
  await vi.waitFor(() => expect(all.state()).toBe('filled'));
  expect(all.requested()).toEqual([{ libraryId: 'L', text: 'c', limit: 12 }]);
  const one = open({ group: 'books' });
  await vi.waitFor(() => expect(one.state()).toBe('filled'));
  expect([one.requested(), one.extension()]).toEqual([[{ libraryId: 'L', text: 'c', limit: 48 }], 'none']);
});

test('requests nothing without a text', () => {
  const { state, requested } = open({ q: '  ' });
  expect([state(), requested()]).toEqual(['empty', []]);
});

test('a full group is extended by a higher limit; a failure leaves the results, and is retried', async () => {
  const { ports, state, extension, subject, requested } = open({ group: 'tags' });
  ports.api.answer(searchLibrary, tags(48));
  await vi.waitFor(() => expect(extension()).toBe('possible'));
  ports.api.refuseOnce(searchLibrary, { kind: 'timeout' });
  subject.send({ type: 'searchPage.extend' });
  expect([extension(), state()]).toEqual(['running', 'filled']);
  await vi.waitFor(() => expect(extension()).toBe('failed'));
  ports.api.answer(searchLibrary, tags(60));
  subject.send({ type: 'searchPage.retry' });
  await vi.waitFor(() => expect(extension()).toBe('none'));
  expect(requested().map((input) => (input as { limit: number }).limit)).toEqual([48, 96, 96]);
  expect(subject.getSnapshot().context.answer?.tags?.items).toHaveLength(60);
});

test('a failure is reported, and retried; an empty result is reported too', async () => {
  const { ports, state, subject } = open();
  ports.api.refuseOnce(searchLibrary, { kind: 'network' });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect(subject.getSnapshot().context.error).toMatchObject({ kind: 'network' });
  ports.api.answer(searchLibrary, nothing);
  subject.send({ type: 'searchPage.retry' });
  await vi.waitFor(() => expect(state()).toBe('nothing'));
});

test('reopened it shows its results at once, and refetches', async () => {
  const first = open({ group: 'tags' });
  await vi.waitFor(() => expect(first.state()).toBe('filled'));
  const saved = first.parentEvents.at(-1) as unknown as { entryKey: string; memory: unknown };
  expect(saved.entryKey).toBe('k');
  const second = open({ group: 'tags', memory: saved.memory });
  expect([second.state(), second.extension(), second.subject.getSnapshot().hasTag('busy')]).toEqual([
    'filled',
    'none',
    false,
  ]);
  await vi.waitFor(() => expect(second.requested()).toHaveLength(1));
  const third = open({ group: 'tags', memory: saved.memory });
  const answer = third.ports.api.defer(searchLibrary);
  await vi.waitFor(() => expect(third.requested()).toHaveLength(1));
  answer.reject(new AppException({ kind: 'network' }));
  await vi.waitFor(() =>
    expect(third.subject.getSnapshot().children.results?.getSnapshot().hasTag('failed')).toBe(true),
  );
  expect(third.state(), 'what it had stays').toBe('filled');
});

test('results of a missing library are none', async () => {
  const { ports, state, subject } = open();
  await vi.waitFor(() => expect(state()).toBe('filled'));
  ports.api.refuse(searchLibrary, { kind: 'notFound', message: '' });
  subject.send({ type: 'server.item.removed', item: { id: 'x' } });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect(subject.getSnapshot().context.error).toEqual({ kind: 'notFound', message: '' });
  ports.api.answer(searchLibrary, found);
  subject.send({ type: 'searchPage.retry' });
  expect(subject.getSnapshot().hasTag('busy')).toBe(true);
  await vi.waitFor(() => expect(subject.getSnapshot().context.error).toBe(null));
  expect(state()).toBe('filled');
});

test('results that failed to refetch stay, silently', async () => {
  const { ports, state, subject, requested, parentEvents } = open();
  await vi.waitFor(() => expect(state()).toBe('filled'));
  ports.api.refuseOnce(searchLibrary, { kind: 'network' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(requested()).toHaveLength(2));
  await vi.waitFor(() =>
    expect(subject.getSnapshot().children.results?.getSnapshot().value).toEqual({ loaded: 'resting' }),
  );
  expect([state(), subject.getSnapshot().context.error, parentEvents.length]).toEqual(['filled', null, 1]);
});

test('only a group is extended, and only while the server has more of it', async () => {
  const all = open();
  all.ports.api.answer(searchLibrary, tags(48));
  await vi.waitFor(() => expect(all.state()).toBe('filled'));
  all.subject.send({ type: 'searchPage.extend' });
  const few = open({ group: 'tags' });
  few.ports.api.answer(searchLibrary, tags(47));
  await vi.waitFor(() => expect(few.state()).toBe('filled'));
  few.subject.send({ type: 'searchPage.extend' });
  await Promise.resolve();
  expect([all.requested().length, few.requested().length]).toEqual([1, 1]);
});

test('a failed extension is kept as it was, and the requested number is restored', async () => {
  const { ports, extension, subject, parentEvents } = open({ group: 'tags' });
  ports.api.answer(searchLibrary, tags(48));
  await vi.waitFor(() => expect(extension()).toBe('possible'));
  ports.api.refuseOnce(searchLibrary, { kind: 'timeout' });
  subject.send({ type: 'searchPage.extend' });
  await vi.waitFor(() => expect(extension()).toBe('failed'));
  expect([subject.getSnapshot().context.error, parentEvents.length]).toEqual([{ kind: 'timeout' }, 1]);
  ports.api.answer(searchLibrary, tags(96));
  subject.send({ type: 'searchPage.retry' });
  expect(extension()).toBe('running');
  await vi.waitFor(() => expect(extension()).toBe('possible'));
  const { answer, error } = subject.getSnapshot().context;
  expect([error, parentEvents.at(-1)]).toEqual([
    null,
    { type: 'page.stateSaved', entryKey: 'k', memory: { limit: 96, answer } },
  ]);
});

test.each([
  ['an item went', { type: 'server.item.removed', item: { id: 'x' } }],
  ['an item changed', { type: 'server.item.updated', item: reducedBook }],
  ['an item came', { type: 'server.item.added', item: firstBook }],
  ['items changed', { type: 'server.items.updated', items: { items: [], dropped: [] } }],
  ['items came', { type: 'server.items.added', items: { items: [], dropped: [] } }],
  ['an episode came', { type: 'server.episode.added', episode: { ...firstEpisode, libraryItem: reducedBook } }],
  ['an author went', { type: 'server.author.removed', author: { id: 'x' } }],
  ['an author changed', { type: 'server.author.updated', author: oneAuthor }],
  ['an author came', { type: 'server.author.added', author: oneAuthor }],
  ['a series went', { type: 'server.series.removed', series: { id: 'x' } }],
  ['a series changed', { type: 'server.series.updated', series: oneSeries }],
  ['a series came', { type: 'server.series.added', series: oneSeries }],
] as const)('results are looked for again once it is quiet after %s', async (_name, event) => {
  const { ports, state, subject, requested } = open();
  await vi.waitFor(() => expect(state()).toBe('filled'));
  ports.api.answer(searchLibrary, nothing);
  subject.send(event);
  ports.clock.advance(999);
  expect(requested()).toHaveLength(1);
  ports.clock.advance(1);
  await vi.waitFor(() => expect(state()).toBe('nothing'));
  expect(requested()).toHaveLength(2);
});
