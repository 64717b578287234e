import { describe, expect, test, vi } from 'vitest';
import { uploadMachine } from '../../../src/machines/upload/upload.machine.ts';
import {
  directoryAt,
  problemAt,
  selectCounts,
  selectIgnored,
  selectTotals,
  selectUploadState,
  selectWork,
} from '../../../src/machines/upload/upload.selectors.ts';
import { listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { ping } from '../../../src/services/endpoints/server.ts';
import { checkPath } from '../../../src/services/endpoints/uploads.ts';
import { createFakeNavigation } from '../../support/fakes/navigation.ts';
import { createFakePorts, type FakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';
import { questionClosed } from '../../support/item-fixtures.ts';
import { recording } from '../../support/recordings.ts';

const libraries = recording('libraries/list').response.body as { libraries: { id: string; mediaType: string }[] };
const named = (name: string, bytes = 100) => new File(['x'.repeat(bytes)], name);

function start(ports: FakePorts = createFakePorts({ navigation: createFakeNavigation('/upload') })) {
  ports.api.answer(listLibraries, libraries);
  ports.api.answer(checkPath, { exists: false });
  const host = createHost(uploadMachine, {
    input: { route: { name: 'upload' }, entryKey: 'k', memory: null },
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

async function open(ports?: FakePorts) {
  const host = start(ports);
  await vi.waitFor(() => expect(selectUploadState(host.snapshot())).toBe('ready'));
  return host;
}

describe('an upload', () => {
  test('sends two items at once and the next when one is done, each with its folder checked first', async () => {
    const page = await open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isAt('sending', 'sending', 'waiting');
    await page.isSending(2);
    expect(page.ports.files.holds).toEqual(['question', 'awake']);
    page.ports.files.sending(0).progress({ sentBytes: 50, totalBytes: 110 });
    expect(selectTotals(page.snapshot())).toMatchObject({ items: 3, sentItems: 0, bytes: 300, sentBytes: 50 });
    page.ports.files.sending(0).answer('OK');
    await page.isAt('sent', 'sending', 'sending');
    await page.isSending(3);
    page.ports.files.sending(1).answer('OK');
    page.ports.files.sending(2).answer('OK');
    await page.isAt('sent', 'sent', 'sent');
    expect([page.work(), page.ports.files.holds]).toEqual(['resting', []]);
    expect(page.ports.files.sent[0]).toMatchObject({ name: 'uploads.item', input: { title: 'A', author: '' } });
    expect(page.ports.api.inputsOf(checkPath)).toContainEqual({ directory: 'C', folderPath: expect.any(String) });
  });

  test('is refused while an item has no title, and says so only then', async () => {
    const page = await open();
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
  });

  test('holds back what goes to one folder twice, and what the server has, and sends the rest', async () => {
    const page = await open();
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

  test('finds a folder taken in the last moment, and sends nothing there', async () => {
    const page = await open();
    await page.pick(named('A.mp3'));
    page.ports.clock.advance(500);
    await vi.waitFor(() => expect(page.snapshot().context.rows[0]?.check?.found).toBe('free'));
    page.ports.api.answer(checkPath, { exists: true });
    page.subject.send({ type: 'upload.start' });
    await vi.waitFor(() => expect(page.problems()).toEqual(['taken']));
    expect(page.ports.files.sent).toEqual([]);
  });

  test('says of one that failed why, and sends it again alone', async () => {
    const page = await open();
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

  test('cancels one that is being sent, and the next takes its place; all stop when asked', async () => {
    const page = await open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.subject.send({ type: 'upload.stop', key: 1 });
    expect(page.ports.files.sending(0).isAborted).toBe(true);
    await page.isAt('ready', 'sending', 'sending');
    page.subject.send({ type: 'upload.stop', key: null });
    expect([page.states(), page.work()]).toEqual([['ready', 'ready', 'ready'], 'resting']);
    await vi.waitFor(() => expect(page.ports.files.holds).toEqual(['question']));
  });

  test('waits when the connection breaks, and goes on when the server answers', async () => {
    const page = await open();
    page.ports.api.refuseOnce(ping, { kind: 'network' });
    await page.pick(named('A.mp3'), named('B.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.ports.files.sending(0).refuse({ kind: 'network' });
    page.ports.files.sending(1).refuse({ kind: 'network' });
    await page.isAt('waiting', 'waiting');
    expect(page.work()).toBe('interrupted');
    page.ports.clock.advance(3000);
    await vi.waitFor(() => expect(page.snapshot().matches({ ready: { work: { interrupted: 'pausing' } } })).toBe(true));
    page.ports.api.answer(ping, { success: true });
    page.ports.clock.advance(3000);
    await page.isSending(4);
    page.ports.files.sending(2).answer('OK');
    page.ports.files.sending(3).answer('OK');
    await page.isAt('sent', 'sent');
  });

  test('gives an item up whose connection breaks three times while the server answers', async () => {
    const page = await open();
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
    { kind: 'forbidden', message: '' },
  ] as const)('stands still when all would fail ($kind), keeps what waits, and goes on when told', async (error) => {
    const page = await open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
    page.subject.send({ type: 'upload.start' });
    await page.isSending(2);
    page.ports.files.sending(0).refuse(error);
    await page.isAt('waiting', 'sending', 'waiting');
    expect([page.work(), page.snapshot().context.error]).toEqual(['blocked', error]);
    page.subject.send({ type: 'upload.goOn' });
    await page.isAt('sending', 'sending', 'waiting');
    page.subject.send({ type: 'upload.stop', key: null });
    await page.isAt('ready', 'ready', 'ready');
  });

  test('asks who leaves, until all has been sent', async () => {
    const page = await open();
    await page.pick(named('A.mp3'));
    page.ports.navigation.back();
    await vi.waitFor(() => expect(page.receivedBy('modals')).toHaveLength(1));
    page.subject.send(questionClosed(false));
    expect(page.snapshot().matches({ ready: { door: { held: 'shut' } } })).toBe(true);
    page.subject.send({ type: 'upload.start' });
    await page.isSending(1);
    page.ports.files.sending(0).answer('OK');
    await page.isAt('sent');
    expect(page.snapshot().matches({ ready: { door: 'open' } })).toBe(true);
    expect(page.ports.navigation.held).toBe(0);
  });

  test('removes items and brings them back', async () => {
    const page = await open();
    await page.pick(named('A.mp3'), named('B.mp3'), named('x.exe'));
    expect(selectIgnored(page.snapshot())).toHaveLength(1);
    page.subject.send({ type: 'upload.remove', key: 1 });
    expect(selectCounts(page.snapshot())).toMatchObject({ ready: 1 });
    page.subject.send({ type: 'upload.restore' });
    page.subject.send({ type: 'upload.reset' });
    expect(page.snapshot().context).toMatchObject({ rows: [], ignored: [] });
    page.subject.send({ type: 'upload.restore' });
    expect(page.snapshot().context.rows.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('locks library and folder while there are items', async () => {
    const page = await open();
    const [first, other] = page.snapshot().context.libraries;
    page.subject.send({ type: 'upload.chooseLibrary', id: other?.id ?? '' });
    expect(page.snapshot().context).toMatchObject({ libraryId: other?.id, folderId: other?.folders[0]?.id });
    await page.pick(named('A.mp3'));
    page.subject.send({ type: 'upload.chooseLibrary', id: first?.id ?? '' });
    expect(page.snapshot().context.libraryId).toBe(other?.id);
  });

  test('reads folders that were dropped, one drop after the other, and tells what could not be read', async () => {
    const page = await open();
    page.ports.files.drops = { files: [{ path: 'Ann/T/1.mp3', file: named('1.mp3') }], unreadable: ['Ann/locked'] };
    const entries = [{ name: 'Ann' } as FileSystemEntry];
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries } });
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries } });
    await page.isAt('ready', 'ready');
    expect([directoryAt(0)(page.snapshot()), page.problems()]).toEqual(['Ann/T', [null, 'twice']]);
    page.ports.files.drops = null;
    page.subject.send({ type: 'upload.pick', pick: { files: [], entries } });
    await vi.waitFor(() => expect(page.snapshot().context.pickError?.kind).toBe('network'));
  });
});

describe('the page of uploads', () => {
  test('says that the libraries did not load, and loads them again', async () => {
    const ports = createFakePorts();
    const page = start(ports);
    ports.api.refuse(listLibraries, { kind: 'network' });
    await vi.waitFor(() => expect(selectUploadState(page.snapshot())).toBe('failed'));
    ports.api.answer(listLibraries, { libraries: [] });
    page.subject.send({ type: 'upload.reload' });
    await vi.waitFor(() => expect(selectUploadState(page.snapshot())).toBe('unavailable'));
  });
});
