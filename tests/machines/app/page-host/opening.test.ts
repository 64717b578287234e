import { describe, expect, test, vi } from 'vitest';
import type { ItemRef } from '../../../../src/machines/browse/item/item.machine.ts';
import { selectItem, selectItemState } from '../../../../src/machines/browse/item/item.selectors.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { createFakeNavigation } from '../../../support/fakes/navigation.ts';
import { bookBody, reducedBook } from '../../../support/item-fixtures.ts';
import { startClient } from '../../../support/whole-client.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';

takeOutUnbuiltPage();

const { id } = bookBody;

/** The client, at a page without a machine, with the pointer on a link to an item. */
async function openAt(linked: string) {
  const navigation = createFakeNavigation(UNBUILT.path);
  const client = await startClient(UNBUILT.path, (ports) => Object.assign(ports, { navigation }));
  await vi.waitFor(() => expect(client.place()).toBe('unbuilt'));
  const item = () => client.page() as ItemRef | null;
  const look = () =>
    client.pageHost.send({
      type: 'prefetch.intended',
      route: { name: 'item', id: linked },
      known: { ...reducedBook, id: linked },
    });
  const open = async () => {
    navigation.visit(`/item/${id}`);
    await vi.waitFor(() => expect(client.place()).toBe('open'));
    return item()?.getSnapshot();
  };
  return { ...client, navigation, look, open, item };
}

describe('the page host', () => {
  test('hands the item of a link to its page, once', async () => {
    const client = await openAt(id);
    client.ports.api.defer(getItem);
    client.look();
    const first = await client.open();
    expect(first && [selectItemState(first), selectItem(first)?.id]).toEqual(['ready', id]);
    client.navigation.visit(UNBUILT.path);
    client.ports.api.defer(getItem);
    const second = await client.open();
    expect(second && [selectItemState(second), selectItem(second)]).toEqual(['loading', null]);
  });

  test('hands no page the item of another link', async () => {
    const client = await openAt('another');
    client.ports.api.defer(getItem);
    client.look();
    const opened = await client.open();
    expect(opened && selectItemState(opened)).toBe('loading');
  });

  test('prefetches nothing for a link whose page was opened and left too early', async () => {
    const client = await openAt(id);
    client.look();
    await client.open();
    client.navigation.visit(UNBUILT.path);
    const before = client.ports.api.prefetched.length;
    client.ports.clock.advance(1000);
    expect(client.ports.api.prefetched.slice(before)).toEqual([]);
    client.look();
    client.ports.clock.advance(1000);
    expect(client.ports.api.prefetched.slice(before).map(({ name }) => name)).toContain(getItem.name);
  });

  test('loads the view of a link with data of items of that kind only', async () => {
    const client = await openAt(id);
    const load = vi.spyOn(client.ports.views, 'load');
    client.look();
    client.ports.clock.advance(1000);
    expect(load.mock.lastCall).toEqual(['item', 'book']);
    client.look();
    await client.open();
    expect(load.mock.lastCall).toEqual(['item', 'book']);
    client.navigation.visit(UNBUILT.path);
    client.pageHost.send({ type: 'prefetch.intended', route: { name: 'bookshelf', libraryId: 'any' } });
    client.ports.clock.advance(1000);
    expect(load.mock.lastCall).toEqual(['bookshelf', undefined]);
  });

  test('opens a page at once whose code it has', async () => {
    const client = await openAt(id);
    await client.open();
    const first = client.item();
    client.navigation.visit(UNBUILT.path);
    client.navigation.visit(`/item/${id}`);
    expect([client.place(), client.item() !== null, client.item() !== first]).toEqual(['open', true, true]);
    const second = client.item();
    client.navigation.visit('/item/another');
    expect([client.place(), client.item() !== second, second?.getSnapshot().status]).toEqual(['open', true, 'stopped']);
  });
});
