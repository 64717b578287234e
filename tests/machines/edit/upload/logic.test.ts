import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../../src/machines/edit/upload/grouping.logic.ts';
import {
  newRow,
  type Row,
  type RowState,
  flowed,
  secondsLeft,
  speedOf,
} from '../../../../src/machines/edit/upload/rows.logic.ts';
import {
  chosenOf,
  emptied,
  failedKeys,
  firstContext,
  folderOf,
  itemInput,
  knownFields,
  mediaTypeOf,
  rowsToLookUp,
  withCheck,
  withoutRow,
  withPicked,
  withQueued,
  type UploadContext,
} from '../../../../src/machines/edit/upload/uploads.logic.ts';
import { libraryOf } from '../../../support/library-fixtures.ts';

const folder = (id: string, libraryId: string) => ({ id, fullPath: `/media/${id}`, libraryId });
const books = libraryOf({ id: 'books', mediaType: 'book', folders: [folder('b1', 'books'), folder('b2', 'books')] });
const podcasts = libraryOf({ id: 'podcasts', mediaType: 'podcast', folders: [folder('p1', 'podcasts')] });
const libraries = [books, podcasts];

const context = (changed: Partial<UploadContext> = {}): UploadContext => ({
  ...firstContext(null),
  libraries,
  libraryId: 'books',
  folderId: 'b1',
  ...changed,
});

const WAITING: RowState = { kind: 'waiting' };
const FAILED: RowState = { kind: 'failed', error: { kind: 'timeout' } };
const SENT: RowState = { kind: 'sent' };
const row = (key: number, fields: Partial<Row> = {}): Row => ({
  ...newRow(key, { title: `T${key}`, author: '', series: '', folders: [], files: [] }),
  ...fields,
});

describe('the library and the folder that are chosen', () => {
  const chosen = (changed: Partial<UploadContext>, preferred: string | null = null, all = libraries) =>
    chosenOf(context({ libraryId: null, folderId: null, ...changed }), all, preferred);
  const at = (libraryId: string | null, folderId: string | null) => ({ libraryId, folderId });

  test('stay, else are those of before a reload, else those of the open library, else the first', () => {
    const left = at('podcasts', 'p1') as { libraryId: string; folderId: string };
    expect([
      chosen({ libraryId: 'books', folderId: 'b2', left }, 'podcasts'),
      chosen({ left }, 'books'),
      chosen({ left: { libraryId: 'books', folderId: 'b2' } }, 'podcasts'),
      chosen({}, 'podcasts'),
      chosen({}),
    ]).toEqual([at('books', 'b2'), at('podcasts', 'p1'), at('books', 'b2'), at('podcasts', 'p1'), at('books', 'b1')]);
  });

  test('are others where they are missing', () => {
    const left = { libraryId: 'gone', folderId: 'gone' };
    expect([
      chosen({ libraryId: 'gone', folderId: 'gone', left }, 'gone'),
      chosen({ libraryId: 'books', folderId: 'gone' }),
      chosen({}, null, [{ ...books, folders: [] }]),
      chosen({}, null, []),
    ]).toEqual([at('books', 'b1'), at('books', 'b1'), at('books', null), at(null, null)]);
  });

  test('are left alone while there are items', () => {
    expect(chosen({ rows: [row(1)] }, 'podcasts')).toEqual({});
  });

  test('are a folder and a kind of items, of books without a library', () => {
    expect([folderOf(context({ folderId: 'b2' })), folderOf(context({ folderId: 'p1' }))]).toEqual([
      folder('b2', 'books'),
      null,
    ]);
    expect([folderOf(context({ libraryId: null })), folderOf(context({ libraryId: 'gone' }))]).toEqual([null, null]);
    expect(['books', 'podcasts', null].map((libraryId) => mediaTypeOf(context({ libraryId })))).toEqual([
      'book',
      'podcast',
      'book',
    ]);
  });
});

