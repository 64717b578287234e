// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { textOf } from '../../../src/services/reader/text-marks.ts';

test.each([
  ['<h1>Section 1</h1><p>Call me <em>Ish</em>mael.</p>', 'Section 1 Call me Ishmael.'],
  ['<p>one\n  line</p>\n<p>another</p>', 'one line another'],
  ['<p>a verse<br>and its rhyme</p>', 'a verse and its rhyme'],
  ['<ul><li>one</li><li>two</li></ul>', 'one two'],
])('words of %s', (html, words) => {
  document.body.innerHTML = html;
  const range = document.createRange();
  range.selectNodeContents(document.body);
  expect(textOf(range)).toBe(words);
});

test("includes only the range's part of its first and last words", () => {
  document.body.innerHTML = '<h1>Section 1</h1><p>Call me Ishmael.</p>';
  const range = document.createRange();
  const [heading, paragraph] = [document.querySelector('h1')?.firstChild, document.querySelector('p')?.firstChild];
  if (!heading || !paragraph) throw new Error('No text');
  range.setStart(heading, 8);
  range.setEnd(paragraph, 4);
  expect(textOf(range)).toBe('1 Call');
  range.setEnd(heading, 9);
  expect(textOf(range)).toBe('1');
});
