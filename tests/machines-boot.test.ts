import { expect, test } from 'vitest';
import { checkMachine, findMachines } from './support/boot.ts';

const found = findMachines(import.meta.glob('../src/machines/**/*.machine.ts', { eager: true }));

test.each(found)('$name has only states that exist and lead somewhere', ({ machine }) => {
  expect(checkMachine(machine)).toEqual([]);
});

test('machines are found', () => {
  expect(found.map(({ name }) => name)).not.toEqual([]);
});
