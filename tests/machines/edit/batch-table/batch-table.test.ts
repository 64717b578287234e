import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { changedCells, tableDataOf } from '../../../../src/machines/edit/batch-edit/batch-edit.logic.ts';
import {
  batchItemOf,
  payloadsOf,
  changedItems,
  type Drafts,
} from '../../../../src/machines/edit/batch-edit/drafts.logic.ts';
import {
  batchTableMachine,
  chosenColumns,
  type CellsChanged,
} from '../../../../src/machines/edit/batch-table/batch-table.machine.ts';
import { selectMarkedRows, selectMayApply } from '../../../../src/machines/edit/batch-table/batch-table.selectors.ts';
import { titleRows, FIRST_VALUES } from '../../../../src/machines/edit/batch-table/tools.logic.ts';
import { FIRST_COLUMNS, type CellChange } from '../../../../src/machines/edit/batch-table/cells.logic.ts';
import {
  clearedCells,
  copiedText,
  filledCells,
  pastedCells,
  tableOf,
  toggledFlags,
  typedChange,
  type TableContext,
  type TableData,
  rowsOf,
} from '../../../../src/machines/edit/batch-table/table.logic.ts';
import {
  columnWidthsOf,
  LEAST_WIDTH,
  MOST_WIDTH,
  widthOf,
} from '../../../../src/machines/edit/batch-table/widths.logic.ts';
import { FIELDS, isSame, type DetailName } from '../../../../src/machines/edit/item-edit/details.logic.ts';
import { historyOf, redone, undone, withDraft, type DraftHistory } from '../../../../src/machines/kit/history.logic.ts';
import { libraryItemExpanded } from '../../../../src/schemas/api/library-item-expanded.ts';
import { batchBook } from '../../../support/batch-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';

const book = (id: string, metadata: object = {}, tags: readonly string[] = []) =>
  batchItemOf(libraryItemExpanded.parse(batchBook(id, metadata, tags)));
const dataOf = (...items: readonly ReturnType<typeof book>[]): TableData => ({
  items: new Map(items.map((item) => [item.id, item])),
  drafts: new Map(),
});
const three = dataOf(
  book('a', { title: 'The One', subtitle: 'First' }, ['x']),
  book('b', { title: 'Two', subtitle: null, explicit: true }),
  book('c', { title: 'Three' }),
);

function start(data = three, ports = createFakePorts()) {
  const host = createHost(batchTableMachine, { input: { data, mediaType: 'book' }, ports });
  const { subject } = host;
  const report = () => (host.parentEvents as unknown as CellsChanged[]).map(({ cells }) => cells);
  const go = (row: number, column: number, extends_ = false) =>
    subject.send({ type: 'table.moveTo', place: { row, column }, extends: extends_ });
  const shown = () => {
    ports.clock.advance(100);
    return vi.waitFor(() => expect(subject.getSnapshot().hasTag('busy')).toBe(false));
  };
  return { ...host, report, go, shown, context: () => subject.getSnapshot().context };
}

