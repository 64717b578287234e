import { expect, test, vi } from 'vitest';
import { searchPageMachine } from '../../../src/machines/search/search-page.machine.ts';
import { selectExtension, selectResultsState } from '../../../src/machines/search/search-page.selectors.ts';
import type { SearchGroupName } from '../../../src/machines/search/results.logic.ts';
import { AppException } from '../../../src/schemas/app-error.ts';
import { searchLibrary } from '../../../src/services/endpoints/search.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

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
  return { ...host, state, extension, asked: () => host.ports.api.inputsOf(searchLibrary) };
}

test('asks for some results of each group, and for more of one group on a page of its own', async () => {
  const all = open({ q: ' c ' });
  await vi.waitFor(() => expect(all.state()).toBe('filled'));
  expect(all.asked()).toEqual([{ libraryId: 'L', text: 'c', limit: 12 }]);
  const one = open({ group: 'books' });
  await vi.waitFor(() => expect(one.state()).toBe('filled'));
  expect([one.asked(), one.extension()]).toEqual([[{ libraryId: 'L', text: 'c', limit: 48 }], 'none']);
});

test('without a text asks for nothing', () => {
  const { state, asked } = open({ q: '  ' });
  expect([state(), asked()]).toEqual(['empty', []]);
});

test('a full group is extended by a higher limit; what fails leaves the results, and is tried again', async () => {
  const { ports, state, extension, subject, asked } = open({ group: 'tags' });
  ports.api.answer(searchLibrary, tags(48));
  await vi.waitFor(() => expect(extension()).toBe('possible'));
  ports.api.refuseOnce(searchLibrary, { kind: 'timeout' });
  subject.send({ type: 'searchPage.extend' });
  expect([extension(), state()]).toEqual(['running', 'filled']);
  await vi.waitFor(() => expect(extension()).toBe('failed'));
  ports.api.answer(searchLibrary, tags(60));
  subject.send({ type: 'searchPage.retry' });
  await vi.waitFor(() => expect(extension()).toBe('none'));
  expect(asked().map((input) => (input as { limit: number }).limit)).toEqual([48, 96, 96]);
  expect(subject.getSnapshot().context.answer?.tags?.items).toHaveLength(60);
});

test('a failure is told, and tried again; nothing found is told too', async () => {
  const { ports, state, subject } = open();
  ports.api.refuseOnce(searchLibrary, { kind: 'network' });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect(subject.getSnapshot().context.error).toMatchObject({ kind: 'network' });
  ports.api.answer(searchLibrary, nothing);
  subject.send({ type: 'searchPage.retry' });
  await vi.waitFor(() => expect(state()).toBe('nothing'));
});

test('opened again it shows at once what it had, and looks again', async () => {
  const first = open({ group: 'tags' });
  await vi.waitFor(() => expect(first.state()).toBe('filled'));
  const saved = first.parentEvents.at(-1) as unknown as { entryKey: string; memory: unknown };
  expect(saved.entryKey).toBe('k');
  const second = open({ group: 'tags', memory: saved.memory });
  expect(second.state()).toBe('filled');
  await vi.waitFor(() => expect(second.asked()).toHaveLength(1));
  const third = open({ group: 'tags', memory: saved.memory });
  const answer = third.ports.api.defer(searchLibrary);
  await vi.waitFor(() => expect(third.asked()).toHaveLength(1));
  answer.reject(new AppException({ kind: 'network' }));
  await vi.waitFor(() =>
    expect(third.subject.getSnapshot().children.results?.getSnapshot().hasTag('failed')).toBe(true),
  );
  expect(third.state(), 'what it had stays').toBe('filled');
});

test('results of a library that is gone by now are none', async () => {
  const { ports, state, subject } = open();
  await vi.waitFor(() => expect(state()).toBe('filled'));
  ports.api.refuse(searchLibrary, { kind: 'notFound', message: '' });
  subject.send({ type: 'server.item.removed', item: { id: 'x' } });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(state()).toBe('failed'));
});

test.each([
  ['an item', { type: 'server.item.removed', item: { id: 'x' } }],
  ['an author', { type: 'server.author.removed', author: { id: 'x' } }],
  ['a series', { type: 'server.series.removed', series: { id: 'x' } }],
] as const)('results are looked for again once it is quiet after %s went', async (_name, event) => {
  const { ports, state, subject, asked } = open();
  await vi.waitFor(() => expect(state()).toBe('filled'));
  ports.api.answer(searchLibrary, nothing);
  subject.send(event);
  ports.clock.advance(999);
  expect(asked()).toHaveLength(1);
  ports.clock.advance(1);
  await vi.waitFor(() => expect(state()).toBe('nothing'));
  expect(asked()).toHaveLength(2);
});
