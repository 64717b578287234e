import { expect, test } from 'vitest';
import { toCsv } from '../../../src/machines/kit/csv.logic.ts';

test('a table is saved so that a spreadsheet reads every cell as it is', () => {
  expect(
    toCsv([
      ['Name', 'Minutes'],
      ['Wells, H. G.', 1.5],
      ['The "Fox"', -2],
      ['two\nlines', 0],
      ['', 3],
    ]),
  ).toBe('\uFEFFName,Minutes\r\n"Wells, H. G.",1.5\r\n"The ""Fox""",-2\r\n"two\nlines",0\r\n,3\r\n');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x.example","a")', '"\'=HYPERLINK(""http://x.example"",""a"")"'],
  ['1=1', '1=1'],
])('a text that a spreadsheet takes for a formula is kept from it: %j', (text, cell) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${cell}\r\n`);
});