describe('rows', () => {
  const mixed = dataOf(
    book('a', { title: 'Émile', subtitle: 'Kept', publishedYear: '9' }, ['x']),
    book('b', { title: 'Two', publishedYear: null }),
    book('c', { title: 'alpha', subtitle: 'Kept', publishedYear: '10' }),
  );

  test('are sorted by a column, numbers by size and empty cells last; a third press takes the first order', () => {
    const { subject, context } = start(mixed);
    const sort = (field: DetailName) => {
      subject.send({ type: 'table.sort', field });
      return context().ids.join('');
    };
    expect([sort('title'), sort('title'), sort('title')]).toEqual(['cab', 'bac', 'abc']);
    expect([sort('publishedYear'), sort('publishedYear'), sort('title')]).toEqual(['acb', 'cab', 'cab']);
  });

  test('are those that have all words in the columns shown', () => {
    const { subject, context } = start(mixed);
    const filter = (words: string) => {
      subject.send({ type: 'table.filter', words });
      return context().ids.join('');
    };
    expect([filter('emile'), filter(' TWO '), filter('emile two'), filter('9'), filter(' ')]).toEqual([
      'a',
      'b',
      '',
      FIRST_COLUMNS.book.includes('publishedYear') ? 'a' : '',
      'abc',
    ]);
  });

  test('keep the cursor at its item, and stay where they are while cells are edited', () => {
    const { subject, go, context, report } = start(mixed);
    go(2, 0);
    subject.send({ type: 'table.sort', field: 'title' });
    expect(context().cursor).toEqual({ row: 0, column: 0 });
    subject.send({ type: 'table.edit', text: 'Zeta' });
    subject.send({ type: 'table.accept', next: 'below' });
    expect(report()).toEqual([[{ id: 'c', field: 'title', value: 'Zeta' }]]);
    const drafts: Drafts = new Map([['c', { changed: { title: 'Zeta' }, typed: {} }]]);
    subject.send({ type: 'table.fed', data: { ...mixed, drafts } });
    expect([context().ids.join(''), context().cursor]).toEqual(['cab', { row: 1, column: 0 }]);
    subject.send({ type: 'table.fed', data: dataOf(...[...mixed.items.values()].slice(0, 2)) });
    expect(context().ids.join('')).toBe('ab');
  });

  test('that are filtered out are neither filled, cleared nor typed in', () => {
    const { subject, go, context, report } = start(mixed);
    subject.send({ type: 'table.filter', words: 'kept' });
    expect(context().ids.join('')).toBe('ac');
    go(0, 0);
    subject.send({ type: 'table.fill', toEnd: true });
    expect(report()).toEqual([[{ id: 'c', field: 'title', value: 'Émile' }]]);
    subject.send({ type: 'table.filter', words: 'nothing' });
    subject.send({ type: 'table.edit', text: 'x' });
    subject.send({ type: 'table.clear' });
    expect([subject.getSnapshot().value, report()[1]]).toEqual(['browsing', []]);
  });
});

describe('the cursor', () => {
  test('stays within the cells, marks with Shift, and clears the marks without', () => {
    const { subject, go, context } = start();
    go(9, 99);
    expect(context().cursor).toEqual({ row: 2, column: FIRST_COLUMNS.book.length - 1 });
    go(0, 1);
    go(2, 1, true);
    go(1, 0, true);
    expect([context().cursor, context().anchor, selectMarkedRows(subject.getSnapshot())]).toEqual([
      { row: 1, column: 0 },
      { row: 0, column: 1 },
      2,
    ]);
    go(1, 1);
    expect(context().anchor).toBe(null);
  });

  test('stays with its item when others are removed, and with its position when its own is', () => {
    const { subject, go, context } = start();
    go(2, 1);
    const [, b, c] = [...three.items.values()];
    if (!b || !c) throw new Error('Items are missing');
    subject.send({ type: 'table.fed', data: dataOf(b, c) });
    expect(context().cursor).toEqual({ row: 1, column: 1 });
    subject.send({ type: 'table.fed', data: dataOf(b) });
    expect(context().cursor).toEqual({ row: 0, column: 1 });
  });
});

