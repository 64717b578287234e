import type { AnyActorRef } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { seriesMachine } from '../../../../src/machines/browse/series/series.machine.ts';
import { getLibrarySeries } from '../../../../src/services/endpoints/library-lists.ts';
import { listItems, type ItemsPageInput } from '../../../../src/services/endpoints/libraries.ts';
import { createHost, progressRecorder } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';
import { oneFeed } from '../../../support/publish-fixtures.ts';
import { bookBodies, firstBook, oneSeries, pageBody, seriesBody } from '../../../support/people-fixtures.ts';

const { id: seriesId, libraryId } = oneSeries;
const [one, two, three, four] = seriesBody.progress.libraryItemIds as [string, string, string, string];

interface Options {
  /** Ids of books that are finished. */
  readonly finished?: readonly string[];
  /** Books of the list; all when absent. */
  readonly shown?: readonly object[];
}

function open({ finished = [], shown = bookBodies }: Options = {}) {
  const entries = Object.fromEntries(finished.map((id) => [id, bookProgress({ libraryItemId: id, isFinished: true })]));
  const host = createHost(seriesMachine, {
    input: { route: { name: 'series', libraryId, seriesId }, entryKey: 'k', memory: null },
    named: {
      preferences: preferencesMachine,
      player: null,
      modals: null,
      toasts: null,
      progress: progressRecorder(entries),
    },
  });
  host.ports.api.answer(getLibrarySeries, seriesBody);
  host.ports.api.answer(listItems, pageBody(shown));
  const until = (state: Parameters<ReturnType<typeof host.subject.getSnapshot>['matches']>[0]) =>
    vi.waitFor(() => expect(host.subject.getSnapshot().matches(state)).toBe(true));
  const list = () => host.subject.getSnapshot().context.list.getSnapshot();
  const filled = () => vi.waitFor(() => expect(list().matches('filled')).toBe(true));
  const toasts = () =>
    host.receivedBy('toasts').map((event) => ('message' in event ? (event['message'] as { key: string }).key : ''));
  return { ...host, until, list, filled, toasts };
}

const bookIds = bookBodies.map(({ id }) => id);

test('requests the series and its books in order', async () => {
  const page = open();
  await page.until('ready');
  await page.filled();
  expect(page.ports.api.inputsOf(getLibrarySeries)).toEqual([{ libraryId, seriesId }]);
  expect(page.ports.api.inputsOf(listItems)[0]).toMatchObject({ libraryId, sort: 'sequence', desc: false, page: 0 });
});

test('plays the first book that is not finished, without another request', async () => {
  const page = open({ finished: [bookIds[0] ?? ''] });
  await page.until('ready');
  await page.filled();
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() =>
    expect(page.receivedBy('player')).toMatchObject([{ type: 'player.playOrPause', libraryItemId: bookIds[1] }]),
  );
  expect(page.ports.api.inputsOf(listItems)).toHaveLength(1);
});

const collapsed = (libraryItemIds: readonly string[]) => ({
  id: 'sub',
  name: 'Inner',
  numBooks: libraryItemIds.length,
  libraryItemIds,
  seriesSequenceList: '1-2',
});

test('other series of its books are collapsed as the user likes it', async () => {
  const page = open();
  await page.until('ready');
  await page.filled();
  const requested = () => page.ports.api.inputsOf(listItems).map((input) => (input as ItemsPageInput).collapseSeries);
  const preferences = page.subject.system.get('preferences') as AnyActorRef;
  preferences.send({ type: 'preferences.set', change: { showSubtitles: true } });
  expect(requested()).toEqual([false]);
  preferences.send({ type: 'preferences.set', change: { collapseBookSeries: true } });
  await vi.waitFor(() => expect(requested()).toEqual([false, true]));
  await page.filled();
  expect(page.list().context.query).toMatchObject({ sort: 'sequence', collapseSeries: true });
});

test('requests all books when the next one may be in a collapsed series', async () => {
  const [first, second, ...others] = bookBodies as [object, object, ...object[]];
  const shown = [{ ...first, collapsedSeries: collapsed(bookIds.slice(0, 2)) }, ...others];
  const page = open({ finished: [bookIds[0] ?? ''], shown });
  await page.until('ready');
  await page.filled();
  page.ports.api.answer(listItems, pageBody([first, second, ...others]));
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() =>
    expect(page.receivedBy('player')).toMatchObject([{ type: 'player.playOrPause', libraryItemId: bookIds[1] }]),
  );
  expect(page.ports.api.inputsOf(listItems)[1]).toMatchObject({ collapseSeries: false, limit: 0 });
});

