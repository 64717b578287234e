import { expect, test } from 'vitest';
import { unitsOf } from '../../scripts/mutants/units.ts';

test('a source is changed declaration by declaration, with all lines of each', () => {
  const source = ["import { x } from './x.ts';", 'const a = 1;', 'export function b() {', '  return a;', '}'].join(
    '\n',
  );
  expect(unitsOf('a.ts', source)).toEqual([
    { from: 2, to: 2 },
    { from: 3, to: 5 },
  ]);
});

test('types and names that are passed on are no work', () => {
  const source =
    "type A = 1;\nexport interface B {}\nexport type C = A;\nexport { x } from './x.ts';\nexport * from './y.ts';";
  expect(unitsOf('a.ts', source)).toEqual([]);
});

test('views are read too, and what is no TypeScript is refused', () => {
  expect(unitsOf('a.tsx', 'export const A = () => <p>a</p>;')).toEqual([{ from: 1, to: 1 }]);
  expect(() => unitsOf('a.ts', 'const = 1')).toThrow('Unexpected token');
});
