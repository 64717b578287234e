import { waitFor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { itemMachine } from '../../../../src/machines/browse/item/item.machine.ts';
import { selectItem, selectItemState } from '../../../../src/machines/browse/item/item.selectors.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody, reducedBook, wholeBook } from '../../../support/item-fixtures.ts';

const { id } = bookBody;

function open() {
  const host = createHost(itemMachine, {
    input: { route: { name: 'item', id }, entryKey: 'k', memory: null, known: reducedBook },
    named: { player: null, progress: null, modals: null },
  });
  const state = () => host.subject.getSnapshot();
  return { ...host, state, place: () => selectItemState(state()) };
}

describe('an item that the page before knew', () => {
  test('is shown and plays before the server has answered, and all of it takes its place', async () => {
    const item = open();
    const answer = item.ports.api.defer(getItem);
    expect([item.place(), selectItem(item.state())]).toEqual(['ready', reducedBook]);
    item.subject.send({ type: 'item.playOrPause', episodeId: null });
    const { title, authorName } = bookBody.media.metadata;
    const { duration } = bookBody.media;
    expect(item.receivedBy('player')).toEqual([
      {
        type: 'player.playOrPause',
        libraryItemId: id,
        episodeId: null,
        preview: { title, author: authorName, coverUpdatedAt: bookBody.updatedAt, duration },
      },
    ]);
    answer.resolve(bookBody);
    await waitFor(item.subject, (state) => state.matches('ready'), { timeout: 1000 });
    expect([selectItem(item.state()), item.state().context.known]).toEqual([wholeBook, null]);
  });

  test('is marked and reset by its title', () => {
    const item = open();
    item.subject.send({ type: 'item.toggleFinished', episodeId: null });
    item.subject.send({ type: 'item.resetProgress', episodeId: null });
    const { title } = bookBody.media.metadata;
    const edited = { type: 'progress.edit', media: { libraryItemId: id, episodeId: null }, title };
    expect(item.receivedBy('progress')).toEqual([
      { ...edited, edit: { kind: 'finish' } },
      { ...edited, edit: { kind: 'reset' } },
    ]);
  });

  test.each([
    [{ kind: 'network' }, 'failed'],
    [{ kind: 'notFound', message: '' }, 'missing'],
    [{ kind: 'forbidden', message: '' }, 'forbidden'],
  ] as const)('reports that it failed to load: %j', async (error, place) => {
    const item = open();
    item.ports.api.refuse(getItem, error);
    await vi.waitFor(() => expect(item.place()).toBe(place));
  });

  test('is shown again while a second try runs', async () => {
    const item = open();
    item.ports.api.refuseOnce(getItem, { kind: 'network' });
    await vi.waitFor(() => expect(item.place()).toBe('failed'));
    item.subject.send({ type: 'item.retry' });
    expect(item.place()).toBe('ready');
  });

  test('removed meanwhile is reported as removed', () => {
    const item = open();
    item.subject.send({ type: 'server.item.removed', item: { id } });
    expect([item.place(), selectItem(item.state())]).toEqual(['removed', reducedBook]);
  });
});