describe('a cell that is typed in', () => {
  test('is applied by the moving keys, and only another value is reported', () => {
    const { subject, go, report, context } = start();
    go(0, 1);
    subject.send({ type: 'table.edit', text: null });
    expect(context().typed).toBe('First');
    subject.send({ type: 'table.type', text: 'Other' });
    subject.send({ type: 'table.accept', next: 'below' });
    expect([report(), context().cursor]).toEqual([
      [[{ id: 'a', field: 'subtitle', value: 'Other' }]],
      { row: 1, column: 1 },
    ]);
    subject.send({ type: 'table.edit', text: 'x' });
    subject.send({ type: 'table.type', text: ' ' });
    subject.send({ type: 'table.accept', next: 'before' });
    expect([report().at(-1), context().cursor]).toEqual([[], { row: 1, column: 0 }]);
  });

  test('is cancelled by Escape, and applied when another cell is pressed', () => {
    const { subject, go, report, context } = start();
    subject.send({ type: 'table.edit', text: 'N' });
    subject.send({ type: 'table.cancel' });
    expect([report(), subject.getSnapshot().value]).toEqual([[], 'browsing']);
    subject.send({ type: 'table.edit', text: 'N' });
    go(2, 0);
    expect(report()).toEqual([[{ id: 'a', field: 'title', value: 'N' }]]);
    expect([context().cursor, subject.getSnapshot().value]).toEqual([{ row: 2, column: 0 }, 'browsing']);
    subject.send({ type: 'table.edit', text: 'Z' });
    subject.send({ type: 'table.accept', next: 'below' });
    expect(subject.getSnapshot().value).toBe('browsing');
  });

  test('stays in its cell when the items change', () => {
    const { subject, context, report } = start();
    subject.send({ type: 'table.edit', text: 'N' });
    const data = dataOf(book('a', { title: 'Another' }), book('b'));
    subject.send({ type: 'table.fed', data });
    expect([context().typed, context().data, subject.getSnapshot().value]).toEqual(['N', data, 'typing']);
    subject.send({ type: 'table.accept', next: 'below' });
    expect(report()).toEqual([[{ id: 'a', field: 'title', value: 'N' }]]);
  });

  test('Tab goes on in the next row, and stops at the last cell', () => {
    const { subject, go, context } = start();
    const last = FIRST_COLUMNS.book.length - 1;
    const typed = (next: 'after' | 'before' | 'above') => {
      subject.send({ type: 'table.edit', text: null });
      subject.send({ type: 'table.accept', next });
      return context().cursor;
    };
    go(0, last);
    expect([typed('after'), typed('before'), typed('above')]).toEqual([
      { row: 1, column: 0 },
      { row: 0, column: last },
      { row: 0, column: last },
    ]);
    go(2, last);
    expect(typed('after')).toEqual({ row: 2, column: 0 });
  });

  test('a flag is not typed in, but turned, for all that is marked', () => {
    const ports = createFakePorts();
    ports.storage.write(chosenColumns('book'), ['explicit']);
    const { subject, go, report } = start(three, ports);
    go(1, 1);
    go(0, 1, true);
    subject.send({ type: 'table.edit', text: 'x' });
    expect(subject.getSnapshot().matches('browsing')).toBe(true);
    subject.send({ type: 'table.toggleFlag' });
    expect(report()).toEqual([[{ id: 'a', field: 'explicit', value: true }]]);
  });
});

describe('many cells', () => {
  const at = (cursor: [number, number], anchor: [number, number] | null = null): TableContext => ({
    ...tableOf(three, 'book', FIRST_COLUMNS.book),
    cursor: { row: cursor[0], column: cursor[1] },
    anchor: anchor && { row: anchor[0], column: anchor[1] },
  });

  test('are filled from the first marked row, from the row above, or to the end', () => {
    const to = (id: string, value: unknown) => ({ id, field: 'subtitle', value });
    expect([
      filledCells(at([2, 1], [0, 1]), false),
      filledCells(at([1, 1]), false),
      filledCells(at([0, 1]), true),
    ]).toEqual([
      [to('b', 'First'), ...(three.items.get('c')?.base.subtitle === 'First' ? [] : [to('c', 'First')])],
      [to('b', 'First')],
      [to('b', 'First'), to('c', 'First')],
    ]);
    expect(filledCells(at([0, 1]), false)).toEqual([]);
  });

  test('are emptied as marked', () => {
    expect(clearedCells(at([0, 0], [1, 1]))).toMatchObject([
      { id: 'a', field: 'title', value: '' },
      { id: 'b', field: 'title', value: '' },
      { id: 'a', field: 'subtitle', value: '' },
    ]);
  });

  test('are copied as lines with tabs, and put in as such; one value goes into all that is marked', () => {
    expect(copiedText(at([0, 0], [1, 1]))).toBe('The One\tFirst\nTwo\t');
    expect(pastedCells(at([1, 0]), 'A\tB\r\nC\r\n')).toEqual([
      { id: 'b', field: 'title', value: 'A' },
      { id: 'b', field: 'subtitle', value: 'B' },
      { id: 'c', field: 'title', value: 'C' },
    ]);
    expect(pastedCells(at([0, 1], [1, 1]), 'S')).toEqual([
      { id: 'a', field: 'subtitle', value: 'S' },
      { id: 'b', field: 'subtitle', value: 'S' },
    ]);
    expect(pastedCells(at([2, 0]), 'C\nbeyond')).toEqual([{ id: 'c', field: 'title', value: 'C' }]);
  });

  test('events send them to the owner', () => {
    const { subject, go, report } = start();
    go(1, 1);
    subject.send({ type: 'table.fill', toEnd: false });
    subject.send({ type: 'table.clear' });
    subject.send({ type: 'table.paste', text: 'P' });
    expect(report()).toEqual([
      [{ id: 'b', field: 'subtitle', value: 'First' }],
      [],
      [{ id: 'b', field: 'subtitle', value: 'P' }],
    ]);
  });
});

