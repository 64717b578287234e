import { expect, test } from 'vitest';
import { runModel, type AnyModel } from '../support/rig.ts';

const modules = import.meta.glob<Record<string, AnyModel>>('./**/*.model.ts', { eager: true });
const models = Object.values(modules).flatMap((exports) => Object.values(exports));

test.each(models)('$name goes as its model says, through every state and transition', (model) => {
  const { table, problems } = runModel(model);
  console.log(table);
  expect(problems).toEqual([]);
});
