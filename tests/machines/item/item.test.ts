import { waitFor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { newestFirst } from '../../../src/machines/item/episodes.logic.ts';
import { isUnderWay, playPreview } from '../../../src/machines/item/item.logic.ts';
import { itemMachine } from '../../../src/machines/item/item.machine.ts';
import { filteredShelf, isPartOpen, selectItemState } from '../../../src/machines/item/item.selectors.ts';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { libraryItemReduced } from '../../../src/schemas/api/library-item-reduced.ts';
import { mediaProgress } from '../../../src/schemas/api/media-progress.ts';
import { z } from '../../../src/schemas/zod.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

const body = recording('items/expanded').response.body as { id: string; updatedAt: number; media: { duration: number; metadata: { title: string; authorName: string } } };
const { id } = body;
const whole = z.parse(getItem.output, body);
const reduced = z.parse(libraryItemReduced, body);
const progress = (change: object = {}) => z.parse(mediaProgress, {
  id: 'p', userId: 'u', libraryItemId: id, episodeId: null, mediaItemId: 'm', mediaItemType: 'book', duration: 100, progress: 0.5, currentTime: 50,
  isFinished: false, hideFromContinueListening: false, ebookLocation: null, ebookProgress: null, lastUpdate: 1, startedAt: 1, finishedAt: null, ...change,
});

function open() {
  const host = createHost(itemMachine, {
    input: { route: { name: 'item', id }, entryKey: 'k', memory: null },
    named: { player: null, progress: null, modals: null },
  });
  return {
    ...host,
    state: () => host.subject.getSnapshot(),
    asked: () => host.ports.api.inputsOf(getItem).length,
    ready: async () => {
      host.ports.api.answer(getItem, body);
      await waitFor(host.subject, (state) => state.matches('ready'), { timeout: 1000 });
    },
    answer: (accepted: boolean) =>
      host.subject.send({ type: 'modal.closed', modal: 'confirm', tag: 'x', output: { accepted, checked: false } }),
    question: () => host.receivedBy('modals').map((event) => ('tag' in event ? event['tag'] : event)),
  };
}

const preview = { title: body.media.metadata.title, author: body.media.metadata.authorName, coverUpdatedAt: body.updatedAt, duration: body.media.duration };

describe('opening an item', () => {
  test('asks for all of it once', async () => {
    const item = open();
    await item.ready();
    expect(item.ports.api.inputsOf(getItem)).toEqual([{ id }]);
    expect(item.state().context.item).toEqual(whole);
    expect(item.parentEvents).toEqual([{ type: 'page.belongs', libraryId: whole.libraryId }]);
  });

  test.each<[string, AppError, string]>([
    ['that is not there', { kind: 'notFound', message: 'Not found' }, 'missing'],
    ['that the account may not see', { kind: 'forbidden', message: '' }, 'forbidden'],
    ['without a network', { kind: 'network' }, 'failed'],
  ])('%s says so', async (_name, error, state) => {
    const item = open();
    item.ports.api.refuse(getItem, error);
    await vi.waitFor(() => expect(selectItemState(item.state())).toBe(state));
  });

  test('again after a failure leads on, and what was wrong is forgotten', async () => {
    const item = open();
    item.ports.api.refuseOnce(getItem, { kind: 'network' });
    await vi.waitFor(() => expect(item.state().context.error).toEqual({ kind: 'network' }));
    item.subject.send({ type: 'item.retry' });
    await item.ready();
    expect(item.state().context.error).toBeNull();
  });
});

describe('playing', () => {
  test('starts where the listener was, with what the bar can show at once', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'item.play', episodeId: null });
    expect(item.receivedBy('player')).toEqual([{ type: 'player.play', libraryItemId: id, episodeId: null, preview }]);
  });

  test('from a chapter starts there at once when nothing is under way', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12, shown: progress({ currentTime: 0, progress: 0 }) });
    expect(item.receivedBy('player')).toEqual([{ type: 'player.play', libraryItemId: id, episodeId: null, preview, startTime: 12 }]);
  });

  test('from a chapter asks first when a position would be lost, and does nothing on no', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12, shown: progress() });
    expect([item.question(), item.receivedBy('player')]).toEqual([['play'], []]);
    item.answer(false);
    expect(item.receivedBy('player')).toEqual([]);
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12, shown: progress() });
    item.answer(true);
    expect(item.receivedBy('player')).toEqual([{ type: 'player.play', libraryItemId: id, episodeId: null, preview, startTime: 12 }]);
  });
});

