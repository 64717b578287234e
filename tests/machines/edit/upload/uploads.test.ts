import { describe, expect, test, vi } from 'vitest';
import { UPLOAD_LEFT } from '../../../../src/machines/edit/upload/uploads.setup.ts';
import { uploadsMachine } from '../../../../src/machines/edit/upload/uploads.machine.ts';
import {
  directoryAt,
  ENDINGS,
  problemAt,
  rowAt,
  selectCounts,
  selectFolderId,
  selectHasNoProviders,
  selectLooseCount,
  selectProvider,
  selectProviders,
  selectRowKeys,
  selectSharedFolder,
  selectTotals,
  selectUploadLibrary,
  selectWork,
  showsFiles,
} from '../../../../src/machines/edit/upload/upload.selectors.ts';
import { libraryList } from '../../../../src/schemas/api/library.ts';
import type { AppError } from '../../../../src/schemas/app-error.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import { ping } from '../../../../src/services/endpoints/server.ts';
import { checkPath } from '../../../../src/services/endpoints/uploads.ts';
import { createFakeNavigation } from '../../../support/fakes/navigation.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { libraryBody, libraryOf } from '../../../support/library-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const recorded = z.parse(libraryList, recording('libraries/list').response.body);
const named = (name: string, bytes = 100) => new File(['x'.repeat(bytes)], name);

const fileEntry = (fullPath: string, file: File | null = named(fullPath.split('/').at(-1) ?? '')) =>
  ({
    fullPath,
    isDirectory: false,
    file: (done: (file: File) => void, fail: (cause: unknown) => void) =>
      file ? done(file) : fail(new Error('locked')),
  }) as unknown as FileSystemEntry;
const folderEntry = (fullPath: string, children: FileSystemEntry[]) =>
  ({
    fullPath,
    isDirectory: true,
    createReader: () => {
      const parts = [children, []];
      return { readEntries: (done: (part: FileSystemEntry[]) => void) => done(parts.shift() ?? []) };
    },
  }) as unknown as FileSystemEntry;

function start(ports: FakePorts = createFakePorts({ navigation: createFakeNavigation('/upload') })) {
  ports.api.answer(checkPath, { exists: false });
  ports.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body as object);
  const host = createHost(uploadsMachine, {
    ports,
    named: { modals: null },
  });
  const snapshot = () => host.subject.getSnapshot();
  const states = () => snapshot().context.rows.map(({ state }) => state.kind);
  return {
    ...host,
    snapshot,
    states,
    work: () => selectWork(snapshot()),
    problems: () => states().map((_, index) => problemAt(index)(snapshot())?.kind ?? null),
    async pick(...files: File[]) {
      const before = states().length;
      host.subject.send({ type: 'upload.pick', pick: { files, entries: [] } });
      await vi.waitFor(() => expect(states().length).toBeGreaterThan(before));
    },
    isSending: (count: number) => vi.waitFor(() => expect(ports.files.sent).toHaveLength(count)),
    isAt: (...expected: string[]) => vi.waitFor(() => expect(states()).toEqual(expected)),
  };
}

function open(ports?: FakePorts, data = recorded) {
  const host = start(ports);
  host.subject.send({ type: 'uploads.opened', data });
  return host;
}

