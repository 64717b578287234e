import { describe, expect, test } from 'vitest';
import {
  advance,
  carriedBy,
  EMPTY_LEDGER,
  entryOf,
  heardTime,
  isOpen,
  isOwnPlace,
  isSettled,
  owedSeconds,
  recordOf,
  retryDelay,
  sentPosition,
  toMilliseconds,
  unsavedPosition,
  type LedgerAnswer,
  type LedgerCall,
  type LedgerEntry,
  type LedgerFact,
  type Moment,
  type PlannedCall,
} from '../../../../src/machines/playback/progress/ledger.logic.ts';
import type { JournalRecord } from '../../../../src/schemas/journal.ts';
import { BOOK, openedBook } from '../../../support/player-fixtures.ts';

// The protocol of docs/progress.md, call by call: facts in, calls and entries out.

const OTHER_BOOK = { libraryItemId: 'other-book', episodeId: null };
/** In ms, by all clocks. */
const START = 1_700_000_000_000;
/** The server's last change of a session when it opens, in ms. */
const OPENED = START - 60_000;

/** So many ms after the start. */
const at = (ms: number, changes: Partial<Moment> = {}): Moment => ({
  wall: START + ms,
  elapsed: ms,
  server: START + ms,
  ...changes,
});

interface Opened {
  readonly media?: LedgerEntry['media'];
  readonly device?: string;
  readonly time?: number;
  readonly hasRow?: boolean;
  readonly session?: Record<string, unknown>;
}

/** A page's ledger. Facts return the calls that they cause. */
function startPage() {
  let ledger = EMPTY_LEDGER;
  let now = at(0);
  const does = (fact: LedgerFact): readonly PlannedCall[] => {
    const after = advance(ledger, fact, now);
    ledger = after.ledger;
    return after.calls;
  };
  const entry = (id = 's1'): LedgerEntry => {
    const found = ledger.entries[id];
    if (!found) throw new Error(`no entry ${id}`);
    return found;
  };
  return {
    does,
    entry,
    ids: () => Object.keys(ledger.entries),
    entries: () => ledger.entries,
    record: (id = 's1') => recordOf(entry(id), 'page'),
    pass(ms: number) {
      const { wall, elapsed, server } = now;
      now = { wall: wall + ms, elapsed: elapsed + ms, server: server === null ? null : server + ms };
    },
    /** The clocks show this. */
    set(changes: Partial<Moment>) {
      now = { ...now, ...changes };
    },
    open: (id = 's1', { media = BOOK, device = 'here', time = 0, hasRow = true, session = {} }: Opened = {}) =>
      does({
        type: 'ledger.open',
        session: openedBook({ id, updatedAt: OPENED, currentTime: time, ...session }).session,
        media,
        device,
        time,
        hasRow,
      }),
    note: (seconds: number, time: number, sessionId = 's1') => does({ type: 'ledger.note', sessionId, seconds, time }),
    adopt: (time: number, sessionId = 's1') => does({ type: 'ledger.adopt', sessionId, time }),
    /** Seconds are heard up to this position, and saved. */
    listen(seconds: number, time: number, sessionId = 's1') {
      does({ type: 'ledger.note', sessionId, seconds, time });
      return does({ type: 'ledger.save', sessionId, isLast: false });
    },
    save: (sessionId = 's1') => does({ type: 'ledger.save', sessionId, isLast: false }),
    saveLast: (sessionId = 's1') => does({ type: 'ledger.save', sessionId, isLast: true }),
    suspend: (sessionId = 's1') => does({ type: 'ledger.suspend', sessionId }),
    end: (sessionId = 's1') => does({ type: 'ledger.end', sessionId }),
    abandon: (sessionId = 's1') => does({ type: 'ledger.abandon', sessionId }),
    retry: (sessionId: string | null = 's1') => does({ type: 'ledger.retry', sessionId }),
    find: (...records: readonly JournalRecord[]) => does({ type: 'journal.found', records }),
    /** A pending call of the session is answered: the oldest one, or the one at `index`. */
    answer(answer: LedgerAnswer | Simple, sessionId = 's1', index = 0) {
      const call = entry(sessionId).calls[index];
      if (!call) throw new Error(`no call ${index} of ${sessionId}`);
      const whole = typeof answer === 'string' ? { kind: answer } : answer;
      return does({ type: 'uploader.answered', sessionId, call, answer: whole });
    },
  };
}

type Page = ReturnType<typeof startPage>;
type Simple = Exclude<LedgerAnswer, { timeListening: number } | { isNewest: boolean }>['kind'];

const sum = (timeListening: number): LedgerAnswer => ({ kind: 'read', timeListening });
const NEWEST: LedgerAnswer = { kind: 'stored', isNewest: true };
const NOT_NEWEST: LedgerAnswer = { kind: 'stored', isNewest: false };

const planned = (call: LedgerCall, sessionId: string, isLast = false): PlannedCall => ({ sessionId, call, isLast });
const sync = (listened: number, time: number, id = 's1') => planned({ kind: 'sync', listened, time }, id);
const lastSync = (listened: number, time: number, id = 's1') => planned({ kind: 'sync', listened, time }, id, true);
const read = (id = 's1') => planned({ kind: 'read' }, id);
const close = (last: { listened: number; time: number } | null = null, id = 's1') =>
  planned({ kind: 'close', last }, id);
/** `after`: ms after the start at which the position was heard. */
const store = (listened: number, time: number, after: number, id = 's1') =>
  planned({ kind: 'store', listened, time, updatedAt: START + after }, id);

/** What {@link startPlacing} has sent. */
function place(changes: Partial<LedgerCall & { kind: 'place' }> = {}): PlannedCall {
  const whole = { listened: 30, time: 30, updatedAt: START + 10_000, places: [20, 0, 0, 20, 30] };
  return planned({ kind: 'place', ...whole, ...changes }, 's1');
}
/** What was saved at the start was heard before the server's next second: stored again, it is newer than its save. */
const AFTER_SAVE = 1001;

/** A session with 20 s that are saved, 10 s later. */
function startSaved(opened: Opened = {}) {
  const page = startPage();
  page.open('s1', opened);
  page.listen(20, 20);
  page.answer('done');
  page.pass(10_000);
  return page;
}

