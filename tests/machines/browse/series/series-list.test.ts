import { fromTransition, type AnyActorRef } from 'xstate';
import { expect, test, vi } from 'vitest';
import { seriesListMachine } from '../../../../src/machines/browse/series/series-list.machine.ts';
import { seriesQueryOf } from '../../../../src/machines/browse/series/series-query.logic.ts';
import { isShown } from '../../../../src/machines/kit/windowed-list/window.logic.ts';
import { defaultPreferences, type Preferences } from '../../../../src/schemas/preferences.ts';
import { listSeries } from '../../../../src/services/endpoints/library-lists.ts';
import { createHost } from '../../../support/host.ts';
import { oneFeed } from '../../../support/publish-fixtures.ts';
import { firstBook, listedSeriesBody, oneSeries, pageBody } from '../../../support/people-fixtures.ts';

const { libraryId } = oneSeries;
type Change = { type: string; change?: Partial<Preferences> };

function open(liked: Partial<Preferences> = {}, stored: unknown = null) {
  const preferences = fromTransition(
    (state: Preferences, { change }: Change): Preferences => ({ ...state, ...change }),
    { ...defaultPreferences, ...liked },
  );
  const host = createHost(seriesListMachine, {
    input: { route: { name: 'librarySeries', libraryId }, entryKey: 'k', memory: null, stored },
    named: { preferences },
  });
  const answer = (names: readonly string[]) =>
    host.ports.api.answer(listSeries, pageBody(names.map((name) => ({ ...listedSeriesBody, id: name, name }))));
  answer(['a', 'b']);
  const list = () => host.subject.getSnapshot().context.list.getSnapshot().context;
  const slots = () => [...list().pages.values()].flat();
  const requested = () => host.ports.api.inputsOf(listSeries);
  return { ...host, answer, list, slots, requested };
}

const expectShown = (page: ReturnType<typeof open>, names: readonly string[]) =>
  vi.waitFor(() => expect(page.slots().map((slot) => slot?.name)).toEqual(names));

test("requests the first page in the user's order and filter", async () => {
  const page = open({ seriesSortBy: 'numBooks', seriesSortDesc: true, seriesFilterBy: 'tags.YQ%3D%3D' });
  await expectShown(page, ['a', 'b']);
  expect(page.requested()).toEqual([
    { libraryId, limit: 48, page: 0, sort: 'numBooks', desc: true, filter: 'tags.YQ%3D%3D' },
  ]);
});

test('another order is kept as liked and shown; the same one again reverses it', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  page.subject.send({ type: 'seriesList.sort', key: 'addedAt' });
  page.subject.send({ type: 'seriesList.sort', key: 'addedAt' });
  await vi.waitFor(() => expect(page.requested().at(-1)).toMatchObject({ sort: 'addedAt', desc: false }));
});

test('random order chosen again is refetched', async () => {
  const page = open({ seriesSortBy: 'random' });
  await expectShown(page, ['a', 'b']);
  page.answer(['b', 'a']);
  page.subject.send({ type: 'seriesList.sort', key: 'random' });
  expect(isShown(page.list()), 'the order before is none of these').toBe(false);
  await expectShown(page, ['b', 'a']);
  expect(isShown(page.list())).toBe(true);
  expect(page.requested()).toHaveLength(2);
});

test('a filter is kept as preferred, and removed again', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  page.subject.send({ type: 'seriesList.filter', filter: 'genres.YQ%3D%3D' });
  await vi.waitFor(() => expect(page.requested().at(-1)).toMatchObject({ filter: 'genres.YQ%3D%3D' }));
  page.subject.send({ type: 'seriesList.filter', filter: null });
  await vi.waitFor(() => expect(page.requested().at(-1)).not.toHaveProperty('filter'));
});

test('a changed book shows in the fan of its series', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  page.subject.send({ type: 'server.item.updated', item: { ...firstBook, updatedAt: 7 } });
  page.ports.clock.advance(200);
  expect(page.slots().map((slot) => slot?.books[0]?.updatedAt)).toEqual([7, 7]);
});