describe('an upload', () => {
  test('sends two items at once and the next when one is done, each with its folder checked first', async () => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    expect(page.ports.files.preparations, 'the server may be gone when they are sent').toBe(1);
    page.subject.send({ type: 'upload.start' });
    await page.isAt('sending', 'sending', 'waiting');
    await page.isSending(2);
    expect(Object.keys(page.snapshot().children)).toEqual(expect.arrayContaining(['awake', 'closingQuestion']));
    page.ports.files.sending(0).progress({ sentBytes: 50, totalBytes: 110 });
    expect(selectTotals(page.snapshot())).toMatchObject({ items: 3, sentItems: 0, bytes: 300, sentBytes: 50 });
    page.ports.files.sending(0).answer('OK');
    await page.isAt('sent', 'sending', 'sending');
    await page.isSending(3);
    page.ports.files.sending(1).answer('OK');
    page.ports.files.sending(2).answer('OK');
    await page.isAt('sent', 'sent', 'sent');
    expect([page.work(), Object.keys(page.snapshot().children)]).toEqual(['resting', ['lookUp']]);
    expect(page.ports.files.sent[0]).toMatchObject({ name: 'uploads.item', input: { title: 'A', author: '' } });
    expect(page.ports.api.inputsOf(checkPath)).toContainEqual({ directory: 'C', folderPath: expect.any(String) });
  });

  test('is refused while an item has no title, and says so only then (UPL-002)', async () => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.type', key: 2, field: 'title', value: ' ' });
    expect(page.problems()).toEqual([null, null]);
    page.subject.send({ type: 'upload.start' });
    expect([page.problems(), page.states()]).toEqual([
      [null, 'noTitle'],
      ['ready', 'ready'],
    ]);
    expect(page.snapshot().context.follow).toEqual({ index: 1 });
    page.subject.send({ type: 'upload.type', key: 2, field: 'title', value: 'CON' });
    expect(page.problems()).toEqual([null, 'badTitle']);
    expect(selectCounts(page.snapshot()), 'it can be mended').toMatchObject({ ready: 2, held: 0 });
    page.subject.send({ type: 'upload.reset' });
    await page.pick(named('CON.mp3'));
    expect(page.problems(), 'of a new list nobody has tried anything').toEqual([null]);
  });

  test('blocks duplicates of a folder, and existing items, and sends the rest', async () => {
    const page = open();
    page.ports.api.answer(checkPath, ({ directory }: { directory: string }) =>
      directory === 'Taken' ? { exists: true, libraryItemTitle: 'Old' } : { exists: false },
    );
    await page.pick(named('A.mp3'), named('Taken.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.type', key: 2, field: 'title', value: 'a' });
    page.ports.clock.advance(500);
    await vi.waitFor(() => expect(page.problems()).toEqual([null, 'twice', 'taken']));
    page.subject.send({ type: 'upload.start' });
    await page.isAt('sending', 'ready', 'ready');
    page.subject.send({ type: 'upload.type', key: 2, field: 'author', value: 'Me' });
    page.subject.send({ type: 'upload.start' });
    await page.isAt('sending', 'sending', 'ready');
    expect(directoryAt(1)(page.snapshot())).toBe('Me/a');
  });

  test('checks a folder once, and sends unchecked ones', async () => {
    const page = open();
    page.ports.api.refuse(checkPath, { kind: 'server', status: 500, message: '' });
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.ports.clock.advance(500);
    const checks = () => page.snapshot().context.rows.map(({ check }) => check?.found);
    await vi.waitFor(() => expect(checks()).toEqual(['unknown', 'unknown']));
    expect(page.ports.api.inputsOf(checkPath)).toHaveLength(2);
    page.ports.api.answer(checkPath, { exists: false });
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
  });

  test('finds a folder taken at the last moment, and sends nothing there', async () => {
    const page = open();
    await page.pick(named('A.mp3'));
    page.ports.clock.advance(500);
    await vi.waitFor(() => expect(page.snapshot().context.rows[0]?.check?.found).toBe('free'));
    page.ports.api.answer(checkPath, { exists: true });
    page.subject.send({ type: 'upload.start' });
    await vi.waitFor(() => expect(page.problems()).toEqual(['taken']));
    expect(page.ports.files.sent).toEqual([]);
  });

  test.each<[string, AppError]>([
    ['the connection broke', { kind: 'network' }],
    ['a proxy gave up', { kind: 'server', status: 504, message: '' }],
  ])('takes a folder for its own where all was sent there and %s before the answer', async (_name, error) => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.ports.files.sending(0).progress({ sentBytes: 300, totalBytes: 300 });
    page.ports.files.sending(1).progress({ sentBytes: 40, totalBytes: 300 });
    page.ports.api.answer(checkPath, { exists: true, libraryItemTitle: 'A' });
    page.ports.files.sending(0).refuse(error);
    page.ports.files.sending(1).refuse(error);
    await vi.waitFor(() => expect(page.work()).not.toBe('sending'));
    page.subject.send({ type: 'upload.goOn' });
    page.subject.send({ type: 'upload.retry', key: null });
    await vi.waitFor(() => expect(page.problems()).toEqual(['ours', 'taken']));
    expect([page.states(), page.ports.files.sent.length]).toEqual([['ready', 'ready'], 2]);
    page.subject.send({ type: 'upload.type', key: 1, field: 'title', value: 'C' });
    page.ports.clock.advance(500);
    await vi.waitFor(() => expect(page.problems()).toEqual(['taken', 'taken']));
  });

  test('says of one that failed why, and sends it again alone', async () => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.ports.files.sending(0).refuse({ kind: 'tooLarge', message: '' });
    page.ports.files.sending(1).answer('OK');
    await page.isAt('failed', 'sent');
    expect(selectTotals(page.snapshot())).toMatchObject({ items: 2, sentItems: 1, failedItems: 1 });
    page.subject.send({ type: 'upload.retry', key: null });
    await page.isSending(3);
    page.ports.files.sending(2).answer('OK');
    await page.isAt('sent', 'sent');
    expect(selectTotals(page.snapshot())).toMatchObject({ items: 1, sentItems: 1 });
  });

  test('cancels one that is being sent, and the next takes its place; all stop on request', async () => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.subject.send({ type: 'upload.stop', key: 1 });
    expect(page.ports.files.sending(0).isAborted).toBe(true);
    await page.isAt('ready', 'sending', 'sending');
    page.subject.send({ type: 'upload.stop', key: null });
    expect([page.states(), page.work()]).toEqual([['ready', 'ready', 'ready'], 'resting']);
    expect(page.snapshot().children.awake).toBeUndefined();
  });

  test('waits when the connection breaks, and resumes when the server answers', async () => {
    const page = open();
    page.ports.api.refuseOnce(ping, { kind: 'network' });
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.ports.files.sending(0).refuse({ kind: 'network' });
    page.ports.files.sending(1).refuse({ kind: 'network' });
    await page.isAt('waiting', 'waiting');
    expect(page.work()).toBe('interrupted');
    page.ports.clock.advance(3000);
    await vi.waitFor(() => expect(page.snapshot().matches({ work: { interrupted: 'pausing' } })).toBe(true));
    page.ports.api.answer(ping, { success: true });
    page.ports.clock.advance(3000);
    await page.isSending(4);
    page.ports.files.sending(2).answer('OK');
    page.ports.files.sending(3).answer('OK');
    await page.isAt('sent', 'sent');
  });

  test('treats a connection without a byte for a minute as broken, but not while the server stores', async () => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.ports.clock.advance(40_000);
    page.ports.files.sending(0).progress({ sentBytes: 50, totalBytes: 110 });
    page.ports.files.sending(1).progress({ sentBytes: 110, totalBytes: 110 });
    page.ports.clock.advance(40_000);
    expect(page.work()).toBe('sending');
    page.ports.clock.advance(20_000);
    expect([page.states(), page.work()]).toEqual([['waiting', 'sending'], 'interrupted']);
    expect(page.ports.files.sending(0).isAborted).toBe(true);
  });

  test('gives an item up whose connection breaks three times while the server answers', async () => {
    const page = open();
    await page.pick(named('A.mp3'));
    page.subject.send({ type: 'upload.start' });
    for (const attempt of [0, 1]) {
      await page.isSending(attempt + 1);
      page.ports.files.sending(attempt).refuse({ kind: 'network' });
      await vi.waitFor(() => expect(page.work()).toBe('interrupted'));
      page.subject.send({ type: 'upload.goOn' });
    }
    await page.isSending(3);
    page.ports.files.sending(2).refuse({ kind: 'network' });
    await page.isAt('failed');
    expect(page.work()).toBe('resting');
  });

  test.each([
    { kind: 'server', status: 507, message: 'full' },
    { kind: 'server', status: 500, message: 'ENOSPC: no space left on device, write' },
    { kind: 'notFound', message: '' },
    { kind: 'unauthorized', message: '' },
    { kind: 'rateLimited', message: '', retryAfterSeconds: null },
    { kind: 'forbidden', message: '' },
  ] as const)('stops when all would fail ($kind), keeps pending items, and resumes on request', async (error) => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.ports.files.sending(0).refuse(error);
    await page.isAt('waiting', 'sending', 'waiting');
    expect([page.work(), page.snapshot().context.error]).toEqual(['blocked', error]);
    page.subject.send({ type: 'upload.goOn' });
    expect(page.snapshot().context.error).toBeNull();
    await page.isAt('sending', 'sending', 'waiting');
    page.subject.send({ type: 'upload.stop', key: null });
    await page.isAt('ready', 'ready', 'ready');
  });

  test('leaving the page confirms first while something is not started', async () => {
    const page = open();
    await page.pick(named('A.mp3'));
    page.ports.navigation.back();
    await vi.waitFor(() => expect(page.receivedBy('modals')).toHaveLength(1));
    page.subject.send(questionClosed(false));
    expect(page.snapshot().matches({ page: { open: { door: { held: 'shut' } } } })).toBe(true);
    page.ports.navigation.navigate('/elsewhere');
    page.subject.send(questionClosed(false));
    expect([page.receivedBy('modals').length, page.ports.navigation.current().pathname]).toEqual([2, '/upload']);
    expect(page.receivedBy('modals')).toMatchObject([{ input: { message: { key: 'confirm.leaveUpload' } } }, {}]);
    page.subject.send({ type: 'upload.start' });
    expect(page.snapshot().matches({ page: { open: { door: 'open' } } })).toBe(true);
    page.ports.navigation.back();
    expect([page.receivedBy('modals').length, page.ports.navigation.held]).toEqual([2, 0]);
  });

  test('a sign-out confirms first until all is uploaded, whichever page is open', async () => {
    const page = open();
    const signedOut = vi.fn();
    const signOut = () => page.ports.navigation.asksFirst(signedOut);
    expect(signOut()).toBe(false);
    await page.pick(named('A.mp3'));
    expect(signOut()).toBe(true);
    page.subject.send(questionClosed(false));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(1);
    page.subject.send({ type: 'uploads.left' });
    expect(signOut()).toBe(true);
    expect(page.receivedBy('modals')).toMatchObject([
      { input: { message: { key: 'confirm.endUploads' } } },
      { input: { message: { key: 'confirm.endUploads' } } },
    ]);
    page.subject.send(questionClosed(false));
    page.ports.files.sending(0).answer('OK');
    await page.isAt('sent');
    expect(signOut()).toBe(false);
    expect(signedOut).not.toHaveBeenCalled();
  });

  test('a sign-out follows its confirmation', async () => {
    const page = open();
    const signedOut = vi.fn();
    await page.pick(named('A.mp3'));
    page.ports.navigation.asksFirst(signedOut);
    page.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(signedOut).toHaveBeenCalledTimes(1));
    expect(page.ports.navigation.asksFirst(signedOut)).toBe(false);
  });

  test('leads on who leaves all the same', async () => {
    const page = open();
    await page.pick(named('A.mp3'));
    page.ports.navigation.navigate('/elsewhere');
    page.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(page.ports.navigation.current().pathname).toBe('/elsewhere'));
    expect(page.snapshot().matches({ page: { open: { door: { held: 'shut' } } } })).toBe(true);
  });

  test('cut short by a reload is reported once, in the chosen library and folder', async () => {
    const before = open();
    const other = before.snapshot().context.libraries.at(-1);
    const place = { libraryId: other?.id ?? '', folderId: other?.folders.at(-1)?.id ?? '' };
    before.subject.send({ type: 'upload.chooseLibrary', id: place.libraryId });
    before.subject.send({ type: 'upload.chooseFolder', id: place.folderId });
    expect(before.ports.tabStorage.read(UPLOAD_LEFT)).toBeNull();
    await before.pick(named('A.mp3'));
    before.subject.send({ type: 'upload.chooseFolder', id: 'another' });
    expect(before.snapshot().context.folderId, 'what is chosen goes where it was chosen for').toBe(place.folderId);
    expect(before.ports.tabStorage.read(UPLOAD_LEFT)).toEqual(place);
    expect(
      open().snapshot().context.left !== null && open().snapshot().context.nextKey === 1,
      'of a page that is new',
    ).toBe(false);

    const ports = createFakePorts({ navigation: createFakeNavigation('/upload') });
    ports.tabStorage.write(UPLOAD_LEFT, place);
    const page = open(ports);
    expect([
      page.snapshot().context.left !== null && page.snapshot().context.nextKey === 1,
      ports.tabStorage.read(UPLOAD_LEFT),
    ]).toEqual([true, null]);
    expect(page.snapshot().context).toMatchObject(place);
    await page.pick(named('A.mp3'));
    expect(page.snapshot().context.left !== null && page.snapshot().context.nextKey === 1).toBe(false);
    page.subject.send({ type: 'upload.start' });
    await page.isSending(1);
    page.ports.files.sending(0).answer('OK');
    await page.isAt('sent');
    expect(ports.tabStorage.read(UPLOAD_LEFT), 'all is uploaded').toBeNull();
  });

  test('takes 200 folders at once, each its item, and never sends more than two of them', async () => {
    const page = open();
    const entries = Array.from({ length: 200 }, (_, index) =>
      folderEntry(`/Title ${index}`, [fileEntry(`/Title ${index}/01.mp3`), fileEntry(`/Title ${index}/cover.jpg`)]),
    );
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries } });
    await vi.waitFor(() => expect(page.states()).toHaveLength(200));
    expect(page.snapshot().context.rows.map(({ title, files }) => `${title}: ${files.length}`)).toEqual(
      entries.map((_, index) => `Title ${index}: 2`),
    );
    page.subject.send({ type: 'upload.start' });
    let most = 0;
    const { unsubscribe } = page.subject.subscribe(() => {
      most = Math.max(most, page.states().filter((state) => state === 'sending').length);
    });
    for (let index = 0; index < 200; index += 1) {
      await vi.waitUntil(() => page.ports.files.sent.length > index, { interval: 1 });
      page.ports.files.sending(index).answer('OK');
    }
    await vi.waitFor(() => expect(selectTotals(page.snapshot())).toMatchObject({ items: 200, sentItems: 200 }));
    expect([most, page.work(), Object.keys(page.snapshot().children)]).toEqual([2, 'resting', ['lookUp']]);
    unsubscribe();
  });

  test('removes items and brings them back', async () => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('x.exe'));
    expect(page.snapshot().context.ignored).toHaveLength(1);
    page.subject.send({ type: 'upload.remove', key: 1 });
    expect(selectCounts(page.snapshot())).toMatchObject({ ready: 1 });
    page.subject.send({ type: 'upload.restore' });
    page.subject.send({ type: 'upload.reset' });
    expect(page.snapshot().context).toMatchObject({ rows: [], ignored: [] });
    page.subject.send({ type: 'upload.restore' });
    expect(page.snapshot().context.rows.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test("reports its items' states, and the progress of a run", async () => {
    const page = open();
    const counts = () => selectCounts(page.snapshot());
    const [none, sentAlready] = [
      { ready: 0, held: 0, failed: 0, queued: 0, sent: 0 },
      { sent: 1, failed: 1 },
    ];
    expect(counts()).toEqual(none);
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    page.subject.send({ type: 'upload.type', key: 3, field: 'title', value: '' });
    expect(counts(), 'one without a title is asked for').toEqual({ ...none, ready: 3 });
    page.subject.send({ type: 'upload.type', key: 3, field: 'title', value: 'a' });
    expect(counts(), 'the third goes where the first goes').toEqual({ ...none, ready: 2, held: 1 });
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    expect(counts()).toEqual({ ...none, held: 1, queued: 2 });
    const kept = [selectRowKeys(page.snapshot()), counts(), selectTotals(page.snapshot())] as const;
    page.subject.send({ type: 'upload.toggleIgnored' });
    expect(
      [selectRowKeys(page.snapshot()), counts(), selectTotals(page.snapshot())].map((now, at) => now === kept[at]),
    ).toEqual([true, true, true]);
    page.ports.clock.advance(2000);
    page.ports.files.sending(0).progress({ sentBytes: 20, totalBytes: 110 });
    page.ports.clock.advance(2000);
    page.ports.files.sending(0).progress({ sentBytes: 60, totalBytes: 110 });
    expect(selectTotals(page.snapshot())).toEqual({
      items: 2,
      sentItems: 0,
      failedItems: 0,
      bytes: 200,
      sentBytes: 60,
      speed: 20,
      secondsLeft: 7,
    });
    expect([selectRowKeys(page.snapshot()) === kept[0], kept[0]]).toEqual([true, ['1', '2', '3']]);
    page.ports.files.sending(0).answer('OK');
    page.ports.files.sending(1).refuse({ kind: 'tooLarge', message: '' });
    await page.isAt('sent', 'failed', 'ready');
    expect(counts(), 'one that failed can be sent again').toEqual({ ...none, ...sentAlready, ready: 2 });
  });

  test('reports the chosen items, their results and their view', async () => {
    const page = open();
    const shown = () => ({
      isReading: page.snapshot().matches({ page: { open: { picking: 'reading' } } }),
      foundNothing: page.snapshot().context.foundNothing,
      isAuto: page.snapshot().context.isAuto,
      hasIgnored: page.snapshot().context.hasIgnored,
      rows: page.snapshot().context.rows.length,
      removed: page.snapshot().context.removed.length,
      titles: [rowAt(0)(page.snapshot())?.title, directoryAt(1)(page.snapshot())],
      files: [1, 2].map((key) => showsFiles(key)(page.snapshot())),
    });
    const [library] = page.snapshot().context.libraries;
    expect(selectUploadLibrary(page.snapshot())).toBe(library);
    expect(selectFolderId(page.snapshot())).toBe(library?.folders[0]?.id);
    const nothing = {
      isReading: false,
      foundNothing: false,
      isAuto: false,
      hasIgnored: false,
      rows: 0,
      removed: 0,
      titles: [undefined, ''],
      files: [false, false],
    };
    expect(shown()).toEqual(nothing);
    page.subject.send({ type: 'upload.pick', pick: { files: [named('x.exe')], entries: [] } });
    expect(shown()).toEqual({ ...nothing, isReading: true });
    await vi.waitFor(() => expect(shown()).toEqual({ ...nothing, foundNothing: true }));
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.setAuto', isOn: true });
    page.subject.send({ type: 'upload.toggleIgnored' });
    page.subject.send({ type: 'upload.showFiles', key: 2 });
    const two = { ...nothing, isAuto: true, hasIgnored: true, rows: 2, titles: ['A', 'B'], files: [false, true] };
    expect(shown()).toEqual(two);
    page.subject.send({ type: 'upload.remove', key: 1 });
    expect(shown()).toEqual({ ...two, rows: 1, removed: 1, titles: ['B', ''], files: [false, false] });
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries: [fileEntry('/locked', null)] } });
    await vi.waitFor(() => expect(page.snapshot().context.unreadable).toEqual(['locked']));
    expect(page.snapshot().context.pickError).toBeNull();
  });

  test('locks library and folder while there are items', async () => {
    const page = open();
    const [first, other] = page.snapshot().context.libraries;
    page.subject.send({ type: 'upload.chooseLibrary', id: other?.id ?? '' });
    expect(page.snapshot().context).toMatchObject({ libraryId: other?.id, folderId: other?.folders[0]?.id });
    await page.pick(named('A.mp3'));
    page.subject.send({ type: 'upload.chooseLibrary', id: first?.id ?? '' });
    expect(page.snapshot().context.libraryId).toBe(other?.id);
  });

  test('reads dropped folders, one drop after the other, and reports unreadable ones', async () => {
    const page = open();
    const entry = folderEntry('/Ann', [fileEntry('/Ann/T/1.mp3'), fileEntry('/Ann/locked', null)]);
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries: [entry] } });
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries: [entry] } });
    await page.isAt('ready', 'ready');
    expect([directoryAt(0)(page.snapshot()), page.problems()]).toEqual(['Ann/T', [null, 'twice']]);
    expect(page.snapshot().context.unreadable).toEqual(['Ann/locked', 'Ann/locked']);
  });

  test('leaves out a folder that contains all and is no author', async () => {
    const page = open();
    const files = ['/Books/Ann/One/1.mp3', '/Books/Ann/A Series/Two/1.mp3'].map((path) => fileEntry(path));
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries: files } });
    await page.isAt('ready', 'ready');
    expect(selectSharedFolder(page.snapshot())).toBe('Books');
    page.subject.send({ type: 'upload.leaveOut' });
    expect([0, 1].map((index) => directoryAt(index)(page.snapshot()))).toEqual(['Ann/A Series/Two', 'Ann/One']);
  });

  test('makes one book of loose files, which keeps their order and its name from theirs', async () => {
    const page = open();
    await page.pick(named('Emma - 01.mp3'), named('Emma - 02.mp3'), named('Emma - 10.mp3'));
    await page.pick(named('Emma - 01.mp3'));
    expect(selectLooseCount(page.snapshot())).toBe(4);
    page.subject.send({ type: 'upload.join' });
    const [row, ...others] = page.snapshot().context.rows;
    expect([row?.title, row?.bytes, others]).toEqual(['Emma', 400, []]);
    expect(row?.files.map(({ name }) => name)).toEqual([
      'Emma - 01.mp3',
      'Emma - 02.mp3',
      'Emma - 10.mp3',
      'Emma - 01 (2).mp3',
    ]);
  });

  test("fills in a service's data, on request or by itself, and reports an empty answer", async () => {
    const page = open();
    page.ports.api.answer(searchBooks, [{ title: 'The Book', author: 'Ann', series: [{ series: 'All' }] }]);
    await page.pick(named('book.mp3'));
    page.subject.send({ type: 'upload.lookUp', key: 1 });
    await vi.waitFor(() => expect(directoryAt(0)(page.snapshot())).toBe('Ann/All/The Book'));
    page.ports.api.answer(searchBooks, []);
    page.subject.send({ type: 'upload.setAuto', isOn: true });
    await page.pick(named('other.mp3'));
    await vi.waitFor(() => expect(page.snapshot().context.rows.map(({ lookUp }) => lookUp)).toEqual(['found', 'none']));
    page.ports.api.refuse(searchBooks, { kind: 'timeout' });
    page.subject.send({ type: 'upload.lookUp', key: 2 });
    await vi.waitFor(() => expect(page.snapshot().context.rows[1]).toMatchObject({ lookUp: 'failed', title: 'other' }));
    expect(page.ports.api.inputsOf(searchBooks)[0]).toMatchObject({ title: 'book', author: '' });
  });

  test('has no service where they failed to load, until they do', async () => {
    const ports = createFakePorts({ navigation: createFakeNavigation('/upload') });
    const page = start(ports);
    page.subject.send({ type: 'uploads.opened', data: recorded });
    const lookUp = () => page.snapshot().children.lookUp?.getSnapshot();
    const shown = () => [
      selectHasNoProviders(lookUp()),
      selectProvider(lookUp()),
      (selectProviders(lookUp()) ?? []).some(({ value }) => value === 'google'),
    ];
    ports.api.refuseOnce(getLibraryWithFilterData, { kind: 'timeout' });
    expect(shown()).toEqual([false, '', false]);
    await vi.waitFor(() => expect(shown()).toEqual([true, '', false]));
    await page.pick(named('A.mp3'));
    page.subject.send({ type: 'upload.lookUp', key: 1 });
    await vi.waitFor(() => expect(rowAt(0)(page.snapshot())?.lookUp).toBe('failed'));
    page.snapshot().children.lookUp?.send({ type: 'lookUp.retry' });
    await vi.waitFor(() => expect(shown()).toEqual([false, 'google', true]));
    const provider = { id: 'x', name: 'Mine', slug: 'custom-x' };
    page.subject.send({ type: 'server.customProvider.added', provider });
    expect(selectProviders(lookUp())?.at(-1)).toEqual({ value: 'custom-x', name: 'Mine' });
  });

  test('keeps values typed during a lookup', async () => {
    const page = open();
    const answer = page.ports.api.defer(searchBooks);
    await page.pick(named('book.mp3'));
    page.subject.send({ type: 'upload.lookUp', key: 1 });
    await vi.waitFor(() => expect(page.ports.api.inputsOf(searchBooks)).toHaveLength(1));
    page.subject.send({ type: 'upload.type', key: 1, field: 'title', value: 'Mine' });
    answer.resolve([{ title: 'The Book' }]);
    await vi.waitFor(() => expect(page.snapshot().children.lookUp?.getSnapshot().context.requested).toEqual([]));
    expect(page.snapshot().context.rows[0]?.title).toBe('Mine');
  });
});