describe('the payload of an item', () => {
  const file = new File(['abc'], 'a:b.mp3', { type: 'audio/mpeg', lastModified: 5 });
  const renamed = row(3, { author: 'Ann', files: [{ name: 'a - b.mp3', kind: 'audio', file }] });

  test('is where it goes, and its files under their names', async () => {
    const { upload, ...rest } = itemInput(context({ folderId: 'b2' }), renamed);
    const { files, ...fields } = upload;
    expect(rest).toEqual({ key: 3, directory: 'Ann/T3', folderPath: '/media/b2' });
    expect(fields).toEqual({ title: 'T3', author: 'Ann', series: '', libraryId: 'books', folderId: 'b2' });
    expect(files.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual([
      ['a - b.mp3', 'audio/mpeg', 5],
    ]);
    expect(await files[0]?.text()).toBe('abc');
  });

  test('is the very file where it keeps its name, and of a podcast its title alone', () => {
    const kept = row(3, { author: 'Ann', files: [{ name: file.name, kind: 'audio', file }] });
    const { directory, upload } = itemInput(context({ libraryId: 'podcasts', folderId: 'p1' }), kept);
    expect([directory, upload.author, upload.files[0] === file]).toEqual(['T3', '', true]);
  });

  test('goes nowhere without a place', () => {
    expect(itemInput(context({ libraryId: null, folderId: null }), row(1))).toEqual({
      key: 1,
      directory: 'T1',
      folderPath: '',
      upload: { title: 'T1', author: '', series: '', libraryId: '', folderId: '', files: [] },
    });
  });
});

describe('the list of items', () => {
  const picked = (...paths: string[]) => paths.map((path) => ({ path, file: new File(['xx'], path) }));

  test('grows by picked files, under new numbers', () => {
    const pick = { files: [], entries: [] };
    const before = context({
      picks: [pick, pick],
      rows: [row(1)],
      nextKey: 4,
      ignored: [{ path: 'a.exe', size: 1, reason: 'unsupported' }],
      unreadable: ['locked'],
      foundNothing: true,
      pickError: { kind: 'timeout' },
      removed: [row(2)],
    });
    const { rows, ...after } = withPicked(before, {
      files: picked('One.mp3', 'Two.mp3', 'b.exe'),
      unreadable: ['shut'],
    });
    expect(rows?.map(({ key, title }) => [key, title])).toEqual([
      [1, 'T1'],
      [4, 'One'],
      [5, 'Two'],
    ]);
    expect(after).toEqual({
      picks: [pick],
      nextKey: 6,
      ignored: [
        { path: 'a.exe', size: 1, reason: 'unsupported' },
        { path: 'b.exe', size: 2, reason: 'unsupported' },
      ],
      unreadable: ['locked', 'shut'],
      foundNothing: false,
      pickError: null,
      removed: [],
    });
    expect(withPicked(before, { files: picked('b.exe'), unreadable: [] })).toMatchObject({
      foundNothing: true,
      nextKey: 4,
      rows: before.rows,
    });
  });

  test('loses an item that can be brought back, unless it was sent', () => {
    const rows = [row(1), row(2, { state: SENT })];
    expect(withoutRow(context({ rows }), 1)).toEqual({ rows: [rows[1]], removed: [rows[0]], filesOf: null });
    expect(withoutRow(context({ rows }), 2)).toEqual({ rows: [rows[0]], removed: [], filesOf: null });
  });

  test('loses all of them with all that was said of them', () => {
    const rows = [row(1, { state: SENT }), row(2, { state: FAILED }), row(3)];
    expect(emptied(context({ rows, run: 3, isRefused: true, filesOf: 2, foundNothing: true }))).toEqual({
      rows: [],
      removed: [rows[1], rows[2]],
      ignored: [],
      unreadable: [],
      foundNothing: false,
      pickError: null,
      isRefused: false,
      filesOf: null,
      run: 0,
    });
  });

  test('says which were tried and did not go', () => {
    expect(
      failedKeys(
        context({ rows: [row(1, { state: FAILED }), row(2), row(3, { state: SENT }), row(4, { state: FAILED })] }),
      ),
    ).toEqual([1, 4]);
  });
});

describe('a checked folder', () => {
  test('is noted for its requesting row', () => {
    const rows = [row(1), row(2)];
    const before = context({ rows, requested: { key: 2, directory: 'T2' } });
    expect(withCheck(before, 'taken', 'Old')).toEqual({
      requested: null,
      rows: [rows[0], { ...rows[1], check: { directory: 'T2', title: 'Old', found: 'taken' } }],
    });
    expect(withCheck(before, 'unknown').rows?.[1]?.check).toEqual({ directory: 'T2', title: null, found: 'unknown' });
  });

  test('is ignored without a request', () => {
    expect(withCheck(context({ rows: [row(1)] }), 'free')).toEqual({});
  });
});

describe('a run', () => {
  const rows = [row(1), row(2, { state: FAILED, run: 2 })];
  const before = (changed: Partial<UploadContext> = {}) =>
    context({ rows, run: 2, flow: [{ at: 1, bytes: 1 }], isRefused: true, removed: [row(9)], ...changed });
  const waiting = (one: Row | undefined, run: number) => ({ ...one, state: WAITING, run });

  test('starts with the first waiting items, and forgets earlier ones', () => {
    expect(withQueued(before(), null)).toEqual({
      rows: [waiting(rows[0], 3), rows[1]],
      run: 3,
      flow: [],
      isRefused: false,
      removed: [],
    });
    expect(withQueued(before(), [2]).rows).toEqual([rows[0], waiting(rows[1], 3)]);
  });

  test('is joined by items queued while it runs', () => {
    const underWay = [...rows, row(3, { state: WAITING, run: 2 })];
    expect(withQueued(before({ rows: underWay }), null)).toEqual({
      rows: [waiting(rows[0], 2), rows[1], underWay[2]],
    });
  });

  test('does not start without items', () => {
    expect(withQueued(before(), [])).toEqual({ rows });
  });

  test('takes the folders of podcasts by their title alone', () => {
    const twins = [row(1, { title: 'T', author: 'A' }), row(2, { title: 'T', author: 'B' })];
    const queuedIn = (libraryId: string) =>
      withQueued(context({ rows: twins, libraryId }), null).rows?.map(({ state }) => state.kind);
    expect([queuedIn('books'), queuedIn('podcasts')]).toEqual([
      ['waiting', 'waiting'],
      ['waiting', 'ready'],
    ]);
  });
});

describe('details', () => {
  const rows = [
    row(1),
    row(2, { lookUp: 'none' }),
    row(3, { lookUp: 'requested' }),
    row(4, { title: ' ' }),
    row(5, { state: SENT }),
    row(6, { lookUp: 'failed', state: FAILED }),
  ];
  const requested = (key: number | null, changed: Partial<UploadContext> = {}) =>
    rowsToLookUp(context({ rows, ...changed }), key).map((one) => one.key);

  test('are looked up for one with a title, editable, and without a lookup', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((key) => requested(key))).toEqual([[1], [2], [], [], [], [6], []]);
    expect(requested(1, { libraryId: 'podcasts' })).toEqual([]);
  });

  test('are looked up for all without a lookup, with the toggle', () => {
    expect([
      requested(null),
      requested(null, { isAuto: true }),
      requested(null, { isAuto: true, libraryId: 'podcasts' }),
    ]).toEqual([[], [1], []]);
  });

  test('leave the fields alone that a service does not know', () => {
    expect(knownFields({ title: 'T', author: '', series: 'S' })).toEqual({ title: 'T', series: 'S' });
  });

  test('are read off the folders: title, author before it, series between them', () => {
    expect(
      [[], ['T'], ['A', 'T'], ['A', 'S', 'T'], ['A', 'X', 'S', 'T']].map((folders) => fieldsOf(folders, 'book')),
    ).toEqual([
      { title: '', author: '', series: '' },
      { title: 'T', author: '', series: '' },
      { title: 'T', author: 'A', series: '' },
      { title: 'T', author: 'A', series: 'S' },
      { title: 'T', author: 'A', series: 'S' },
    ]);
    expect(fieldsOf(['A', 'S', 'T'], 'podcast')).toEqual({ title: 'T', author: '', series: '' });
  });
});