/** After 20 saved seconds, the save of 10 more has an unclear answer. */
function startUnclear(opened: Opened = {}) {
  const page = startSaved(opened);
  page.listen(10, 30);
  page.answer('unclear');
  return page;
}

/** After 20 saved seconds and 5 more the session ends: its sum is read. */
function startEnding() {
  const page = startSaved();
  page.note(5, 25);
  page.end();
  return page;
}

/** The same with the right sum: the close that carries the 5 seconds is under way. */
function startCarrying() {
  const page = startEnding();
  page.answer(sum(20));
  return page;
}

/** The session ends with all saved: its sum is read. */
function startReading() {
  const page = startSaved();
  page.end();
  return page;
}

/** The same with the right sum: its close is under way. */
function startClosing() {
  const page = startReading();
  page.answer(sum(20));
  return page;
}

/** The session with the unclear save has ended, and is closed: its store is under way. */
function startStoring() {
  const page = startUnclear();
  page.end();
  page.answer('done');
  return page;
}

/** The same in a pause: the player holds the session. */
function startPaused() {
  const page = startUnclear();
  page.suspend();
  page.answer('done');
  return page;
}

/** The stored position was not the newest one: it is stored again, unless another device moved it. */
function startPlacing() {
  const page = startStoring();
  page.answer(NOT_NEWEST);
  return page;
}

/** What a closed page left is closed: its store is under way. */
function startLeftStoring() {
  const page = startPage();
  page.find(leftRecord({ isClean: false }));
  page.answer('done');
  return page;
}

function startLeftPlacing() {
  const page = startPage();
  page.find(leftRecord({ closing: 'closed', isStored: true, isMisplaced: true }));
  return page;
}

/** What a closed page left of 20 heard seconds, 15 of them saved. */
function leftRecord(changes: Partial<JournalRecord> = {}): JournalRecord {
  const page = startPage();
  page.open('s1');
  page.listen(15, 15);
  page.answer('done');
  page.note(5, 20);
  const record = page.record();
  if (!record) throw new Error('nothing to save');
  return { ...record, ...changes };
}

/** An entry with 20 heard seconds, 5 of them not yet saved; the position was heard at the start. */
const entryWith = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({ ...entryOf(leftRecord()), ...changes });

describe('a session opens', () => {
  test('with all that it is known by, and with nothing to save', () => {
    const page = startPage();
    const { session } = openedBook();
    const shown = { displayTitle: 'Title', displayAuthor: 'Author', libraryId: 'lib-1', updatedAt: 77 };
    expect(page.open('s1', { time: 12, hasRow: false, session: { ...shown, currentTime: 9 } })).toEqual([]);
    expect(page.entries()).toEqual({
      s1: {
        userId: session.userId,
        media: BOOK,
        device: 'here',
        sessionId: 's1',
        session: {
          libraryId: 'lib-1',
          mediaType: 'book',
          displayTitle: 'Title',
          displayAuthor: 'Author',
          duration: session.duration,
          date: session.date,
          dayOfWeek: session.dayOfWeek,
          startTime: session.startTime,
          startedAt: session.startedAt,
        },
        heard: 0,
        confirmed: 0,
        time: 12,
        savedTime: 12,
        places: [9, 12],
        heardAt: START,
        heardServer: START,
        notBefore: 77,
        hasRow: false,
        isClean: true,
        closing: 'open',
        isStored: false,
        isMisplaced: false,
        isHeld: true,
        isEnding: false,
        isDue: false,
        calls: [],
        failures: 0,
        isResting: false,
        isVerified: false,
        heardElapsed: 0,
      },
    });
    expect(page.record()).toBeNull();
  });

  test('which closes the others of the device: they are stored whole, without a call to close them', () => {
    const page = startSaved();
    page.note(5, 25);
    expect(page.open('s2', { time: 25 })).toEqual([store(25, 25, 10_000)]);
    expect(page.answer(NEWEST)).toEqual([]);
    expect(page.ids()).toEqual(['s2']);
  });

  test('which leaves those of other devices alone', () => {
    const page = startSaved();
    page.note(5, 25);
    expect(page.open('s2', { device: 'there', time: 25 })).toEqual([]);
    expect(page.entry()).toMatchObject({ isHeld: true, isEnding: false, closing: 'open', isClean: true });
  });

  test('which makes no second store of what was closed and stored before', () => {
    const page = startPaused();
    page.answer(NEWEST);
    expect(page.ids()).toEqual(['s1']);
    expect(page.open('s2', { time: 30 })).toEqual([]);
    expect(page.ids()).toEqual(['s2']);
  });

  test('which stores again what was stored after a 404, since the closed session replaced it', () => {
    const page = startReading();
    page.answer('unknown');
    page.answer(NEWEST);
    expect(page.open('s2', { time: 20 })).toEqual([store(20, 20, AFTER_SAVE)]);
    expect(page.answer(NEWEST)).toEqual([]);
    expect(page.ids()).toEqual(['s2']);
  });
});

describe('a note', () => {
  test('keeps seconds and position with the moment, in whole milliseconds', () => {
    const page = startPage();
    page.open();
    page.pass(3000);
    page.set({ wall: 5, server: 7 });
    page.note(0.1, 0.1);
    expect(page.note(0.2, 0.1 + 0.2)).toEqual([]);
    const kept = { heard: 0.3, time: 0.3, heardAt: 5, heardServer: 7, heardElapsed: 3000, confirmed: 0 };
    expect(page.entry()).toMatchObject(kept);
    expect(page.record()).toMatchObject({ heard: 0.3, time: 0.3, heardAt: 5, heardServer: 7, owner: 'page' });
  });

  test.each([
    ['neither sound nor a new place leaves the age of the position', 0, 20, 0],
    ['sound alone renews it', 1, 20, 10_000],
    ['a new place alone renews it', 0, 50, 10_000],
  ])('of %s', (_, seconds, time, age) => {
    const page = startSaved();
    page.note(seconds, time);
    expect(page.entry()).toMatchObject({ heardAt: START + age, heardElapsed: age, heardServer: START + age });
  });

  test('of sound after a pause goes into the same session, which does not end then', () => {
    const page = startPage();
    page.open();
    page.note(20, 20);
    page.suspend();
    page.note(1, 21);
    expect([page.entry().isEnding, page.answer(sum(0))]).toEqual([false, []]);
    expect(page.save()).toEqual([sync(21, 21)]);
  });

  test('of a seek in a pause lets the session end', () => {
    const page = startSaved();
    page.suspend();
    page.note(0, 60);
    expect([page.entry().isEnding, page.answer(sum(20))]).toEqual([true, [close({ listened: 0, time: 60 })]]);
  });

  test('of a session that the ledger does not have changes nothing', () => {
    const page = startPage();
    for (const act of [page.save, page.saveLast, page.suspend, page.end, page.abandon]) expect(act('s9')).toEqual([]);
    expect([page.note(5, 5, 's9'), page.adopt(5, 's9'), page.retry('s9'), page.ids()]).toEqual([[], [], [], []]);
  });
});

