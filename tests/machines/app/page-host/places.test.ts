import { afterEach, describe, expect, test, vi } from 'vitest';
import { setup } from 'xstate';
import type { PageInput } from '../../../../src/machines/app/page-host/page.protocol.ts';
import { selectScrollPlace } from '../../../../src/machines/app/page-host/page-host.selectors.ts';
import { pages } from '../../../../src/machines/app/page-host/pages.ts';
import { PLACES, placeOf, withChange, withEntry } from '../../../../src/machines/app/page-host/places.logic.ts';
import { createFakeNavigation } from '../../../support/fakes/navigation.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { startClient } from '../../../support/whole-client.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';

takeOutUnbuiltPage();

const { configBackups: backups } = pages;

const scroll = { top: 900, rows: { 'Recently added': 320 }, focus: { row: 'Recently added', href: '/item/1' } };

afterEach(() => {
  if (backups) pages.configBackups = backups;
});

describe('the places of a tab', () => {
  test('are found by the entry and its address: a name may be given to another page', () => {
    const places = withChange(withEntry([], 'a', '/x'), 'a', { scroll });
    expect(placeOf(places, 'a', '/x')).toEqual({ key: 'a', href: '/x', scroll, state: null });
    expect(placeOf(places, 'a', '/y')).toBe(null);
    expect(placeOf(withEntry(places, 'a', '/y'), 'a', '/y')).toEqual({
      key: 'a',
      href: '/y',
      scroll: null,
      state: null,
    });
  });

  test('take a report for the entry that it is of, and none for one that is forgotten', () => {
    const places = withEntry(withEntry([], 'a', '/x'), 'b', '/y');
    expect(withChange(places, 'a', { scroll }).map(({ key, scroll: kept }) => [key, kept?.top])).toEqual([
      ['b', undefined],
      ['a', 900],
    ]);
    expect(withChange(places, 'gone', { scroll })).toBe(places);
  });

  test('are 50 at most, the oldest go first', () => {
    const places = Array.from({ length: 60 }, (_, index) => `e${index}`).reduce<ReturnType<typeof withEntry>>(
      (list, key) => withEntry(list, key, `/${key}`),
      [],
    );
    expect([places.length, places[0]?.key, places.at(-1)?.key]).toEqual([50, 'e10', 'e59']);
  });

  test('take 60,000 characters at most', () => {
    const long = 'x'.repeat(25_000);
    const places = ['a', 'b', 'c'].reduce<ReturnType<typeof withEntry>>(
      (list, key) => withChange(withEntry(list, key, `/${key}`), key, { state: long }),
      [],
    );
    expect(places.map(({ key }) => key)).toEqual(['b', 'c']);
    expect(withChange(places, 'c', { state: long.repeat(3) })).toEqual([]);
  });
});

describe('the client', () => {
  const opened: PageInput[] = [];
  const page = setup({ types: { input: {} as PageInput } }).createMachine({
    id: 'page',
    context: ({ input }) => {
      opened.push(input);
      return {};
    },
  });

  async function openAt(prepare?: (ports: FakePorts) => void, navigation = createFakeNavigation('/config/backups')) {
    opened.length = 0;
    pages.configBackups = { load: () => Promise.resolve(page) };
    const client = await startClient('/config/backups', (ports) => {
      Object.assign(ports, { navigation });
      prepare?.(ports);
    });
    await vi.waitFor(() => expect(client.place()).toBe('open'));
    const { key } = navigation.current();
    const host = client.pageHost;
    return { ...client, key, host, navigation, scrolled: () => selectScrollPlace(host.getSnapshot()) };
  }

  test('hands the name of the first history entry on', async () => {
    const { key, host } = await openAt();
    expect(host.getSnapshot().context.entryKey).toBe(key);
    expect(opened).toEqual([{ route: { name: 'configBackups' }, entryKey: key, memory: null, stored: null }]);
  });

  test('finds a page as it was left by going back, a new page at its top; a late report goes to its own entry', async () => {
    const { key, host, navigation, scrolled, place } = await openAt();
    host.send({ type: 'page.stateSaved', entryKey: key, memory: new Map([[1, 2]]), stored: { offset: 3 } });
    navigation.visit(UNBUILT.path);
    host.send({ type: 'page.placeMoved', entryKey: key, scroll });
    expect([place(), scrolled()]).toEqual(['unbuilt', null]);
    navigation.back();
    await vi.waitFor(() => expect(place()).toBe('open'));
    expect(scrolled()).toEqual(scroll);
    expect(opened.at(-1)).toMatchObject({ memory: new Map([[1, 2]]), stored: { offset: 3 } });
  });

  test('is restored after a reload too, without in-memory data', async () => {
    const first = await openAt();
    first.host.send({ type: 'page.stateSaved', entryKey: first.key, memory: new Map(), stored: { offset: 3 } });
    first.host.send({ type: 'page.placeMoved', entryKey: first.key, scroll });
    const { tabStorage } = first.ports;
    first.app.stop();
    const again = await openAt((ports) => Object.assign(ports, { tabStorage }), first.navigation);
    expect(again.scrolled()).toEqual(scroll);
    expect(opened).toEqual([
      { route: { name: 'configBackups' }, entryKey: first.key, memory: null, stored: { offset: 3 } },
    ]);
  });

  test.each(['full', 'blocked'] as const)('works with storage that is %s', async (mode) => {
    const { host, key, scrolled, ports } = await openAt((fakes) => {
      fakes.tabStorage.mode = mode;
    });
    host.send({ type: 'page.placeMoved', entryKey: key, scroll });
    expect([scrolled(), ports.tabStorage.read(PLACES)]).toEqual([scroll, null]);
  });
});
