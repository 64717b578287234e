import { describe, expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { letters } from '../../../../src/machines/kit/windowed-list/letter-source.ts';
import {
  emptyLetters,
  findLetter,
  LETTERS,
  rankOf,
  ranksIn,
} from '../../../../src/machines/kit/windowed-list/letters.logic.ts';
import {
  selectFound,
  selectIsSearching,
  selectKnown,
  selectTop,
  selectLetterOrder,
} from '../../../../src/machines/kit/windowed-list/letters.selectors.ts';
import type { ListRef, ListSnapshot } from '../../../../src/machines/kit/windowed-list/windowed-list.protocol.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { wholeList } from '../../../../src/schemas/tolerant-list.ts';
import { createHost } from '../../../support/host.ts';

/** Names as a server sorts them: letters without their case, all else by its code. */
function sorted(names: readonly string[], isDescending = false): readonly string[] {
  const plain = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const order = names.toSorted((one, other) => (plain(one) < plain(other) ? -1 : 1));
  return isDescending ? order.toReversed() : order;
}

const NAMES = [
  '',
  '1984',
  '_x',
  '"Quoted"',
  'aesop',
  'Aladdin',
  'Beowulf',
  'dune',
  'Dracula',
  'Émile',
  'Žižek',
  'война',
];
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => `${LETTERS[1 + ((at * 7) % 26)] ?? ''}${String(at).padStart(5, '0')}`);

async function find(names: readonly string[], letter: string, isDescending = false, known = new Map<number, number>()) {
  const looked: number[] = [];
  const rankAt = (index: number) => {
    looked.push(index);
    return Promise.resolve(rankOf(names[index] ?? ''));
  };
  const found = await findLetter({ letter, total: names.length, isDescending, known, rankAt });
  return { ...found, name: names[found.index], looked };
}

describe('a letter', () => {
  test.each([
    ['A', 'aesop', 'A'],
    ['B', 'Beowulf', 'B'],
    ['C', 'Dracula', 'D'],
    ['D', 'Dracula', 'D'],
    ['X', 'Émile', '#'],
    ['#', '', '#'],
  ])('%s leads to the first name with it, or to the next: %s', async (letter, name, there) => {
    expect(await find(sorted(NAMES), letter)).toMatchObject({ name, letter: there });
  });

  test.each([
    ['D', 'dune', 'D'],
    ['C', 'Beowulf', 'B'],
    ['Z', 'dune', 'D'],
    ['#', '_x', '#'],
  ])('%s is found from the end, too: %s', async (letter, name, there) => {
    expect(await find(sorted(NAMES, true), letter, true)).toMatchObject({ name, letter: there });
  });

  test('behind the last name leads to that, and # to other alphabets where no name begins with a digit', async () => {
    expect((await find(['Aesop', 'Dune'], 'Z')).name).toBe('Dune');
    expect((await find(['Aesop', 'Dune', 'Émile', 'война'], '#')).name).toBe('Émile');
    expect((await find(['война', 'Émile', 'Dune'], '#', true)).name).toBe('война');
    expect((await find(['Aesop'], '#')).name).toBe('Aesop');
  });

  test.each([false, true])('is found in any list, by few looks (from the end: %s)', async (isDescending) => {
    for (const count of [1, 2, 3, 27, 1000, 10_000]) {
      const names = sorted(many(count), isDescending);
      for (const letter of LETTERS) {
        const { index, looked } = await find(names, letter, isDescending);
        const rank = LETTERS.indexOf(letter);
        const first = names.findIndex((name) => (isDescending ? rankOf(name) <= rank : rankOf(name) >= rank));
        expect([count, letter, index]).toEqual([count, letter, first === -1 ? count - 1 : first]);
        expect(looked.length).toBeLessThanOrEqual(3 * Math.ceil(Math.log(count + 1) / Math.log(4)) + 4);
      }
    }
  });

  test('is found sooner by earlier results, and still where they are outdated', async () => {
    const names = sorted(many(10_000));
    const { known } = await find(names, 'M');
    const again = await find(names, 'M', false, new Map(known));
    expect([again.name?.[0], again.looked.length]).toEqual(['M', 2]);
    const later = sorted([...many(9_000), ...Array.from({ length: 1000 }, (_, at) => `Aa${at}`)]);
    const { index } = await find(later, 'M', false, new Map(known));
    expect(index).toBe(later.findIndex((name) => rankOf(name) >= rankOf('M')));
  });
});