describe('a save', () => {
  test('is one sync with the seconds that the server does not have yet', () => {
    const page = startSaved();
    expect(page.listen(10, 30)).toEqual([sync(10, 30)]);
    expect(page.answer('done')).toEqual([]);
    expect(page.entry()).toMatchObject({ heard: 30, confirmed: 30, savedTime: 30, calls: [], hasRow: true });
  });

  test('is made after a seek without sound', () => {
    const page = startSaved();
    expect(page.listen(0, 60)).toEqual([sync(0, 60)]);
  });

  test.each([
    [0.05, [sync(0, 20.05)]],
    [0.04, []],
    [-0.05, [sync(0, 19.95)]],
    [-0.04, []],
  ])('of a position %f s away is made from five hundredths of a second on', (by, calls) => {
    const page = startSaved();
    page.note(0, 20 + by);
    expect(page.save()).toEqual(calls);
  });

  test('of a position exactly so far away is made', () => {
    const page = startPage();
    page.open();
    expect(page.listen(0, 0.05)).toEqual([sync(0, 0.05)]);
  });

  test('without news makes no call, also not when sound follows', () => {
    const page = startSaved();
    expect([page.save(), page.note(1, 21)]).toEqual([[], []]);
  });

  test('is made when it is requested, not by sound alone', () => {
    const page = startSaved();
    expect(page.note(30, 50)).toEqual([]);
    page.save();
    page.note(5, 55);
    expect(page.answer('done')).toEqual([]);
  });

  test('waits for the call under way, and then carries the rest', () => {
    const page = startSaved();
    page.listen(10, 30);
    expect(page.listen(3, 33)).toEqual([]);
    expect(page.answer('done')).toEqual([sync(3, 33)]);
  });

  test('of a seek waits for the call under way', () => {
    const page = startPage();
    page.open();
    page.listen(20, 20);
    page.listen(0, 0);
    expect(page.answer('done')).toEqual([sync(0, 0)]);
  });

  test('that the call under way carries whole is not due', () => {
    const page = startSaved();
    page.listen(10, 30);
    page.save();
    expect(page.answer('refused')).toEqual([]);
  });

  test('is not due any more when the account’s position was adopted meanwhile', () => {
    const page = startSaved();
    page.open('s2', { device: 'there' });
    page.listen(10, 10, 's2');
    page.listen(0, 60);
    page.adopt(90);
    expect(page.answer('done', 's2')).toEqual([]);
  });

  test('that is due stays so while a paused session that plays again is read', () => {
    const page = startSaved();
    page.open('s2', { device: 'there' });
    page.listen(10, 10, 's2');
    page.listen(5, 25);
    page.suspend();
    expect(page.answer('done', 's2')).toEqual([read()]);
    page.note(1, 26);
    expect(page.answer(sum(20))).toEqual([sync(6, 26)]);
  });

  test('of a seek in a pause is made when the paused session plays again', () => {
    const page = startSaved();
    page.suspend();
    page.listen(0, 60);
    page.note(1, 61);
    expect(page.answer(sum(20))).toEqual([sync(1, 61)]);
  });

  test('is one at a time of a book: calls about other books do not wait for it', () => {
    const page = startSaved();
    page.open('s2', { device: 'there' });
    page.open('s3', { device: 'elsewhere', media: OTHER_BOOK });
    for (const id of ['s1', 's2', 's3']) page.note(7, 27, id);
    expect([page.save('s1'), page.save('s2'), page.save('s3')]).toEqual([[sync(7, 27)], [], [sync(7, 27, 's3')]]);
    expect(page.answer('done')).toEqual([sync(7, 27, 's2')]);
  });

  test('comes after the calls of a session that is ending', () => {
    const page = startSaved();
    page.open('s2', { device: 'there' });
    page.listen(5, 25);
    page.listen(5, 5, 's2');
    page.find(leftRecord({ sessionId: 's3' }));
    page.listen(1, 26);
    expect(page.answer('done')).toEqual([read('s3')]);
  });

  test('says from when on a position is newer than what it saved: from the server’s next second', () => {
    const page = startPage();
    page.open();
    page.listen(20, 20);
    page.answer('done');
    expect(page.entry().notBefore).toBe(START + 1000);
    page.set({ server: null, wall: START + 5000 });
    page.listen(10, 30);
    page.answer('done');
    expect(page.entry().notBefore).toBe(START + 6000);
    page.set({ server: START - 9000 });
    page.listen(10, 40);
    page.answer('done');
    expect(page.entry().notBefore).toBe(START + 6000);
  });
});

