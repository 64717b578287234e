import { describe, expect, test } from 'vitest';
import { groupFiles, type FoundItem } from '../../../../src/machines/edit/upload/grouping.logic.ts';
import {
  begun,
  checked,
  directoryOf,
  isDiskFull,
  isForAll,
  isOpen,
  isQueued,
  isUnsent,
  joined,
  lookedUp,
  looseRows,
  newRow,
  nextOf,
  problemsOf,
  progressed,
  queued,
  settled,
  sharedFolder,
  stopped,
  totalsOf,
  typed,
  uncheckedIn,
  waitsAfter,
  withoutShared,
  type Row,
  type RowState,
} from '../../../../src/machines/edit/upload/rows.logic.ts';
import type { AppError } from '../../../../src/schemas/app-error.ts';

const found = (item: Partial<FoundItem> = {}): FoundItem => ({
  title: 'Title',
  author: '',
  series: '',
  folders: [],
  files: [],
  ...item,
});
let keys = 0;
const row = (fields: Partial<Row> = {}): Row => ({ ...newRow((keys += 1), found()), ...fields });
const READY: RowState = { kind: 'ready' };
const WAITING: RowState = { kind: 'waiting' };
const SENT: RowState = { kind: 'sent' };
const NETWORK: AppError = { kind: 'network' };
const FAILED: RowState = { kind: 'failed', error: NETWORK };
const sending = (sentBytes = 0): RowState => ({ kind: 'sending', sentBytes, samples: [] });
const STATES = [READY, WAITING, sending(), SENT, FAILED];
const free = (directory: string) => ({ directory, title: null, found: 'free' as const });
const server = (status: number, message = ''): AppError => ({ kind: 'server', status, message });

describe('a row', () => {
  test('is open before it is tried and after it failed, queued in between, and unsent until it is sent', () => {
    const rows = STATES.map((state) => row({ state }));
    expect(rows.map((one) => [one.state.kind, isOpen(one), isQueued(one), isUnsent(one)])).toEqual([
      ['ready', true, false, true],
      ['waiting', false, true, true],
      ['sending', false, true, true],
      ['sent', false, false, false],
      ['failed', true, false, true],
    ]);
  });

  test('weighs what its files do, and begins untried', () => {
    const { items } = groupFiles(
      ['T/1.mp3', 'T/2.mp3'].map((path) => ({ path, file: new File(['x'.repeat(path.length)], path.slice(2)) })),
      'book',
    );
    expect(items.map((item) => newRow(7, item))).toEqual([
      {
        ...items[0],
        key: 7,
        bytes: 14,
        state: READY,
        check: null,
        lookUp: null,
        breaks: 0,
        run: 0,
        sentTo: null,
      },
    ]);
  });

  test("edited by a user is pending, without a service's note; one being sent stays", () => {
    const rows = STATES.map((state, key) => row({ key, state, lookUp: 'found', breaks: 2 }));
    const after = rows.map((one) => typed(rows, one.key, 'author', 'Ann')[one.key]);
    const asTyped = { author: 'Ann', state: READY, lookUp: null, breaks: 0 };
    expect(after).toEqual([{ ...rows[0], ...asTyped }, rows[1], rows[2], rows[3], { ...rows[4], ...asTyped }]);
    expect(typed(rows, 4, 'author', 'Ann').slice(0, 4)).toEqual(rows.slice(0, 4));
  });

  test("takes a service's answer during its lookup; while being sent it keeps its fields", () => {
    const requested = STATES.map((state, key) => row({ key, state, lookUp: 'requested' }));
    expect(requested.map((one) => lookedUp(requested, one.key, 'found', { series: 'All' })[one.key])).toEqual([
      { ...requested[0], series: 'All', lookUp: 'found' },
      { ...requested[1], lookUp: null },
      { ...requested[2], lookUp: null },
      { ...requested[3], lookUp: null },
      { ...requested[4], series: 'All', lookUp: 'found' },
    ]);
    const unrequested = [row({ key: 1, lookUp: null })];
    expect(lookedUp(unrequested, 1, 'found', { series: 'All' })).toEqual(unrequested);
    expect(lookedUp(unrequested, 1, 'requested')).toEqual([{ ...unrequested[0], lookUp: 'requested' }]);
  });

  test("takes the server's answer of its folder, but not while being sent", () => {
    const rows = STATES.map((state, key) => row({ key, state }));
    const check = free('Title');
    expect(rows.map((one) => checked(rows, one.key, check)[one.key]?.check)).toEqual([check, null, null, null, check]);
  });
});