test('columns come and go, are remembered on this device, and the cursor stays within them', () => {
  const ports = createFakePorts();
  const { subject, go, context } = start(three, ports);
  go(0, FIRST_COLUMNS.book.length - 1);
  for (const field of FIRST_COLUMNS.book.slice(2)) subject.send({ type: 'table.toggleColumn', field });
  subject.send({ type: 'table.toggleColumn', field: 'isbn' });
  subject.send({ type: 'table.toggleColumn', field: 'title' });
  expect([context().columns, context().cursor]).toEqual([['title', 'subtitle', 'isbn'], { row: 0, column: 1 }]);
  expect(start(three, ports).context().columns).toEqual(['title', 'subtitle', 'isbn']);
});

describe('a tool', () => {
  test('changes its view, and nothing else, as one step', async () => {
    const { subject, report, shown, context } = start();
    subject.send({ type: 'table.openTool', tool: 'replace' });
    await shown();
    expect(selectMayApply(subject.getSnapshot())).toBe(false);
    subject.send({ type: 'table.setTool', values: { find: 'o', replacement: '0' } });
    subject.send({ type: 'table.apply' });
    expect(report()).toEqual([]);
    await shown();
    const { rows } = context().preview;
    subject.send({ type: 'table.apply' });
    expect(report()).toEqual([rows.map(({ id, field, value }) => ({ id, field, value }))]);
    expect(report()[0]?.slice(0, 1)).toEqual([{ id: 'a', field: 'title', value: 'The 0ne' }]);
    expect([context().applied, context().tool, subject.getSnapshot().matches('browsing')]).toEqual([
      rows.length,
      null,
      true,
    ]);
  });

  test('follows the data, and may look at marked rows only', async () => {
    const { subject, go, shown, context } = start();
    go(1, 0);
    go(2, 0, true);
    subject.send({ type: 'table.openTool', tool: 'titles' });
    subject.send({ type: 'table.setTool', values: { marked: true, case: 'title', articles: 'two the' } });
    await shown();
    expect(context().preview.rows).toEqual([]);
    subject.send({ type: 'table.setTool', values: { marked: false } });
    await shown();
    expect(context().preview.rows.map(({ value }) => value)).toEqual(['One, The']);
    const first = [...three.items.values()][0];
    if (!first) throw new Error('No item');
    subject.send({ type: 'table.fed', data: dataOf({ ...first, base: { ...first.base, title: 'A Day' } }) });
    subject.send({ type: 'table.setTool', values: { articles: 'a' } });
    await shown();
    expect(context().preview.rows.map(({ value }) => value)).toEqual(['Day, A']);
  });

  test('reports an invalid pattern, a slow one, and code that failed to load, with a retry', async () => {
    const { subject, ports, shown, context } = start();
    const fault = async () => {
      await shown();
      return context().fault;
    };
    subject.send({ type: 'table.openTool', tool: 'replace' });
    subject.send({ type: 'table.setTool', values: { find: '(', isPattern: true } });
    expect(await fault()).toMatchObject({ kind: 'invalid' });
    ports.replacer.answer({ kind: 'slow' });
    subject.send({ type: 'table.setTool', values: { find: '(a+)+$' } });
    expect(await fault()).toEqual({ kind: 'slow', detail: '' });
    ports.replacer.fail();
    subject.send({ type: 'table.retry' });
    expect(await fault()).toEqual({ kind: 'broken', detail: '' });
    ports.replacer.work();
    subject.send({ type: 'table.setTool', values: { find: 'Two' } });
    expect(await fault()).toBe(null);
    expect(context().preview.rows).toHaveLength(1);
    expect(context().isBack).toBe(false);
    subject.send({ type: 'table.closeTool' });
    expect([context().tool, context().isBack, subject.getSnapshot().value]).toEqual([null, true, 'browsing']);
    subject.send({ type: 'table.openTool', tool: 'folder' });
    subject.send({ type: 'table.setTool', values: { pattern: '{' } });
    expect(await fault()).toEqual({ kind: 'badPattern', detail: '' });
  });

  test('splits names', async () => {
    const data = dataOf(book('a', { genres: ['A, B'] }));
    const { subject, shown, context } = start(data);
    subject.send({ type: 'table.openTool', tool: 'split' });
    subject.send({ type: 'table.setTool', values: { list: 'genres' } });
    await shown();
    expect(context().preview.rows).toEqual([{ id: 'a', field: 'genres', value: ['A', 'B'], before: ['A, B'] }]);
  });
});

