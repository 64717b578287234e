import { describe, expect, test } from 'vitest';
import {
  behindOf,
  compacted,
  goneOf,
  isSafeTwice,
  leftAfter,
  nextOf,
  partOf,
  verdictOf,
  waitAfter,
  withListId,
} from '../../../../src/machines/playback/pending-changes/pending-changes.logic.ts';
import type { AppError } from '../../../../src/schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../../../src/schemas/pending-change.ts';

const MEDIA = { libraryItemId: 'book', episodeId: null };
const list = (id: string) => ({
  kind: 'playlist' as const,
  id,
  libraryId: 'library',
  name: 'List',
  description: null,
  entries: [MEDIA],
});

type Edit = Extract<ChangeBody, { kind: 'progress' }>['edit'];

const edit = (kind: 'finish' | 'unfinish' | 'reset' | 'hide' | 'show', libraryItemId = 'book'): ChangeBody => ({
  kind: 'progress',
  media: { ...MEDIA, libraryItemId },
  edit: (kind === 'show' ? { kind, lastUpdate: 1 } : { kind }) satisfies Edit,
  saving: { kind: 'hide' },
});
const read = (location: string, over: string | null): ChangeBody => ({
  kind: 'progress',
  media: MEDIA,
  edit: { kind: 'read', location, share: 0.5 },
  saving: { kind: 'read', location, share: 0.5, over },
});
const mark = (kind: 'create' | 'update' | 'remove', title = 'A', time = 7): ChangeBody => ({
  kind: 'bookmark',
  job: { kind, bookmark: { libraryItemId: 'book', time, title, createdAt: 1 } },
});
const many = (kind: 'finish' | 'unfinish', ...ids: readonly string[]): ChangeBody => ({
  kind: 'progressOfMany',
  edits: ids.map((libraryItemId) => ({
    media: { ...MEDIA, libraryItemId },
    edit: { kind },
    saving: { kind: 'change', changes: [{ isFinished: kind === 'finish' }] },
  })),
  count: 3,
});
const job = (
  kind: 'add' | 'restore' | 'reorder' | 'remove' | 'delete' | 'create' | 'recreate' | 'copy' | 'edit',
  id = 'list',
  name = 'Other',
): ChangeBody => {
  switch (kind) {
    case 'add':
    case 'restore':
    case 'reorder':
      return { kind: 'list', job: { kind, list: list(id), entries: [MEDIA] } };
    case 'remove':
      return { kind: 'list', job: { kind, list: list(id), entries: [MEDIA], title: null } };
    case 'edit':
      return { kind: 'list', job: { kind, list: list(id), change: { name, description: null } } };
    case 'delete':
    case 'create':
    case 'recreate':
    case 'copy':
      return { kind: 'list', job: { kind, list: list(id) } };
  }
};
const series = (isHidden: boolean): ChangeBody => ({ kind: 'series', seriesId: 's', isHidden });

/** Made one after the other, with ids of their numbers. */
const changes = (...bodies: readonly ChangeBody[]): readonly PendingChange[] =>
  bodies.map((body, number) => ({ id: `${number}`, userId: 'user', at: 1000, number, attempts: 0, known: null, body }));

describe('two tabs that send the same change at once', () => {
  test.each<[string, ChangeBody, boolean]>([
    ['a mark', edit('finish'), true],
    ['a place in an ebook', read('2', null), true],
    ['a hidden series', series(true), true],
    ['a new bookmark', mark('create'), true],
    ['an entry taken out of a list', job('remove'), true],
    ['another order of a list', job('reorder'), true],
    ['a deleted list', job('delete'), true],
    ['another name of a list', job('edit'), true],
    ['marks of several books', many('finish', 'a', 'b'), true],
    ['an entry put into a list', job('add'), false],
    ['entries brought back to a list', job('restore'), false],
    ['a new list', job('create'), false],
    ['a list made again', job('recreate'), false],
    ['a copy of a list', job('copy'), false],
  ])('%s', (_name, body, expected) => {
    expect(isSafeTwice(body)).toBe(expected);
  });
});