test('a row goes to the folders of its author, series and title, and nowhere without a title', () => {
  const named = { title: 'T: 1', author: 'Ann', series: 'All' };
  const others = [
    { ...named, series: '' },
    { ...named, author: '' },
    { ...named, title: '..' },
  ];
  expect([named, ...others].map((fields) => directoryOf(fields, 'book'))).toEqual([
    'Ann/All/T - 1',
    'Ann/T - 1',
    'All/T - 1',
    '',
  ]);
  expect([named, ...others].map((fields) => directoryOf(fields, 'podcast'))).toEqual(['T - 1', 'T - 1', 'T - 1', '']);
});

describe('problems of rows', () => {
  const problems = (...rows: Row[]) => problemsOf(rows, 'book');

  test('are those of pending items', () => {
    expect(
      problems(
        row({ title: ' ' }),
        row({ title: 'CON' }),
        row({ title: '', state: SENT }),
        row(),
        row({ title: 'TITLE' }),
      ),
    ).toEqual([{ kind: 'noTitle' }, { kind: 'badTitle' }, null, null, { kind: 'twice', number: 4 }]);
  });

  test('name the row above by its number, also the first', () => {
    expect(problems(row(), row(), row({ author: 'A' }), row({ author: 'a' }))).toEqual([
      null,
      { kind: 'twice', number: 1 },
      null,
      { kind: 'twice', number: 3 },
    ]);
    expect(problems(row({ state: SENT }), row()), 'what was sent is checked by the server').toEqual([null, null]);
  });

  test('show a taken folder only for the checked one', () => {
    const taken = { directory: 'Title', title: 'Old', found: 'taken' as const };
    expect(
      problems(row({ check: taken }), row({ title: 'New', check: taken }), row({ title: 'Free', check: free('Free') })),
    ).toEqual([{ kind: 'taken', title: 'Old' }, null, null]);
    expect(problems(row({ check: taken, sentTo: 'Title' }))).toEqual([{ kind: 'ours' }]);
    expect(problems(row({ check: taken, sentTo: 'Other' }))).toEqual([{ kind: 'taken', title: 'Old' }]);
  });
});

describe('the common folder of all rows', () => {
  const inFolders = (folders: string[], fields: Partial<Row> = {}) =>
    row({ folders, author: folders[0] ?? '', ...fields });
  const pair = (fields: Partial<Row> = {}) => [inFolders(['Books', 'A', 'One']), inFolders(['Books', 'Two'], fields)];

  test('is known while all of them take it for their author and can be changed', () => {
    expect(sharedFolder(pair(), 'book')).toBe('Books');
    expect(
      [
        pair({ state: WAITING }),
        pair({ author: 'Ann' }),
        [inFolders(['Books', 'A', 'One']), inFolders(['Other', 'Two'])],
        [inFolders(['Books', 'One']), inFolders(['Books'])],
        [inFolders(['Books', 'One'])],
        [],
      ].map((rows) => sharedFolder(rows, 'book')),
    ).toEqual([null, null, null, null, null, null]);
    expect(sharedFolder(pair(), 'podcast')).toBeNull();
  });

  test('is left out of all, whose other folders say what they are, looked up or not', () => {
    const rows = pair({ lookUp: 'found' });
    expect(withoutShared(rows, 'book')).toEqual([
      { ...rows[0], title: 'One', author: 'A', series: '', folders: ['A', 'One'] },
      { ...rows[1], title: 'Two', author: '', series: '', folders: ['Two'], lookUp: null },
    ]);
    const others = pair({ author: 'Ann' });
    expect(withoutShared(others, 'book')).toBe(others);
  });
});

describe('books of loose files', () => {
  const loose = (name: string, fields: Partial<Row> = {}) => {
    const file = new File(['xx'], `${name}.mp3`);
    return {
      ...newRow((keys += 1), found({ title: name, files: [{ name: file.name, kind: 'audio', file }] })),
      ...fields,
    };
  };
  const joinedTitles = (...titles: string[]) =>
    joined(
      titles.map((title) => loose(title)),
      'book',
    ).map(({ title }) => title);

  test('are those without a folder that can be changed', () => {
    const rows = [
      loose('A'),
      loose('B', { state: SENT }),
      loose('C', { folders: ['C'] }),
      loose('D', { state: FAILED }),
    ];
    expect(looseRows(rows, 'book').map(({ title }) => title)).toEqual(['A', 'D']);
    expect(looseRows(rows, 'podcast')).toEqual([]);
  });

  test("merge into the first's place, with its values and all their files; the others stay", () => {
    const rows = [
      loose('X', { folders: ['X'] }),
      loose('Emma 1', { author: 'Ann', series: 'S' }),
      loose('Y', { folders: ['Y'] }),
      loose('Emma 2'),
    ];
    const [first, one, other] = joined(rows, 'book');
    expect([first, other]).toEqual([rows[0], rows[2]]);
    expect(one).toEqual({
      ...rows[1],
      title: 'Emma',
      bytes: 4,
      files: [...(rows[1]?.files ?? []), ...(rows[3]?.files ?? [])],
    });
    expect(joined(rows, 'book')).toHaveLength(3);
  });

  test('are called what their names begin with, without numbers and marks at its end', () => {
    expect(joinedTitles('Emma - 01', 'Emma - 02')).toEqual(['Emma']);
    expect(joinedTitles('Emma', 'Emma 2')).toEqual(['Emma']);
    expect(joinedTitles('1984 (1)', '1984 (2)'), 'a number at its end goes too').toEqual(['']);
    expect(joinedTitles('One', 'Two')).toEqual(['']);
    expect(joinedTitles('A 1 b 1', 'A 1 b 2')).toEqual(['A 1 b']);
  });

  test('stay alone where there is one', () => {
    const rows = [loose('A'), loose('B', { folders: ['B'] })];
    expect(joined(rows, 'book')).toBe(rows);
    const podcast = [loose('A'), loose('B')];
    expect(joined(podcast, 'podcast')).toBe(podcast);
  });
});

