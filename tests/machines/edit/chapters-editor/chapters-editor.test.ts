import { resolveObjectURL } from 'node:buffer';
import { selectEditorState, selectIsSavingDraft } from '../../../../src/machines/kit/kit.selectors.ts';
import { describe, expect, test, vi } from 'vitest';
import { chaptersEditorMachine } from '../../../../src/machines/edit/chapters-editor/chapters-editor.machine.ts';
import {
  problemAt,
  rowAt,
  selectCurrentNumber,
  selectExported,
  selectFaultCount,
  selectHasTheirs,
  selectIsChanged,
  selectIsRestored,
  selectIsUnreadable,
  selectPasted,
  selectPreview,
  selectRowIds,
  selectRows,
  typedAt,
} from '../../../../src/machines/edit/chapters-editor/chapters-editor.selectors.ts';
import {
  CHAPTER_DRAFT,
  exported,
  type ChaptersEvent,
} from '../../../../src/machines/edit/chapters-editor/chapters-editor.setup.ts';
import type { ChapterEdit } from '../../../../src/machines/edit/chapters-editor/draft.logic.ts';
import { readSigned } from '../../../../src/machines/edit/chapters-editor/editor.logic.ts';
import type { Chapter } from '../../../../src/schemas/api/audio-file.ts';
import { updateChapters } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { createFakeNavigation } from '../../../support/fakes/navigation.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody, questionClosed, reducedBook, readAgainInVain } from '../../../support/item-fixtures.ts';

const { id, media } = bookBody;
const own = (bookBody.media as unknown as { chapters: { start: number; title: string }[] }).chapters;
const withChapters = (chapters: readonly object[]) => ({ ...bookBody, media: { ...media, chapters } });
const elsewhere = withChapters([{ id: 0, start: 0, end: 431, title: 'Theirs' }]);

function start(
  ports: FakePorts = createFakePorts({ navigation: createFakeNavigation('/audiobook/x/chapters') }),
  body: object = bookBody,
) {
  ports.api.answer(getItem, body);
  const host = createHost(chaptersEditorMachine, {
    input: { route: { name: 'chapters', id }, entryKey: 'k', memory: null },
    ports,
    named: { modals: null, toasts: null, router: null, player: null },
  });
  const snapshot = () => host.subject.getSnapshot();
  return {
    ...host,
    snapshot,
    state: () => {
      const state = selectEditorState(snapshot());
      return state === 'ready' ? (selectRows(snapshot()).length === 0 ? 'empty' : 'filled') : state;
    },
    rows: () => selectRows(snapshot()).map((row) => [row.start, row.title]),
    edit: (edit: ChapterEdit) => host.subject.send({ type: 'chapters.edit', edit }),
    requested: () => host.receivedBy('modals').length,
  };
}

async function open(ports?: FakePorts, body?: object) {
  const host = start(ports, body);
  await vi.waitFor(() => expect(host.state()).not.toBe('loading'));
  return host;
}
const rename: ChapterEdit = { kind: 'setTitle', key: 0, title: 'Mine' };