describe('the last save of a page', () => {
  test('waits for nothing', () => {
    const page = startSaved();
    page.note(5, 25);
    expect([page.saveLast(), page.saveLast()]).toEqual([[lastSync(5, 25)], []]);
  });

  test.each([
    ['none, when the one under way carries all but half a second', 0.5, true, []],
    ['a second one, when another second was heard', 1, true, [lastSync(1, 40)]],
    ['none, when the account has no progress of the item yet', 5, false, []],
  ])('is %s', (_, seconds, hasRow, calls) => {
    const page = startPage();
    page.open('s1', { hasRow });
    page.listen(20, 20);
    page.note(seconds, 40);
    expect(page.saveLast()).toEqual(calls);
  });

  test('is the first of an item too, when no call about it is under way', () => {
    const page = startPage();
    page.open('s2', { device: 'there', media: OTHER_BOOK });
    page.listen(5, 5, 's2');
    page.open('s1', { hasRow: false });
    page.note(5, 5);
    expect(page.saveLast()).toEqual([lastSync(5, 5)]);
  });

  test('of an item that another session is saving for the first time is none', () => {
    const page = startPage();
    page.open('s2', { device: 'there', hasRow: false });
    page.listen(5, 5, 's2');
    page.open('s1', { hasRow: false });
    page.note(5, 5);
    expect(page.saveLast()).toEqual([]);
  });

  test('counts as made when the one under way does: nothing is left to do for it', () => {
    const page = startSaved();
    page.listen(10, 30);
    page.note(0.5, 30.5);
    page.saveLast();
    expect(page.answer('done')).toEqual([]);
  });

  test('is enough for a save that waits: nothing is left to do for it', () => {
    const page = startSaved();
    page.listen(10, 30);
    page.listen(5, 35);
    expect(page.saveLast()).toEqual([lastSync(5, 35)]);
    page.note(1, 36);
    page.answer('done');
    expect(page.answer('done')).toEqual([]);
  });

  test('and the one before it are confirmed each by its own answer', () => {
    const page = startSaved();
    page.listen(10, 30);
    page.note(5, 35);
    page.saveLast();
    page.answer('done', 's1', 1);
    expect(page.entry()).toMatchObject({ confirmed: 25, calls: [{ kind: 'sync', listened: 10, time: 30 }] });
    page.answer('done');
    expect(page.entry()).toMatchObject({ confirmed: 35, calls: [] });
  });

  test.each<[string, (page: Page) => void]>([
    ['without news', () => undefined],
    ['that is ending, whose close carries the rest', (page) => (page.note(5, 25), page.suspend())],
    [
      'that takes nothing more',
      (page) => {
        page.listen(5, 25);
        page.answer('unclear');
      },
    ],
  ])('of a session %s is none', (_, prepare) => {
    const page = startSaved();
    prepare(page);
    expect(page.saveLast()).toEqual([]);
  });

  test('makes no other call', () => {
    const page = startReading();
    page.answer('unclear');
    page.open('s2', { device: 'there' });
    page.note(5, 5, 's2');
    expect(page.saveLast('s2')).toEqual([lastSync(5, 5, 's2')]);
  });
});

describe('an answer to a save', () => {
  test('of a refusal keeps it for the next save, however often', () => {
    const page = startSaved();
    page.note(10, 30);
    for (let turn = 1; turn <= 3; turn += 1) {
      expect(page.save()).toEqual([sync(10, 30)]);
      expect(page.answer('refused')).toEqual([]);
      expect(page.entry()).toMatchObject({ failures: turn, isResting: false, isClean: true, confirmed: 20 });
    }
    page.save();
    page.answer('done');
    expect(page.entry()).toMatchObject({ failures: 0, confirmed: 30 });
  });

  test.each([
    ['an unclear one', 'unclear', 1],
    ['a 404', 'unknown', 0],
  ] as const)('that is %s: nothing is added to that session any more', (_, answer, failures) => {
    const page = startSaved();
    page.listen(10, 30);
    page.listen(10, 40);
    expect(page.answer(answer)).toEqual([]);
    expect(page.entry()).toMatchObject({ isClean: false, closing: 'open', isResting: false, failures, calls: [] });
    expect([page.save(), page.saveLast()]).toEqual([[], []]);
    expect(isOpen(page.entry())).toBe(false);
  });

  test.each(['unclear', 'unknown'] as const)('(%s): the session is closed, then stored whole', (answer) => {
    const page = startSaved();
    page.listen(10, 30);
    page.answer(answer);
    expect(page.end()).toEqual([close()]);
    expect(page.answer('done')).toEqual([store(30, 30, 10_000)]);
    expect(page.answer(NEWEST)).toEqual([]);
    expect(page.ids()).toEqual([]);
  });

  test('unclear: the next session closes it, and it is stored whole', () => {
    const page = startUnclear();
    expect(page.open('s2', { time: 30 })).toEqual([store(30, 30, 10_000)]);
    expect(page.entry()).toMatchObject({ isHeld: false });
  });

  test.each<[string, number, readonly PlannedCall[], boolean]>([
    ['is planned anew with what there is by then', 1999, [sync(10, 30)], true],
    ['carries an old place: the session takes nothing more', 2000, [], false],
  ])('that waited too long for its turn %s', (_, age, calls, isClean) => {
    const page = startSaved();
    page.listen(10, 30);
    page.pass(age);
    expect(page.answer('late')).toEqual(calls);
    expect(page.entry()).toMatchObject({ isClean, confirmed: 20 });
  });
});

