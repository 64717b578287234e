import { expect, test } from 'vitest';
import { contractIssues } from '../../src/schemas/contract-issues.ts';
import { z } from '../../src/schemas/zod.ts';

function issuesOf(schema: z.ZodMiniType, value: unknown) {
  return contractIssues(z.safeParse(schema, value).error?.issues ?? []);
}

test('an issue names the place and the expected value', () => {
  const schema = z.object({ results: z.array(z.object({ id: z.string(), kind: z.enum(['book', 'podcast']) })) });
  expect(issuesOf(schema, { results: [{ id: 1, kind: 'film' }] })).toEqual([
    { path: 'results.0.id', message: 'expected string' },
    { path: 'results.0.kind', message: 'expected book or podcast' },
  ]);
  expect(issuesOf(schema, [])).toEqual([{ path: '', message: 'expected object' }]);
});

test('a list of only invalid entries does not fill the memory', () => {
  const issues = issuesOf(
    z.array(z.string()),
    Array.from({ length: 10_000 }, () => 1),
  );
  expect(issues).toHaveLength(20);
  expect(issues.at(-1)).toEqual({ path: '19', message: 'expected string' });
});