describe('a later change makes an earlier one pointless', () => {
  test.each<[string, ChangeBody, ChangeBody, boolean]>([
    ['reset after finish', edit('reset'), edit('finish'), true],
    ['hide after finish', edit('hide'), edit('finish'), false],
    ['show after hide', edit('show'), edit('hide'), true],
    ['hide after show', edit('hide'), edit('show'), true],
    ['finish of another book', edit('finish', 'other'), edit('finish'), false],
    ['renaming a new bookmark', mark('update', 'B'), mark('create'), true],
    ['a bookmark at another second', mark('create', 'A', 8), mark('create'), false],
    ['showing a hidden series', series(false), series(true), true],
    ['deleting a list after adding to it', job('delete'), job('add'), true],
    ['deleting a list after making it', job('delete'), job('recreate'), false],
    ['another order', job('reorder'), job('reorder'), true],
    ['a second addition', job('add'), job('add'), false],
    ['another name', job('edit', 'list', 'A'), job('edit', 'list', 'B'), true],
    ['another name of another list', job('edit', 'x'), job('edit', 'y'), false],
    ['another name after another order', job('edit'), job('reorder'), false],
    ['deleting a list after renaming it', job('delete'), job('edit'), true],
    ['not finished after finishing several', many('unfinish', 'a', 'b'), many('finish', 'b', 'a'), true],
    ['finishing several after not finishing them', many('finish', 'a', 'b'), many('unfinish', 'b', 'a'), false],
    ['reset of the only one of several', edit('reset', 'a'), many('finish', 'a'), true],
    ['finishing several after one of them', many('finish', 'a', 'b'), edit('finish', 'a'), true],
    ['hiding one after finishing several', edit('hide', 'a'), many('finish', 'a', 'b'), false],
  ])('%s', (_name, later, earlier, expected) => {
    expect(leftAfter(later, earlier)).toBe(expected ? null : earlier);
  });

  test('or a part of it: what is said of one book is no longer said of several', () => {
    const { kept, dropped } = compacted(
      changes(many('finish', 'a', 'b', 'c'), edit('reset', 'b'), edit('hide', 'a'), many('unfinish', 'c')),
    );
    expect(kept.map(({ id, body }) => [id, body])).toEqual([
      ['0', many('finish', 'a')],
      ['1', edit('reset', 'b')],
      ['2', edit('hide', 'a')],
      ['3', many('unfinish', 'c')],
    ]);
    expect(dropped.map(({ change, left }) => [change.id, change.body, left?.body])).toEqual([
      ['0', many('finish', 'b'), many('finish', 'a', 'c')],
      ['0', many('finish', 'c'), many('finish', 'a')],
    ]);
  });

  test('and takes over what it owes to it: the making of a bookmark, the place before the first reading', () => {
    const { kept, dropped } = compacted(
      changes(mark('create', 'A'), read('2', '1'), mark('update', 'B'), read('3', '2')),
    );
    expect(kept.map(({ id, body }) => [id, body])).toEqual([
      ['2', mark('create', 'B')],
      ['3', { ...read('3', '1') }],
    ]);
    expect(dropped.map(({ change, left }) => [change.id, left])).toEqual([
      ['0', null],
      ['1', null],
    ]);
  });
});

describe('the next to send', () => {
  const ids = (waiting: readonly PendingChange[], ...failed: readonly string[]) => nextOf(waiting, new Set(failed))?.id;

  test('is the first change, and behind one that failed the first of another thing', () => {
    const waiting = changes(mark('remove'), mark('create'), series(true));
    expect([ids(waiting), ids(waiting, '0'), ids(waiting, '0', '2')]).toEqual(['0', '2', undefined]);
  });

  test('is no second new list while the first is in doubt', () => {
    const waiting = changes(job('recreate', 'x'), job('copy', 'y'), job('add', 'z'));
    expect(ids(waiting, '0')).toBe('2');
  });
});