/** Edits of the draft by the table, as its owner receives them. */
type Owner = { readonly data: TableData; readonly history: DraftHistory<Drafts> };
type Step = (owner: Owner) => Owner;

const fields = fc.constantFrom(...FIRST_COLUMNS.book);
const place = fc.record({ row: fc.nat(2), column: fc.nat(FIRST_COLUMNS.book.length - 1) });
const tableIn = ({ data, history }: Owner, cursor: { row: number; column: number }, anchor: typeof cursor | null) => ({
  ...tableOf({ ...data, drafts: history.draft }, 'book', FIRST_COLUMNS.book),
  cursor,
  anchor,
});
const apply = (owner: Owner, cells: readonly CellChange[]): Owner => ({
  ...owner,
  history:
    changedCells({ items: owner.data.items, history: owner.history, clashes: new Map() } as never, cells).history ??
    owner.history,
});
const cellStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(place, fc.constantFrom('', 'New', 'Ann; Béa', 'Saga #2', ' x ')).map(
    ([cursor, typed]): Step =>
      (owner) =>
        apply(owner, typedChange({ ...tableIn(owner, cursor, null), typed })),
  ),
  fc.tuple(place, place, fc.boolean()).map(
    ([cursor, anchor, toEnd]): Step =>
      (owner) =>
        apply(owner, filledCells(tableIn(owner, cursor, anchor), toEnd)),
  ),
  fc.tuple(place, place).map(
    ([cursor, anchor]): Step =>
      (owner) =>
        apply(owner, clearedCells(tableIn(owner, cursor, anchor))),
  ),
  fc.tuple(place, fc.constantFrom('P', 'P\tQ\nR')).map(
    ([cursor, text]): Step =>
      (owner) =>
        apply(owner, pastedCells(tableIn(owner, cursor, null), text)),
  ),
  place.map(
    (cursor): Step =>
      (owner) =>
        apply(owner, toggledFlags(tableIn(owner, cursor, null))),
  ),
  fc.constant<Step>((owner) =>
    apply(owner, titleRows(rowsOf(tableIn(owner, { row: 0, column: 0 }, null)), FIRST_VALUES)),
  ),
);
const begin: Owner = { data: three, history: historyOf<Drafts>(new Map()) };