describe('the editor of chapters', () => {
  test('shows a typed start only in its row, and the faults of each row', async () => {
    const { subject, snapshot, edit } = await open();
    subject.send({ type: 'chapters.typeStart', key: 1, text: 'soon' });
    expect([typedAt(0)(snapshot()), typedAt(1)(snapshot())]).toEqual([null, 'soon']);
    edit({ kind: 'setTitle', key: 1, title: ' ' });
    expect([typedAt(1)(snapshot()), problemAt(0)(snapshot()), problemAt(1)(snapshot())]).toEqual([
      'soon',
      null,
      'noTitle',
    ]);
    expect(problemAt(99)(snapshot())).toBe(null);
  });

  test('reports undo and save, and what prevents a save', async () => {
    const { subject, snapshot, edit } = await open();
    const shown = () => ({
      undo: snapshot().context.history.past.length > 0,
      redo: snapshot().context.history.future.length > 0,
      changed: selectIsChanged(snapshot()),
      faults: selectFaultCount(snapshot()),
      refused: snapshot().context.isRefused,
      unreadable: selectIsUnreadable(snapshot()),
      saving: selectIsSavingDraft(snapshot()),
      theirs: selectHasTheirs(snapshot()),
      restored: selectIsRestored(snapshot()),
    });
    const untouched = {
      undo: false,
      redo: false,
      changed: false,
      faults: 0,
      refused: false,
      unreadable: false,
      saving: false,
      theirs: false,
      restored: false,
    };
    expect(shown()).toEqual(untouched);
    edit({ kind: 'setTitle', key: 1, title: ' ' });
    expect(shown()).toEqual({ ...untouched, undo: true, changed: true, faults: 1 });
    subject.send({ type: 'chapters.save' });
    expect(shown()).toEqual({ ...untouched, undo: true, changed: true, faults: 1, refused: true });
    subject.send({ type: 'chapters.undo' });
    expect(shown()).toMatchObject({ undo: false, redo: true, changed: false, faults: 0 });
    subject.send({ type: 'chapters.typeStart', key: 1, text: 'soon' });
    expect(shown()).toMatchObject({ unreadable: true, changed: true });
    subject.send({ type: 'chapters.typeStart', key: 1, text: '1:30,25' });
    expect([shown().unreadable, rowAt(1)(snapshot())?.start]).toEqual([false, 90.25]);
  });

  test('reports the focused row, unfolded and open parts, and the chapters as a text', async () => {
    const { subject, snapshot, edit } = await open();
    const shown = () => [
      selectCurrentNumber(snapshot()),
      snapshot().context.hasTracks,
      snapshot().context.panel,
      snapshot().context.fault,
    ];
    expect(shown()).toEqual([0, false, null, null]);
    expect(selectPreview(snapshot())?.getSnapshot().status).toBe('active');
    subject.send({ type: 'chapters.touchRow', key: 1 });
    subject.send({ type: 'chapters.toggleTracks' });
    subject.send({ type: 'chapters.openPanel', panel: 'paste', pattern: '' });
    subject.send({ type: 'chapters.typeIn', field: 'pasted', value: '0:00 A\n1:00 B' });
    expect(selectPasted(snapshot()).chapters).toEqual([
      { start: 0, title: 'A' },
      { start: 60, title: 'B' },
    ]);
    expect(shown()).toEqual([2, true, 'paste', null]);
    const ids = selectRowIds(snapshot());
    expect([ids, selectRowIds(snapshot()) === ids]).toEqual([own.map((_, index) => String(index)), true]);
    edit({ kind: 'replace', chapters: [{ start: 0, title: 'Only' }] });
    expect([selectExported(snapshot()), selectRowIds(snapshot())]).toEqual([
      expect.stringContaining('Only'),
      [String(own.length)],
    ]);
  });

  test.each([
    ['90', 90],
    [' +0:10 ', 10],
    ['-1.5', -1.5],
    ['−0:01,5', -1.5],
    ['', null],
    ['-', null],
    ['+-5', null],
    ['5-', null],
    ['1\n-5', null],
    ['soon', null],
  ])('reads %j as seconds to shift by: %s', (text, seconds) => {
    expect(readSigned(text)).toBe(seconds);
  });

  test('shows starts in seconds or as times', async () => {
    const { subject, snapshot } = await open();
    expect(snapshot().context.hasSeconds).toBe(false);
    subject.send({ type: 'chapters.showSeconds', isOn: true });
    expect(snapshot().context.hasSeconds).toBe(true);
  });

  test('takes titles of two rows back one by one, and letters of one together', async () => {
    const { subject, edit, rows } = await open();
    const [first, second] = rows();
    for (const title of ['M', 'Mi']) edit({ kind: 'setTitle', key: 0, title });
    edit({ kind: 'setTitle', key: 1, title: 'N' });
    subject.send({ type: 'chapters.undo' });
    expect(rows().slice(0, 2)).toEqual([[first?.[0], 'Mi'], second]);
    subject.send({ type: 'chapters.undo' });
    expect(rows().slice(0, 2)).toEqual([first, second]);
  });

  test('saves all of them with the ends that follow, and goes back to the book', async () => {
    const { subject, ports, edit, receivedBy, parentEvents } = await open();
    edit(rename);
    edit({ kind: 'remove', key: 1 });
    ports.api.answer(updateChapters, { success: true, updated: true });
    subject.send({ type: 'chapters.save' });
    await vi.waitFor(() => expect(receivedBy('router')).toHaveLength(1));
    const [{ chapters }] = ports.api.inputsOf(updateChapters) as [{ chapters: readonly Chapter[] }];
    expect(chapters.slice(0, 2)).toEqual([
      { id: 0, start: 0, end: own[2]?.start, title: 'Mine' },
      { id: 1, start: own[2]?.start, end: own[3]?.start, title: own[2]?.title },
    ]);
    expect(chapters.at(-1)?.end).toBe(media.duration);
    expect(receivedBy('router')).toMatchObject([{ to: { name: 'item', id }, replace: true }]);
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'success' }]);
    expect(parentEvents).toMatchObject([{ type: 'page.libraryResolved' }]);
  });

  test('removes all, which is saved as an empty list', async () => {
    const { subject, ports, state } = await open();
    subject.send({ type: 'chapters.clear' });
    expect(state()).toBe('empty');
    ports.api.answer(updateChapters, { success: true, updated: true });
    subject.send({ type: 'chapters.save' });
    await vi.waitFor(() => expect(ports.api.inputsOf(updateChapters)).toEqual([{ id, chapters: [] }]));
  });

  test('sends nothing faulty or unchanged', async () => {
    const { subject, ports, edit, snapshot } = await open();
    subject.send({ type: 'chapters.save' });
    edit({ kind: 'setTitle', key: 0, title: ' ' });
    subject.send({ type: 'chapters.save' });
    edit(rename);
    subject.send({ type: 'chapters.typeStart', key: 1, text: 'soon' });
    subject.send({ type: 'chapters.save' });
    expect(snapshot().context.isRefused).toBe(true);
    expect(ports.api.inputsOf(updateChapters)).toEqual([]);
  });

  test('keeps all when a save fails, and saves on request', async () => {
    const { subject, ports, edit, snapshot, rows, receivedBy } = await open();
    edit(rename);
    ports.api.refuseOnce(updateChapters, { kind: 'server', status: 500, message: '' });
    subject.send({ type: 'chapters.save' });
    await vi.waitFor(() => expect(snapshot().context.error?.kind).toBe('server'));
    expect(rows()[0]).toEqual([0, 'Mine']);
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'error' }]);
    ports.api.answer(updateChapters, { success: true, updated: true });
    subject.send({ type: 'chapters.save' });
    expect(snapshot().context.error).toBe(null);
    await vi.waitFor(() => expect(receivedBy('router')).toHaveLength(1));
    expect([selectIsChanged(snapshot()), ports.tabStorage.read(CHAPTER_DRAFT)]).toEqual([false, null]);
  });

  test('takes a start as it is typed, and letters of one field back as one step', async () => {
    const { subject, rows, snapshot } = await open();
    for (const text of ['1', '1:', '1:4', '1:41', '1:41,0']) subject.send({ type: 'chapters.typeStart', key: 1, text });
    expect(typedAt(1)(snapshot())).toBe('1:41,0');
    expect(rows()[1]?.[0]).toBe(101);
    subject.send({ type: 'chapters.settle' });
    expect(typedAt(1)(snapshot())).toBeNull();
    subject.send({ type: 'chapters.undo' });
    expect(rows()[1]?.[0]).toBe(own[1]?.start);
    subject.send({ type: 'chapters.redo' });
    expect(rows()[1]?.[0]).toBe(101);
  });

  test('keeps an invalid start in its field, and saves nothing before it is corrected', async () => {
    const { subject, edit, snapshot, ports } = await open();
    subject.send({ type: 'chapters.typeStart', key: 1, text: 'abc' });
    subject.send({ type: 'chapters.settle' });
    edit(rename);
    subject.send({ type: 'chapters.save' });
    const { isRefused } = snapshot().context;
    expect([typedAt(1)(snapshot()), selectIsUnreadable(snapshot()), isRefused]).toEqual(['abc', true, true]);
    expect(ports.api.inputsOf(updateChapters)).toEqual([]);
    subject.send({ type: 'chapters.moveStart', key: 1, start: 50 });
    expect([typedAt(1)(snapshot()), selectIsUnreadable(snapshot())]).toEqual([null, false]);
  });

  test.each([
    ['its row is removed', { type: 'chapters.edit', edit: { kind: 'remove', key: 1 } }],
    ['all is as it was saved', { type: 'chapters.reset' }],
    ['the last step is taken back', { type: 'chapters.undo' }],
  ] as const)('an invalid start is dropped when %s', async (_, event) => {
    const { subject, snapshot } = await open();
    subject.send({ type: 'chapters.typeStart', key: 1, text: 'abc' });
    subject.send({ type: 'chapters.settle' });
    expect([selectIsUnreadable(snapshot()), selectIsChanged(snapshot())]).toEqual([true, true]);
    subject.send(event);
    expect(selectIsUnreadable(snapshot())).toBe(false);
  });

  test('confirms first before it saves chapters without a length', async () => {
    const { subject, ports, edit, receivedBy, snapshot } = await open();
    edit({ kind: 'setStart', key: 1, start: 0 });
    ports.api.answer(updateChapters, { success: true, updated: true });
    subject.send({ type: 'chapters.save' });
    expect(receivedBy('modals')).toMatchObject([
      {
        tag: 'save',
        input: {
          message: { key: 'chaptersQuestion.noLength', values: { count: 1, title: own[0]?.title } },
          confirmLabel: { key: 'chaptersQuestion.saveAnyway' },
        },
      },
    ]);
    subject.send(questionClosed(false));
    expect([snapshot().matches({ editing: { draft: 'resting' } }), ports.api.inputsOf(updateChapters)]).toEqual([
      true,
      [],
    ]);
    subject.send({ type: 'chapters.save' });
    subject.send(questionClosed(true));
    await vi.waitFor(() => expect(receivedBy('router')).toHaveLength(1));
    expect(ports.api.inputsOf(updateChapters)).toMatchObject([{ chapters: { length: own.length } }]);
  });

  test('a border that is dragged stays between its neighbours, and the drag is one step', async () => {
    const { subject, rows } = await open();
    const [from, to] = [own[0]?.start ?? 0, own[2]?.start ?? 0];
    for (const start of [from - 5, 5, to + 100]) subject.send({ type: 'chapters.moveStart', key: 1, start });
    expect(rows()[1]?.[0]).toBe(to);
    subject.send({ type: 'chapters.undo' });
    expect(rows()[1]?.[0]).toBe(own[1]?.start);
  });

  test('silences become chapters in one step', async () => {
    const { subject, edit, rows } = await open();
    const before = rows().length;
    edit({ kind: 'insertMany', starts: [1, 2] });
    expect(
      rows()
        .slice(0, 3)
        .map(([start]) => start),
    ).toEqual([0, 1, 2]);
    subject.send({ type: 'chapters.undo' });
    expect(rows()).toHaveLength(before);
  });

  test('the row that had the focus is listened to, and its waveform shown', async () => {
    const { subject, snapshot } = await open();
    subject.send({ type: 'chapters.touchRow', key: 1 });
    subject.send({ type: 'chapters.listen', how: 'around' });
    subject.send({ type: 'chapters.toggleWave' });
    const { preview, wave } = snapshot().children;
    const start = own[1]?.start ?? 0;
    expect(preview?.getSnapshot().context.place).toEqual({
      id: 'around',
      time: Math.max(0, start - 3),
      until: start + 3,
    });
    expect(wave?.getSnapshot().matches('shown')).toBe(true);
  });

  test('a new row gets the focus', async () => {
    const { edit, snapshot } = await open();
    edit({ kind: 'insertBelow', key: 1 });
    expect(snapshot().context).toMatchObject({ follow: { index: 2 }, current: own.length });
  });

  test('applies a panel, and says why it can’t', async () => {
    const { subject, rows, snapshot } = await open();
    subject.send({ type: 'chapters.openPanel', panel: 'shift', pattern: '' });
    subject.send({ type: 'chapters.typeIn', field: 'seconds', value: '-1:41.472' });
    subject.send({ type: 'chapters.runPanel' });
    expect(snapshot().context).toMatchObject({ panel: 'shift', fault: 'shiftBeforeStart' });
    subject.send({ type: 'chapters.typeIn', field: 'seconds', value: '-0:01.472' });
    subject.send({ type: 'chapters.runPanel' });
    expect(snapshot().context.panel).toBeNull();
    expect(
      rows()
        .slice(0, 2)
        .map(([at]) => at),
    ).toEqual([0, 100]);
    subject.send({ type: 'chapters.openPanel', panel: 'paste', pattern: '' });
    subject.send({ type: 'chapters.typeIn', field: 'pasted', value: '0:00 A\n1:00 B' });
    subject.send({ type: 'chapters.runPanel' });
    expect(rows()).toEqual([
      [0, 'A'],
      [60, 'B'],
    ]);
    subject.send({ type: 'chapters.takeTracks' });
    expect(rows()).toEqual([[0, "Alice's Adventures in Wonderland"]]);
    subject.send({ type: 'chapters.reset' });
    expect(rows().map(([, title]) => title)).toEqual(own.map(({ title }) => title));
  });
});

