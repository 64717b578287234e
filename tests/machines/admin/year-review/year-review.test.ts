import { fromPromise } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import {
  backgroundOf,
  cardsOf,
  firstYear,
  isEmptyYear,
  isSeason,
  yearsFrom,
  selectCardIndex,
  selectIsPainting,
  selectReviewError,
  selectReviewState,
  selectYear,
  selectYearData,
} from '../../../../src/machines/admin/year-review/year-cards.logic.ts';
import { yearReviewMachine, type WordedCard } from '../../../../src/machines/admin/year-review/year-review.machine.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { getMyYear } from '../../../../src/services/endpoints/own-stats.ts';
import { getServerYear } from '../../../../src/services/endpoints/server-admin.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { emptyYear, ownYear, serverYear, wordedCard } from '../../../support/year-fixtures.ts';

const saved: WordedCard[] = [];

function open({ refuses = false, canShare = true } = {}) {
  saved.length = 0;
  const hand = fromPromise<void, WordedCard | null>(async ({ input }) => {
    if (refuses) throw new AppException({ kind: 'unexpected', message: 'no canvas' });
    if (input) saved.push(input);
  });
  const ports = createFakePorts();
  ports.capabilities.sharesPictures = canShare;
  const host = createHost(yearReviewMachine.provide({ actors: { savePicture: hand, handOverPicture: hand } }), {
    named: { toasts: null },
    ports,
  });
  host.ports.api.answer(getMyYear, ownYear);
  host.ports.api.answer(getServerYear, serverYear);
  const state = () => selectReviewState(host.subject.getSnapshot());
  return { ...host, state };
}

describe('the year in review', () => {
  test('begins with no year before that of the account', async () => {
    const { subject, ports, state } = open();
    const since = firstYear(ports.clock.now()) + 1;
    subject.send({ type: 'yearReview.toggle', since });
    await vi.waitFor(() => expect(state()).toBe('shown'));
    expect([selectYear(subject.getSnapshot()), ports.api.inputsOf(getMyYear)]).toEqual([since, [{ year: since }]]);
  });

  test('loads nothing before it opens, then the year before, and its cards turn round (STA-005, STA-006)', async () => {
    const { subject, ports, state } = open();
    expect([state(), ports.api.inputsOf(getMyYear)]).toEqual(['closed', []]);
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    await vi.waitFor(() => expect(state()).toBe('shown'));
    const year = selectYear(subject.getSnapshot());
    expect(ports.api.inputsOf(getMyYear)).toEqual([{ year }]);
    expect(year).toBe(firstYear(ports.clock.now()));
    const seen = [1, 1, 1, -1, -1].map((by) => {
      subject.send({ type: 'yearReview.turn', by: by as 1 | -1 });
      return selectCardIndex(subject.getSnapshot());
    });
    expect(seen).toEqual([1, 2, 0, 2, 1]);
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    expect(state()).toBe('closed');
  });

  test('another year and the server’s year replace the shown one; the same choice requests nothing', async () => {
    const { subject, ports, state } = open();
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    await vi.waitFor(() => expect(state()).toBe('shown'));
    subject.send({ type: 'yearReview.turn', by: 1 });
    subject.send({ type: 'yearReview.choose', year: 2020 });
    expect([state(), selectYearData(subject.getSnapshot()), selectCardIndex(subject.getSnapshot())]).toEqual([
      'loading',
      null,
      0,
    ]);
    await vi.waitFor(() => expect(state()).toBe('shown'));
    subject.send({ type: 'yearReview.choose', scope: 'server' });
    await vi.waitFor(() => expect(selectYearData(subject.getSnapshot())?.scope).toBe('server'));
    subject.send({ type: 'yearReview.choose', scope: 'server', year: 2020 });
    expect(ports.api.inputsOf(getServerYear)).toEqual([{ year: 2020 }]);
  });

  test('a year that does not load says why, and is reloaded', async () => {
    const { subject, ports, state } = open();
    ports.api.refuseOnce(getMyYear, { kind: 'timeout' });
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    await vi.waitFor(() => expect(state()).toBe('failed'));
    expect(selectReviewError(subject.getSnapshot())?.kind).toBe('timeout');
    subject.send({ type: 'yearReview.retry' });
    await vi.waitFor(() => expect(state()).toBe('shown'));
  });

  test('a card is saved and shared as a picture', async () => {
    const { subject, state } = open();
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    await vi.waitFor(() => expect(state()).toBe('shown'));
    subject.send({ type: 'yearReview.save', ...wordedCard });
    expect(selectIsPainting(subject.getSnapshot())).toBe(true);
    await vi.waitFor(() => expect(selectIsPainting(subject.getSnapshot())).toBe(false));
    subject.send({ type: 'yearReview.share', ...wordedCard });
    await vi.waitFor(() => expect(saved).toEqual([wordedCard, wordedCard]));
  });

  test('without sharing support nothing is shared; a failed picture is reported', async () => {
    const { subject, state, receivedBy } = open({ refuses: true, canShare: false });
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    await vi.waitFor(() => expect(state()).toBe('shown'));
    subject.send({ type: 'yearReview.share', ...wordedCard });
    expect(selectIsPainting(subject.getSnapshot())).toBe(false);
    subject.send({ type: 'yearReview.save', ...wordedCard });
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
    expect(receivedBy('toasts')[0]).toMatchObject({ kind: 'error', message: { key: 'yearReview.saveFailed' } });
  });
});

