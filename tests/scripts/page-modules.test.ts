import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageModules } from '../../scripts/page-modules.ts';
import { pages } from '../../src/machines/app/page-host/pages.ts';

test('each page has the module of its machine and that of its view', () => {
  expect(Object.keys(pageModules).sort()).toEqual(Object.keys(pages).sort());
  for (const modules of Object.values(pageModules)) {
    expect(modules.map((file) => file.split('/')[0])).toEqual(['machines', 'views']);
    expect(modules.filter((file) => !existsSync(new URL(`../../src/${file}`, import.meta.url)))).toEqual([]);
  }
});