describe('progress', () => {
  test.each([
    ['nothing begun is marked finished at once', null, 'progress.markFinished'],
    ['what is finished becomes not finished at once', progress({ isFinished: true }), 'progress.markUnfinished'],
  ])('%s', async (_name, shown, type) => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'item.toggleFinished', episodeId: null, shown });
    expect([item.receivedBy('progress'), item.question()]).toEqual([[{ type, libraryItemId: id, episodeId: null }], []]);
  });

  test.each([
    ['marking what is under way', { type: 'item.toggleFinished', episodeId: null, shown: progress() }, 'finish', 'progress.markFinished'],
    ['resetting', { type: 'item.resetProgress', episodeId: null }, 'reset', 'progress.reset'],
  ] as const)('%s asks first', async (_name, event, question, type) => {
    const item = open();
    await item.ready();
    item.subject.send(event);
    expect([item.question(), item.receivedBy('progress')]).toEqual([[question], []]);
    item.answer(true);
    expect(item.receivedBy('progress')).toEqual([{ type, libraryItemId: id, episodeId: null }]);
    expect(item.state().context.asked).toBeNull();
  });
});

describe('changes elsewhere', () => {
  test('a burst of updates asks for the item once, while the old one stays in view', async () => {
    const item = open();
    await item.ready();
    for (let count = 0; count < 40; count += 1) {
      item.subject.send({ type: 'server.item.updated', item: reduced });
      item.ports.clock.advance(5);
    }
    item.ports.clock.advance(300);
    expect([item.asked(), selectItemState(item.state())]).toEqual([2, 'ready']);
  });

  test('of other items change nothing', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'server.item.updated', item: { ...reduced, id: 'another' } });
    item.subject.send({ type: 'server.item.removed', item: { id: 'another' } });
    item.ports.clock.advance(1000);
    expect([item.asked(), selectItemState(item.state())]).toEqual([1, 'ready']);
  });

  test('its removal is said, with its name still known', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'server.item.removed', item: { id } });
    expect([selectItemState(item.state()), item.state().context.item?.media.metadata.title]).toEqual(['removed', body.media.metadata.title]);
  });

  test('a refresh that finds it gone says the same', async () => {
    const item = open();
    await item.ready();
    item.ports.api.refuse(getItem, { kind: 'notFound', message: '' });
    item.subject.send({ type: 'page.refresh' });
    await vi.waitFor(() => expect(selectItemState(item.state())).toBe('removed'));
  });
});

test('parts fold and unfold on their own; chapters are open at first', async () => {
  const item = open();
  await item.ready();
  item.subject.send({ type: 'item.toggle', part: 'files' });
  item.subject.send({ type: 'item.toggle', part: 'chapters' });
  expect((['files', 'chapters', 'tracks'] as const).map((part) => isPartOpen(part)(item.state()))).toEqual([true, false, false]);
});

test.each([
  ['nothing', null, false],
  ['a beginning', progress({ currentTime: 0, progress: 0 }), false],
  ['a position', progress(), true],
  ['a place in the ebook', progress({ currentTime: 0, ebookProgress: 0.2 }), true],
  ['the end', progress({ isFinished: true }), false],
])('%s is under way: %s', (_name, shown, expected) => {
  expect(isUnderWay(shown)).toBe(expected);
});

test('the preview of an episode names it and its podcast', () => {
  const podcast = z.parse(getItem.output, recording('items/expanded-podcast').response.body);
  if (podcast.mediaType !== 'podcast') throw new Error('no podcast');
  const [episode] = podcast.media.episodes.items;
  expect(playPreview(podcast, episode?.id ?? null)).toEqual({
    title: episode?.title, author: podcast.media.metadata.title,
    coverUpdatedAt: podcast.media.coverPath === null ? null : podcast.updatedAt, duration: episode?.duration ?? 0,
  });
});

test('episodes are listed newest first, those without a date last', () => {
  const podcast = z.parse(getItem.output, recording('items/expanded-podcast').response.body);
  const [one] = podcast.mediaType === 'podcast' ? podcast.media.episodes.items : [];
  if (!one) throw new Error('no episode');
  const list = [{ ...one, id: 'none', publishedAt: null }, { ...one, id: 'old', publishedAt: 1 }, { ...one, id: 'new', publishedAt: 2 }];
  expect(newestFirst(list).map((episode) => episode.id)).toEqual(['new', 'old', 'none']);
});

test('a genre leads to the shelf of all that have it', () => {
  expect(filteredShelf('l1', 'genres', 'Sci-Fi')).toEqual({ name: 'bookshelf', libraryId: 'l1', filter: 'genres.U2NpLUZp' });
});