test('passes over a collapsed series whose books are all finished', async () => {
  const [first, , ...others] = bookBodies as [object, object, ...object[]];
  const shown = [{ ...first, collapsedSeries: collapsed(bookIds.slice(0, 2)) }, ...others];
  const page = open({ finished: bookIds.slice(0, 2), shown });
  await page.until('ready');
  await page.filled();
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() =>
    expect(page.receivedBy('player')).toMatchObject([{ type: 'player.playOrPause', libraryItemId: bookIds[2] }]),
  );
  expect(page.ports.api.inputsOf(listItems)).toHaveLength(1);
});

test('begins again with the first book when all are finished', async () => {
  const page = open({ finished: bookIds });
  await page.until('ready');
  await page.filled();
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() => expect(page.receivedBy('player')).toMatchObject([{ libraryItemId: bookIds[0] }]));
});

test('requests all books when the next one is not loaded', async () => {
  const page = open({ shown: [] });
  await page.until('ready');
  await vi.waitFor(() => expect(page.list().matches('empty')).toBe(true));
  page.ports.api.answer(listItems, pageBody(bookBodies));
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() => expect(page.receivedBy('player')).toMatchObject([{ libraryItemId: bookIds[0] }]));
  expect(page.ports.api.inputsOf(listItems).at(-1)).toMatchObject({ limit: 0 });
});

test('reports that no book has audio, and that the books failed to load', async () => {
  const page = open({ shown: [] });
  await page.until('ready');
  await vi.waitFor(() => expect(page.list().matches('empty')).toBe(true));
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() => expect(page.toasts()).toEqual(['series.nothingToPlay']));
  page.ports.api.refuseOnce(listItems, { kind: 'network' });
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() => expect(page.toasts()).toEqual(['series.nothingToPlay', 'series.playFailed']));
});

test('marks the books that are not finished yet, once that is confirmed', async () => {
  const page = open({ finished: [one] });
  await page.until('ready');
  page.subject.send({ type: 'series.markAll', isFinished: true });
  expect(page.receivedBy('modals')).toMatchObject([
    { modal: 'confirm', input: { message: { key: 'series.confirmFinished', values: { count: 4 } } } },
  ]);
  page.subject.send(questionClosed(true));
  expect(page.toasts()).toEqual(['series.allFinished']);
  expect(page.receivedBy('progress')).toEqual([
    {
      type: 'progress.editMany',
      edits: [two, three, four].map((libraryItemId) => ({
        media: { libraryItemId, episodeId: null },
        edit: { kind: 'finish' },
      })),
    },
  ]);
});

test('marks nothing when refused, or when all are marked already', async () => {
  const page = open({ finished: [one, two, three, four] });
  await page.until('ready');
  page.subject.send({ type: 'series.markAll', isFinished: false });
  page.subject.send(questionClosed(false));
  page.subject.send({ type: 'series.markAll', isFinished: true });
  page.subject.send(questionClosed(true));
  expect(page.subject.getSnapshot().matches({ ready: 'resting' })).toBe(true);
  expect(page.receivedBy('progress')).toEqual([]);
});

test('hides the series from its shelf and brings it back', async () => {
  const sent: { type: string }[] = [];
  const page = open();
  await page.until('ready');
  page.subject.system.inspect((event) => {
    if (event.type === '@xstate.event' && event.event.type.startsWith('progress.')) sent.push(event.event);
  });
  page.subject.send({ type: 'series.hide' });
  page.subject.send({ type: 'series.show' });
  expect(sent).toEqual([
    { type: 'progress.hideSeries', seriesId, title: oneSeries.name },
    { type: 'progress.showSeries', seriesId },
  ]);
  expect(page.toasts()).toEqual(['series.shown']);
});

test('a changed book shows at once, and the order is refetched', async () => {
  const page = open();
  await page.until('ready');
  await page.filled();
  const { metadata } = firstBook.media;
  const renamed = { ...firstBook, media: { ...firstBook.media, metadata: { ...metadata, title: 'Renamed' } } };
  page.ports.api.answer(listItems, pageBody(bookBodies.slice(1)));
  page.subject.send({ type: 'server.item.updated', item: renamed });
  page.ports.clock.advance(200);
  expect([...page.list().context.pages.values()][0]?.[0]?.media.metadata.title).toBe('Renamed');
  page.ports.clock.advance(1000);
  await vi.waitFor(() => expect(page.list().context.total).toBe(3));
});

