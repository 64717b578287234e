import { expect, test } from 'vitest';
import { splitByWords } from '../../../src/machines/reader/matches.logic.ts';

test.each([
  ['in any case', 'By the Sea', 'sea', ['By the ', '[Sea]']],
  ['every time', 'sea, sea', 'sea', ['[sea]', ', ', '[sea]']],
  ['however its words are set apart', 'by the  sea', ' the sea', ['by ', '[the  sea]']],
  ['with signs as they are', '(a.b) axb', 'a.b', ['(', '[a.b]', ') axb']],
  ['whatever its signs look like', 'He didn’t', "didn't", ['He ', '[didn’t]']],
  ['or not at all', 'By the sea', '  ', ['By the sea']],
])('the search text is highlighted %s', (_how, excerpt, query, stretches) =>
  expect(splitByWords(excerpt, query).map(({ text, isFound }) => (isFound ? `[${text}]` : text))).toEqual(stretches),
);
