import { expect, test } from 'vitest';
import { parseName, parseNames } from '../../../server/items/names.ts';

test.each([
  ['L.E. Modesitt, Jr.', ['L.E. Modesitt, Jr.']],
  ['Modesitt, L.E., Jr.', ['L.E. Modesitt, Jr.']],
  ['King, Jr., Martin Luther', ['Martin Luther King, Jr.']],
  ['Martin Luther King Jr.', ['Martin Luther King Jr.']],
  ['Loudon Wainwright, III', ['Loudon Wainwright, III']],
  ['Janet Bond Brill, PhD, RD, LDN', ['Janet Bond Brill, PhD, RD, LDN']],
  ['Bessel van der Kolk, M.D.', ['Bessel van der Kolk, M.D.']],
  ['Jane Doe, PhD, John Roe, MD', ['Jane Doe, PhD', 'John Roe, MD']],
  ['de Balzac, Honoré', ['Honoré de Balzac']],
  ["O'Brien, Flann", ["Flann O'Brien"]],
  ['Le Guin, Ursula K.', ['Ursula K. Le Guin']],
  ['van der Berg, Jan; von Goethe, Johann Wolfgang', ['Jan van der Berg', 'Johann Wolfgang von Goethe']],
  ['Tolkien, J.R.R., Lewis, C.S.', ['J.R.R. Tolkien', 'C.S. Lewis']],
  ['Doyle, Arthur Conan', ['Arthur Conan Doyle']],
  ['Stephen King, Peter Straub', ['Stephen King', 'Peter Straub']],
  ['Neil Gaiman & Terry Pratchett', ['Neil Gaiman', 'Terry Pratchett']],
  ['Ann Lee and Bob Ray', ['Ann Lee', 'Bob Ray']],
  ['A B; A B', ['A B']],
  ['夏目漱石', ['夏目漱石']],
  [' , ', []],
])('%j are the persons %j', (text, names) => expect(parseNames(text)).toEqual(names));

test.each([
  ['Andrews and Sons', 'Andrews and Sons'],
  ['Faber & Faber', 'Faber & Faber'],
  ['García Márquez, Gabriel', 'Gabriel García Márquez'],
  ['Janet Bond Brill, PhD, RD, LDN', 'Janet Bond Brill, PhD, RD, LDN'],
  ['L.E. Modesitt, Jr.', 'L.E. Modesitt, Jr.'],
  ['Modesitt, L.E., Jr.', 'L.E. Modesitt, Jr.'],
])('%j is the one person %j', (text, name) => expect(parseName(text)).toBe(name));