test('a book that comes into the series makes the page look again, any other does not', async () => {
  const page = open();
  await page.until('ready');
  await page.filled();
  const other = { ...firstBook, id: 'new' };
  const inside = {
    ...other,
    media: { ...other.media, metadata: { ...other.media.metadata, seriesName: `${oneSeries.name} #9` } },
  };
  const outside = {
    ...other,
    media: { ...other.media, metadata: { ...other.media.metadata, seriesName: 'Elsewhere' } },
  };
  page.subject.send({ type: 'server.item.updated', item: outside });
  page.ports.clock.advance(2000);
  expect(page.ports.api.inputsOf(getLibrarySeries)).toHaveLength(1);
  const news = [
    { type: 'server.item.updated', item: inside },
    { type: 'server.item.added', item: inside },
    { type: 'server.items.added', items: { items: [inside], dropped: [] } },
  ] as const;
  for (const [count, event] of news.entries()) {
    page.subject.send(event);
    page.ports.clock.advance(200);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.ports.api.inputsOf(getLibrarySeries)).toHaveLength(count + 2));
  }
});

test('an unknown series, a failure and a removal differ', async () => {
  const unknown = open();
  unknown.ports.api.refuse(getLibrarySeries, { kind: 'notFound', message: '' });
  await unknown.until('missing');
  const failed = open();
  failed.ports.api.refuseOnce(getLibrarySeries, { kind: 'network' });
  await failed.until('failed');
  failed.subject.send({ type: 'series.retry' });
  await failed.until('ready');
  failed.subject.send({ type: 'server.series.removed', series: { id: seriesId } });
  expect(failed.subject.getSnapshot().matches('removed')).toBe(true);
});

describe('reading again', () => {
  const requested = ({ ports }: ReturnType<typeof open>) =>
    [getLibrarySeries, listItems].map((endpoint) => ports.api.inputsOf(endpoint).length);
  const shown = (page: ReturnType<typeof open>) => page.subject.getSnapshot().context.series?.name;
  const renamed = { ...seriesBody, name: 'Renamed' };

  test('while loading requests the series and its books once more', async () => {
    const page = open();
    page.ports.api.defer(getLibrarySeries);
    await page.filled();
    expect(requested(page)).toEqual([1, 1]);
    page.subject.send({ type: 'page.refresh', again: true });
    await page.until('ready');
    await vi.waitFor(() => expect(requested(page)).toEqual([2, 2]));
  });

  test.each([
    ['failed', { kind: 'network' }],
    ['missing', { kind: 'notFound', message: '' }],
  ] as const)('of one that is %s begins at the start', async (state, failure) => {
    const page = open();
    page.ports.api.refuseOnce(getLibrarySeries, failure);
    await page.until(state);
    await page.filled();
    expect(page.subject.getSnapshot().context.error).toEqual(state === 'failed' ? failure : null);
    page.subject.send({ type: 'page.refresh', again: true });
    expect(page.subject.getSnapshot().value).toBe('loading');
    await page.until('ready');
    await vi.waitFor(() => expect(requested(page)).toEqual([2, 2]));
    expect([shown(page), page.subject.getSnapshot().context.error]).toEqual([oneSeries.name, null]);
  });

  test('of a shown one brings changes, and reports its removal', async () => {
    const page = open();
    await page.until('ready');
    await page.filled();
    page.ports.api.answer(getLibrarySeries, renamed);
    page.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(shown(page)).toBe('Renamed'));
    expect(requested(page)).toEqual([2, 2]);
    page.ports.api.refuse(getLibrarySeries, { kind: 'network' });
    page.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(requested(page)[0]).toBe(3));
    await page.until({ ready: 'resting' });
    page.ports.api.refuse(getLibrarySeries, { kind: 'forbidden', message: '' });
    page.subject.send({ type: 'page.refresh', again: true });
    await page.until('removed');
  });

  const feed = { ...oneFeed, entityId: seriesId };
  test.each([
    [1, { type: 'server.item.removed', item: { id: 'any' } }],
    [1, { type: 'server.rssFeed.opened', feed }],
    [0, { type: 'server.rssFeed.opened', feed: oneFeed }],
    [1, { type: 'server.rssFeed.closed', feed }],
    [0, { type: 'server.rssFeed.closed', feed: oneFeed }],
    [1, { type: 'server.items.updated', items: { items: [firstBook], dropped: [] } }],
    [0, { type: 'server.items.updated', items: { items: [], dropped: [] } }],
    [0, { type: 'server.series.removed', series: { id: 'another' } }],
  ] as const)('is done %s times after %j', async (times, event) => {
    const page = open();
    await page.until('ready');
    await page.filled();
    page.ports.clock.advance(2000);
    page.ports.api.answer(getLibrarySeries, renamed);
    page.subject.send(event);
    page.ports.clock.advance(200);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(requested(page)).toEqual([1 + times, 1 + times]));
    await vi.waitFor(() => expect(shown(page)).toBe(times === 1 ? 'Renamed' : oneSeries.name));
  });
});

