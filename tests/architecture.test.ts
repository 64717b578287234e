import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from './support/architecture/rules.ts';
import { readSource } from './support/architecture/source.ts';

const root = join(import.meta.dirname, '..');

function textsIn(folder: string) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function readFolder(folder: string) {
  return textsIn(folder).map(({ path, text }) => readSource(path, text));
}

const sources = readFolder('src');

describe('the source keeps the rules', () => {
  test.each(rules)('$name', ({ check }) => {
    expect(check(sources)).toEqual([]);
  });

  test('all of the source is read', () => {
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(10);
  });

  test('in the server library, scan and tools build on items alone, which knows none of them', () => {
    const areas = ['items', 'library', 'scan', 'tools'].map((name) => `server/${name}/`);
    const crossings = readFolder('server').flatMap(({ path, imports }) =>
      imports.flatMap(({ target }) => {
        const [from, to] = [path, target].map((file) => areas.find((area) => file.startsWith(area)));
        return from && to && from !== to ? [`${from} → ${to}`] : [];
      }),
    );
    expect([...new Set(crossings)].sort()).toEqual([
      'server/library/ → server/items/',
      'server/scan/ → server/items/',
      'server/tools/ → server/items/',
    ]);
  });

  test('lines end at 120 characters, but where a text, a class list or a query is longer', () => {
    const isComment = (line: string): boolean => /^\s*(\*|\/\/|\/\*)/.test(line);
    const isText = (line: string, folder: string): boolean => folder === 'server' || /['"`]/.test(line);
    const long = ['src', 'server'].flatMap((folder) =>
      textsIn(folder).flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => {
          const mayBeLong = line.length <= 120 || (!isComment(line) && isText(line, folder));
          return mayBeLong ? [] : [`${path}:${index + 1}`];
        }),
      ),
    );
    expect(long).toEqual([]);
  });

  test('only one test file knows the graph package', () => {
    const users = textsIn('tests')
      .filter(({ text }) => text.includes('@xstate/graph'))
      .map(({ path, text }) => readSource(path, text))
      .filter((source) => source.imports.some((item) => item.target === '@xstate/graph'));
    expect(users.map((source) => source.path)).toEqual(['tests/support/graph.ts']);
  });
});

