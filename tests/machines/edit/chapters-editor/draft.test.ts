import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEdit,
  chaptersOf,
  chaptersOfTracks,
  draftOf,
  isSameDraft,
  MOST_CHAPTERS,
  isFault,
  problemsOf,
  titleBy,
  type ChapterEdit,
  type Draft,
} from '../../../../src/machines/edit/chapters-editor/draft.logic.ts';
import { historyOf, redone, settled, undone, withDraft } from '../../../../src/machines/kit/history.logic.ts';

const DURATION = 600;
const three = draftOf([
  { start: 0, title: 'One' },
  { start: 100, title: 'Two' },
  { start: 300.5, title: 'Three' },
]);
const after = (edit: ChapterEdit, draft: Draft = three) => {
  const result = applyEdit(draft, edit, DURATION);
  return typeof result === 'string' ? result : result.rows.map(({ start, title }) => [start, title]);
};

test('a chapter without length can be saved, and any other problem cannot', () => {
  const faults = ['noLength', 'firstNotZero', 'beforePrevious', 'pastEnd', 'noTitle', null] as const;
  expect(faults.filter(isFault)).toEqual(['firstNotZero', 'beforePrevious', 'pastEnd', 'noTitle']);
});

test('chapters of one length are made up to the most that a book may have', () => {
  const divided = (count: number) =>
    applyEdit(three, { kind: 'divide', key: 2, count, pattern: ' {n} ' }, DURATION) as Draft | string;
  const most = divided(MOST_CHAPTERS - 3);
  expect(typeof most === 'string' ? most : [most.rows.length, most.rows[2]?.title]).toEqual([MOST_CHAPTERS - 1, '1']);
  expect(divided(MOST_CHAPTERS - 2)).toBe('tooMany');
});

describe('more chapters than a book may have', () => {
  const full = (count: number) => draftOf(Array.from({ length: count }, (_, at) => ({ start: at / 100, title: 'T' })));
  const countAfter = (edit: ChapterEdit, draft: Draft) => {
    const result = applyEdit(draft, edit, DURATION);
    return typeof result === 'string' ? result : result.rows.length;
  };

  test('are not inserted', () => {
    const insert: ChapterEdit = { kind: 'insertMany', starts: [1, 2] };
    expect(countAfter(insert, full(MOST_CHAPTERS - 2))).toBe(MOST_CHAPTERS);
    expect(countAfter(insert, full(MOST_CHAPTERS - 1))).toBe('tooMany');
  });

  test('do not replace existing ones', () => {
    const replace = (count: number): ChapterEdit => ({ kind: 'replace', chapters: full(count).rows });
    expect(countAfter(replace(MOST_CHAPTERS), three)).toBe(MOST_CHAPTERS);
    expect(countAfter(replace(MOST_CHAPTERS + 1), three)).toBe('tooMany');
  });
});