describe('the next request to the server', () => {
  test('is the first editable row with an unchecked folder', () => {
    const rows = [
      row({ key: 1, state: WAITING }),
      row({ key: 2, title: ' ' }),
      row({ key: 3, title: 'Known', check: free('Known') }),
      row({ key: 4, title: 'Renamed', author: 'Ann', check: free('Renamed') }),
      row({ key: 5, title: 'Next' }),
    ];
    expect(uncheckedIn(rows, 'book')).toEqual({ key: 4, directory: 'Ann/Renamed' });
    expect(uncheckedIn(rows, 'podcast'), 'a podcast goes by its title').toEqual({ key: 5, directory: 'Next' });
    expect(uncheckedIn(rows.slice(0, 3), 'book')).toBeNull();
  });
});

describe('sending', () => {
  const states = (rows: readonly Row[]) => rows.map(({ state }) => state.kind);

  test('waits for all that were not tried, or for those that are named', () => {
    const rows = [
      ...STATES.map((state, index) => row({ key: index, title: `T${index}`, state, breaks: 2 })),
      row({ key: 5, title: '' }),
    ];
    expect(queued(rows, 'book', 3)).toEqual([{ ...rows[0], state: WAITING, breaks: 0, run: 3 }, ...rows.slice(1)]);
    expect(queued(rows, 'book', 3, [0, 1, 2, 3, 4, 5])).toEqual([
      { ...rows[0], state: WAITING, breaks: 0, run: 3 },
      ...rows.slice(1, 4),
      { ...rows[4], state: WAITING, breaks: 0, run: 3 },
      rows[5],
    ]);
    expect(queued(rows, 'book', 3, [])).toEqual(rows);
  });

  test('takes the first that waits while fewer than two are sent', () => {
    const waits = row({ state: WAITING });
    expect(nextOf([row(), waits, row({ state: WAITING })])).toBe(waits);
    expect(nextOf([row({ state: sending() }), waits])).toBe(waits);
    expect(nextOf([row({ state: sending() }), row({ state: sending() }), waits])).toBeNull();
    expect(nextOf([row(), row({ state: SENT })])).toBeNull();
  });

  test('starts with nothing sent, and counts it', () => {
    const rows = [row({ key: 1, state: WAITING }), row({ key: 2 })];
    const first = begun(rows, 1);
    expect(first).toEqual([{ ...rows[0], state: { kind: 'sending', sentBytes: 0, samples: [] } }, rows[1]]);
    expect(progressed(first, 1, 50, 1000)[0]?.state).toEqual({
      kind: 'sending',
      sentBytes: 50,
      samples: [{ at: 1000, bytes: 50 }],
    });
    expect(progressed(rows, 2, 50, 1000), 'what is not sent has not gone').toEqual(rows);
  });

  test('is stopped for all that wait or go, or for those that are named', () => {
    const rows = STATES.map((state, key) => row({ key, state, run: 4 }));
    const isStopped = { state: READY, run: 0 };
    expect(stopped(rows)).toEqual([
      rows[0],
      { ...rows[1], ...isStopped },
      { ...rows[2], ...isStopped },
      rows[3],
      rows[4],
    ]);
    expect(states(stopped(rows, [0, 2, 3]))).toEqual(['ready', 'waiting', 'ready', 'sent', 'failed']);
  });
});

