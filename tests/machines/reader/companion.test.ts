import { fromTransition } from 'xstate';
import { describe, expect, test } from 'vitest';
import { matchingIndex } from '../../../src/machines/reader/chapter-match.logic.ts';
import { companionMachine } from '../../../src/machines/reader/companion.machine.ts';
import {
  selectAsksFinished,
  selectMayReturn,
  selectSoundChapter,
  selectTimeLeft,
  textOf,
} from '../../../src/machines/reader/companion.selectors.ts';
import { bookFileOf } from '../../../src/machines/reader/formats.logic.ts';
import { NO_PACE, pageShare, timeLeft, withPage } from '../../../src/machines/reader/pace.logic.ts';
import type { MediaProgress } from '../../../src/schemas/api/progress.ts';
import type { Place } from '../../../src/services/reader/engine.ts';
import { createHost } from '../../support/host.ts';
import { begunProgress, bookBody } from '../../support/item-fixtures.ts';
import { ebookBody, ebookFileOf, ebookItem } from '../../support/reader-fixtures.ts';
import { fakePlace } from '../../support/fakes/readers.ts';
import { z } from '../../../src/schemas/zod.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';

describe('titles of one chapter', () => {
  test.each([
    ['Chapter 1', 'I'],
    ['Chapter 1', 'chapter one'],
    ['CHAPTER IV.', 'Chapter 4: The Fox'],
    ['Kapitel 12', 'Chapter Twelve'],
    ['Chapter Twenty-One', 'XXI'],
    ['Chapter Twenty One: Home', 'Chapter 21 – Home'],
    ['The Fox', '01 - The Fox'],
    ['The Fox', 'Chapter 3: The Fox'],
    ['Élégie', 'elegie'],
    ['“Wait!”', 'Wait'],
    ['Part II', 'Part Two'],
    ['3.', 'Chapter 3'],
    ['Thirty-two', 'Chapter 32'],
    ['One', 'I'],
  ])('%j is %j', (one, other) => {
    expect([
      matchingIndex([one], 0, ['Cover', other, 'End']),
      matchingIndex([other], 0, ['Cover', one, 'End']),
    ]).toEqual([1, 1]);
  });

  test.each([
    ['Chapter 1', 'Part 1'],
    ['Chapter 1', 'Chapter 11'],
    ['Chapter 1: The Fox', 'Chapter 1: The Hare'],
    ['Chapter 2: The Fox', 'Chapter 3: The Fox'],
    ['I, Robot', '1'],
    ['I am', 'Chapter 1'],
    ['1984 again', '1984'],
    ['01', 'Chapter 1'],
    ['One day', 'Chapter 1'],
    ['…', '!'],
    ['', ''],
  ])('%j is not %j', (one, other) => {
    expect([matchingIndex([one], 0, [other]), matchingIndex([other], 0, [one])]).toEqual([null, null]);
  });

  test('a surer title wins', () => {
    expect(matchingIndex(['Chapter 1: The Fox'], 0, ['1', 'Chapter I. The Fox'])).toBe(1);
  });

  test('duplicates are taken in their order, and only when both have the same number', () => {
    const parts = ['Part One', 'Chapter 1', 'Part Two', 'Chapter 1'];
    expect(matchingIndex(parts, 3, ['I', 'II', 'I'])).toBe(2);
    expect(matchingIndex(parts, 1, ['I', 'II', 'I'])).toBe(0);
    expect(matchingIndex(parts, 3, ['I', 'II'])).toBeNull();
    expect(matchingIndex(['Chapter 1'], 0, ['I', 'II', 'I'])).toBeNull();
  });
});

