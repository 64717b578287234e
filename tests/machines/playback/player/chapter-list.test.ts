import { describe, expect, test } from 'vitest';
import { rowsOf, typedRow } from '../../../../src/machines/playback/player/chapter-list.logic.ts';
import { chapterListMachine } from '../../../../src/machines/playback/player/chapter-list.machine.ts';
import { createHost } from '../../../support/host.ts';

const titles = ['Opening', 'Chapter 1', 'Chapter 2: Ćma', 'Chapter 12', 'The Tower', 'Tea', 'Ende'];
const chapters = titles.map((title, id) => ({ id, title, start: id * 10, end: id * 10 + 10 }));
const indexes = (query: string) => rowsOf(chapters, query).map(({ index }) => index);

describe('searching chapters', () => {
  test.each([
    ['', [0, 1, 2, 3, 4, 5, 6]],
    ['  ', [0, 1, 2, 3, 4, 5, 6]],
    ['cma', [2]],
    ['TOWER', [4]],
    ['2', [1, 2, 3]],
    ['7', [6]],
    ['whale', []],
  ])('%j finds those with it in the title, or of this number', (query, found) => {
    expect(indexes(query)).toEqual(found);
  });

  test('all of them are the same list each time, so that nothing rerenders', () => {
    expect(rowsOf(chapters, '')).toBe(rowsOf(chapters, ' '));
  });
});

describe('typing in the list', () => {
  const rows = rowsOf(chapters, '');
  test.each([
    ['t', 0, 4],
    ['t', 4, 5],
    ['tt', 4, 5],
    ['t', 5, 4],
    ['te', 4, 5],
    ['to', 0, 4],
    ['chapter 12', 0, 3],
    ['ć', 0, 1],
    ['o', 3, 0],
    ['x', 0, null],
    [' ', 0, null],
    ['', 0, null],
  ])('%j from row %i leads to %j', (typed, from, row) => {
    expect(typedRow(rows, typed, from)).toBe(row);
  });

  test('of an empty list leads nowhere', () => {
    expect(typedRow([], 'a', 0)).toBe(null);
  });

  test('fast typing adds up; after a pause it starts over', () => {
    const { subject, ports } = createHost(chapterListMachine);
    const typed = () => subject.getSnapshot().context.typed;
    subject.send({ type: 'chapterList.type', character: 't' });
    ports.clock.advance(600);
    subject.send({ type: 'chapterList.type', character: 'o' });
    ports.clock.advance(600);
    expect(typed()).toBe('to');
    ports.clock.advance(100);
    subject.send({ type: 'chapterList.type', character: 'e' });
    expect(typed()).toBe('e');
  });

  test('each opening of the list begins without a search', () => {
    const { subject } = createHost(chapterListMachine);
    subject.send({ type: 'chapterList.filter', text: 'ten' });
    subject.send({ type: 'chapterList.type', character: 't' });
    subject.send({ type: 'chapterList.reset' });
    expect(subject.getSnapshot().context).toEqual({ query: '', typed: '' });
  });
});