describe('the speed', () => {
  const samples = (...list: [at: number, bytes: number][]) => list.map(([at, bytes]) => ({ at, bytes }));

  test('is that of the last ten seconds', () => {
    const flow = samples([0, 0], [5000, 50], [12_000, 500]);
    expect(flowed(flow, { at: 14_999, bytes: 600 })).toEqual(samples([0, 0], [5000, 50], [12_000, 500], [14_999, 600]));
    expect(flowed(flow, { at: 15_000, bytes: 600 })).toEqual(samples([5000, 50], [12_000, 500], [15_000, 600]));
    expect(flowed(flow, { at: 30_000, bytes: 600 })).toEqual(samples([12_000, 500], [30_000, 600]));
    expect(flowed([], { at: 1, bytes: 2 })).toEqual(samples([1, 2]));
  });

  test('is known after a second and a half in which something went', () => {
    expect(speedOf(samples([1000, 100], [2000, 200], [2500, 400]))).toBe(200);
    expect([
      speedOf([]),
      speedOf(samples([1000, 100])),
      speedOf(samples([1000, 100], [2499, 400])),
      speedOf(samples([1000, 100], [3000, 100])),
      speedOf(samples([1000, 100], [3000, 50])),
    ]).toEqual([null, null, null, null, null]);
  });

  test('says how many seconds are left, whole ones', () => {
    expect([secondsLeft(1001, 100), secondsLeft(-5, 100), secondsLeft(100, null)]).toEqual([11, 0, null]);
  });
});