describe('of several books', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `book-${index}`);

  test('50 go at once, and the others wait', () => {
    const [all] = changes(many('finish', ...ids(51)));
    if (!all) throw new Error('No change');
    const { part, left } = partOf(all);
    expect([part.body, left?.body]).toEqual([many('finish', ...ids(50)), many('finish', 'book-50')]);
    expect(partOf(part)).toEqual({ part, left: null });
    expect([part.id, left?.id]).toEqual(['0', '0']);
  });

  test('what another tab sent is known by what is left', () => {
    const body = many('finish', 'a', 'b', 'c');
    expect(goneOf(body, many('finish', 'b'))).toEqual(many('finish', 'a', 'c'));
    expect([goneOf(body, body), goneOf(body, null), goneOf(edit('hide'), edit('hide'))]).toEqual([null, body, null]);
  });

  test('behind one that failed waits what is of the same book', () => {
    const waiting = changes(many('finish', 'a', 'b'), edit('hide', 'b'), edit('hide', 'c'));
    expect(nextOf(waiting, new Set(['0']))?.id).toBe('2');
  });
});

test('behind a new list that was refused is what waits for it, and nothing else', () => {
  const waiting = changes(job('add', 'x'), job('create', 'x'), job('add', 'x'), job('add', 'y'), job('edit', 'x'));
  const [, create, , , copied] = waiting;
  if (!create || !copied) throw new Error('No change');
  expect(behindOf(create, waiting).map(({ id }) => id)).toEqual(['2', '4']);
  expect([behindOf(copied, waiting), behindOf({ ...create, body: job('copy', 'x') }, waiting)]).toEqual([[], []]);
});

test('what waits for a new list is for its id on the server', () => {
  const [waiting] = changes(job('add', 'local'));
  if (!waiting) throw new Error('No change');
  expect(withListId(waiting, 'local', 'real').body).toEqual(job('add', 'real'));
  expect(withListId(waiting, 'another', 'real')).toBe(waiting);
});

describe('a failure', () => {
  test.each<[AppError, 'away' | 'later' | 'refused']>([
    [{ kind: 'network' }, 'away'],
    [{ kind: 'timeout' }, 'away'],
    [{ kind: 'rateLimited', message: '', retryAfterSeconds: 5 }, 'away'],
    [{ kind: 'unauthorized', message: '' }, 'away'],
    [{ kind: 'server', status: 502, message: '' }, 'later'],
    [{ kind: 'server', status: 500, message: '' }, 'refused'],
    [{ kind: 'forbidden', message: '' }, 'refused'],
    [{ kind: 'notFound', message: '' }, 'refused'],
  ])('%j', (error, expected) => {
    expect(verdictOf(error, mark('create'))).toBe(expected);
  });

  test.each<[string, AppError, string]>([
    ['500', { kind: 'server', status: 500, message: '' }, 'later'],
    ['403', { kind: 'forbidden', message: '' }, 'later'],
    ['409', { kind: 'conflict', message: '' }, 'later'],
    ['413', { kind: 'tooLarge', message: '' }, 'later'],
    ['400', { kind: 'rejected', status: 400, message: '' }, 'later'],
    ['404', { kind: 'notFound', message: '' }, 'refused'],
  ])('of a place in an ebook with %s', (_name, error, expected) => {
    expect(verdictOf(error, read('2', null))).toBe(expected);
  });

  test('is followed by a longer wait each time, to 30 s, and by no shorter one than the server names', () => {
    const limited: AppError = { kind: 'rateLimited', message: '', retryAfterSeconds: 12 };
    expect([1, 2, 3, 5, 6, 50].map((failures) => waitAfter(failures, null))).toEqual([
      1000, 2000, 4000, 16_000, 30_000, 30_000,
    ]);
    expect([waitAfter(1, limited), waitAfter(5, limited)]).toEqual([12_000, 16_000]);
  });
});