/** Files with one violation each, and what the rules say of them all together. */
const seeded: [string, Record<string, string>, string[]][] = [
  [
    'a service that imports a machine',
    { 'src/services/a.ts': `import { x } from '../machines/b.ts';` },
    ['src/services/a.ts: x of src/machines/b.ts'],
  ],
  [
    'a schema that imports a type of a view',
    { 'src/schemas/a.ts': `import type { X } from '../views/app/b.tsx';` },
    ['src/schemas/a.ts: X of src/views/app/b.tsx'],
  ],
  [
    'a machine that imports a value of an area above, and one that imports its type or its code on use',
    {
      'src/machines/playback/a.ts': `import { x } from '../browse/b.ts';`,
      'src/machines/playback/c.ts': `import type { X } from '../browse/b.ts'; export const b = () => import('../browse/b.ts');`,
    },
    ['src/machines/playback/a.ts: x of src/machines/browse/b.ts'],
  ],
  [
    'a view that imports a service',
    { 'src/views/item/a.tsx': `import type { Api } from '../../services/api.ts';` },
    ['src/views/item/a.tsx: Api of src/services/api.ts'],
  ],
  [
    'a view that imports a schema as a value',
    { 'src/views/item/a.tsx': `import { toAppError } from '../../schemas/app-error.ts';` },
    ['src/views/item/a.tsx: toAppError of src/schemas/app-error.ts'],
  ],
  [
    'a view that imports a machine',
    { 'src/views/item/a.tsx': `import { m } from '../../machines/item/item.machine.ts';` },
    ['src/views/item/a.tsx: m of src/machines/item/item.machine.ts'],
  ],
  [
    'a view that re-exports a machine',
    { 'src/views/item/a.tsx': `export { m } from '../../machines/item/item.machine.ts';` },
    ['src/views/item/a.tsx: m of src/machines/item/item.machine.ts', 'src/views/item/a.tsx: m'],
  ],
  [
    'selectors that pass logic on',
    {
      'src/machines/a/a.selectors.ts': `export { a } from './a.logic.ts'; export * from './b.logic.ts'; export type { C } from './c.ts';`,
      'src/machines/a/c.selectors.ts': `import { a } from './a.logic.ts'; import { b } from './b.logic.ts'; export { a }; export default b;`,
    },
    [
      'src/machines/a/a.selectors.ts: a',
      'src/machines/a/a.selectors.ts: *',
      'src/machines/a/a.selectors.ts: C',
      'src/machines/a/c.selectors.ts: a',
    ],
  ],
  [
    'a view that loads a machine lazily',
    { 'src/views/item/a.tsx': `export const load = () => import('../../machines/item/item.machine.ts');` },
    ['src/views/item/a.tsx: * of src/machines/item/item.machine.ts'],
  ],
  [
    'a feature that imports another feature',
    { 'src/views/item/a.tsx': `import { B } from '../player/b.tsx';` },
    ['src/views/item/a.tsx: B of src/views/player/b.tsx'],
  ],
  [
    'a kit part that imports a selector',
    { 'src/views/ui/a.tsx': `import { s } from '../../machines/a/a.selectors.ts';` },
    ['src/views/ui/a.tsx: s of src/machines/a/a.selectors.ts'],
  ],
  ['a schema with another package', { 'src/schemas/a.ts': `import ky from 'ky';` }, ['src/schemas/a.ts: ky']],
  [
    'a service that knows xstate',
    { 'src/services/a.ts': `import { createActor } from 'xstate';` },
    ['src/services/a.ts: xstate'],
  ],
  [
    'a machine that knows a part of react',
    { 'src/machines/a/a.ts': `import { createRoot } from 'react-dom/client';` },
    ['src/machines/a/a.ts: react-dom/client'],
  ],
  [
    'a machine that knows ky by its types',
    { 'src/machines/a/a.ts': `import type { KyInstance } from 'ky';` },
    ['src/machines/a/a.ts: ky'],
  ],
  [
    'a machine that touches the browser',
    { 'src/machines/a/a.ts': `export const go = () => { window.open('/x'); fetch('/y'); };` },
    ['src/machines/a/a.ts: window', 'src/machines/a/a.ts: fetch'],
  ],
  [
    'a view with state',
    { 'src/views/item/a.tsx': `import { useState as s } from 'react'; export const A = () => <p>{s(1)}</p>;` },
    ['src/views/item/a.tsx: useState'],
  ],
  [
    'a view with react as a whole',
    { 'src/views/item/a.tsx': `import * as React from 'react'; export const a = React;` },
    ['src/views/item/a.tsx: react as a whole'],
  ],
  [
    'a kit part with an effect',
    { 'src/views/ui/a.tsx': `import { useEffect, useRef } from 'react'; export const a = [useEffect, useRef];` },
    ['src/views/ui/a.tsx: useEffect'],
  ],
  [
    'a kit part that subscribes',
    { 'src/views/ui/a.tsx': `import { useSelector } from '@xstate/react'; export const a = useSelector;` },
    ['src/views/ui/a.tsx: @xstate/react'],
  ],
  [
    'raw HTML in a feature',
    { 'src/views/item/a.tsx': `export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;` },
    ['src/views/item/a.tsx'],
  ],
  [
    'raw HTML in two files of the kit',
    Object.fromEntries(
      ['a', 'b'].map((name) => [
        `src/views/ui/${name}.tsx`,
        `export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;`,
      ]),
    ),
    ['src/views/ui/b.tsx'],
  ],
  [
    'a machine that reaches a sibling by name',
    { 'src/machines/a/a.ts': `named('socket'); named('toasts'); named(name);` },
    ['src/machines/a/a.ts: socket', 'src/machines/a/a.ts: a computed name'],
  ],
  [
    'a machine that goes past the accessor',
    { 'src/machines/a/a.ts': `export const f = ({ system }) => system.get('socket');` },
    ['src/machines/a/a.ts: system.get(socket)'],
  ],
  [
    'a cycle over three files',
    {
      'src/machines/a.ts': `import { b } from './b.ts'; export const a = b;`,
      'src/machines/b.ts': `export * from './c.ts';`,
      'src/machines/c.ts': `import { a } from './a.ts'; export const b = a;`,
    },
    ['src/machines/b.ts: *', 'src/machines/a.ts → src/machines/b.ts → src/machines/c.ts → src/machines/a.ts'],
  ],
  [
    'a circle of types over two folders',
    {
      'src/machines/a/a.ts': `import type { B } from '../b/b.ts'; export type A = B;`,
      'src/machines/b/b.ts': `import type { A } from '../a/a.ts'; export type B = A;`,
    },
    ['src/machines/a/a.ts → src/machines/b/b.ts → src/machines/a/a.ts'],
  ],
  [
    'a guard and actions written into a config',
    {
      'src/machines/a/a.machine.ts': `export const a = setup({}).createMachine({\n on: { x: { guard: () => true, actions: enqueueActions(() => {}) } } });`,
    },
    ['src/machines/a/a.machine.ts: line 2: guard', 'src/machines/a/a.machine.ts: line 2: enqueueActions'],
  ],
  [
    'events that are neither a command nor a fact',
    {
      'src/machines/a/a.ts': `type A = { type: 'list.contents' } | { type: 'list' };\nexport const b = [{ type: 'list.view.open' }, { type: 'server.item' }] as A[];`,
    },
    [
      'src/machines/a/a.ts: line 1: list.contents',
      'src/machines/a/a.ts: line 2: list.view.open',
      'src/machines/a/a.ts: line 2: server.item',
    ],
  ],
  [
    'a state that is called by a verb',
    { 'src/machines/a/a.ts': `export const a = { states: { loading: {}, load: {} } };` },
    ['src/machines/a/a.ts: line 1: load'],
  ],
  [
    'an action and a guard that read the event',
    {
      'src/machines/a/a.ts': `export const a = setup({\n actions: { keep: assign(({ event }) => event) },\n guards: { is: ({ event }) => event.x } });`,
    },
    ['src/machines/a/a.ts: line 2: keep', 'src/machines/a/a.ts: line 3: is'],
  ],
  [
    'what a part of a machine adds, when it reads the event',
    {
      'src/machines/a/a.actions.ts': `export const a = base.extend({ actions: { keep: assign(({ event }) => event) } });`,
      'src/machines/a/a.region.ts': `export const b = base.createStateConfig({ on: { x: { guard: () => true, actions: enqueueActions(() => {}) } } });`,
    },
    [
      'src/machines/a/a.region.ts: line 1: guard',
      'src/machines/a/a.region.ts: line 1: enqueueActions',
      'src/machines/a/a.actions.ts: line 1: keep',
    ],
  ],
  [
    'an exit that acts on the world',
    {
      'src/machines/a/a.setup.ts': `export const a = setup({ actions: { store: () => save(), forget: assign({ a: null }) } });`,
      'src/machines/a/a.machine.ts': `export const b = a.createMachine({ exit: ['forget', { type: 'store' }, cancel('x')], states: { resting: { exit: () => save() } } });`,
    },
    ['src/machines/a/a.machine.ts: line 1: store', 'src/machines/a/a.machine.ts: line 1: a function'],
  ],
  [
    'an invoke without a name',
    { 'src/machines/a/a.ts': `export const a = { invoke: [{ src: 'b', id: 'b' }, { src: 'c' }] };` },
    ['src/machines/a/a.ts: line 1: invoke'],
  ],
  [
    'a failed state without a way out',
    { 'src/machines/a/a.ts': `export const a = { states: { failed: { tags: 'failed' } } };` },
    ['src/machines/a/a.ts: line 1: failed'],
  ],
  [
    'a text for people',
    { 'src/machines/a/a.ts': `export const a = { message: { text: 'Saved.' } };` },
    ['src/machines/a/a.ts: line 1: Saved.'],
  ],
];