describe('the end of a session', () => {
  test('takes two calls without any doubt: its sum is read, and it is closed with the last position', () => {
    const page = startSaved();
    page.note(5, 25);
    expect(page.end()).toEqual([read()]);
    expect(page.answer(sum(20))).toEqual([close({ listened: 5, time: 25 })]);
    expect(page.answer('done')).toEqual([]);
    expect(page.ids()).toEqual([]);
  });

  test('reads the sum again after another save: a browser may have repeated that one too', () => {
    const page = startSaved();
    page.suspend();
    page.answer(sum(20));
    page.answer('refused');
    page.note(5, 25);
    page.retry();
    page.save();
    page.answer('done');
    expect(page.end()).toEqual([read()]);
  });

  test('carries nothing in its close when all is saved', () => {
    const page = startReading();
    expect(page.answer(sum(20))).toEqual([close()]);
    page.answer('done');
    expect(page.ids()).toEqual([]);
  });

  test.each([
    [20.009, true],
    [19.991, true],
    [20.02, false],
    [19.98, false],
    [40, false],
    [0, false],
  ])('reads a sum of %f s of 20: it is right: %s', (seconds, isRight) => {
    const page = startReading();
    expect(page.answer(sum(seconds))).toEqual([close()]);
    expect(page.answer('done')).toEqual(isRight ? [] : [store(20, 20, AFTER_SAVE)]);
  });

  test('of a session that the server has a hundredth of a second of stores it whole: that is another sum', () => {
    const page = startPage();
    page.open();
    page.note(5, 5);
    page.end();
    expect(page.answer(sum(0.01))).toEqual([close()]);
    expect(page.answer('done')).toEqual([store(5, 5, 0)]);
  });

  test('with a wrong sum stores it whole, and adds nothing', () => {
    const page = startEnding();
    expect(page.answer(sum(40))).toEqual([close()]);
    expect(page.answer('done')).toEqual([store(25, 25, 10_000)]);
  });

  test.each<[string, number, LedgerCall & { kind: 'close' }]>([
    ['while it is the present one', 1999, { kind: 'close', last: { listened: 5, time: 25 } }],
    ['not when it is older: it is stored with its moment', 2000, { kind: 'close', last: null }],
  ])('sends the position %s', (_, age, call) => {
    const page = startEnding();
    page.pass(age);
    expect(page.answer(sum(20))).toEqual([planned(call, 's1')]);
    expect(page.answer('done')).toEqual(call.last ? [] : [store(25, 25, 10_000)]);
  });

  test.each<[string, Partial<Moment>]>([
    ['the clock of the device', { wall: START + 12_000 }],
    ['the monotonic clock', { elapsed: 12_000 }],
  ])('takes the longer age: two seconds by %s make it an old place', (_, later) => {
    const page = startEnding();
    page.set(later);
    expect(page.answer(sum(20))).toEqual([close()]);
  });

  test('in a pause keeps the entry for the sound that follows', () => {
    const page = startSaved();
    page.suspend();
    page.answer(sum(20));
    page.answer('done');
    expect(page.entry()).toMatchObject({ isHeld: true, isEnding: true, closing: 'closed' });
    expect(isSettled(page.entry())).toBe(true);
    expect(page.listen(5, 25)).toEqual([]);
    expect(page.suspend()).toEqual([store(25, 25, 10_000)]);
  });

  test('comes back to what was heard while its store was under way', () => {
    const page = startPaused();
    page.note(5, 35);
    page.answer(NEWEST);
    expect(page.entry()).toMatchObject({ isStored: false, confirmed: 30, savedTime: 30 });
    expect(page.end()).toEqual([store(35, 35, 10_000)]);
  });

  test('comes back to a seek while its store was under way', () => {
    const page = startPaused();
    page.note(0, 90);
    expect(page.answer(NEWEST)).toEqual([store(30, 90, 10_000)]);
  });

  test('comes back to sound at the same place while its store was under way', () => {
    const page = startPaused();
    page.note(5, 30);
    page.answer(NEWEST);
    expect(page.end()).toEqual([store(35, 30, 10_000)]);
  });

  test('waits while a save is under way', () => {
    const page = startSaved();
    page.listen(5, 25);
    expect([page.end(), page.ids()]).toEqual([[], ['s1']]);
    expect(page.answer('done')).toEqual([read()]);
  });

  test('is made once: a second one, while the close is under way, makes no call', () => {
    const page = startReading();
    page.answer(sum(20));
    expect([page.end(), page.suspend(), page.ids()]).toEqual([[], [], ['s1']]);
  });
});

describe('a call of an ending session', () => {
  test.each<[string, Simple, () => Page, PlannedCall]>([
    ['a read', 'refused', startReading, read()],
    ['a read', 'unclear', startReading, read()],
    ['a close', 'refused', startClosing, close()],
    ['a close', 'unclear', startClosing, close()],
    ['a store', 'refused', startStoring, store(30, 30, 10_000)],
    ['a store', 'unclear', startStoring, store(30, 30, 10_000)],
    ['a store', 'unknown', startStoring, store(30, 30, 10_000)],
    ['a place', 'refused', startPlacing, place()],
    ['a place', 'unclear', startPlacing, place()],
    ['a place', 'unknown', startPlacing, place()],
  ])('(%s, %s) is repeated at its retry, not before', (_, answer, begin, call) => {
    const page = begin();
    for (let turn = 1; turn <= 3; turn += 1) {
      expect(page.answer(answer)).toEqual([]);
      expect(page.entry()).toMatchObject({ failures: turn, isResting: true });
      expect(page.retry('s9')).toEqual([]);
      expect(page.retry(turn === 2 ? null : 's1')).toEqual([call]);
    }
  });

  test.each<[string, Simple, boolean]>([
    ['carries seconds and is unclear leaves a doubt', 'unclear', false],
    ['carries seconds and is refused leaves none', 'refused', true],
    ['carries seconds and was too late to be sent leaves none', 'late', true],
  ])('that %s', (_, answer, isClean) => {
    const page = startCarrying();
    page.pass(5000);
    page.answer(answer);
    expect(page.entry()).toMatchObject({ isClean, confirmed: 20, savedTime: 20 });
  });

  test('that was too late is planned anew: a close without the old place', () => {
    const page = startCarrying();
    page.pass(5000);
    expect(page.answer('late')).toEqual([close()]);
    expect(page.answer('done')).toEqual([store(25, 25, 10_000)]);
  });

  test('ends for an item that is gone: nothing is left to store', () => {
    const page = startStoring();
    expect(page.answer('impossible')).toEqual([]);
    expect(page.ids()).toEqual([]);
  });

  test('ends for an item that is gone, also while the player holds the entry', () => {
    const page = startPaused();
    expect(page.answer('impossible')).toEqual([]);
    expect(page.entry()).toMatchObject({ isClean: true, confirmed: 30, savedTime: 30, closing: 'closed' });
  });

  test('ends for an item that is gone after a 404, too', () => {
    const page = startReading();
    page.answer('unknown');
    page.answer('impossible');
    expect(page.ids()).toEqual([]);
  });
});