describe('an edit of the chapters', () => {
  test('sets a title or a start, which is kept to the millisecond', () => {
    expect(after({ kind: 'setTitle', key: 1, title: 'Zwei' })).toEqual([
      [0, 'One'],
      [100, 'Zwei'],
      [300.5, 'Three'],
    ]);
    expect(after({ kind: 'setStart', key: 1, start: 99.99961 })).toEqual([
      [0, 'One'],
      [100, 'Two'],
      [300.5, 'Three'],
    ]);
  });

  test('inserts a row below with the same start, or one where its start belongs', () => {
    expect(after({ kind: 'insertBelow', key: 1 })).toEqual([
      [0, 'One'],
      [100, 'Two'],
      [100, ''],
      [300.5, 'Three'],
    ]);
    expect(after({ kind: 'insertAt', start: 200, title: 'Found' })).toEqual([
      [0, 'One'],
      [100, 'Two'],
      [200, 'Found'],
      [300.5, 'Three'],
    ]);
    expect(after({ kind: 'insertAt', start: 0, title: '' }, draftOf([]))).toEqual([[0, '']]);
    expect(after({ kind: 'insertAt', start: 100, title: 'Same' }), 'behind one that begins there').toEqual([
      [0, 'One'],
      [100, 'Two'],
      [100, 'Same'],
      [300.5, 'Three'],
    ]);
    expect(after({ kind: 'insertAt', start: 400, title: 'Last' })).toEqual([
      [0, 'One'],
      [100, 'Two'],
      [300.5, 'Three'],
      [400, 'Last'],
    ]);
    expect(after({ kind: 'insertMany', starts: [50, 400] })).toEqual([
      [0, 'One'],
      [50, ''],
      [100, 'Two'],
      [300.5, 'Three'],
      [400, ''],
    ]);
  });

  test('shifts all but the first, or one and those below', () => {
    expect(after({ kind: 'shift', seconds: -10, from: null })).toEqual([
      [0, 'One'],
      [90, 'Two'],
      [290.5, 'Three'],
    ]);
    expect(after({ kind: 'shift', seconds: 0.25, from: 2 })).toEqual([
      [0, 'One'],
      [100, 'Two'],
      [300.75, 'Three'],
    ]);
  });

  test('refuses a shift that leaves the book, or passes the chapter above', () => {
    expect(after({ kind: 'shift', seconds: 300, from: null })).toBe('shiftPastEnd');
    expect(after({ kind: 'shift', seconds: -100, from: null })).toBe('shiftBeforeStart');
    expect(after({ kind: 'shift', seconds: -201, from: 2 })).toBe('shiftBeforeStart');
    expect(after({ kind: 'shift', seconds: 0, from: null })).toBe('nothingToShift');
    expect(after({ kind: 'shift', seconds: 5, from: null }, draftOf([{ start: 0, title: 'One' }]))).toBe(
      'nothingToShift',
    );
  });

  test('renames by a pattern, with numbers from one row on', () => {
    expect(titleBy('{nnn} – {title}', 7, 'The end')).toBe('007 – The end');
    expect(after({ kind: 'rename', pattern: 'Part {nn}', first: 9, from: 1 })).toEqual([
      [0, 'One'],
      [100, 'Part 09'],
      [300.5, 'Part 10'],
    ]);
  });

  test('divides a chapter or the book, by number or by length', () => {
    expect(after({ kind: 'divide', key: 1, count: 2, pattern: '{title} {n}' })).toEqual([
      [0, 'One'],
      [100, 'Two 1'],
      [200.25, 'Two 2'],
      [300.5, 'Three'],
    ]);
    expect(after({ kind: 'every', key: null, seconds: 250, pattern: '{n}' })).toEqual([
      [0, '1'],
      [250, '2'],
      [500, '3'],
    ]);
    expect(after({ kind: 'divide', key: null, count: 1, pattern: '{n}' })).toBe('nothingToDo');
    expect(after({ kind: 'every', key: 1, seconds: 100.25, pattern: '{n}' }), 'within one of 200.5 s').toEqual([
      [0, 'One'],
      [100, '1'],
      [200.25, '2'],
      [300.5, 'Three'],
    ]);
    expect(after({ kind: 'every', key: 1, seconds: 200.5, pattern: '{n}' })).toBe('nothingToDo');
    expect(after({ kind: 'every', key: null, seconds: 0, pattern: '{n}' })).toBe('nothingToDo');
    expect(after({ kind: 'every', key: null, seconds: -60, pattern: '{n}' })).toBe('nothingToDo');
    expect(after({ kind: 'divide', key: null, count: 1e9, pattern: '{n}' })).toBe('nothingToDo');
  });

  test('takes titles only, as many as there are rows', () => {
    expect(after({ kind: 'mapTitles', titles: ['A', 'B', 'C', 'D'] })).toEqual([
      [0, 'A'],
      [100, 'B'],
      [300.5, 'C'],
    ]);
  });

  test.each([
    ['needs titles', 'CHE-002, VAL-001', [0, ' '], [20, 'B'], ['noTitle', null]],
    ['begins at 0', 'CHE-003, VAL-002', [0.5, 'A'], [20, 'B'], ['firstNotZero', null]],
    ['begins chapters before the end', 'CHE-004, VAL-003', [0, 'A'], [DURATION, 'B'], [null, 'pastEnd']],
    ['may begin a chapter shortly before the end', 'CHE-004, VAL-003', [0, 'A'], [DURATION - 0.1, 'B'], [null, null]],
    ['is in order', 'CHE-005, VAL-004', [0, 'A'], [-1, 'B'], [null, 'beforePrevious']],
  ] as const)('%s (%s)', (_rule, _rows, [first, one], [second, other], problems) => {
    const rows = [
      { start: first, title: one },
      { start: second, title: other },
    ];
    expect(problemsOf(rows, DURATION)).toEqual(problems);
  });

  test('may begin two chapters at the same time, which a question confirms (CHE-005, VAL-004)', () => {
    const rows = [
      { start: 0, title: 'A' },
      { start: 0, title: 'B' },
    ];
    const problems = problemsOf(rows, DURATION);
    expect([problems, problems.map(isFault)]).toEqual([
      [null, 'noLength'],
      [false, false],
    ]);
  });

  test('is checked row by row', () => {
    const rows = [
      { start: 1, title: 'Late' },
      { start: 50, title: ' ' },
      { start: 20, title: 'Back' },
      { start: 20, title: 'Same' },
      { start: 600, title: 'Over' },
    ];
    expect(problemsOf(rows, DURATION)).toEqual(['firstNotZero', 'noTitle', 'beforePrevious', 'noLength', 'pastEnd']);
    expect(problemsOf(three.rows, DURATION)).toEqual([null, null, null]);
  });

  test('is saved with the ends that follow', () => {
    expect(chaptersOf(three.rows, DURATION)).toEqual([
      { id: 0, start: 0, end: 100, title: 'One' },
      { id: 1, start: 100, end: 300.5, title: 'Two' },
      { id: 2, start: 300.5, end: 600, title: 'Three' },
    ]);
  });

  test('takes a chapter from each file, without the ending of its name', () => {
    expect(
      chaptersOfTracks([
        { startOffset: 0, title: '01 Intro.mp3' },
        { startOffset: 12.5, title: 'Vol. 2.m4b' },
        { startOffset: 20, title: ' A.mp3 and more .ogg' },
        { startOffset: 30, title: '.mp3' },
      ]),
    ).toEqual([
      { start: 0, title: '01 Intro' },
      { start: 12.5, title: 'Vol. 2' },
      { start: 20, title: 'A.mp3 and more' },
      { start: 30, title: '.mp3' },
    ]);
  });
});