describe('the pace', () => {
  const at = (page: number, more: Partial<Place> = {}): Place => ({ ...fakePlace(page), ...more });

  test.each([
    ['a page that was read', at(1), at(2), 30_000, 30_000],
    ['two pages that stand side by side', at(1), at(3, { chapter: 'One' }), 30_000, 30_000],
    ['the last page of a chapter', at(5, { pages: 5, share: 0.4 }), at(1, { pages: 9, share: 0.5 }), 30_000, 30_000],
    ['a page that is leafed over', at(1), at(2), 1000, 0],
    ['a page that is left open', at(1), at(2), 3_600_000, 0],
    ['a page back', at(2), at(1), 30_000, 0],
    ['a jump', at(1), at(4), 30_000, 0],
    ['a jump to another chapter', at(1), at(1, { pages: 9, share: 0.9 }), 30_000, 0],
  ])('%s', (_what, from, to, ms, counted) => {
    expect(withPage(NO_PACE, from, to, ms).ms).toBe(counted);
  });

  test('is known after a minute of reading, and gives the time left', () => {
    const slow = { share: 0.1, ms: 120_000 };
    expect(timeLeft(at(2), { share: 0.1, ms: 59_000 }, 0.1)).toEqual({ chapter: null, book: null });
    const { chapter, book } = timeLeft(at(2), slow, 0.05);
    expect([chapter, book].map((seconds) => Math.round(seconds ?? 0))).toEqual([240, 720]);
    expect(timeLeft(at(2), slow, null).chapter).toBeNull();
    expect(timeLeft(at(5), slow, 0.05)).toEqual({ chapter: null, book: null });
  });

  test('of long ago counts less', () => {
    const old = { share: 0.5, ms: 2 * 3600_000 };
    expect(withPage(old, at(1), at(2), 60_000)).toEqual({ share: 0.35, ms: 3_630_000 });
  });

  test('one page of a chapter is known by two of them', () => {
    expect(pageShare(at(1), at(2))).toBeCloseTo(0.2);
    expect([pageShare(at(2), at(3)), pageShare(at(1), at(1)), pageShare(at(4), at(5))]).toEqual([null, null, null]);
  });
});

const chapters = [
  { id: 0, start: 0, end: 10, title: 'Opening' },
  { id: 1, start: 10, end: 20, title: 'Chapter 1' },
  { id: 2, start: 20, end: 30, title: 'Two' },
];
const contents = [
  { label: 'I.', target: '1', children: [] },
  { label: 'Two', target: '3', children: [] },
];

function open({ isFinished = false, ino = '77', page = 1 } = {}) {
  const others = [ebookFileOf('78', 'Other.epub')];
  const body = { ...ebookBody('epub', others), media: { ...ebookBody().media, chapters } };
  const item = z.parse(getItem.output, body);
  const file = bookFileOf(item, ino);
  if (!file) throw new Error('No such file');
  const entries: Record<string, MediaProgress> = { [bookBody.id]: begunProgress({ isFinished }) };
  const said: { type: string }[] = [];
  const progress = fromTransition(
    (state, event: { type: string }) => {
      said.push(event);
      return state;
    },
    { entries, userId: 'u' },
  );
  const place = { ...fakePlace(page), chapter: page < 3 ? 'I.' : 'Two' };
  const host = createHost(companionMachine, {
    input: { item, file, contents, place },
    named: { player: null, progress },
  });
  const state = () => host.subject.getSnapshot();
  const move = (to: number, ms = 0, isJump = false) => {
    host.ports.clock.advance(ms);
    host.subject.send({
      type: 'companion.moved',
      place: { ...fakePlace(to), chapter: to < 3 ? 'I.' : 'Two' },
      isJump,
    });
  };
  return { ...host, said, state, move };
}