describe('how sending ends', () => {
  const end = (fields: Partial<Row>, error: AppError) =>
    settled([row({ key: 1, state: sending(), bytes: 100, ...fields })], 1, { kind: 'failed', error }, 'book')[0];

  test('goes to a row that is being sent, and to no other', () => {
    const rows = STATES.map((state, key) => row({ key, state }));
    expect(rows.map(({ key }) => settled(rows, key, { kind: 'sent' }, 'book')[key]?.state.kind)).toEqual([
      'ready',
      'waiting',
      'sent',
      'sent',
      'failed',
    ]);
  });

  test('by a folder that is taken is a row to be changed', () => {
    const rows = [row({ key: 1, author: 'Ann', state: sending() })];
    expect(settled(rows, 1, { kind: 'taken', title: 'Old' }, 'book')).toEqual([
      { ...rows[0], state: READY, check: { directory: 'Ann/Title', title: 'Old', found: 'taken' } },
    ]);
  });

  test.each<[string, AppError, string, number]>([
    ['a broken connection', NETWORK, 'waiting', 1],
    ['a time-out', { kind: 'timeout' }, 'waiting', 1],
    ['a full disk', server(507), 'waiting', 0],
    ['what the server refuses', { kind: 'tooLarge', message: '' }, 'failed', 0],
    ['a failing server', server(500), 'failed', 0],
  ])('by %s', (_name, error, kind, breaks) => {
    const after = end({}, error);
    expect([after?.state, after?.breaks]).toEqual([kind === 'failed' ? { kind, error } : { kind }, breaks]);
  });

  test('by a third broken connection is a failure', () => {
    expect([0, 1, 2].map((breaks) => end({ breaks }, NETWORK)?.state.kind)).toEqual(['waiting', 'waiting', 'failed']);
    expect([0, 1, 2].map((breaks) => waitsAfter(row({ breaks }), NETWORK))).toEqual([true, true, false]);
    expect(waitsAfter(row({ breaks: 2 }), server(507)), 'a full disk is nothing of the item').toBe(true);
  });

  test('without an answer after all bytes were sent may have stored them: the folder is remembered', () => {
    const sentTo = (error: AppError, fields: Partial<Row> = {}) =>
      end({ state: sending(100), sentTo: 'Before', ...fields }, error)?.sentTo;
    const unanswered = [NETWORK, { kind: 'timeout' } as const, server(502), server(503), server(504)];
    expect(unanswered.map((error) => sentTo(error))).toEqual(unanswered.map(() => 'Title'));
    expect(
      [server(500), server(507), { kind: 'notFound', message: '' } as const].map((error) => sentTo(error)),
    ).toEqual(['Before', 'Before', 'Before']);
    expect(sentTo(NETWORK, { state: sending(120) }), 'the frame of the request counts too').toBe('Title');
    expect(sentTo(NETWORK, { state: sending(99) })).toBe('Before');
    expect(sentTo(NETWORK, { state: sending(0), bytes: 0 }), 'of nothing nobody knows').toBe('Before');
  });
});

test.each<[AppError, boolean, boolean]>([
  [server(507), true, true],
  [server(500, 'ENOSPC: no space left on device, write'), true, true],
  [server(500, 'enospc'), true, true],
  [server(500, 'EDQUOT'), true, true],
  [server(500, 'There is no space left'), true, true],
  [server(500, 'Internal Server Error'), false, false],
  [{ kind: 'unexpected', message: 'ENOSPC' }, false, false],
  [{ kind: 'forbidden', message: '' }, false, true],
  [{ kind: 'unauthorized', message: '' }, false, true],
  [{ kind: 'notFound', message: '' }, false, true],
  [{ kind: 'rateLimited', message: '', retryAfterSeconds: null }, false, true],
  [{ kind: 'tooLarge', message: '' }, false, false],
  [NETWORK, false, false],
])('%o: disk full %s, met by every other item too %s', (error, isFull, isAll) => {
  expect([isDiskFull(error), isForAll(error)]).toEqual([isFull, isAll]);
});

test('a run counts its own items and bytes, whole ones of sent items and never more than there are', () => {
  const rows = [
    row({ run: 2, state: SENT, bytes: 100 }),
    row({ run: 2, state: sending(30), bytes: 100 }),
    row({ run: 2, state: sending(110), bytes: 100 }),
    row({ run: 2, state: FAILED, bytes: 100 }),
    row({ run: 2, state: WAITING, bytes: 100 }),
    row({ run: 1, state: SENT, bytes: 1000 }),
    row({ run: 0, bytes: 1000 }),
  ];
  expect(totalsOf(rows, 2)).toEqual({ items: 5, sentItems: 1, failedItems: 1, bytes: 500, sentBytes: 230 });
  expect(totalsOf(rows, 0)).toEqual({ items: 0, sentItems: 0, failedItems: 0, bytes: 0, sentBytes: 0 });
});
