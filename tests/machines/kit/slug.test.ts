import { expect, test } from 'vitest';
import { saneSlug, slugProblem, slugRefusal } from '../../../src/machines/kit/slug.logic.ts';

test.each([
  ['abc-9_z', 'abc-9_z'],
  ['The Raven', 'the-raven'],
  ['  Émile Zola!  ', 'emile-zola'],
  ['a/b?c#d', 'a-b-c-d'],
  ['-kept-', '-kept-'],
  ['日本', ''],
])('the slug of %j is %j (RSS-020, AMB-75)', (text, slug) => {
  expect(saneSlug(text)).toBe(slug);
  expect(slug === '' || slugProblem(slug) === null).toBe(true);
});

test('an empty slug is missing, one with other characters is unfit (VAL-006, VAL-007)', () => {
  expect([slugProblem(' '), slugProblem('A b'), slugProblem('ok')]).toEqual(['missing', 'unfit', null]);
});

test('an invalid slug is replaced with a warning, a missing one shows an error (RSS-019, RSS-021, SHR-021)', () => {
  const toast = (kind: string, key: string) => ({ type: 'toasts.show', id: 'slug', kind, message: { key } });
  expect(slugRefusal('A b')).toEqual({ toast: toast('warning', 'slug.changed'), slug: 'a-b' });
  expect(slugRefusal('')).toEqual({ toast: toast('error', 'slug.missing'), slug: null });
});