describe('beside reading', () => {
  test('the chapter of the page is offered in sound, and plays with a way back', () => {
    const { subject, state, receivedBy } = open();
    expect(selectSoundChapter(state())).toMatchObject({ title: 'Chapter 1', start: 10 });
    subject.send({ type: 'companion.listen', time: 10 });
    expect(receivedBy('player')).toMatchObject([
      { type: 'player.play', libraryItemId: bookBody.id, startTime: 10, isJump: true },
    ]);
  });

  test('the chapter that plays is offered in text, unless its page is open or another book plays', () => {
    const { state } = open();
    const { id } = bookBody;
    expect([
      textOf(id, chapters, 2)(state()),
      textOf(id, chapters, 1)(state()),
      textOf(id, chapters, 0)(state()),
      textOf('other', chapters, 2)(state()),
      textOf(null, [], -1)(state()),
    ]).toEqual([{ target: '3', title: 'Two' }, null, null, null, null]);
  });

  test('a link returns from the chapter that plays, for a while', () => {
    const { subject, state, move, parentEvents, ports } = open();
    subject.send({ type: 'companion.follow', target: '3' });
    move(3);
    expect(selectMayReturn(state())).toBe(true);
    subject.send({ type: 'companion.back' });
    expect([parentEvents, selectMayReturn(state())]).toEqual([
      [{ type: 'reader.go', target: '3' }, { type: 'reader.goBack' }],
      false,
    ]);
    subject.send({ type: 'companion.follow', target: '3' });
    ports.clock.advance(10_000);
    subject.send({ type: 'companion.follow', target: '3' });
    ports.clock.advance(14_999);
    expect(selectMayReturn(state())).toBe(true);
    ports.clock.advance(1);
    expect(selectMayReturn(state())).toBe(false);
    subject.send({ type: 'companion.follow', target: '3' });
    subject.send({ type: 'companion.dismissReturn' });
    expect(selectMayReturn(state())).toBe(false);
  });

  test('a jump to the end, or to the page before it, does not', () => {
    const { subject, state, move } = open();
    move(5, 0, true);
    expect(selectAsksFinished(state())).toBe(false);
    move(4, 0, true);
    move(5);
    expect(selectAsksFinished(state())).toBe(false);
    move(3, 0, true);
    move(4);
    move(5);
    expect(selectAsksFinished(state())).toBe(true);
    subject.send({ type: 'companion.dismiss' });
  });

  test('at the end, a turn of the page offers to finish the book', () => {
    const { subject, state, move, said } = open();
    move(5);
    expect(selectAsksFinished(state())).toBe(false);
    move(4);
    move(5);
    expect(selectAsksFinished(state())).toBe(true);
    move(4);
    expect(selectAsksFinished(state())).toBe(false);
    move(5);
    expect(said).toEqual([]);
    subject.send({ type: 'companion.finish' });
    expect(said).toMatchObject([
      { type: 'progress.edit', media: { libraryItemId: bookBody.id, episodeId: null }, edit: { kind: 'finish' } },
    ]);
    move(4);
    move(5);
    expect(selectAsksFinished(state())).toBe(false);
  });

  test('a declined offer shows once', () => {
    const { subject, state, move, said } = open({ page: 4 });
    move(5);
    expect(selectAsksFinished(state())).toBe(true);
    subject.send({ type: 'companion.dismiss' });
    move(4);
    move(5);
    expect([selectAsksFinished(state()), said]).toEqual([false, []]);
  });

  test.each([
    ['a finished book', { isFinished: true, page: 4 }],
    ['another file of the book', { ino: '78', page: 4 }],
    ['a book that is opened at its end', { page: 5 }],
    ['a book whose end somebody looks up', { page: 1 }],
  ])('of %s it is not offered', (_what, options) => {
    const { state, move } = open(options);
    move(5);
    expect(selectAsksFinished(state())).toBe(false);
  });

  test('the time that is left is known after a while, and at once the next time', () => {
    const { state, move, ports } = open();
    expect(selectTimeLeft(state())).toEqual({ chapter: null, book: null });
    move(2, 60_000);
    const left = selectTimeLeft(state());
    expect([left.chapter, left.book].map((seconds) => Math.round(seconds ?? 0))).toEqual([180, 180]);
    const again = createHost(companionMachine, {
      input: { item: ebookItem(), file: state().context.file, contents, place: fakePlace(2) },
      ports,
      named: { player: null, progress: fromTransition((was) => was, { entries: {}, userId: 'u' }) },
    });
    expect(Math.round(selectTimeLeft(again.subject.getSnapshot()).book ?? 0)).toBe(180);
  });
});
