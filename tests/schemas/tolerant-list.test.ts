import { describe, expect, test } from 'vitest';
import { itemsPage } from '../../src/schemas/api/shelf.ts';
import { collectDropped } from '../../src/schemas/contract-issues.ts';
import { quickParse } from '../../src/schemas/quick-parse.ts';
import { tolerantList, wholeList } from '../../src/schemas/tolerant-list.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';

const names = tolerantList(z.object({ name: z.string() }));

test('a good list comes whole', () => {
  expect(z.parse(names, [{ name: 'a' }, { name: 'b', more: 1 }])).toEqual(wholeList([{ name: 'a' }, { name: 'b' }]));
});

test('bad entries are left out and named by place and first issue', () => {
  expect(z.parse(names, [{ name: 'a' }, { name: 3 }, null, { name: 'd' }, {}])).toEqual({
    items: [{ name: 'a' }, { name: 'd' }],
    dropped: [
      { path: '1.name', message: 'expected string' },
      { path: '2', message: 'expected object' },
      { path: '4.name', message: 'expected string' },
    ],
  });
});

test('a value that is no list fails as a whole', () => {
  expect(z.safeParse(names, { name: 'a' }).success).toBe(false);
  expect(z.safeParse(names, null).success).toBe(false);
});

test('a page of items continues without an unreadable one', () => {
  const body = structuredClone(recording('libraries/items-final-minified').response.body) as {
    results: { media: { duration: unknown } }[];
  };
  const length = body.results.length;
  const third = body.results[2];
  if (third) third.media.duration = 'long';
  const page = z.parse(itemsPage, body);
  expect(page.results.items).toHaveLength(length - 1);
  expect(page.results.dropped).toEqual([{ path: '2.media.duration', message: 'expected number' }]);
});

describe('an entry left out is reported once', () => {
  const shelf = z.object({ books: names, count: z.number(), note: z._default(z.string(), '') });
  const bad = { path: '0.name', message: 'expected string' };
  const heard = (schema: Parameters<typeof quickParse>[0], value: unknown) =>
    collectDropped(() => quickParse(schema, value)).dropped;

  test('in a list that is read at once', () => {
    expect(heard(shelf, { books: [{ name: 1 }], count: 1, note: 'x' })).toEqual([bad]);
  });

  test('when a field after the list makes zod read the whole again', () => {
    expect(heard(shelf, { books: [{ name: 1 }], count: 'many', note: 'x' })).toEqual([bad]);
    expect(heard(z.object({ shelf }), { shelf: { books: [{ name: 1 }], count: 'many', note: 'x' } })).toEqual([bad]);
  });

  test('when a default after the list makes zod read the object again', () => {
    expect(heard(shelf, { books: [{ name: 1 }], count: 1 })).toEqual([bad]);
  });

  test('when the entry around the list is left out, too: then that one alone', () => {
    expect(heard(tolerantList(shelf), [{ books: [{ name: 1 }], count: 'many' }])).toEqual([
      { path: '0.count', message: 'expected number' },
    ]);
  });
});
