import { expect, test } from 'vitest';
import { foldText } from '../../../server/store/fold-text.ts';

test.each([
  ['Shōgun', 'shogun'],
  ['Sho\u0304gun', 'shogun'],
  ['НОЧЬ', 'ночь'],
  ['Чёрный Йод', 'черныи иод'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Ender’s "Game"', 'enders game'],
  ["L'Étranger", 'letranger'],
  ['Straße, Łódź & Æsop', 'strasse lodz aesop'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ﬁre ①', 'fire 1'],
  ['J.R.R. Tolkien', 'jrr tolkien'],
  ['J. R. R. Tolkien', 'jrr tolkien'],
  ['fin. A start', 'fin a start'],
  ['3.5 ways', '3 5 ways'],
  ['Spider-Man:  Blue', 'spider man blue'],
  ['C++ 100 %_', 'c++ 100'],
  ['!!!', '!!!'],
  ['… ', '...'],
  ['猫が', '猫が'],
  ['한글', '한글'],
  ['one\0two', 'one two'],
  ['so\u00adft', 'soft'],
  [' ', ''],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});
