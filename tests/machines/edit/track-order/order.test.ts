import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countOut,
  edited,
  isSameOrder,
  orderOf,
  toSave,
  withFiles,
  type Order,
  type OrderEdit,
} from '../../../../src/machines/edit/track-order/order.logic.ts';
import { fileOf } from '../../../support/tool-fixtures.ts';

const files = [
  fileOf({ ino: 'b', index: 2, discNumFromMeta: 2, trackNumFromMeta: 1, trackNumFromFilename: 10 }, 'CD 2/10.mp3'),
  fileOf({ ino: 'a', index: 1, discNumFromMeta: 1, trackNumFromMeta: 9, trackNumFromFilename: 9 }, 'CD 1/9.mp3'),
  fileOf({ ino: 'c', index: 3, trackNumFromFilename: null }, 'cover talk.mp3'),
  fileOf({ ino: 'out', index: -1, exclude: true }, '0.mp3'),
];
const inos = (order: Order) => order.map(({ ino, isOut }) => (isOut ? `-${ino}` : ino)).join(' ');
const after = (...edits: readonly OrderEdit[]) =>
  inos(edits.reduce((order, edit) => edited(order, edit, files), orderOf(files)));

describe('the order of files', () => {
  test('begins as the server has it, with those that are left out first', () => {
    expect(after()).toBe('-out a b c');
    expect(toSave(orderOf(files))[0]).toEqual({ ino: 'out', exclude: true });
  });

  test('takes a file to another place, among those that are part of the book', () => {
    expect(after({ kind: 'move', ino: 'c', index: 1 })).toBe('-out c a b');
    expect(after({ kind: 'move', ino: 'c', index: -5 })).toBe('-out c a b');
    expect(after({ kind: 'move', ino: 'a', index: 99 })).toBe('-out b c a');
    expect(after({ kind: 'move', ino: 'out', index: 3 })).toBe('-out a b c');
    expect(after({ kind: 'move', ino: 'unknown', index: 3 })).toBe('-out a b c');
  });

  test('leaves a file out, and takes it in again as the first one', () => {
    const out = { kind: 'include', ino: 'b', isOut: true } as const;
    expect(after(out)).toBe('-out -b a c');
    expect(after(out, { ...out, isOut: false })).toBe('-out b a c');
    expect(after({ kind: 'include', ino: 'a', isOut: false })).toBe('-out a b c');
  });

  test.each([
    ['current', false, '-out a b c'],
    ['current', true, '-out c b a'],
    ['tags', false, '-out a b c'],
    ['tags', true, '-out b a c'],
    ['name', false, '-out a b c'],
    ['name', true, '-out b a c'],
    ['filename', true, '-out c b a'],
  ] as const)('sorted by %s (descending: %s) is %s: a file without a number is last', (by, isDescending, order) => {
    expect(after({ kind: 'sort', by, isDescending })).toBe(order);
  });

  test.each([
    ['tags', false, 'one none two'],
    ['tags', true, 'two none one'],
    ['current', false, 'one none two'],
    ['current', true, 'two none one'],
  ] as const)(
    'sorted by %s (descending: %s), those alike are by name, as people count: %s',
    (by, isDescending, order) => {
      const alike = [
        fileOf({ ino: 'two', index: 3, discNumFromMeta: 1, trackNumFromMeta: 1 }, 'Part 10.mp3'),
        fileOf({ ino: 'none', index: 3, discNumFromMeta: 1, trackNumFromMeta: 1 }, 'part 2.mp3'),
        fileOf({ ino: 'one', index: 3, discNumFromMeta: 1, trackNumFromMeta: 1 }, 'Part 1.mp3'),
      ];
      expect(inos(edited(orderOf(alike), { kind: 'sort', by, isDescending }, alike))).toBe(order);
    },
  );

  test('sorted as it is now goes by the places of the server, whatever the names say', () => {
    const placed = [fileOf({ ino: 'z', index: 1 }, 'z.mp3'), fileOf({ ino: 'a', index: 2 }, 'a.mp3')];
    const sorted = (by: 'current' | 'filename') =>
      inos(edited(orderOf(placed), { kind: 'sort', by, isDescending: false }, placed));
    expect([sorted('current'), sorted('filename')]).toEqual(['z a', 'a z']);
  });

  test.each([
    ['tags', null],
    ['tags', 1],
    ['filename', null],
  ] as const)('sorted by %s (track: %s), those that are alike in all but case keep their order', (by, number) => {
    const track = (ino: string, name: string) => fileOf({ ino, index: 1, trackNumFromMeta: number }, name);
    const alike = [track('a', 'x.mp3'), track('b', 'X.mp3'), track('c', 'x.MP3')];
    for (const isDescending of [false, true])
      expect(inos(edited(orderOf(alike), { kind: 'sort', by, isDescending }, alike))).toBe('a b c');
  });

  test.each([
    ['tags', false, 'b f d e c a'],
    ['tags', true, 'd f b a c e'],
    ['name', false, 'b f d e c a'],
    ['name', true, 'd f b a c e'],
  ] as const)(
    'sorted by %s (descending: %s), those without a number are last, by name: %s',
    (by, isDescending, order) => {
      const track = (ino: string, disc: number | null, number: number | null, name: string) =>
        fileOf(
          {
            ino,
            discNumFromMeta: disc,
            trackNumFromMeta: number,
            discNumFromFilename: disc,
            trackNumFromFilename: number,
          },
          name,
        );
      const some = [
        track('a', null, null, 'z.mp3'),
        track('b', null, 1, 'b.mp3'),
        track('c', 9, null, 'k.mp3'),
        track('d', 1, 3, 'd.mp3'),
        track('e', null, null, 'a.mp3'),
        track('f', 1, 2, 'f.mp3'),
      ];
      expect(inos(edited(orderOf(some), { kind: 'sort', by, isDescending }, some))).toBe(order);
    },
  );

  test('is another one with another length, file or choice', () => {
    const row = (ino: string, isOut = false) => ({ ino, isOut });
    const order = [row('a'), row('b')];
    expect(
      [
        [row('a'), row('b')],
        [row('a')],
        [row('a'), row('b'), row('c')],
        [row('b'), row('a')],
        [row('a'), row('b', true)],
      ].map((other) => isSameOrder(order, other)),
    ).toEqual([true, false, false, false, false]);
  });

  test('is kept for existing files, and new ones are last', () => {
    const order = edited(orderOf(files), { kind: 'move', ino: 'c', index: 1 }, files);
    const now = orderOf([...files.filter(({ ino }) => ino !== 'a'), fileOf({ ino: 'new', index: 9 }, 'z.mp3')]);
    expect(inos(withFiles(order, now))).toBe('-out c b new');
  });

  test('has each file once, those left out first, whatever is done', () => {
    const ino = fc.constantFrom('a', 'b', 'c', 'out', 'unknown');
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), ino, index: fc.integer({ min: -2, max: 6 }) }),
      fc.record({ kind: fc.constant('include' as const), ino, isOut: fc.boolean() }),
      fc.record({
        kind: fc.constant('sort' as const),
        by: fc.constantFrom('current' as const, 'name' as const, 'tags' as const, 'filename' as const),
        isDescending: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        const order = edits.reduce((so, one) => edited(so, one, files), orderOf(files));
        expect(order.map((row) => row.ino).sort()).toEqual(['a', 'b', 'c', 'out']);
        expect(order.slice(0, countOut(order)).every(({ isOut }) => isOut)).toBe(true);
        expect(isSameOrder(order, [...order])).toBe(true);
      }),
    );
  });
});
