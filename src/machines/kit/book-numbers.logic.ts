/** A warning; the number can be saved all the same. */
export type NumberNote = 'isbnLength' | 'isbnCheck' | 'asinOdd';

const ASIN = /^[A-Z0-9]{10}$/i;

export const isAsin = (text: string): boolean => ASIN.test(text.trim());

const weighted = (digits: readonly number[], weight: (index: number) => number): number =>
  digits.reduce((sum, digit, index) => sum + digit * weight(index), 0);

/** Verifies the check digit of an ISBN-10 or -13; `code` without spaces and hyphens, X in capitals. */
function isChecked(code: string): boolean {
  const digits = Array.from(code, (digit) => (digit === 'X' ? 10 : Number(digit)));
  return code.length === 10
    ? weighted(digits, (index) => 10 - index) % 11 === 0
    : weighted(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;
}

function isbnNote(text: string): NumberNote | null {
  const code = text
    .replace(/^isbn(?:-1[03])?:?/i, '')
    .replace(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  if (!/^(?:\d{9}[\dX]|97[89]\d{10})$/.test(code)) return 'isbnLength';
  return isChecked(code) ? null : 'isbnCheck';
}

export function numberNote(field: 'isbn' | 'asin', text: string): NumberNote | null {
  if (text.trim() === '') return null;
  if (field === 'asin') return isAsin(text) ? null : 'asinOdd';
  return isbnNote(text.trim());
}
