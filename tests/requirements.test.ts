import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crowdedTexts, idsIn, idsInTitles, idsOf, withoutComments } from './support/requirements.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const counts = JSON.parse(read('tests/support/requirement-ids.json')) as Readonly<Record<string, number>>;
const all = Object.entries(counts).flatMap(([group, count]) => idsOf(group, count));
const sources = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/requirements(\.test)?\.ts$/.test(name))
  .map((name) => ({ name, source: read(join('tests', name)) }));
/** The rows of this table are run for every role, and named when they fail; other support shows nothing by itself. */
const TABLE = 'support/role-table.ts';
const tests = sources.filter(({ name }) => /\.(?:test|spec)\.tsx?$/.test(name) || name === TABLE);
const named = new Set(tests.flatMap(({ source }) => idsInTitles(source)));
/** The first column of the table. */
const withoutTest = [...read('docs/requirements-without-test.md').matchAll(/^\| ([A-Z].*?) \| (.+?) \|$/gm)].flatMap(
  ([, ids = '']) => idsIn(ids),
);

describe('each requirement', () => {
  test('is named in a test that shows it, or says in the table why there is none', () => {
    expect(all.filter((id) => !named.has(id) && !withoutTest.includes(id))).toEqual([]);
  });

  test('has one row in the table at most, and none when a test shows it', () => {
    expect(withoutTest).toEqual([...new Set(withoutTest)]);
    expect(withoutTest.filter((id) => named.has(id) || !all.includes(id))).toEqual([]);
  });

  test('that a test names is there', () => {
    const groups = Object.keys(counts);
    expect([...named].filter((id) => groups.includes(id.slice(0, 3)) && !all.includes(id))).toEqual([]);
  });
});

test('an id outside of texts names nothing', () => {
  expect(idsInTitles("/** CON-001 */ test('a (CON-002)', f); const x = CON - 003; // 'CON-004'").join(' ')).toBe(
    'CON-002',
  );
});

test('a title names three requirements at most', () => {
  expect(sources.flatMap(({ name, source }) => crowdedTexts(source).map((text) => `${name}: ${text}`))).toEqual([]);
});

test.each([
  ["test('a (SRC-001, SRC-002, SRC-003)', f)", []],
  ["test('a (SRC-001, SRC-002, SRC-003, SRC-004)', f)", ["'a (SRC-001, SRC-002, SRC-003, SRC-004)'"]],
  ["test('a (SRC-001 to SRC-003)', f)", []],
  ["test('a (SRC-001 to 004)', f)", ["'a (SRC-001 to 004)'"]],
  ['test("it\'s (SRC-001 to SRC-003, AMB-01)", f)', ['"it\'s (SRC-001 to SRC-003, AMB-01)"']],
  ["['a', 'SRC-001, SRC-002'], ['b', 'SRC-003, SRC-004']", []],
  ["// test('a (SRC-001 to SRC-009)', f)", []],
])('of %s these name too many: %j', (source, crowded) => {
  expect(crowdedTexts(source)).toEqual(crowded);
});

test('an id in a comment names nothing', () => {
  expect(idsIn(withoutComments("/** CON-001 */\n// CON-002\ntest('a (CON-003)'); // CON-004")).join(' ')).toBe(
    'CON-003',
  );
});

test('ranges name all between their ends', () => {
  expect(idsIn('(CON-031 to CON-033, STO-009 to 010, AMB-07), pitfall 3').join(' ')).toBe(
    'CON-031 CON-032 CON-033 STO-009 STO-010 AMB-07',
  );
});