interface Named {
  readonly id: string;
  readonly name: string;
}

function open(names: readonly string[], query: { sort: string; desc: boolean } = { sort: 'name', desc: false }) {
  const requested: number[] = [];
  const gone: number[] = [];
  const server = { holds: false, fails: false };
  const machine = letters<Named, typeof query>({
    list: {
      loadPage: async (_api, _query, number, signal, limit) => {
        expect(limit).toBe(1);
        requested.push(number);
        if (server.holds) signal.addEventListener('abort', () => gone.push(number));
        if (server.fails) throw new AppException({ kind: 'network' });
        if (server.holds) await new Promise(() => undefined);
        const name = names[number] ?? '';
        return { items: wholeList([{ id: name, name }]), total: names.length };
      },
    },
    nameOf: ({ name }) => name,
  });
  const context = { shownQuery: query, total: names.length, pages: new Map() } as unknown as ListSnapshot['context'];
  const listeners = new Set<() => void>();
  const list = {
    getSnapshot: () => ({ context }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return { unsubscribe: () => listeners.delete(listener) };
    },
  } as unknown as ListRef;
  const hold = (pages: ListSnapshot['context']['pages']) => {
    Object.assign(context, { pages });
    for (const listener of listeners) listener();
  };
  const account = { serverSettings: { sortingIgnorePrefix: false } };
  const host = createHost(machine, {
    input: { list },
    named: { toasts: null, session: createMachine({ context: { account } }) },
  });
  const found = () => selectFound(host.subject.getSnapshot());
  return { ...host, requested, gone, server, context, account, hold, listeners, found, send: host.subject.send };
}

const wanted = (letter: string) => ({ type: 'letters.find' as const, letter });

describe('the search', () => {
  test('requests single names and returns the position of the letter', async () => {
    const { send, found, requested } = open(sorted(many(1000)));
    send(wanted('C'));
    await vi.waitFor(() => expect(found()).toMatchObject({ requested: 'C', letter: 'C', total: 1000 }));
    expect(requested.length).toBeLessThan(20);
  });

  test('of another letter ends the one before', async () => {
    const { send, found, gone, requested, server } = open(sorted(many(1000)));
    server.holds = true;
    send(wanted('C'));
    await vi.waitFor(() => expect(requested).toHaveLength(3));
    const before = [...requested];
    server.holds = false;
    send(wanted('T'));
    await vi.waitFor(() => expect(found()?.letter).toBe('T'));
    expect(gone).toEqual(before);
  });

  test('waits until a finger rests', async () => {
    const { send, found, requested, ports } = open(sorted(many(1000)));
    for (const letter of ['C', 'D', 'E']) send({ ...wanted(letter), type: 'letters.touch' });
    expect(requested).toEqual([]);
    ports.clock.advance(80);
    await vi.waitFor(() => expect(found()).toMatchObject({ requested: 'E' }));
  });

  test('a failure is reported, and the next one works', async () => {
    const { send, found, server, receivedBy, subject } = open(sorted(many(100)));
    server.fails = true;
    send(wanted('C'));
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
    expect(receivedBy('toasts')[0]).toMatchObject({
      message: { key: 'letters.failed', values: { letter: 'C' } },
      error: { kind: 'network' },
    });
    expect([found(), selectIsSearching(subject.getSnapshot())]).toEqual([null, false]);
    server.fails = false;
    send(wanted('C'));
    await vi.waitFor(() => expect(found()?.letter).toBe('C'));
  });

  test('uses earlier results of this list, and none of another order', async () => {
    const { send, found, requested, server, account } = open(sorted(many(1000)));
    const looksFor = async (event: ReturnType<typeof wanted>, looks: (count: number) => void) => {
      const [before, last] = [requested.length, found()];
      send(event);
      await vi.waitFor(() => expect(found()).not.toBe(last));
      looks(requested.length - before);
    };
    await looksFor(wanted('C'), (count) => expect(count).toBeGreaterThan(5));
    await looksFor(wanted('C'), (count) => expect(count).toBe(2));
    account.serverSettings.sortingIgnorePrefix = true;
    server.fails = true;
    send(wanted('C'));
    await vi.waitFor(() => expect(requested.length).toBeGreaterThan(0));
    server.fails = false;
    await looksFor(wanted('C'), (count) => expect(count).toBeGreaterThan(5));
  });

  test('in an empty list does nothing', () => {
    const { send, requested, subject } = open([]);
    send(wanted('C'));
    expect([requested, subject.getSnapshot().value]).toEqual([[], 'resting']);
  });
});