describe('a 404 to the end of a session', () => {
  test.each([
    ['its read', startReading],
    ['its close', startClosing],
  ])('(%s) is believed when it comes again: what was stored in between is stored once more', (_, begin) => {
    const page = begin();
    expect(page.answer('unknown')).toEqual([store(20, 20, AFTER_SAVE)]);
    expect(page.answer(NEWEST)).toEqual([]);
    expect(page.entry()).toMatchObject({ closing: 'assumed', isResting: true, isStored: true });
    expect([isSettled(page.entry()), retryDelay(page.entry())]).toEqual([true, 30_000]);
    page.pass(30_000);
    expect(page.retry()).toEqual([close()]);
    expect(page.answer('unknown')).toEqual([store(20, 20, AFTER_SAVE)]);
    expect(page.answer(NEWEST)).toEqual([]);
    expect(page.ids()).toEqual([]);
  });

  test('was a proxy’s when the next close is taken: the sum is stored once more, and the place checked', () => {
    const page = startReading();
    page.answer('unknown');
    page.answer(NEWEST);
    page.retry();
    expect(page.answer('done')).toEqual([store(20, 20, AFTER_SAVE)]);
    expect(page.answer(NOT_NEWEST)).toEqual([
      place({ listened: 20, time: 20, updatedAt: START + AFTER_SAVE, places: [20, 0, 0, 20] }),
    ]);
    expect(page.answer('done')).toEqual([]);
    expect(page.ids()).toEqual([]);
  });

  test('in the meantime waits with the account’s position until the session is closed', () => {
    const page = startUnclear();
    page.end();
    page.answer('unknown');
    expect(page.answer(NOT_NEWEST)).toEqual([]);
    expect(page.entry()).toMatchObject({ closing: 'assumed', isMisplaced: true, isResting: true });
    expect(isSettled(page.entry())).toBe(false);
    expect(page.retry()).toEqual([close()]);
  });

  test('after the server restarted: an abandoned session is stored whole, then closed', () => {
    const page = startUnclear();
    expect(page.abandon()).toEqual([store(30, 30, 10_000)]);
    expect(page.entry()).toMatchObject({ isHeld: true, isEnding: true, isClean: false, closing: 'assumed' });
    expect(page.answer(NEWEST)).toEqual([]);
    expect(page.retry()).toEqual([close()]);
  });

  test('stores what was saved before, too, when the session is abandoned', () => {
    expect(startSaved().abandon()).toEqual([store(20, 20, AFTER_SAVE)]);
  });

  test('of an abandoned session without sound: it is closed, and its place checked', () => {
    const page = startPage();
    page.open();
    expect(page.abandon()).toEqual([close()]);
    const nothing = { listened: 0, time: 0, updatedAt: START, places: [0, 0, 0] };
    expect(page.answer('done')).toEqual([place(nothing)]);
    page.answer('done');
    expect([page.entry().closing, page.end(), page.ids()]).toEqual(['closed', [], []]);
  });

  test('while the next session of the device closed it: it is stored whole once more', () => {
    const page = startClosing();
    page.open('s2', { time: 20 });
    expect(page.answer('unknown')).toEqual([store(20, 20, AFTER_SAVE)]);
    page.answer(NEWEST);
    expect(page.ids()).toEqual(['s2']);
  });
});

describe('a close that the next session of the device came before', () => {
  test('is followed by a store of the whole session', () => {
    const page = startClosing();
    page.open('s2', { time: 20 });
    expect(page.answer('done')).toEqual([store(20, 20, AFTER_SAVE)]);
  });
});

describe('a stored position that was not the newest', () => {
  test('is stored again, unless another device moved it from one of this session’s own', () => {
    const page = startStoring();
    expect(page.answer(NOT_NEWEST)).toEqual([place()]);
    expect(page.entry()).toMatchObject({ isMisplaced: true, isStored: true, confirmed: 30, savedTime: 20 });
    expect(page.answer('done')).toEqual([]);
    expect(page.ids()).toEqual([]);
  });

  test('is stored again with its moment, not with the present one', () => {
    const page = startStoring();
    page.pass(60_000);
    expect(page.answer(NOT_NEWEST)).toEqual([place()]);
  });

  test('is left when the server has this position since its last save', () => {
    const page = startSaved();
    page.note(5, 25);
    page.listen(0, 20);
    page.answer('unclear');
    page.end();
    expect(page.answer('done')).toEqual([store(25, 20, 10_000)]);
    expect(page.answer(NOT_NEWEST)).toEqual([]);
    expect(page.ids()).toEqual([]);
  });

  test('follows a seek that came while it was stored again', () => {
    const page = startPaused();
    page.answer(NOT_NEWEST);
    page.note(0, 90);
    expect(page.answer('done')).toEqual([store(30, 90, 10_000)]);
    expect(page.entry()).toMatchObject({ savedTime: 30, isMisplaced: false });
  });

  test.each<[string, Opened, number, number, boolean]>([
    ['later in another session of the book', {}, 5, 35, true],
    ['later in another session of the book, by a seek', {}, 0, 90, true],
    ['later in another session of the book, at the place where it began', {}, 5, 0, true],
    ['in another book', { media: OTHER_BOOK }, 5, 35, false],
    ['in another session that only opened', {}, 0, 0, false],
  ])('when the listener was %s', (_, opened, seconds, time, isLeft) => {
    const page = startStoring();
    page.pass(1000);
    page.open('s2', { ...opened, device: 'there' });
    page.note(seconds, time, 's2');
    expect(page.answer(NOT_NEWEST)).toEqual(isLeft ? [] : [place()]);
    expect(page.ids()).toEqual(isLeft ? ['s2'] : ['s1', 's2']);
  });

  test.each([
    ['before', 5000],
    ['at the same moment', 10_000],
  ])('is stored again when another session of the book was heard %s', (_, ms) => {
    const page = startPage();
    page.open('s2', { device: 'there' });
    page.pass(ms);
    page.note(5, 5, 's2');
    page.set(at(0));
    page.open();
    page.listen(20, 20);
    page.answer('done');
    page.set(at(10_000));
    page.listen(10, 30);
    page.answer('unclear');
    page.end();
    page.answer('done');
    expect(page.answer(NOT_NEWEST)).toEqual([place()]);
  });

  test('is the newest after all: a seek that came meanwhile is stored, whatever another session has', () => {
    const page = startPaused();
    page.open('s2', { device: 'there' });
    page.pass(1000);
    page.note(5, 90, 's2');
    page.note(0, 60);
    expect(page.answer(NEWEST)).toEqual([store(30, 60, 11_000)]);
    expect(page.entry()).toMatchObject({ savedTime: 30, isMisplaced: false });
  });
});

