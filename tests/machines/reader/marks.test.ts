import { fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { marksMachine } from '../../../src/machines/reader/marks.machine.ts';
import { jsonOf } from '../../../src/machines/reader/marks-file.logic.ts';
import {
  selectEdited,
  selectHasBookmark,
  selectIsInLink,
  selectMarksFault,
  selectMenu,
} from '../../../src/machines/reader/marks.selectors.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { fakePlace } from '../../support/fakes/readers.ts';
import { createHost } from '../../support/host.ts';
import { markedBook, markOf, selectionOf } from '../../support/marks-fixtures.ts';

/** The marks of a book, read. */
async function start(ports: FakePorts = createFakePorts()) {
  const progress = fromTransition((state) => state, { entries: {}, userId: 'u' });
  const host = createHost(marksMachine, { input: markedBook, ports, named: { progress } });
  const { subject } = host;
  const state = () => subject.getSnapshot();
  await vi.waitFor(() => expect(state().matches({ delivery: 'loading' })).toBe(false));
  const select = (selection = selectionOf()) => subject.send({ type: 'book.selected', selection });
  return { ...host, ports, state, select, shelf: ports.readers.shelf, marks: () => state().context.marks };
}

describe('highlights', () => {
  test('selected words get a colour; it is drawn and kept, and the selection ends', async () => {
    const { subject, select, state, marks, shelf, parentEvents } = await start();
    select();
    expect([selectMenu(state()), state().context.spot]).toEqual(['selection', { x: 40, y: 300, isLow: true }]);
    subject.send({ type: 'marks.highlight', colour: 'green' });
    const { target, text, share, chapter } = selectionOf();
    expect(marks()).toMatchObject([{ target, text, share, chapter, colour: 'green', userId: 'u', ino: '77' }]);
    expect(selectMenu(state())).toBe('none');
    expect(parentEvents).toMatchObject([
      { command: { type: 'book.mark', marks: [] } },
      { type: 'marks.opened' },
      { type: 'marks.closed' },
      { command: { type: 'book.deselect' } },
      { command: { type: 'book.mark', marks: [{ colour: 'green' }] } },
    ]);
    await vi.waitFor(() => expect([...shelf.marks.values()]).toEqual(marks()));
  });

  test('one over a link opens, and follows the link on request', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const { subject, state, parentEvents } = await start(ports);
    subject.send({ type: 'book.marked', id: 'a', x: 0, y: 0, isLow: false, isInLink: false });
    subject.send({ type: 'marks.followLink' });
    expect([selectMenu(state()), selectIsInLink(state())]).toEqual(['mark', false]);
    subject.send({ type: 'book.marked', id: 'a', x: 0, y: 0, isLow: false, isInLink: true });
    expect(selectIsInLink(state())).toBe(true);
    subject.send({ type: 'marks.followLink' });
    expect([selectMenu(state()), selectIsInLink(state())]).toEqual(['none', false]);
    expect(parentEvents.at(-1)).toEqual({ type: 'book.requested', command: { type: 'book.followLink' } });
  });

  test('the same words are not marked twice: they get the other colour', async () => {
    const { subject, select, marks } = await start();
    for (const colour of ['green', 'pink'] as const) {
      select();
      subject.send({ type: 'marks.highlight', colour });
    }
    expect(marks().map(({ colour }) => colour)).toEqual(['pink']);
  });

  test('a menu that has the focus keeps it while the selection settles; words selected elsewhere do not take it', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const { subject, select, state } = await start(ports);
    select();
    expect(state().context.hasFocus).toBe(false);
    subject.send({ type: 'marks.focus' });
    select(selectionOf({ text: 'very little to distress or vex' }));
    expect([state().context.hasFocus, state().context.selection?.text]).toEqual([
      true,
      'very little to distress or vex',
    ]);
    subject.send({ type: 'book.marked', id: 'a', x: 0, y: 0, isLow: false, isInLink: false });
    select();
    expect([selectMenu(state()), state().context.hasFocus, state().context.current]).toEqual([
      'selection',
      false,
      null,
    ]);
  });

  test('a note is kept as it is typed, and outlives the reader', async () => {
    const { subject, select, state, shelf, stop } = await start();
    select();
    subject.send({ type: 'marks.annotate' });
    expect(selectEdited(state())).toMatchObject({ colour: 'yellow', note: '' });
    for (const text of ['W', 'Wh', 'Why?']) subject.send({ type: 'marks.changeNote', text });
    expect(selectEdited(state())?.note).toBe('Why?');
    stop();
    await vi.waitFor(() => expect([...shelf.marks.values()].map(({ note }) => note)).toEqual(['Why?']));
  });

  test('a press on one opens its menu: another colour, its note, removal and undo', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const { subject, state, marks, shelf } = await start(ports);
    subject.send({ type: 'book.marked', id: 'a', x: 0, y: 0, isLow: false, isInLink: false });
    expect([selectMenu(state()), state().context.hasFocus]).toEqual(['mark', true]);
    subject.send({ type: 'marks.highlight', colour: 'blue' });
    expect([selectMenu(state()), marks()[0]?.colour]).toEqual(['mark', 'blue']);
    subject.send({ type: 'marks.removeCurrent' });
    expect([selectMenu(state()), marks(), state().context.notice]).toEqual([
      'none',
      [],
      { kind: 'removed', of: 'highlight' },
    ]);
    await vi.waitFor(() => expect(shelf.marks.size).toBe(0));
    subject.send({ type: 'marks.undo' });
    expect([marks(), state().context.notice]).toEqual([[markOf({ colour: 'blue' })], null]);
    await vi.waitFor(() => expect(shelf.marks.get('a')?.colour).toBe('blue'));
  });

  const ways = {
    selected: { type: 'book.selected', selection: selectionOf() },
    pressed: { type: 'book.marked', id: 'a', x: 0, y: 0, isLow: true, isInLink: true },
    editing: { type: 'marks.edit', id: 'a' },
  } as const;
  const nothing = { selection: null, current: null, isInLink: false, hasFocus: false };

  test.each([
    ['selected', 'that is dismissed', { type: 'marks.dismiss' }, 'closed', nothing, ['book.deselect']],
    ['pressed', 'that is dismissed', { type: 'marks.dismiss' }, 'closed', nothing, []],
    ['editing', 'that is dismissed', { type: 'marks.dismiss' }, 'closed', nothing, []],
    [
      'selected',
      'whose words are not selected any more',
      { type: 'book.selected', selection: null },
      'closed',
      nothing,
      [],
    ],
    [
      'pressed',
      'beside which nothing is selected',
      { type: 'book.selected', selection: null },
      'pressed',
      { current: 'a' },
      [],
    ],
    ['pressed', 'whose mark is removed', { type: 'marks.removeCurrent' }, 'closed', nothing, ['book.mark']],
    ['editing', 'whose mark is removed', { type: 'marks.removeCurrent' }, 'closed', nothing, ['book.mark']],
    [
      'pressed',
      'whose mark another tab removed',
      { type: 'marks.reported', marks: [] },
      'closed',
      nothing,
      ['book.mark'],
    ],
    [
      'editing',
      'whose mark another tab removed',
      { type: 'marks.reported', marks: [] },
      'closed',
      nothing,
      ['book.mark'],
    ],
    [
      'selected',
      'that gets a note',
      { type: 'marks.annotate' },
      'editing',
      { selection: null },
      ['book.deselect', 'book.mark'],
    ],
    [
      'selected',
      'that gets a colour',
      { type: 'marks.highlight', colour: 'green' },
      'closed',
      nothing,
      ['book.deselect', 'book.mark'],
    ],
    ['pressed', 'that gets a note', { type: 'marks.annotate' }, 'editing', { current: 'a' }, []],
    [
      'selected',
      'left for a mark',
      ways.pressed,
      'pressed',
      { ...nothing, current: 'a', isInLink: true, hasFocus: true },
      [],
    ],
    ['selected', 'left for a note', ways.editing, 'editing', { ...nothing, current: 'a', hasFocus: true }, []],
    [
      'pressed',
      'left for words',
      ways.selected,
      'selected',
      { ...nothing, selection: selectionOf(), spot: { x: 40, y: 300, isLow: true } },
      [],
    ],
    [
      'editing',
      'left for words',
      ways.selected,
      'selected',
      { ...nothing, selection: selectionOf(), spot: { x: 40, y: 300, isLow: true } },
      [],
    ],
  ] as const)('a menu (%s) %s', async (from, _what, event, to, left, requested) => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const { subject, state, parentEvents } = await start(ports);
    subject.send(ways[from]);
    const before = parentEvents.length;
    subject.send(event);
    expect([state().value.menu, state().context]).toEqual([to, expect.objectContaining(left)]);
    const report = parentEvents.slice(before) as readonly { type: string; command?: { type: string } }[];
    expect(report.map(({ type }) => type).filter((type) => type !== 'book.requested')).toEqual(
      to === from ? [] : to === 'closed' ? ['marks.closed'] : ['marks.closed', 'marks.opened'],
    );
    expect(report.flatMap(({ command }) => command?.type ?? [])).toEqual(requested);
  });

  test.each([
    ['is dismissed', { type: 'marks.dismissNotice' }, []],
    ['is taken back', { type: 'marks.undo' }, ['a']],
  ] as const)('a notice goes when it %s', async (_what, event, there) => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const { subject, state, marks } = await start(ports);
    subject.send({ type: 'marks.remove', id: 'a' });
    subject.send(event);
    expect([state().value.notice, state().context.notice, state().context.removed]).toEqual(['hidden', null, null]);
    expect(marks().map(({ id }) => id)).toEqual(there);
  });

  test('a notice closes by itself', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const { subject, state } = await start(ports);
    subject.send({ type: 'marks.remove', id: 'a' });
    ports.clock.advance(9999);
    expect(state().context.notice).not.toBeNull();
    ports.clock.advance(1);
    expect([state().value.notice, state().context.notice, state().context.removed]).toEqual(['hidden', null, null]);
  });
});