describe('taking back', () => {
  const step = (seconds: number) => draftOf([{ start: seconds, title: '' }]);

  test('letters of one field are one step, those after it was left another', () => {
    let history = historyOf(step(0));
    for (const start of [1, 2]) history = withDraft(history, step(start), 'start 1', isSameDraft);
    history = withDraft(settled(history), step(3), 'start 1', isSameDraft);
    expect(undone(history).draft).toEqual(step(2));
    expect(undone(undone(history)).draft).toEqual(step(0));
    expect(redone(undone(history)).draft).toEqual(step(3));
  });

  test('an edit without a change is no step, and a new one forgets the redo steps', () => {
    const history = withDraft(historyOf(step(0)), step(1), null, isSameDraft);
    expect(withDraft(history, step(1), null, isSameDraft)).toBe(history);
    const there = withDraft(historyOf(step(0)), step(1), 'start 1', isSameDraft);
    expect(withDraft(there, step(0), 'start 1', isSameDraft).past).toEqual([]);
    expect(withDraft(undone(history), step(2), null, isSameDraft).future).toEqual([]);
  });
});

const time = fc.integer({ min: -50, max: 800_000 }).map((ms) => ms / 1000);
const key = fc.integer({ min: 0, max: 12 });
const orAll = fc.option(key, { nil: null });
const pattern = fc.constantFrom('{n}', 'Part {nn}', '', '{title}');
const chapter = fc.record({ start: time, title: fc.constantFrom('', 'A', ' b ') });
const edit: fc.Arbitrary<ChapterEdit> = fc.oneof(
  fc.record({ kind: fc.constant('setTitle' as const), key, title: fc.constantFrom('', 'New') }),
  fc.record({ kind: fc.constant('setStart' as const), key, start: time }),
  fc.record({ kind: fc.constant('remove' as const), key }),
  fc.record({ kind: fc.constant('insertBelow' as const), key }),
  fc.record({ kind: fc.constant('insertAt' as const), start: time, title: fc.constant('') }),
  fc.record({ kind: fc.constant('shift' as const), seconds: time.map((at) => at - 100), from: orAll }),
  fc.record({ kind: fc.constant('replace' as const), chapters: fc.array(chapter, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('mapTitles' as const), titles: fc.array(fc.constant('T'), { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('rename' as const), pattern, first: fc.nat(9), from: orAll }),
  fc.record({ kind: fc.constant('divide' as const), key: orAll, count: fc.integer({ min: -1, max: 5 }), pattern }),
  fc.record({ kind: fc.constant('every' as const), key: orAll, seconds: fc.integer({ min: 0, max: 300 }), pattern }),
);
const step = fc.oneof(edit, fc.constantFrom('undo' as const, 'redo' as const));

test('any sequence of edits, undo and redo leaves a list that can be saved, or a fault with a name', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let history = historyOf(three);
      for (const one of steps) {
        if (one === 'undo') history = undone(history);
        else if (one === 'redo') history = redone(history);
        else {
          const result = applyEdit(history.draft, one, DURATION);
          if (typeof result !== 'string') history = withDraft(history, result, null, isSameDraft);
        }
      }
      const { rows } = history.draft;
      expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
      const problems = problemsOf(rows, DURATION);
      if (problems.some(isFault)) return;
      const chapters = chaptersOf(rows, DURATION);
      for (const [index, one] of chapters.entries()) {
        expect(one.title).not.toBe('');
        expect(one.start).toBe(index === 0 ? 0 : chapters[index - 1]?.end);
        expect(one.end).toBeGreaterThanOrEqual(one.start);
        expect(one.end).toBeLessThanOrEqual(DURATION);
      }
    }),
  );
});

test('all edits can be undone, and redone', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let history = historyOf(three);
      for (const one of edits) {
        const result = applyEdit(history.draft, one, DURATION);
        if (typeof result !== 'string') history = withDraft(history, result, null, isSameDraft);
      }
      const last = history.draft;
      const steps = history.past.length;
      for (let count = 0; count < steps; count += 1) history = undone(history);
      expect(history.draft).toBe(three);
      for (let count = 0; count < steps; count += 1) history = redone(history);
      expect(history.draft).toBe(last);
    }),
  );
});
