import { expect, test } from 'vitest';
import { itemsPage } from '../../src/schemas/api/items-page.ts';
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

test('what is no list fails as a whole', () => {
  expect(z.safeParse(names, { name: 'a' }).success).toBe(false);
  expect(z.safeParse(names, null).success).toBe(false);
});

test('a page of items goes on without the one that cannot be read', () => {
  const body = structuredClone(recording('libraries/items-final-minified').response.body) as { results: { media: { duration: unknown } }[] };
  const length = body.results.length;
  const third = body.results[2];
  if (third) third.media.duration = 'long';
  const page = z.parse(itemsPage, body);
  expect(page.results.items).toHaveLength(length - 1);
  expect(page.results.dropped).toEqual([{ path: '2.media.duration', message: 'expected number' }]);
});