describe('any sequence of edits', () => {
  test('undone as a whole is the draft that it began with, and redone the same as before', () => {
    fc.assert(
      fc.property(fc.array(cellStep, { maxLength: 12 }), (steps) => {
        const end = steps.reduce((owner, step) => step(owner), begin).history;
        let back = end;
        while (back.past.length > 0) back = undone(back);
        expect(back.draft).toEqual(new Map());
        let again = back;
        while (again.future.length > 0) again = redone(again);
        expect([again.draft, again.past]).toEqual([end.draft, end.past]);
      }),
    );
  });

  test('with undo and redo among them equals the kept edits alone', () => {
    const turn = fc.constantFrom('undo', 'redo');
    fc.assert(
      fc.property(fc.array(fc.oneof(cellStep, turn), { maxLength: 16 }), (steps) => {
        const kept: Drafts[] = [new Map()];
        const gone: Drafts[] = [];
        let owner = begin;
        for (const step of steps) {
          if (typeof step === 'function') {
            const before = owner.history;
            owner = step(owner);
            if (owner.history === before) continue;
            kept.push(owner.history.draft);
            gone.length = 0;
          } else if (step === 'undo') {
            owner = { ...owner, history: undone(owner.history) };
            if (kept.length > 1) gone.push(kept.pop() ?? new Map());
          } else {
            owner = { ...owner, history: redone(owner.history) };
            const one = gone.pop();
            if (one) kept.push(one);
          }
        }
        expect(owner.history.draft).toEqual(kept.at(-1));
      }),
    );
  });

  test('sends only changed values of each row, and nothing of an unchanged row', () => {
    fc.assert(
      fc.property(fc.array(cellStep, { maxLength: 12 }), (steps) => {
        const { history, data } = steps.reduce((owner, step) => step(owner), begin);
        const rows = rowsOf({ data: { ...data, drafts: history.draft }, ids: [...data.items.keys()] });
        const other = new Map(
          rows.flatMap(({ id, details }) => {
            const base = data.items.get(id)?.base;
            const changed: DetailName[] = FIELDS.book.filter((field) => base && !isSame(details[field], base[field]));
            return changed.length > 0 ? [[id, changed.toSorted()] as const] : [];
          }),
        );
        const changed = changedItems(data.items, history.draft);
        const sent = [...payloadsOf(changed, history.draft)].map(([id, { metadata = {}, tags }]) => [
          id,
          [...Object.keys(metadata), ...(tags ? ['tags'] : [])].toSorted(),
        ]);
        expect(sent).toEqual([...other]);
      }),
    );
  });

  test('of one cell changes this cell alone', () => {
    fc.assert(
      fc.property(place, fields, (cursor, _field) => {
        const owner = apply(begin, typedChange({ ...tableIn(begin, cursor, null), typed: 'Something new' }));
        const changed = [...owner.history.draft.values()].flatMap((draft) => Object.keys(draft.changed));
        expect([owner.history.draft.size, changed]).toEqual([1, [FIRST_COLUMNS.book[cursor.column]]]);
      }),
    );
  });
});

test("the table's input is the items and the draft of its owner", () => {
  const history = withDraft<Drafts>(historyOf(new Map()), new Map(), null);
  expect(tableDataOf({ items: three.items, history } as never)).toEqual({ items: three.items, drafts: new Map() });
});

describe('the width of a column', () => {
  const open = (ports = createFakePorts(), userId = 'ann') => {
    const host = createHost(batchTableMachine, {
      input: { data: three, mediaType: 'book' },
      ports,
      named: { progress: createMachine({ context: { userId } }) },
    });
    const width = (field: DetailName) => widthOf(host.subject.getSnapshot().context.widths, field);
    const resize = (field: DetailName, rem: number | null) =>
      host.subject.send({ type: 'table.resizeColumn', field, rem });
    return { ...host, width, resize };
  };

  test('is kept by account on this device; null is the first one again', () => {
    const ports = createFakePorts();
    const table = open(ports);
    const first = table.width('title');
    table.resize('title', 20);
    table.resize('series', 9.5);
    expect([table.width('title'), table.width('series')]).toEqual([20, 9.5]);
    expect(ports.storage.read(columnWidthsOf('ann'))).toEqual({ title: 20, series: 9.5 });
    const again = open(ports);
    expect(again.width('title')).toBe(20);
    expect(open(ports, 'ben').width('title')).toBe(first);
    again.resize('title', null);
    expect([again.width('title'), ports.storage.read(columnWidthsOf('ann'))]).toEqual([first, { series: 9.5 }]);
  });

  test('has limits, also where it is stored', () => {
    const table = open();
    table.resize('title', 1);
    table.resize('series', 1000);
    expect([table.width('title'), table.width('series')]).toEqual([LEAST_WIDTH, MOST_WIDTH]);
    const ports = createFakePorts();
    ports.storage.write(columnWidthsOf('ann'), { title: 0 });
    expect(open(ports).width('title')).toBe(LEAST_WIDTH);
  });

  test('changes while a cell is typed in, and keeps what is typed', () => {
    const table = open();
    table.subject.send({ type: 'table.edit', text: 'Typed' });
    table.resize('title', 20);
    const { context, value } = table.subject.getSnapshot();
    expect([value, context.typed, table.width('title')]).toEqual(['typing', 'Typed', 20]);
  });
});