describe('the draft of the tab', () => {
  const titled = (chapters: readonly { start: number; title: string }[]) =>
    chapters.map((chapter) => ({ start: chapter.start, title: chapter.title }));
  /** The editor's draft for storage. */
  const keptNow = ({ snapshot }: Pick<Awaited<ReturnType<typeof open>>, 'snapshot'>) =>
    selectIsChanged(snapshot())
      ? {
          itemId: id,
          base: titled(snapshot().context.base),
          rows: titled(selectRows(snapshot())),
        }
      : null;

  test('is the draft, after every edit', async () => {
    const host = await open();
    const { subject, ports } = host;
    const edits: readonly ChaptersEvent[] = [
      { type: 'chapters.edit', edit: rename },
      { type: 'chapters.typeStart', key: 1, text: '1:41' },
      { type: 'chapters.moveStart', key: 1, start: 50 },
      { type: 'chapters.undo' },
      { type: 'chapters.redo' },
      { type: 'chapters.reset' },
      { type: 'chapters.clear' },
      { type: 'chapters.takeTracks' },
    ];
    const expectKept = (edit: ChaptersEvent) => {
      const before = keptNow(host);
      subject.send(edit);
      expect([edit.type, keptNow(host)]).not.toEqual([edit.type, before]);
      expect([edit.type, ports.tabStorage.read(CHAPTER_DRAFT)]).toEqual([edit.type, keptNow(host)]);
    };
    edits.forEach(expectKept);
    subject.send({ type: 'chapters.openPanel', panel: 'paste', pattern: '' });
    subject.send({ type: 'chapters.typeIn', field: 'pasted', value: '0:00 A' });
    expectKept({ type: 'chapters.runPanel' });
  });

  test.each(['chapters.takeTheirs', 'chapters.keepMine'] as const)(
    'is another one when the chapters are others by now, and after %s',
    async (type) => {
      const host = await open();
      const { subject, ports, edit, snapshot } = host;
      edit(rename);
      ports.api.answer(getItem, elsewhere);
      subject.send({ type: 'page.refresh', again: true });
      await vi.waitFor(() => expect(selectHasTheirs(snapshot())).toBe(true));
      expect(ports.tabStorage.read(CHAPTER_DRAFT)).toEqual(keptNow(host));
      ports.tabStorage.write(CHAPTER_DRAFT, { itemId: 'stale', base: [], rows: [] });
      subject.send({ type });
      expect(ports.tabStorage.read(CHAPTER_DRAFT)).toEqual(keptNow(host));
    },
  );

  test('goes with the book', async () => {
    const { subject, ports, edit, state } = await open();
    edit(rename);
    subject.send({ type: 'server.item.removed', item: { id } });
    expect([state(), ports.tabStorage.read(CHAPTER_DRAFT)]).toEqual(['removed', null]);
  });
});