describe('uploads whose page is closed', () => {
  const left = async (...files: string[]) => {
    const page = open();
    await page.pick(...files.map((name) => named(name)));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(Math.min(2, files.length));
    page.subject.send({ type: 'uploads.left' });
    expect(page.snapshot().matches({ page: 'closed' })).toBe(true);
    return { ...page, comeBack: () => page.subject.send({ type: 'uploads.opened', data: recorded }) };
  };

  test('go on to the end, and their page shows that again, until it is left', async () => {
    const page = await left('A.mp3', 'B.mp3', 'C.mp3');
    for (const index of [0, 1, 2]) {
      await vi.waitUntil(() => page.ports.files.sent.length > index);
      page.ports.files.sending(index).answer('OK');
    }
    await page.isAt('sent', 'sent', 'sent');
    expect([page.work(), Object.keys(page.snapshot().children)]).toEqual(['resting', []]);
    page.comeBack();
    expect(selectTotals(page.snapshot())).toMatchObject({ items: 3, sentItems: 3 });
    page.subject.send({ type: 'uploads.left' });
    expect(page.states()).toEqual([]);
    page.comeBack();
    await page.pick(named('D.mp3'));
    expect([page.states(), page.snapshot().context.follow]).toEqual([['ready'], null]);
  });

  test('keep what failed, which is sent again from their page, and nothing that arrived', async () => {
    const page = await left('A.mp3', 'B.mp3');
    page.ports.files.sending(0).answer('OK');
    page.ports.files.sending(1).refuse({ kind: 'tooLarge', message: '' });
    await page.isAt('sent', 'failed');
    expect(selectCounts(page.snapshot())).toMatchObject({ sent: 1, failed: 1 });
    page.comeBack();
    page.subject.send({ type: 'uploads.left' });
    expect(page.states()).toEqual(['sent', 'failed']);
    page.comeBack();
    page.subject.send({ type: 'upload.retry', key: null });
    await page.isSending(3);
    page.ports.files.sending(2).answer('OK');
    await page.isAt('sent', 'sent');
    expect(page.ports.files.sent.map(({ input }) => (input as { title: string }).title)).toEqual(['A', 'B', 'B']);
  });

  test('keep one whose folder was taken meanwhile, with its problem', async () => {
    const page = open();
    await page.pick(named('A.mp3'));
    page.ports.clock.advance(500);
    await vi.waitFor(() => expect(page.snapshot().context.rows[0]?.check?.found).toBe('free'));
    page.ports.api.answer(checkPath, { exists: true });
    page.subject.send({ type: 'upload.start' });
    page.subject.send({ type: 'uploads.left' });
    await page.isAt('ready');
    expect([page.problems(), selectCounts(page.snapshot()).held]).toEqual([['taken'], 1]);
  });

  test('drop what was not started, also what is still being read or looked up', async () => {
    const page = open();
    page.ports.api.defer(searchBooks);
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.type', key: 2, field: 'title', value: 'a' });
    page.subject.send({ type: 'upload.start' });
    await page.isAt('sending', 'ready');
    page.subject.send({ type: 'upload.lookUp', key: 2 });
    page.subject.send({ type: 'upload.pick', pick: { files: [named('C.mp3')], entries: [] } });
    expect(page.snapshot().matches({ page: { open: { picking: 'reading' } } })).toBe(true);
    page.subject.send({ type: 'uploads.left' });
    expect([page.states(), page.snapshot().matches({ page: { open: { picking: 'reading' } } })]).toEqual([
      ['sending'],
      false,
    ]);
    page.subject.send({ type: 'uploads.opened', data: recorded });
    await page.pick(named('D.mp3'));
    expect(page.snapshot().context.rows.map(({ key, title }) => [key, title])).toEqual([
      [1, 'A'],
      [3, 'D'],
    ]);
  });

  test('are looked up no longer', async () => {
    const page = open();
    page.ports.api.defer(searchBooks);
    await page.pick(named('A.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(1);
    page.ports.files.sending(0).refuse({ kind: 'tooLarge', message: '' });
    await page.isAt('failed');
    page.subject.send({ type: 'upload.lookUp', key: 1 });
    expect(rowAt(0)(page.snapshot())?.lookUp).toBe('requested');
    page.subject.send({ type: 'uploads.left' });
    expect(rowAt(0)(page.snapshot())).toMatchObject({ lookUp: null, title: 'A' });
  });

  test('wait for a lost server, and go on when it answers', async () => {
    const page = await left('A.mp3');
    page.ports.api.answer(ping, { success: true });
    page.ports.files.sending(0).refuse({ kind: 'network' });
    await vi.waitFor(() => expect(page.work()).toBe('interrupted'));
    page.comeBack();
    expect([page.work(), page.states()]).toEqual(['interrupted', ['waiting']]);
    page.subject.send({ type: 'uploads.left' });
    page.ports.clock.advance(3000);
    await page.isSending(2);
    page.ports.files.sending(1).answer('OK');
    await page.isAt('sent');
  });
});

describe('the page of uploads', () => {
  test('uses the services of the chosen library', async () => {
    const page = open();
    const [first, other] = page.snapshot().context.libraries;
    page.subject.send({ type: 'upload.chooseLibrary', id: other?.id ?? '' });
    await vi.waitFor(() =>
      expect(page.ports.api.inputsOf(getLibraryWithFilterData)).toEqual([{ id: first?.id }, { id: other?.id }]),
    );
  });
});

describe('what waits', () => {
  const noRoom = { kind: 'server', status: 507, message: 'full' } as const;

  test('is not removed from the list while it is sent or waits', async () => {
    const page = open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    for (const key of [1, 2, 3]) page.subject.send({ type: 'upload.remove', key });
    page.subject.send({ type: 'upload.reset' });
    expect([page.states(), page.snapshot().context.removed.length]).toEqual([['sending', 'sending', 'waiting'], 0]);
  });

  test.each([
    ['blocked', noRoom],
    ['interrupted', { kind: 'network' }],
  ] as const)('of %s rests when it is stopped, and reports nothing more', async (work, error) => {
    const page = open();
    await page.pick(named('A.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(1);
    page.ports.files.sending(0).refuse(error);
    await vi.waitFor(() => expect(page.work()).toBe(work));
    page.subject.send({ type: 'upload.stop', key: null });
    expect([page.work(), page.states(), page.snapshot().context.error]).toEqual(['resting', ['ready'], null]);
    page.ports.clock.advance(10_000);
    expect(page.ports.api.inputsOf(ping)).toEqual([]);
  });

  test('retries repeatedly while the server does not answer', async () => {
    const page = open();
    await page.pick(named('A.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(1);
    page.ports.api.refuse(ping, { kind: 'network' });
    page.ports.files.sending(0).refuse({ kind: 'network' });
    await vi.waitFor(() => expect(page.work()).toBe('interrupted'));
    for (const times of [1, 2]) {
      page.ports.clock.advance(2999);
      expect(page.ports.api.inputsOf(ping)).toHaveLength(times - 1);
      page.ports.clock.advance(1);
      await vi.waitFor(() => expect(page.ports.api.inputsOf(ping)).toHaveLength(times));
      await vi.waitFor(() => expect(page.snapshot().matches({ work: { interrupted: 'pausing' } })).toBe(true));
    }
    expect(page.ports.files.sent).toHaveLength(1);
  });
});

describe('a choice of files', () => {
  test('goes to the folder that is chosen', async () => {
    const ports = createFakePorts({ navigation: createFakeNavigation('/upload') });
    const folders = ['one', 'two'].map((id) => ({ ...libraryOf().folders[0], id, fullPath: `/${id}` }));
    const page = open(ports, z.parse(libraryList, { libraries: [libraryBody({ folders })] }));
    expect(selectFolderId(page.snapshot())).toBe('one');
    page.subject.send({ type: 'upload.chooseFolder', id: 'two' });
    expect(selectFolderId(page.snapshot())).toBe('two');
    await page.pick(named('A.mp3'));
    page.ports.clock.advance(400);
    await vi.waitFor(() => expect(ports.api.inputsOf(checkPath)).toEqual([{ directory: 'A', folderPath: '/two' }]));
  });

  test('that is unreadable is reported, and does not block the next', async () => {
    const page = open();
    page.subject.send({ type: 'upload.pick', pick: { files: null, entries: [] } as never });
    await vi.waitFor(() => expect(page.snapshot().context.pickError?.kind).toBe('unexpected'));
    expect([page.snapshot().matches({ page: { open: { picking: 'reading' } } }), page.states()]).toEqual([false, []]);
    await page.pick(named('A.mp3'));
    expect([page.states(), page.snapshot().context.pickError]).toEqual([['ready'], null]);
  });

  test('is looked up a moment after the last key, and not once removed', async () => {
    const page = open();
    const requested = () => page.ports.api.inputsOf(checkPath).length;
    const waiting = () => page.ports.clock.pending.length;
    const atRest = waiting();
    await page.pick(named('A.mp3'));
    page.ports.clock.advance(399);
    expect([requested(), waiting()]).toEqual([0, atRest + 1]);
    page.ports.clock.advance(1);
    await vi.waitFor(() => expect(page.snapshot().context.rows[0]?.check?.found).toBe('free'));
    expect([requested(), waiting()]).toEqual([1, atRest]);
    await page.pick(named('B.mp3'));
    page.ports.clock.advance(399);
    page.subject.send({ type: 'upload.remove', key: 2 });
    page.ports.clock.advance(400);
    expect([requested(), waiting()]).toEqual([1, atRest]);
  });
});

test('with the toggle on, all without a lookup are', async () => {
  const page = open();
  page.ports.api.answer(searchBooks, []);
  await page.pick(named('A.mp3'), named('B.mp3'));
  page.subject.send({ type: 'upload.setAuto', isOn: true });
  await vi.waitFor(() => expect(page.snapshot().context.rows.map(({ lookUp }) => lookUp)).toEqual(['none', 'none']));
  expect(page.ports.api.inputsOf(searchBooks)).toMatchObject([{ title: 'A' }, { title: 'B' }]);
});

test('six kinds of files are said to be taken, each with its endings (UPL-003)', () => {
  const known = { audio: 'm4b', ebook: 'epub', image: 'jpg', metadata: 'opf', text: 'txt', info: 'nfo' };
  expect(ENDINGS.map(({ kind, endings }) => [kind, endings.includes(known[kind])])).toEqual(
    Object.keys(known).map((kind) => [kind, true]),
  );
});
