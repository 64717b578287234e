import { describe, expect, test } from 'vitest';
import { timeMarkAt, withTimeMarks } from '../../../src/views/ui/timed-html.tsx';

const marked = (html: string, last = 4000) => {
  const box = document.createElement('div');
  box.innerHTML = withTimeMarks(html, last, (time) => `Play from ${time}`);
  return [...box.querySelectorAll('button')].map((button) => [button.textContent, timeMarkAt(button)]);
};

describe('times in notes (CON-104)', () => {
  test.each<[string, readonly (readonly [string, number])[]]>([
    [
      '<p>00:00 Welcome, <b>1:02:03</b> the end</p>',
      [
        ['00:00', 0],
        ['1:02:03', 3723],
      ],
    ],
    [
      '(12:34) and [5:06]',
      [
        ['12:34', 754],
        ['5:06', 306],
      ],
    ],
    ['<a href="https://example.com">9:30</a>', []],
    ['1:2:3, 12:60, 12:34:56:07, 2024:10:11 and 1.5:30', []],
    ['99:59 is after the end', []],
  ])('of %j', (html, found) => {
    expect(marked(html)).toEqual(found);
  });

  test('the text around them stays unchanged, and they are named', () => {
    expect(withTimeMarks('a &lt;b&gt; 0:05 c', 60, (time) => `Play from ${time}`)).toBe(
      'a &lt;b&gt; <button type="button" data-time="5" aria-label="Play from 0:05">0:05</button> c',
    );
  });

  test('a press beside them does nothing', () => {
    expect(timeMarkAt(document.body)).toBeNull();
  });
});