test('a panel closes with its error, and its text is saved as a file', async () => {
  const { subject, snapshot, ports } = await open();
  subject.send({ type: 'chapters.openPanel', panel: 'shift', pattern: '' });
  subject.send({ type: 'chapters.typeIn', field: 'seconds', value: '-1:41.472' });
  subject.send({ type: 'chapters.runPanel' });
  expect([snapshot().context.panel, snapshot().context.fault]).toEqual(['shift', 'shiftBeforeStart']);
  subject.send({ type: 'chapters.closePanel' });
  expect([snapshot().context.panel, snapshot().context.fault]).toEqual([null, null]);
  subject.send({ type: 'chapters.openPanel', panel: 'export', pattern: '' });
  subject.send({ type: 'chapters.download' });
  const { name, text } = exported(snapshot().context);
  expect(ports.page.shown.named).toEqual([name]);
  expect(await resolveObjectURL(ports.page.shown.downloaded[0] ?? '')?.text()).toBe(text);
});

describe('leaving the editor', () => {
  test('confirms unsaved edits, and stays without a yes', async () => {
    const { subject, ports, edit, requested } = await open();
    edit(rename);
    ports.navigation.navigate('/elsewhere');
    expect(requested()).toBe(1);
    subject.send(questionClosed(false));
    expect(ports.navigation.current().pathname).toBe('/audiobook/x/chapters');
    ports.navigation.back();
    expect(requested()).toBe(2);
    expect(ports.navigation.current().pathname).toBe('/audiobook/x/chapters');
  });

  test('goes where it was wanted after a yes, and forgets the draft', async () => {
    const { subject, ports, edit, snapshot } = await open();
    edit(rename);
    ports.navigation.navigate('/elsewhere');
    subject.send(questionClosed(true));
    await vi.waitFor(() => expect(ports.navigation.current().pathname).toBe('/elsewhere'));
    expect(snapshot().matches({ editing: { draft: 'resting' } })).toBe(true);
    const again = await open(ports);
    expect(selectIsChanged(again.snapshot())).toBe(false);
  });

  test('asks nothing when nothing is changed, or all was undone', async () => {
    const { subject, ports, edit, requested } = await open();
    edit(rename);
    subject.send({ type: 'chapters.undo' });
    ports.navigation.navigate('/elsewhere');
    expect(requested()).toBe(0);
    expect(ports.navigation.current().pathname).toBe('/elsewhere');
  });

  test('by a reload keeps the draft', async () => {
    const first = await open();
    first.edit(rename);
    first.stop();
    const { rows, snapshot, subject } = await open(first.ports);
    expect(rows()[0]).toEqual([0, 'Mine']);
    expect(selectIsRestored(snapshot())).toBe(true);
    subject.send({ type: 'chapters.undo' });
    expect(selectIsChanged(snapshot())).toBe(false);
  });

  test('by a reload keeps the draft, with a question when the chapters are others by then', async () => {
    const first = await open();
    first.edit(rename);
    first.stop();
    const { snapshot, rows } = await open(first.ports, elsewhere);
    expect(rows()[0]).toEqual([0, 'Mine']);
    expect(snapshot().context.theirs).toMatchObject([{ title: 'Theirs' }]);
    expect(selectHasTheirs(snapshot())).toBe(true);
  });

  test('by a reload, once or twice, keeps the choice of chapters open, and nothing is saved before', async () => {
    const first = await open();
    first.edit(rename);
    first.ports.api.answer(getItem, elsewhere);
    first.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(selectHasTheirs(first.snapshot())).toBe(true));
    first.stop();
    const second = await open(first.ports, elsewhere);
    second.edit({ kind: 'setTitle', key: 1, title: 'Mine too' });
    second.stop();
    const { subject, snapshot, rows, ports } = await open(first.ports, elsewhere);
    expect(rows().map(([, title]) => title)).toEqual(['Mine', 'Mine too', ...own.slice(2).map(({ title }) => title)]);
    expect(selectHasTheirs(snapshot())).toBe(true);
    subject.send({ type: 'chapters.save' });
    expect(ports.api.inputsOf(updateChapters)).toEqual([]);
    subject.send({ type: 'chapters.reset' });
    expect([rows(), selectHasTheirs(snapshot()), selectIsChanged(snapshot())]).toEqual([[[0, 'Theirs']], false, false]);
  });
});