describe('a picture of a card', () => {
  const error = { kind: 'unexpected', message: 'no canvas' };
  test.each([
    ['yearReview.save', 'yearReview.saveFailed'],
    ['yearReview.share', 'yearReview.shareFailed'],
  ] as const)('by %s that fails is reported once, and can be retried; one is made at a time', async (type, key) => {
    const { subject, state, receivedBy } = open({ refuses: true });
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    await vi.waitFor(() => expect(state()).toBe('shown'));
    const context = () => subject.getSnapshot().context;
    for (const count of [1, 2]) {
      subject.send({ type, ...wordedCard });
      subject.send({ type: 'yearReview.save', ...wordedCard, name: 'other.png' });
      expect([selectIsPainting(subject.getSnapshot()), context().worded]).toEqual([true, wordedCard]);
      await vi.waitFor(() => expect(selectIsPainting(subject.getSnapshot())).toBe(false));
      expect([receivedBy('toasts').length, context().worded, state()]).toEqual([count, null, 'shown']);
    }
    const report = { type: 'toasts.show', kind: 'error', message: { key }, error };
    expect(receivedBy('toasts')).toEqual([report, report]);
  });

  test('that was made makes room for the next one', async () => {
    const { subject, state } = open();
    subject.send({ type: 'yearReview.toggle', since: 2019 });
    await vi.waitFor(() => expect(state()).toBe('shown'));
    for (const type of ['yearReview.share', 'yearReview.save'] as const) {
      subject.send({ type, ...wordedCard });
      await vi.waitFor(() => expect(selectIsPainting(subject.getSnapshot())).toBe(false));
    }
    expect([saved, subject.getSnapshot().context.worded]).toEqual([[wordedCard, wordedCard], null]);
  });
});

test('shown numbers are reloaded on request; an earlier failure is dropped', async () => {
  const { subject, ports, state } = open();
  ports.api.refuseOnce(getMyYear, { kind: 'timeout' });
  subject.send({ type: 'yearReview.toggle', since: 2019 });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  subject.send({ type: 'yearReview.retry' });
  await vi.waitFor(() => expect(state()).toBe('shown'));
  expect(selectReviewError(subject.getSnapshot())).toBe(null);
  subject.send({ type: 'yearReview.retry' });
  expect(state()).toBe('loading');
  await vi.waitFor(() => expect(state()).toBe('shown'));
  expect(ports.api.inputsOf(getMyYear)).toHaveLength(3);
});

describe('the cards of a year', () => {
  test('of an account are highlights, finished covers and favorites', () => {
    const cards = cardsOf({ scope: 'own', stats: ownYear });
    expect(cards.map(({ kind, lists, covers }) => [kind, lists.map(({ key }) => key), covers])).toEqual([
      ['highlights', ['topNarrator', 'topGenre', 'topAuthor', 'topMonth'], []],
      ['covers', [], ['f1', 'f2']],
      ['top', ['topAuthors', 'topGenres'], []],
    ]);
    expect(cards[0]?.figures.map(({ key, kind, value }) => [key, kind, value])).toEqual([
      ['booksFinished', 'count', 3],
      ['listened', 'seconds', 7200],
      ['sessions', 'count', 11],
      ['booksListened', 'count', 4],
    ]);
    expect(cards[0]?.lists.at(-1)?.entries).toEqual([{ name: null, month: 10 }]);
    expect(backgroundOf({ scope: 'own', stats: ownYear })).toEqual(['b1', 'b2', 'b3']);
  });

  test('of the server show additions; the month has no place there', () => {
    const cards = cardsOf({ scope: 'server', stats: serverYear });
    expect(cards.map(({ kind, lists }) => [kind, lists.map(({ key }) => key)])).toEqual([
      ['highlights', ['topNarrator', 'topGenre', 'topAuthor']],
      ['covers', []],
      ['top', ['topAuthors', 'topNarrators', 'topGenres']],
    ]);
    expect(backgroundOf({ scope: 'server', stats: serverYear })).toEqual(['a1']);
  });

  test('without content are left out, but for the first', () => {
    const empty = { scope: 'own', stats: emptyYear } as const;
    expect([cardsOf(empty).map(({ kind }) => kind), isEmptyYear(empty)]).toEqual([['highlights'], true]);
    expect(isEmptyYear({ scope: 'own', stats: ownYear })).toBe(false);
  });
});

describe('years', () => {
  const at = (text: string) => new Date(text).getTime();
  test('to choose from go back to the account’s first, never past 2000 or now', () => {
    expect(yearsFrom(at('2023-05-01'), at('2026-02-01'))).toEqual([2026, 2025, 2024, 2023]);
    expect(yearsFrom(at('2030-01-02'), at('2026-02-01'))).toEqual([2026]);
    expect(yearsFrom(0, at('2001-02-01'))).toEqual([2001, 2000]);
  });
  test.each([
    ['2026-11-30T12:00:00', 2025, false],
    ['2026-12-01T12:00:00', 2026, true],
    ['2027-01-31T12:00:00', 2026, true],
    ['2027-02-01T12:00:00', 2026, false],
  ])('on %s the review opens with %i; at the top of the page: %s', (date, year, top) => {
    expect([firstYear(at(date)), isSeason(at(date))]).toEqual([year, top]);
  });
});
