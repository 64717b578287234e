import { expect, test } from 'vitest';
import { wayOf, type Arrow } from '../../../src/services/reader/word-keys.ts';

const ARROWS: readonly Arrow[] = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'];

test.each([
  ['ltr', 'horizontal-tb', ['forward word', 'backward word', 'forward line', 'backward line']],
  ['rtl', 'horizontal-tb', ['backward word', 'forward word', 'forward line', 'backward line']],
  ['ltr', 'vertical-rl', ['backward line', 'forward line', 'forward word', 'backward word']],
  ['rtl', 'vertical-rl', ['backward line', 'forward line', 'backward word', 'forward word']],
  ['ltr', 'vertical-lr', ['forward line', 'backward line', 'forward word', 'backward word']],
])('arrows follow the words and lines of %s text in %s', (direction, writingMode, ways) =>
  expect(ARROWS.map((arrow) => wayOf(arrow, { direction, writingMode }).join(' '))).toEqual(ways),
);