describe('a change from elsewhere', () => {
  const report = (host: Awaited<ReturnType<typeof open>>, body: object = elsewhere) => {
    host.ports.api.answer(getItem, body);
    host.subject.send({ type: 'server.item.updated', item: reducedBook });
    host.ports.clock.advance(300);
  };

  test('is taken while nothing is edited here', async () => {
    const host = await open();
    report(host);
    await vi.waitFor(() => expect(host.rows()).toEqual([[0, 'Theirs']]));
    expect(selectIsChanged(host.snapshot())).toBe(false);
  });

  test('is a question during edits, and nothing is saved before', async () => {
    const host = await open();
    host.edit(rename);
    report(host);
    await vi.waitFor(() => expect(host.snapshot().context.theirs).not.toBeNull());
    expect(host.rows()[0]).toEqual([0, 'Mine']);
    host.subject.send({ type: 'chapters.save' });
    expect(host.ports.api.inputsOf(updateChapters)).toEqual([]);
    host.subject.send({ type: 'chapters.takeTheirs' });
    expect(host.rows()).toEqual([[0, 'Theirs']]);
    host.subject.send({ type: 'chapters.undo' });
    expect(host.rows()[0]).toEqual([0, 'Mine']);
  });

  test('of the book, but not of its chapters, leaves the draft and the redo steps', async () => {
    const host = await open();
    host.edit(rename);
    host.subject.send({ type: 'chapters.undo' });
    const before = host.snapshot().context;
    report(host, withChapters(own));
    await vi.waitFor(() => expect(host.snapshot().context.book).not.toBe(before.book));
    expect(host.snapshot().context).toEqual({ ...before, book: expect.objectContaining({ id }) as object });
    host.subject.send({ type: 'chapters.redo' });
    expect(host.rows()[0]).toEqual([0, 'Mine']);
  });

  test('to the values here is no question, and leaves nothing to save', async () => {
    const host = await open();
    host.edit({ kind: 'replace', chapters: [{ start: 0, title: 'Theirs' }] });
    report(host);
    await vi.waitFor(() => expect(selectIsChanged(host.snapshot())).toBe(false));
    expect([selectHasTheirs(host.snapshot()), host.snapshot().context.history.past.length > 0]).toEqual([false, true]);
  });

  test('is replaced by the values here on request', async () => {
    const host = await open();
    host.edit(rename);
    report(host);
    await vi.waitFor(() => expect(host.snapshot().context.theirs).not.toBeNull());
    host.subject.send({ type: 'chapters.keepMine' });
    host.ports.api.answer(updateChapters, { success: true, updated: true });
    host.subject.send({ type: 'chapters.save' });
    await vi.waitFor(() => expect(host.ports.api.inputsOf(updateChapters)).toHaveLength(1));
  });
});