test('the same press sets and removes a bookmark, where the engine reports one in view', async () => {
  const { subject, state, marks } = await start();
  subject.send({ type: 'marks.toggleBookmark', place: fakePlace(3) });
  const [bookmark] = marks();
  expect(bookmark).toMatchObject({ kind: 'bookmark', target: '3', page: 3, chapter: 'Two' });
  expect(selectHasBookmark(state())).toBe(false);
  subject.send({ type: 'book.viewed', ids: [bookmark?.id ?? ''] });
  expect(selectHasBookmark(state())).toBe(true);
  subject.send({ type: 'marks.toggleBookmark', place: fakePlace(3) });
  expect([marks(), state().context.notice]).toEqual([[], { kind: 'removed', of: 'bookmark' }]);
});

describe('where they are kept', () => {
  test.each(['full', 'blocked'] as const)(
    'a %s browser is reported, nothing is lost, and a retry stores it',
    async (mode) => {
      const ports = createFakePorts();
      const { subject, state, marks, select, shelf } = await start(ports);
      shelf.mode = mode;
      select();
      subject.send({ type: 'marks.highlight', colour: 'green' });
      await vi.waitFor(() => expect(selectMarksFault(state())).toBe(mode));
      subject.send({ type: 'marks.toggleBookmark', place: fakePlace(1) });
      expect(marks()).toHaveLength(2);
      await vi.waitFor(() => expect(selectMarksFault(state())).toBe(mode));
      shelf.mode = 'open';
      subject.send({ type: 'marks.retry' });
      await vi.waitFor(() => expect(selectMarksFault(state())).toBeNull());
      expect([...shelf.marks.values()]).toHaveLength(2);
    },
  );

  test('an unsaved one is stored by a retry, with nothing else done', async () => {
    const { subject, state, select, shelf } = await start();
    shelf.mode = 'full';
    select();
    subject.send({ type: 'marks.highlight', colour: 'green' });
    await vi.waitFor(() => expect(selectMarksFault(state())).toBe('full'));
    shelf.mode = 'open';
    subject.send({ type: 'marks.retry' });
    await vi.waitFor(() => expect([selectMarksFault(state()), shelf.marks.size]).toEqual([null, 1]));
  });

  test('changes that the database does not have yet outlive the page, and are stored by the next one', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const closed = await start(ports);
    ports.readers.shelf.mode = 'blocked';
    closed.subject.send({ type: 'marks.edit', id: 'a' });
    for (const text of ['W', 'Wh', 'Why']) closed.subject.send({ type: 'marks.changeNote', text });
    await vi.waitFor(() => expect(selectMarksFault(closed.state())).toBe('blocked'));
    closed.stop();
    ports.readers.shelf.mode = 'open';
    const { marks, shelf } = await start(ports);
    await vi.waitFor(() => expect([...shelf.marks.values()].map(({ note }) => note)).toEqual(['Why']));
    expect(marks().map(({ note }) => note)).toEqual(['Why']);
    shelf.putElsewhere(markOf({ note: 'Why not' }));
    expect((await start(ports)).marks().map(({ note }) => note)).toEqual(['Why not']);
  });

  test('an unreadable one is reported too, and read before anything is written', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    ports.readers.shelf.mode = 'closed';
    const { subject, state, marks, select } = await start(ports);
    expect([selectMarksFault(state()), marks()]).toEqual(['blocked', []]);
    ports.readers.shelf.mode = 'open';
    select();
    subject.send({ type: 'marks.highlight', colour: 'green' });
    await vi.waitFor(() => expect(selectMarksFault(state())).toBeNull());
    expect(marks().map(({ colour }) => colour)).toEqual(['yellow', 'green']);
  });

  test("two tabs see each other's marks, and both stay", async () => {
    const ports = createFakePorts();
    const { subject, state, marks, select, shelf } = await start(ports);
    select();
    subject.send({ type: 'marks.highlight', colour: 'green' });
    shelf.putElsewhere(markOf());
    await vi.waitFor(() => expect(marks().map(({ id }) => id)).toHaveLength(2));
    expect(shelf.marks.size).toBe(2);
    // The note of a mark that goes there is closed here.
    subject.send({ type: 'marks.edit', id: 'a' });
    expect(selectEdited(state())?.id).toBe('a');
    shelf.removeElsewhere('a');
    await vi.waitFor(() => expect(state().matches({ menu: 'closed' })).toBe(true));
  });

  test('marks of another file of the item are left out', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf({ ino: '1', fileName: 'Emma.pdf' }));
    expect((await start(ports)).marks()).toEqual([]);
  });
});