describe('what a closed page left', () => {
  test('is ending, held by no player, and without calls', () => {
    const { owner: _, ...record } = leftRecord();
    expect(entryOf({ owner: 'gone', ...record })).toEqual({
      ...record,
      isHeld: false,
      isEnding: true,
      isDue: false,
      calls: [],
      failures: 0,
      isResting: false,
      isVerified: false,
      heardElapsed: null,
    });
  });

  test('is read, closed without its position, however young that is, and stored', () => {
    const page = startPage();
    expect(page.find(leftRecord())).toEqual([read()]);
    expect(page.answer(sum(15))).toEqual([close()]);
    expect(page.answer('done')).toEqual([store(20, 20, AFTER_SAVE)]);
    page.answer(NEWEST);
    expect(page.ids()).toEqual([]);
  });

  test('is closed and stored whole when its last call may have arrived', () => {
    const page = startPage();
    expect(page.find(leftRecord({ isClean: false }))).toEqual([close()]);
    expect(page.answer('done')).toEqual([store(20, 20, AFTER_SAVE)]);
  });

  test('of several books goes on at the same time, of one book one after the other', () => {
    const page = startPage();
    const records = [
      leftRecord(),
      leftRecord({ sessionId: 's2' }),
      leftRecord({ sessionId: 's3', media: { ...BOOK, episodeId: 'e1' } }),
    ];
    expect(page.find(...records)).toEqual([read(), read('s3')]);
  });

  test('does not replace what this page has', () => {
    const page = startPage();
    page.open();
    expect(page.find(leftRecord())).toEqual([]);
    expect(page.entry()).toMatchObject({ heard: 0, isHeld: true });
  });
});

describe('a position of the account', () => {
  test('that is adopted is saved, and one of this session’s own', () => {
    const page = startSaved();
    expect(page.adopt(70)).toEqual([]);
    expect(page.entry()).toMatchObject({ time: 70, savedTime: 70, places: [0, 0, 20, 70], heardAt: START });
    expect(page.save()).toEqual([]);
  });

  test.each([
    [10, true],
    [10.09, true],
    [9.91, true],
    [10.2, false],
    [9.8, false],
    [30, true],
    [20, false],
  ])('at %f s is one of 10 and 30 s: %s', (time, isOwn) => {
    expect(isOwnPlace([10, 30], time)).toBe(isOwn);
  });

  test('a tenth of a second away is another one', () => {
    expect(isOwnPlace([0], 0.1)).toBe(false);
  });

  test('is remembered once, and the last eight', () => {
    const page = startPage();
    page.open();
    for (const time of [1, 1, 2, 3, 4, 5, 6, 7, 8]) page.adopt(time);
    expect(page.entry().places).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    page.adopt(1);
    expect(page.entry().places).toEqual([2, 3, 4, 5, 6, 7, 8, 1]);
  });

  test.each<[string, () => Page, readonly number[]]>([
    ['a sync', startUnclear, [0, 0, 20, 30]],
    ['a close', startCarrying, [0, 0, 20, 25]],
    ['a close without a position', startClosing, [0, 0, 20]],
    ['a store', startLeftStoring, [0, 0, 15, 20]],
    ['a place', startLeftPlacing, [0, 0, 15, 20]],
  ])('that was sent by %s is remembered', (_, begin, places) => {
    expect(begin().entry().places).toEqual(places);
  });
});

describe('the seconds that the server does not have', () => {
  const calls: readonly LedgerCall[] = [
    { kind: 'read' },
    { kind: 'sync', listened: 2, time: 17 },
    { kind: 'close', last: { listened: 1.5, time: 19 } },
  ];

  test.each<[string, Partial<LedgerEntry>, number]>([
    ['without calls', {}, 5],
    ['without those of pending calls', { calls }, 1.5],
    ['with those of a close that carries nothing', { calls: [{ kind: 'close', last: null }] }, 5],
    ['in whole milliseconds', { heard: 0.3, confirmed: 0.1 }, 0.2],
    ['never less than none', { confirmed: 25 }, 0],
  ])('are counted %s', (_, changes, seconds) => {
    expect(owedSeconds(entryWith(changes))).toBe(seconds);
  });

  test('and the position are carried by a sync and a close', () => {
    const whole = { listened: 2, time: 17, updatedAt: START };
    const all: readonly LedgerCall[] = [...calls, { kind: 'store', ...whole }, { kind: 'place', ...whole, places: [] }];
    expect(all.map(carriedBy)).toEqual([null, calls[1], { listened: 1.5, time: 19 }, null, null]);
  });

  test.each([
    [0.1 + 0.2, 0.3],
    [1.23456, 1.235],
  ])('%f are kept as %f', (seconds, kept) => {
    expect(toMilliseconds(seconds)).toBe(kept);
  });
});

describe('a session takes more time', () => {
  test.each<[string, Partial<LedgerEntry>, boolean]>([
    ['while it is open without doubt', {}, true],
    ['not with a doubt', { isClean: false }, false],
    ['not after a 404', { closing: 'assumed' }, false],
    ['not when it is closed', { closing: 'closed' }, false],
  ])('%s', (_, changes, isMore) => {
    expect(isOpen(entryWith(changes))).toBe(isMore);
  });
});

describe('nothing is left to do for a session', () => {
  const closed = { closing: 'closed' } as const;
  const stored = { ...closed, isStored: true } as const;
  const saved = { ...closed, confirmed: 20, savedTime: 20 } as const;

  test.each<[string, Partial<LedgerEntry>, boolean]>([
    ['that is closed and stored', stored, true],
    ['that is stored after a 404', { ...stored, closing: 'assumed' }, true],
    ['that is closed and saved', saved, true],
    ['that is closed without sound, with a doubt', { ...saved, heard: 0, confirmed: 0, isClean: false }, true],
    ['but one that is open', { ...stored, closing: 'open' }, false],
    ['but one that is not ending', { ...stored, isEnding: false }, false],
    ['but one with a call under way', { ...stored, calls: [{ kind: 'read' }] }, false],
    ['but one whose place is to be stored again', { ...stored, isMisplaced: true }, false],
    ['but one with seconds to save', { ...saved, confirmed: 15 }, false],
    ['but one with a position to save', { ...saved, savedTime: 15 }, false],
    ['but one whose saved seconds are in doubt', { ...saved, isClean: false }, false],
  ])('%s', (_, changes, isNothing) => {
    expect(isSettled(entryWith(changes))).toBe(isNothing);
  });
});

describe('a retry', () => {
  test.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 16],
    [6, 30],
    [1000, 30],
  ])('after %i failures comes after %i s', (failures, seconds) => {
    expect(retryDelay(entryWith({ failures }))).toBe(seconds * 1000);
  });

  test.each<[string, Partial<LedgerEntry>, number]>([
    ['30 s after a 404, when all is stored', { closing: 'assumed', isStored: true }, 30],
    ['a second after a 404, while there is something to store', { closing: 'assumed' }, 1],
    ['a second after the close, when all is stored', { closing: 'closed', isStored: true }, 1],
  ])('comes %s', (_, changes, seconds) => {
    expect(retryDelay(entryWith({ failures: 1, ...changes }))).toBe(seconds * 1000);
  });
});

