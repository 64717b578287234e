import { expect, test } from 'vitest';
import { numberNote, type NumberNote } from '../../../src/machines/kit/book-numbers.logic.ts';

test.each<['isbn' | 'asin', string, NumberNote | null]>([
  ['isbn', '', null],
  ['isbn', ' 0-306-40615-2 ', null],
  ['isbn', '0306406151', 'isbnCheck'],
  ['isbn', '080442957X', null],
  ['isbn', '0 8044 2957 x', null],
  ['isbn', '08044X9570', 'isbnLength'],
  ['isbn', '978-3-16-148410-0', null],
  ['isbn', '978\u20113\u201316\u2013148410\u20130', null],
  ['isbn', 'ISBN-13: 9783161484100', null],
  ['isbn', 'ISBN-10 0306406152', null],
  ['isbn', '9783161484101', 'isbnCheck'],
  ['isbn', '1234567890128', 'isbnLength'],
  ['isbn', '97831614841', 'isbnLength'],
  ['isbn', 'none', 'isbnLength'],
  ['asin', '', null],
  ['asin', ' b00own0001 ', null],
  ['asin', 'B00OWN000', 'asinOdd'],
  ['asin', 'B00OWN-001', 'asinOdd'],
])('%s %j: %s', (field, text, note) => expect(numberNote(field, text)).toBe(note));
