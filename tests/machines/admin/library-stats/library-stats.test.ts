import { expect, test, vi } from 'vitest';
import { selectDataError, selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import {
  rankingsOf,
  wholeLength,
  selectLibraryStats,
} from '../../../../src/machines/admin/library-stats/library-stats.logic.ts';
import { libraryStatsMachine } from '../../../../src/machines/admin/library-stats/library-stats.machine.ts';
import { getLibraryStats } from '../../../../src/services/endpoints/library-lists.ts';
import { createHost, type Host } from '../../../support/host.ts';
import { libraryStatsBody as body } from '../../../support/list-fixtures.ts';

type StatsHost = Host<typeof libraryStatsMachine>;

function open(prepare: (api: StatsHost['ports']['api']) => void = (api) => api.answer(getLibraryStats, body)) {
  const host = createHost(libraryStatsMachine, {
    input: { route: { name: 'libraryStats', libraryId: 'L' }, entryKey: 'k', memory: null },
  });
  prepare(host.ports.api);
  const state = () => selectDataState(host.subject.getSnapshot());
  const stats = () => selectLibraryStats(host.subject.getSnapshot());
  return { ...host, state, stats };
}

test('numbers are requested by library, and follow what changes in it (STA-003)', async () => {
  const { subject, ports, state, stats } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  expect(ports.api.inputsOf(getLibraryStats)).toEqual([{ libraryId: 'L' }]);
  ports.api.answer(getLibraryStats, { ...body, totalItems: 7 });
  subject.send({ type: 'server.item.removed', item: { id: 'x' } });
  ports.clock.advance(10_000);
  await vi.waitFor(() => expect(stats()?.totalItems).toBe(7));
});

test('a failure says why and retries; a later one removes no number', async () => {
  const { subject, ports, state, stats } = open((api) => api.refuseOnce(getLibraryStats, { kind: 'timeout' }));
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect(selectDataError(subject.getSnapshot())?.kind).toBe('timeout');
  ports.api.answer(getLibraryStats, body);
  subject.send({ type: 'page.retry' });
  expect(state()).toBe('loading');
  await vi.waitFor(() => expect(state()).toBe('shown'));
  ports.api.refuseOnce(getLibraryStats, { kind: 'network' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(ports.api.inputsOf(getLibraryStats).length).toBeGreaterThan(2));
  expect(stats()?.totalItems).toBe(body.totalItems);
});

test('five genres by their share of all items, ten of the others by their share of the first', () => {
  const named = (count: number) =>
    Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, name: `${index}`, count }));
  const rankings = rankingsOf(
    {
      ...body,
      totalItems: 40,
      genresWithCount: named(1).map(({ name }, index) => ({ genre: name, count: index + 1 })),
      authorsWithCount: named(3),
      longestItems: [
        { id: 'short', title: null, duration: 30 },
        { id: 'long', title: 'Long', duration: 120 },
        { id: 'ebook', title: 'No sound', duration: 0 },
      ],
      largestItems: [],
    },
    'L',
  );
  expect(rankings.map(({ kind, rows }) => [kind, rows.length])).toEqual([
    ['genres', 5],
    ['authors', 10],
    ['longest', 2],
  ]);
  const [genres, , longest] = rankings;
  expect(genres?.rows[0]).toMatchObject({ name: '11', amount: 12, share: 0.3, route: { name: 'bookshelf' } });
  expect(longest?.rows).toMatchObject([
    { name: 'Long', share: 1, route: { name: 'item', id: 'long' } },
    { name: null, share: 0.25 },
  ]);
});

test.each([
  [0, 'hours', 0],
  [5400, 'hours', 2],
  [9_999 * 3600, 'hours', 9_999],
  [10_000 * 3600, 'days', 417],
  [-5, 'hours', 0],
])('%i s of sound show as %s', (seconds, unit, amount) => {
  expect(wholeLength(seconds)).toEqual({ unit, amount });
});