describe('the moment of a position', () => {
  const never = { heardAt: START, heardServer: null, notBefore: 0 };
  const own = { ...never, heardElapsed: 0 };
  const early = START - 100_000;

  test.each<[string, Partial<LedgerEntry>, Partial<Moment>, number]>([
    ['is the present one at once', own, at(0), START],
    ['is as old as both clocks say', own, at(5000), START],
    ['is the server’s time less the age', own, at(5000, { server: early }), early - 5000],
    ['goes by the device’s clock without the server’s', own, at(5000, { server: null }), START],
    ['takes the longer age: a clock set forward', own, at(5000, { wall: START + 9000 }), START - 4000],
    ['takes the longer age: a device that slept', own, at(9000, { wall: START + 5000, server: START + 9000 }), START],
    ['of another page takes the age by the device’s clock', { ...never, heardElapsed: null }, at(5000), START],
    ['of another page is unknown after its clock was set back', { ...never, heardElapsed: null }, { wall: early }, 1],
    ['is the server’s at which it was heard', { ...own, heardServer: early }, at(9e6, { server: early - 1 }), early],
    ['is the later of two that are never too late', { ...own, heardServer: early }, at(5000), START],
    ['is later than the last save', { ...own, notBefore: START + 70 }, at(5000), START + 71],
    ['is in whole milliseconds', own, at(5000, { server: START + 5000.4 }), START],
  ])('%s', (_, changes, now, ms) => {
    expect(heardTime(entryWith(changes), { ...at(0), ...now })).toBe(ms);
  });
});

describe('the position that the server lacks', () => {
  const now = at(5000);
  const known = (currentTime: number, after: number) => ({ currentTime, lastUpdate: START + after });
  /** Heard at START, by the server's clock. */
  const left = { notBefore: 0, places: [0, 15] };
  const PART = { ...BOOK, episodeId: 'e1' };

  test.each<[string, readonly Partial<LedgerEntry>[], ReturnType<typeof known> | null, number | null]>([
    ['none without entries', [], null, null],
    ['one of an item without progress', [left], null, 20],
    ['none when it is saved', [{ ...left, savedTime: 20 }], null, null],
    ['none when five hundredths of a second are missing less one', [{ ...left, savedTime: 19.96 }], null, null],
    ['one when five hundredths of a second are missing', [{ ...left, savedTime: 19.95 }], null, 20],
    ['one exactly so far away', [{ ...left, time: 0.05, savedTime: 0 }], null, 0.05],
    ['none of another item', [{ ...left, media: OTHER_BOOK }], null, null],
    ['none of another part of the item', [{ ...left, media: PART }], null, null],
    ['one that is newer than the known one', [left], known(99, -1), 20],
    ['none that is as old as the known one', [left], known(99, 0), null],
    ['none that is older than the known one', [left], known(99, 1), null],
    ['an older one while the player holds the entry', [{ ...left, isHeld: true }], known(99, 1), 20],
    ['an older one when the known one is a late save of ours', [left], known(15, 1), 20],
    ['an older one when the known one is nearly one of ours', [left], known(14.96, 1), 20],
    ['none when the known one is not quite one of ours', [left], known(14.9, 1), null],
    ['none when the known one differs by five hundredths', [{ ...left, places: [0] }], known(0.05, 1), null],
    [
      'the newest of several',
      [
        { ...left, time: 30, notBefore: START + 1 },
        { ...left, time: 40, notBefore: START + 3 },
        { ...left, time: 50, notBefore: START + 2 },
      ],
      null,
      40,
    ],
  ])('is %s', (_, entries, progress, time) => {
    expect(unsavedPosition(entries.map(entryWith), BOOK, progress, now)).toBe(time);
  });
});

describe('the position under way', () => {
  const sent = (time: number): LedgerCall => ({ kind: 'sync', listened: 1, time });

  test.each<[string, readonly Partial<LedgerEntry>[], number | null]>([
    ['none without entries', [], null],
    ['none without calls', [{}], null],
    ['that of a save', [{ calls: [sent(20)] }], 20],
    ['that of the last of several saves', [{ calls: [sent(20), sent(30), sent(25)] }], 25],
    ['that of a close', [{ calls: [{ kind: 'close', last: { listened: 0, time: 0 } }] }], 0],
    ['none of a call without a position', [{ calls: [{ kind: 'read' }] }], null],
    ['that of the save before such a call', [{ calls: [sent(20), { kind: 'read' }] }], 20],
    ['none of another item', [{ media: OTHER_BOOK, calls: [sent(20)] }], null],
    ['that of this item beside another one', [{ calls: [sent(20)] }, { media: OTHER_BOOK, calls: [sent(30)] }], 20],
  ])('is %s', (_, entries, time) => {
    expect(sentPosition(entries.map(entryWith), BOOK)).toBe(time);
  });
});

describe('the journal record', () => {
  test.each<[string, Partial<LedgerEntry>, boolean]>([
    ['kept for sound', { savedTime: 20, confirmed: 20 }, true],
    ['kept for a place without sound', { heard: 0, confirmed: 0 }, true],
    ['not kept without both', { heard: 0, confirmed: 0, savedTime: 20 }, false],
  ])('is %s', (_, changes, isKept) => {
    expect(recordOf(entryWith(changes), 'page') !== null).toBe(isKept);
  });

  test('has all of the entry but what only this page knows', () => {
    expect(recordOf(entryWith({ isHeld: true, isDue: true, failures: 3 }), 'gone')).toEqual({
      ...leftRecord(),
      owner: 'gone',
    });
  });

  test.each<[string, Partial<LedgerEntry>, boolean]>([
    ['without doubt while nothing is under way', {}, true],
    [
      'without doubt while only calls that add nothing are under way',
      { calls: [{ kind: 'read' }, { kind: 'close', last: null }] },
      true,
    ],
    [
      'in doubt while a save is under way',
      { calls: [{ kind: 'read' }, { kind: 'sync', listened: 5, time: 20 }] },
      false,
    ],
    ['in doubt after an unclear answer', { isClean: false }, false],
  ])('is %s', (_, changes, isClean) => {
    expect(recordOf(entryWith(changes), 'page')?.isClean).toBe(isClean);
  });
});
