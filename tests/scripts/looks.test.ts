import { expect, test } from 'vitest';
import { strykerPlugins } from '../../scripts/mutants/looks.mjs';

const VIEW = 'src/views/player/bar.tsx';
const LOGIC = 'src/machines/playback/player/player.logic.ts';
const reasonOf = (node: object, filename = VIEW) =>
  strykerPlugins[0]?.value.shouldIgnore({ node, parent: {}, hub: { file: { opts: { filename } } } });
const prop = (name: string) => ({ type: 'JSXAttribute', name: { name } });
const text = (value: string) => ({ type: 'StringLiteral', value });
const piece = (raw: string) => ({ type: 'TemplateElement', value: { raw } });
const template = (...texts: string[]) => ({ type: 'TemplateLiteral', quasis: texts.map(piece) });
const call = (name: string) => ({ type: 'CallExpression', callee: { name } });
const made = (name: string) => ({ type: 'NewExpression', callee: { name } });

const LOOKS = 'only looks: the class of an element';
const LIST = 'only looks: a list of classes';

test('classes of elements are left alone, other props are not', () => {
  const names = ['className', 'class', 'panelClassName', 'label', 'classify'];
  expect(names.map((name) => reasonOf(prop(name)))).toEqual([LOOKS, LOOKS, LOOKS, undefined, undefined]);
});

test('keys, lists of classes and messages of errors are left alone, other calls are not', () => {
  expect([prop('key'), call('cx'), made('Error'), call('send'), made('Map')].map((node) => reasonOf(node))).toEqual([
    'a hint for React, which shows nothing of it',
    LIST,
    'a message that only developers read',
    undefined,
    undefined,
  ]);
});

test('in a view a text of several words is a list of classes', () => {
  const nodes = [text('flex gap-2'), piece('p-2 '), template('', ' p-2'), text('button'), piece('x'), template('x')];
  expect(nodes.map((node) => reasonOf(node))).toEqual([LIST, LIST, LIST, undefined, undefined, undefined]);
});

test('in logic it is a text', () => {
  const nodes = [text('flex gap-2'), piece('p-2 '), template('', ' p-2')];
  expect(nodes.map((node) => reasonOf(node, LOGIC))).toEqual([undefined, undefined, undefined]);
});