test('a server event of it shows at once, of another series nothing', async () => {
  const page = open();
  await page.until('ready');
  const shown = () => page.subject.getSnapshot().context.series;
  page.subject.send({ type: 'server.series.updated', series: { ...oneSeries, id: 'another', name: 'Another' } });
  expect(shown()).toEqual(oneSeries);
  page.subject.send({ type: 'server.series.updated', series: { ...oneSeries, name: 'Renamed' } });
  expect(shown()).toEqual({ ...oneSeries, name: 'Renamed' });
});

test('its description unfolds and folds', async () => {
  const page = open();
  await page.until('ready');
  const isOpen = () => page.subject.getSnapshot().context.isDescriptionOpen;
  page.subject.send({ type: 'series.toggleDescription' });
  expect(isOpen()).toBe(true);
  page.subject.send({ type: 'series.toggleDescription' });
  expect(isOpen()).toBe(false);
});

test('its place is saved', async () => {
  const page = open();
  await page.filled();
  expect(page.parentEvents.at(-1)).toMatchObject({
    type: 'page.stateSaved',
    entryKey: 'k',
    stored: { total: bookBodies.length, query: { sort: 'sequence', desc: false } },
  });
});

test('each press to play or to mark is one, and the next one can follow', async () => {
  const page = open({ finished: [one] });
  await page.until('ready');
  await page.filled();
  const rested = () => page.until({ ready: 'resting' });
  for (let time = 1; time <= 2; time += 1) {
    page.subject.send({ type: 'series.playOrPause' });
    page.subject.send({ type: 'series.playOrPause' });
    await rested();
    expect(page.receivedBy('player')).toHaveLength(time);
    page.subject.send({ type: 'series.markAll', isFinished: time === 1 });
    page.subject.send(questionClosed(true));
    expect(page.subject.getSnapshot().value).toEqual({ ready: 'resting' });
    expect([page.receivedBy('modals').length, page.receivedBy('progress').length]).toEqual([time, time]);
  }
  expect(page.receivedBy('toasts')).toEqual(
    ['series.allFinished', 'series.allUnfinished'].map((key) => ({
      type: 'toasts.show',
      id: `series/${seriesId}`,
      kind: 'success',
      message: { key, values: { title: oneSeries.name } },
    })),
  );
  expect(page.receivedBy('player')).toHaveLength(2);
});

test('a failed search for the next book does not repeat by itself', async () => {
  const page = open({ shown: [] });
  await page.until('ready');
  await vi.waitFor(() => expect(page.list().matches('empty')).toBe(true));
  page.ports.api.refuseOnce(listItems, { kind: 'network' });
  page.ports.api.answer(listItems, pageBody(bookBodies));
  page.subject.send({ type: 'series.playOrPause' });
  await vi.waitFor(() => expect(page.toasts()).toEqual(['series.playFailed']));
  expect(page.subject.getSnapshot().value).toEqual({ ready: 'resting' });
  expect(page.receivedBy('player')).toEqual([]);
});

test('a rename opens the dialog; the page then has the new name, and its list is requested again', async () => {
  const page = open();
  await page.until('ready');
  await page.filled();
  page.subject.send({ type: 'series.rename' });
  expect(page.receivedBy('modals')).toMatchObject([{ modal: 'renameSeries', input: { series: { id: seriesId } } }]);
  const closed = { type: 'modal.closed', modal: 'renameSeries', tag: 'rename' } as const;
  page.subject.send({ ...closed, output: null });
  expect(page.toasts()).toEqual([]);
  page.subject.send({ ...closed, output: { ...oneSeries, name: 'A new name' } });
  expect([page.subject.getSnapshot().context.series?.name, page.toasts()]).toEqual(['A new name', ['series.renamed']]);
  page.ports.clock.advance(1000);
  await vi.waitFor(() => expect(page.ports.api.inputsOf(listItems)).toHaveLength(2));
});