describe('what is known of a list', () => {
  const page = (names: readonly string[]) => names.map((name) => ({ id: name, name }));

  test('grows with the pages that it holds, and another order is known from its own alone', async () => {
    const { subject, hold, context, requested } = open(sorted(many(100)));
    const known = () => selectKnown(subject.getSnapshot());
    hold(new Map([[1, page(['Dune', 'emma'])]]));
    await vi.waitFor(() =>
      expect([...known()]).toEqual([
        [48, 4],
        [49, 5],
      ]),
    );
    hold(new Map([[0, page(['1984'])]]));
    await vi.waitFor(() => expect(known().get(0)).toBe(0));
    expect(known().size).toBe(3);
    Object.assign(context, { total: 99 });
    hold(new Map([[0, page(['Aesop'])]]));
    await vi.waitFor(() => expect([...known()]).toEqual([[0, 1]]));
    expect(requested).toEqual([]);
  });

  test('is nothing where the order is not by name; a stopped one watches no list', () => {
    const { hold, subject, listeners, stop } = open(sorted(many(100)), { sort: 'addedAt', desc: false });
    hold(new Map([[0, page(['Dune'])]]));
    expect(selectKnown(subject.getSnapshot()).size).toBe(0);
    expect(listeners.size).toBe(1);
    stop();
    expect(listeners.size).toBe(0);
  });

  test('has the place in view', () => {
    const { send, subject } = open(sorted(many(100)));
    send({ type: 'letters.passed', first: 12, last: 15 });
    expect(selectTop(subject.getSnapshot())).toEqual({ first: 12, last: 15 });
  });

  const ranks = (names: readonly string[]) => ranksIn(new Map([[0, page(names)]]), ({ name }) => name);
  const none = (known: ReadonlyMap<number, number>, total: number, isDescending = false) =>
    emptyLetters(known, total, isDescending).join('');

  test('names the letters without names: all of them in a whole list', () => {
    const names = sorted(NAMES);
    expect(none(ranks(names), names.length)).toBe('CEFGHIJKLMNOPQRSTUVWXYZ');
    expect(none(ranks(names.toReversed()), names.length, true)).toBe('CEFGHIJKLMNOPQRSTUVWXYZ');
    expect(none(ranks(['Aesop', 'Zola']), 2)).toBe('#BCDEFGHIJKLMNOPQRSTUVWXY');
  });

  test('names none between names that are no neighbours, before the first known one or after the last', () => {
    expect(
      none(
        new Map([
          [3, 4],
          [5, 9],
        ]),
        10,
      ),
    ).toBe('');
    expect(none(new Map([[0, 4]]), 10)).toBe('ABC');
    expect(none(new Map([[9, 24]]), 10)).toBe('YZ');
    expect(
      none(
        new Map([
          [3, 4],
          [4, 7],
        ]),
        10,
      ),
    ).toBe('EF');
    expect(none(new Map(), 10)).toBe('');
  });

  test('names none where names are sorted in another way', () => {
    expect(none(ranks(['Emma', 'Émile', 'Faust']), 3)).toBe('');
  });
});

test.each([
  [{ sort: 'media.metadata.title', desc: false }, 100, 'ascending'],
  [{ sort: 'lastFirst', desc: true }, 100, 'descending'],
  [{ sort: 'addedAt', desc: false }, 100, null],
  [{ sort: 'media.metadata.title', desc: false }, 59, null],
  [null, 100, null],
])('letters are shown for lists by name that are long: %o with %i is %s', (shownQuery, total, order) => {
  expect(selectLetterOrder({ context: { shownQuery, total } } as ListSnapshot)).toBe(order);
});
