import { expect, test } from 'vitest';
import { movedChapters } from '../../../../src/machines/edit/track-order/moved-chapters.logic.ts';
import type { Order } from '../../../../src/machines/edit/track-order/order.logic.ts';
import type { AudioFile } from '../../../../src/schemas/api/audio-file.ts';

/** Files of 100 s, but `zero`, whose length is not known. */
const files = ['a', 'b', 'c', 'zero'].map((ino) => ({
  ino,
  duration: ino === 'zero' ? null : 100,
  metadata: { filename: `${ino}.mp3` },
})) as unknown as readonly AudioFile[];

/** `-a` is left out. */
const order = (...inos: readonly string[]): Order =>
  inos.map((ino) => ({ ino: ino.replace('-', ''), isOut: ino.startsWith('-') }));

/** Chapters by their starts and titles. */
const chapters = (...rows: readonly (readonly [number, string])[]) =>
  rows.map(([start, title], id) => ({ id, start, end: rows[id + 1]?.[0] ?? 300, title }));

const perFile = chapters([0, 'A'], [100, 'B'], [200, 'C']);
const abc = order('a', 'b', 'c');

const moved = (list: typeof perFile, before: Order, after: Order) =>
  movedChapters(list, files, before, after)?.map(({ start, end, title }) => [start, end, title]) ?? null;

test.each<[string, typeof perFile, Order, Order, readonly (readonly [number, number, string])[] | null]>([
  [
    'go with their files',
    perFile,
    abc,
    order('c', 'a', 'b'),
    [
      [0, 100, 'C'],
      [100, 200, 'A'],
      [200, 300, 'B'],
    ],
  ],
  [
    'go with a file that is left out',
    perFile,
    abc,
    order('-b', 'a', 'c'),
    [
      [0, 100, 'A'],
      [100, 200, 'C'],
    ],
  ],
  [
    'of a file that is new are named after it',
    chapters([0, 'A'], [100, 'C']),
    order('-b', 'a', 'c'),
    abc,
    [
      [0, 100, 'A'],
      [100, 200, 'b'],
      [200, 300, 'C'],
    ],
  ],
  [
    'over several files stay one where these stay together',
    chapters([0, 'Long'], [200, 'C']),
    abc,
    order('c', 'a', 'b'),
    [
      [0, 100, 'C'],
      [100, 300, 'Long'],
    ],
  ],
  [
    'over several files are two where these are parted',
    chapters([0, 'Long'], [200, 'C']),
    abc,
    order('a', 'c', 'b'),
    [
      [0, 100, 'Long'],
      [100, 200, 'C'],
      [200, 300, 'Long'],
    ],
  ],
  [
    'near the border of a file begin with it',
    chapters([0, 'A'], [99.6, 'B'], [200.4, 'C']),
    abc,
    order('b', 'a', 'c'),
    [
      [0, 100, 'B'],
      [100, 200, 'A'],
      [200, 300, 'C'],
    ],
  ],
  ['that are none have nothing to move', [], abc, order('c', 'a', 'b'), null],
  ['that don’t fit the files stay', chapters([0, 'A'], [300, 'Over']), abc, order('c', 'a', 'b'), null],
  ['of files whose length is not known stay', perFile, order('a', 'zero'), order('zero', 'a'), null],
  ['that stand where they stood stay', chapters([0, 'Same']), abc, order('c', 'a', 'b'), null],
])('chapters %s', (_, list, before, after, expected) => {
  expect(moved(list, before, after)).toEqual(expected);
});