describe('the editor of', () => {
  test('a podcast says that it has nothing to edit', async () => {
    const { state, parentEvents } = await open(undefined, podcastBody);
    expect(state()).toBe('unavailable');
    const { libraryId } = podcastBody as unknown as { libraryId: string };
    expect(parentEvents).toEqual([{ type: 'page.libraryResolved', libraryId }]);
  });

  test.each(readAgainInVain('filled'))(
    'a book that %s is shown only while it may be there',
    async (_, error, expected) => {
      const { subject, ports, state } = await open();
      ports.api.refuseOnce(getItem, error);
      subject.send({ type: 'page.refresh', again: true });
      await vi.waitFor(() => expect(ports.api.inputsOf(getItem)).toHaveLength(2));
      await vi.waitFor(() => expect(state()).toBe(expected));
    },
  );

  test.each([
    ['with it', [{ ...reducedBook, id: 'x' }, reducedBook], 2],
    ['without it', [{ ...reducedBook, id: 'x' }], 1],
  ])('a book is reloaded after server events of several %s', async (_, items, times) => {
    const { subject, ports, rows } = await open();
    ports.api.answer(getItem, elsewhere);
    subject.send({ type: 'server.items.updated', items: { items, dropped: [] } });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(rows()[0]?.[1] === 'Theirs').toBe(times === 2));
    expect(ports.api.inputsOf(getItem)).toHaveLength(times);
  });

  test('a book that is removed says so', async () => {
    const { subject, state } = await open();
    subject.send({ type: 'server.item.removed', item: { id } });
    expect(state()).toBe('removed');
  });

  test.each([{ type: 'page.retry' }, { type: 'page.refresh', again: true }] as const)(
    'a book that failed to load says why, and retries after %o',
    async (event) => {
      const ports = createFakePorts();
      const host = start(ports);
      ports.api.refuseOnce(getItem, { kind: 'network' });
      await vi.waitFor(() => expect(host.state()).toBe('failed'));
      expect(host.snapshot().context.error).toEqual({ kind: 'network' });
      host.subject.send(event);
      expect(host.state()).toBe('loading');
      await vi.waitFor(() => expect(host.state()).toBe('filled'));
    },
  );
});