const inSeries = {
  ...firstBook,
  id: 'elsewhere',
  media: { ...firstBook.media, metadata: { ...firstBook.media.metadata, seriesName: 'a #3' } },
};

test.each([
  ['added', { type: 'server.series.added', series: oneSeries }],
  ['updated', { type: 'server.series.updated', series: oneSeries }],
  ['removed', { type: 'server.series.removed', series: { id: 'a' } }],
  ['left by a book', { type: 'server.item.removed', item: { id: 'x' } }],
  ['reached by a new book', { type: 'server.item.added', item: firstBook }],
  ['reached by a book that is in no series shown', { type: 'server.item.updated', item: inSeries }],
  [
    'reached by a changed book that is in no series shown',
    { type: 'server.items.updated', items: { items: [inSeries], dropped: [] } },
  ],
  ['fed', { type: 'server.rssFeed.opened', feed: oneFeed }],
  ['not fed any more', { type: 'server.rssFeed.closed', feed: oneFeed }],
  ['reached by new books', { type: 'server.items.added', items: { items: [], dropped: [] } }],
] as const)('a series that is %s makes the list look again once it is quiet', async (_name, event) => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  page.answer(['c']);
  page.subject.send(event);
  page.ports.clock.advance(1000);
  await expectShown(page, ['c']);
  expect(page.requested()).toHaveLength(2);
});

test('changes of series of another library change nothing (EVT-026, ROL-051)', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  page.subject.send({ type: 'server.series.removed', series: { id: 'a', libraryId: 'another' } });
  page.subject.send({ type: 'server.series.added', series: { ...oneSeries, libraryId: 'another' } });
  page.subject.send({ type: 'server.series.updated', series: { ...oneSeries, libraryId: 'another' } });
  page.subject.send({ type: 'server.item.added', item: { ...firstBook, libraryId: 'another' } });
  page.ports.clock.advance(1000);
  expect(page.requested()).toHaveLength(1);
});

test('the own progress matters only to a list that is filtered by it', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  page.subject.send({ type: 'server.user.updated', user: {} as never });
  page.ports.clock.advance(60_000);
  expect(page.requested()).toHaveLength(1);
  const filtered = open({ seriesFilterBy: 'progress.ZmluaXNoZWQ%3D' });
  await expectShown(filtered, ['a', 'b']);
  filtered.subject.send({ type: 'server.user.updated', user: {} as never });
  filtered.ports.clock.advance(1000);
  await vi.waitFor(() => expect(filtered.requested()).toHaveLength(2));
});

test('its place is saved without the series, and found again in the same order only', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  expect(page.parentEvents.at(-1)).toMatchObject({ type: 'page.stateSaved', entryKey: 'k', stored: { total: 2 } });
  const place = {
    query: seriesQueryOf(libraryId, defaultPreferences),
    total: 100,
    window: { first: 50, last: 60 },
    offset: 900,
    focused: 55,
  };
  expect(open({}, place).list()).toMatchObject({ total: 100, offset: 900, focused: 55 });
  expect(open({ seriesSortDesc: true }, place).list().offset).toBe(0);
  expect(open({}, { ...place, query: 7 }).list().offset).toBe(0);
});

test('a changed book shows at once and the list refetches; so it does on command', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  page.answer(['c']);
  const { media } = firstBook;
  const left = { ...firstBook, media: { ...media, metadata: { ...media.metadata, seriesName: '' } } };
  page.subject.send({ type: 'server.item.updated', item: left });
  page.ports.clock.advance(200);
  page.ports.clock.advance(1000);
  await expectShown(page, ['c']);
  page.answer(['d']);
  page.subject.send({ type: 'page.refresh', again: true });
  await expectShown(page, ['d']);
  expect(page.requested()).toHaveLength(3);
});

test('preferences of other lists change nothing', async () => {
  const page = open();
  await expectShown(page, ['a', 'b']);
  const { query } = page.subject.getSnapshot().context;
  (page.subject.system.get('preferences') as AnyActorRef).send({
    type: 'preferences.set',
    change: { showSubtitles: true },
  });
  expect([page.subject.getSnapshot().context.query === query, page.requested().length]).toEqual([true, 1]);
});