/** Sources that look like violations and are none. */
const allowed: [string, Record<string, string>][] = [
  [
    'the composition root imports every layer',
    {
      'src/main.tsx': `import { a } from './services/api.ts'; import { b } from './machines/app/app.machine.ts'; import { c } from './views/app/shell.tsx';`,
    },
  ],
  [
    'a machine takes services and schemas',
    {
      'src/machines/a/a.ts': `import { getItem } from '../../services/endpoints/items.ts'; import { toAppError } from '../../schemas/app-error.ts';`,
    },
  ],
  [
    'a view takes selectors, logic, routes and types of machines',
    {
      'src/views/item/a.tsx': `import { s } from '../../machines/item/item.selectors.ts'; import { l } from '../../machines/item/item.logic.ts'; import { hrefTo } from '../../machines/router/routes.ts'; import { type M } from '../../machines/item/item.machine.ts';`,
    },
  ],
  [
    'a feature takes the kit and the accessor of actors, the shell takes features',
    {
      'src/views/item/a.tsx': `import { B } from '../ui/button.tsx'; import { useActorRefOf } from '../app/actors-context.tsx';`,
      'src/views/app/shell.tsx': `import { P } from '../player/bar.tsx';`,
    },
  ],
  [
    'names that only look like the browser',
    {
      'src/machines/a/a.ts': `export const f = (window: { document: string }, { location }: { location: string }) => [window.document, location, { history: 1 }.history];`,
    },
  ],
  [
    'named guards and actions',
    {
      'src/machines/a/a.machine.ts': `export const a = setup({ guards: { g: () => true }, actions: { e: enqueueActions(() => {}) } }).createMachine({ on: { x: { guard: 'g', actions: 'e' } } });`,
    },
  ],
  [
    'types and lazy chunks may point back',
    {
      'src/machines/a.ts': `import type { B } from './b.ts'; export type A = B; export const load = () => import('./b.ts');`,
      'src/machines/b.ts': `import { load } from './a.ts'; export type B = typeof load;`,
    },
  ],
];

const findingsOf = (files: Record<string, string>) => {
  const facts = Object.entries(files).map(([path, text]) => readSource(path, text));
  return rules.flatMap((rule) => rule.check(facts));
};

describe('the rules see', () => {
  test.each(seeded)('%s', (_name, files, findings) => {
    expect([...new Set(findingsOf(files))]).toEqual(findings);
  });

  test('a file that does not parse', () => {
    expect(() => readSource('src/a.ts', 'import {')).toThrow('src/a.ts');
  });
});

describe('the rules let pass that', () => {
  test.each(allowed)('%s', (_name, files) => {
    expect(findingsOf(files)).toEqual([]);
  });
});
