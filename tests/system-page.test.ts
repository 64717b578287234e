import { describe, expect, test } from 'vitest';
import page from '../docs/system.html?raw';
import { createSystemPage } from './support/system-page/page.ts';

const sources: Record<string, string> = import.meta.glob('../src/machines/**/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const system = createSystemPage(import.meta.glob('../src/machines/**/*.machine.ts', { eager: true }), sources);

const sectionsOf = (text: string): readonly string[] => text.match(/<section id="[\s\S]*?<\/section>/g) ?? [];

describe('docs/system.html is fresh (run `npm run diagrams`)', () => {
  test.each(system.machines.map(({ name }) => name))('%s', async (name) => {
    const section = sectionsOf(page).find((text) => text.startsWith(`<section id="${name}"`));
    expect(section === (await system.section(name))).toBe(true);
  });

  test('what stands around the machines', () => {
    expect(page).toBe(system.whole(sectionsOf(page)));
  });
});

test('the page needs nothing from anywhere', () => {
  expect(page.match(/(?:src|href)="(?!#|\.\.\/src\/machines\/)[^"]*"|@import|url\((?!#)/g)).toBe(null);
});

test('it says who runs whom, also what loads when it is wanted', () => {
  const childrenOf = (name: string) => {
    const [section = ''] = sectionsOf(page).filter((text) => text.startsWith(`<section id="${name}"`));
    const [, runs = ''] = /<h3>Runs<\/h3><ul>(.*)<\/ul>/.exec(section) ?? [];
    return [...runs.matchAll(/<li><a href="#\w+">(\w+)<\/a>, ([^<]*)<\/li>/g)].map(([, child, how]) => [child, how]);
  };
  expect(childrenOf('toastsMachine')).toEqual([['toastMachine', 'spawned']]);
  expect(childrenOf('inspectorMachine')).toEqual([['drawingMachine', 'invoked in every state']]);
  expect(childrenOf('appMachine')).toContainEqual(['sessionMachine', 'loaded when it is wanted']);
  expect(childrenOf('pageHostMachine')).toContainEqual(['homeMachine', 'loaded when it is wanted']);
  expect(childrenOf('bookshelfMachine')).toContainEqual(['windowedListMachine', 'spawned']);
  expect(childrenOf('modalMachine')).toContainEqual(['confirmMachine', 'loaded when it is wanted']);
});