describe('out and in', () => {
  test('selected words are copied with their source, or a failure is reported', async () => {
    const { subject, state, select, shelf } = await start();
    subject.send({ type: 'marks.copy' });
    select();
    subject.send({ type: 'marks.copy' });
    await vi.waitFor(() => expect(state().context.notice).toEqual({ kind: 'copied' }));
    expect(shelf.copied).toEqual(['“very little to distress”\n— Jane Austen, Emma, Two']);
    shelf.refusesCopy = true;
    subject.send({ type: 'marks.copy' });
    await vi.waitFor(() => expect(state().context.notice).toEqual({ kind: 'copyFailed' }));
  });

  test('imported marks join the existing ones, once', async () => {
    const ports = createFakePorts();
    ports.readers.shelf.putElsewhere(markOf());
    const { subject, state, marks, shelf } = await start(ports);
    const file = new Blob([jsonOf([markOf({ id: 'x' }), markOf({ id: 'y', target: 'other' })], markedBook)]);
    subject.send({ type: 'marks.import', file });
    await vi.waitFor(() => expect(state().context.notice).toEqual({ kind: 'imported', added: 1, known: 1 }));
    expect(marks().map(({ target }) => target)).toEqual([markOf().target, 'other']);
    subject.send({ type: 'marks.import', file });
    await vi.waitFor(() => expect(state().context.notice).toEqual({ kind: 'imported', added: 0, known: 2 }));
    expect(shelf.marks.size).toBe(2);
    subject.send({ type: 'marks.import', file: new Blob(['nothing']) });
    await vi.waitFor(() => expect(state().context.notice).toEqual({ kind: 'importFailed', fault: 'unreadable' }));
    expect(marks()).toHaveLength(2);
  });

  test('they are saved as files named by the book', async () => {
    const { subject, ports } = await start();
    subject.send({ type: 'marks.exportJson' });
    const colours = { yellow: 'Y', green: 'G', blue: 'B', pink: 'P', purple: 'V' };
    subject.send({ type: 'marks.exportMarkdown', words: { bookmark: 'Bookmark', colours, locale: 'en-us' } });
    expect(ports.page.shown.named).toEqual(['Emma.marks.json', 'Emma.md']);
  });
});
