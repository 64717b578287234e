import { describe, expect, test } from 'vitest';
import { itemUpdatesMachine } from '../../../../src/machines/browse/item/item-updates.machine.ts';
import { libraryItemMinified, type LibraryItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const [sample] = (recording('libraries/items-final-minified').response.body as { results: object[] }).results;
const item = (id: string, updatedAt = 1) => z.parse(libraryItemMinified, { ...sample, id, updatedAt });
const collected = (...items: readonly LibraryItemMinified[]) => ({
  type: 'itemUpdates.collected',
  items: new Map(items.map((entry) => [entry.id, entry])),
});

function start() {
  const host = createHost(itemUpdatesMachine);
  return {
    ...host,
    put: (entry: LibraryItemMinified) => host.subject.send({ type: 'itemUpdates.put', item: entry }),
    pass: (ms: number) => host.ports.clock.advance(ms),
    state: () => [host.subject.getSnapshot().value, host.subject.getSnapshot().context.items],
  };
}

describe('updates of items (server fact 20, pitfall 35)', () => {
  test('are handed on together 200 ms after the first of them', () => {
    const { put, pass, state, parentEvents } = start();
    put(item('a'));
    pass(150);
    put(item('b'));
    pass(49);
    expect([state(), parentEvents]).toEqual([
      [
        'collecting',
        new Map([
          ['a', item('a')],
          ['b', item('b')],
        ]),
      ],
      [],
    ]);
    pass(1);
    expect([state(), parentEvents]).toEqual([['quiet', new Map()], [collected(item('a'), item('b'))]]);
  });

  test.each([
    { order: [1, 2, 3], what: 'the last one' },
    { order: [3, 2], what: 'the last to come, also when it is the older one' },
  ])('of one item that follow each other are handed on as $what', ({ order }) => {
    const { put, pass, parentEvents } = start();
    for (const updatedAt of order) put(item('a', updatedAt));
    pass(200);
    expect(parentEvents).toEqual([collected(item('a', order.at(-1)))]);
  });

  test('that never stop do not keep each other waiting', () => {
    const { put, pass, parentEvents } = start();
    for (let at = 0; at < 10; at += 1) {
      put(item(`i${at}`));
      pass(100);
    }
    expect(parentEvents).toEqual([0, 2, 4, 6, 8].map((at) => collected(item(`i${at}`), item(`i${at + 1}`))));
  });

  test('are handed on once: the next time has only newer ones', () => {
    const { put, pass, parentEvents } = start();
    put(item('a'));
    pass(200);
    put(item('b'));
    pass(200);
    expect(parentEvents).toEqual([collected(item('a')), collected(item('b'))]);
  });

  test('that were handed on are not changed by later ones', () => {
    const { put, pass, parentEvents } = start();
    put(item('a', 1));
    pass(200);
    const [first] = structuredClone(parentEvents);
    put(item('a', 2));
    put(item('b', 2));
    pass(200);
    expect(parentEvents[0]).toEqual(first);
  });

  test('in a burst of two thousand are one hand-over, and one timer', () => {
    const { put, pass, ports, parentEvents } = start();
    const entries = Array.from({ length: 2000 }, (_, at) => item(`i${at % 50}`, at));
    for (const entry of entries) put(entry);
    expect(ports.clock.pending.length).toBe(1);
    pass(200);
    expect(parentEvents).toEqual([collected(...entries.slice(-50))]);
  });
});

test('without updates nothing is sent, however long it takes', () => {
  const { pass, state, parentEvents, ports } = start();
  pass(60_000);
  expect([state(), parentEvents, ports.clock.pending]).toEqual([['quiet', new Map()], [], []]);
});
