import { describe, expect, test, vi } from 'vitest';
import { relatedMachine } from '../../../../src/machines/browse/item/related.machine.ts';
import {
  selectHasRelated,
  selectHasRelatedFailed,
  selectIsRetrying,
  selectRelatedRows,
} from '../../../../src/machines/browse/item/related.selectors.ts';
import type { LibraryItemExpanded } from '../../../../src/schemas/api/library-item-expanded.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { formatFilter } from '../../../../src/services/filter-value.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { AUTHOR, firstOfSaga, listed, pageOfBooks, SAGA } from '../../../support/related-fixtures.ts';

const ofSeries = formatFilter({ group: 'series', value: SAGA.id });
const ofAuthor = formatFilter({ group: 'authors', value: AUTHOR.id });
const { libraryId } = firstOfSaga;
const itself = listed(firstOfSaga.id, '1');

function open(item: LibraryItemExpanded = firstOfSaga) {
  const host = createHost(relatedMachine, { input: { item } });
  const { api, clock } = host.ports;
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    state,
    answer: (
      series = [listed('ten', '10'), itself, listed('two', '2')],
      byAuthor = [listed('z'), itself, listed('y')],
    ) =>
      api.answer(listItems, ({ filter }: { filter: string }) =>
        pageOfBooks(...(filter === ofSeries ? series : byAuthor)),
      ),
    rest: () => clock.advance(1000),
    rows: () =>
      selectRelatedRows(state()).map(({ kind, name, to, books }) => [kind, name, to, books.map(({ id }) => id)]),
    requests: () => api.inputsOf(listItems).length,
  };
}

const toSeries = { name: 'series', libraryId, seriesId: SAGA.id };
const toAuthor = { name: 'author', id: AUTHOR.id };
const BOTH = [
  ['series', 'Saga', toSeries, ['two']],
  ['author', 'Ann Author', toAuthor, ['z', 'y']],
];

describe('the books that go with one', () => {
  test('are the next one of its series and others by its author, requested once the page rests', async () => {
    const related = open();
    related.answer();
    related.ports.clock.advance(999);
    expect(related.requests()).toBe(0);
    related.ports.clock.advance(1);
    await vi.waitFor(() => expect(related.rows()).toEqual(BOTH));
    expect(related.ports.api.inputsOf(listItems)).toEqual([
      { libraryId, filter: ofSeries, sort: 'sequence', limit: 500, page: 0 },
      { libraryId, filter: ofAuthor, sort: 'media.metadata.publishedYear', limit: 12, page: 0 },
    ]);
  });

  test('are at most ten by the author, and no row without a book', async () => {
    const related = open();
    related.answer([itself], [itself, ...Array.from({ length: 11 }, (_, index) => listed(`b${index}`))]);
    related.rest();
    const ten = Array.from({ length: 10 }, (_, index) => `b${index}`);
    await vi.waitFor(() => expect(related.rows()).toEqual([['author', 'Ann Author', toAuthor, ten]]));
  });

  test('stand in one row each: the next of a series is no other by the author', async () => {
    const related = open();
    related.answer(undefined, [listed('z'), itself, listed('two', '2'), listed('ten', '10')]);
    related.rest();
    await vi.waitFor(() =>
      expect(related.rows()).toEqual([
        ['series', 'Saga', toSeries, ['two']],
        ['author', 'Ann Author', toAuthor, ['z', 'ten']],
      ]),
    );
  });

  test('are no row by the author where the next of a series is the only other one', async () => {
    const related = open();
    related.answer(undefined, [itself, listed('two', '2')]);
    related.rest();
    await vi.waitFor(() => expect(related.rows()).toEqual([['series', 'Saga', toSeries, ['two']]]));
  });

  test('are none of a podcast, or of a book without author and number, and nothing is requested for them', async () => {
    const { metadata } = firstOfSaga.media;
    const alone = { ...metadata, authors: [], series: [{ ...SAGA, sequence: null }] };
    for (const item of [
      z.parse(getItem.output, podcastBody),
      { ...firstOfSaga, media: { ...firstOfSaga.media, metadata: alone } },
    ]) {
      const related = open(item);
      related.rest();
      await vi.waitFor(() => expect(related.state().context.rows).toEqual([]));
      expect([related.requests(), selectHasRelated(related.state())]).toEqual([0, false]);
    }
  });

  test('that failed to load say so, and are reloaded by a press', async () => {
    const related = open();
    related.ports.api.refuse(listItems, { kind: 'network' });
    related.rest();
    await vi.waitFor(() => expect(selectHasRelatedFailed(related.state())).toBe(true));
    expect(selectHasRelated(related.state())).toBe(true);
    expect(selectIsRetrying(related.state())).toBe(false);
    related.subject.send({ type: 'related.retry' });
    expect([selectIsRetrying(related.state()), selectHasRelatedFailed(related.state())]).toEqual([true, true]);
    await vi.waitFor(() => expect(selectIsRetrying(related.state())).toBe(false));
    expect(selectHasRelatedFailed(related.state())).toBe(true);
    related.answer();
    related.subject.send({ type: 'related.retry' });
    await vi.waitFor(() => expect(related.rows()).toEqual(BOTH));
    expect([selectIsRetrying(related.state()), selectHasRelatedFailed(related.state())]).toEqual([false, false]);
  });

  test('stay while they are reloaded in vain', async () => {
    const related = open();
    related.answer();
    related.rest();
    await vi.waitFor(() => expect(related.rows()).toEqual(BOTH));
    related.ports.api.refuse(listItems, { kind: 'network' });
    related.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(related.state().context.error).toEqual({ kind: 'network' }));
    expect([related.rows(), selectHasRelatedFailed(related.state())]).toEqual([BOTH, false]);
  });

  test('are reloaded when the item gets another series, not when something else of it changes', async () => {
    const related = open();
    related.answer();
    related.rest();
    await vi.waitFor(() => expect(related.rows()).toEqual(BOTH));
    related.subject.send({ type: 'related.follow', item: { ...firstOfSaga, updatedAt: 5 } });
    expect(related.requests()).toBe(2);
    const metadata = { ...firstOfSaga.media.metadata, series: [{ ...SAGA, sequence: '2' }] };
    related.subject.send({
      type: 'related.follow',
      item: { ...firstOfSaga, media: { ...firstOfSaga.media, metadata } },
    });
    await vi.waitFor(() => expect(related.rows()[0]).toEqual(['series', 'Saga', toSeries, ['ten']]));
  });

  test.each([
    ['a book of the series comes', { type: 'server.item.added', item: listed('new', '3') }, true],
    ['books of the author come', { type: 'server.items.added', items: { items: [listed('new')], dropped: [] } }, true],
    ['a shown book changes', { type: 'server.item.updated', item: { ...listed('two'), libraryId: 'other' } }, true],
    ['shown books change', { type: 'server.items.updated', items: { items: [listed('z')], dropped: [] } }, true],
    ['a shown book goes', { type: 'server.item.removed', item: { id: 'y' } }, true],
    ['another book goes', { type: 'server.item.removed', item: { id: 'other' } }, false],
    ['a book of another library comes', { type: 'server.item.added', item: { ...listed('n'), libraryId: 'o' } }, false],
  ] as const)('are reloaded only where a row may change: %s', async (_, event, isOutdated) => {
    const related = open();
    related.answer();
    related.rest();
    await vi.waitFor(() => expect(related.rows()).toEqual(BOTH));
    related.subject.send(event as never);
    related.ports.clock.advance(300);
    expect(related.requests()).toBe(isOutdated ? 4 : 2);
  });
});
