import { createMachine, fromTransition, type AnyActorLogic, type EventObject } from 'xstate';
import { expect, test, vi } from 'vitest';
import {
  filterLines,
  newerThan,
  readAnew,
  rowsOf,
  textOf,
  withLines,
  selectHeldCount,
  selectLogCopier,
  selectLogRows,
  selectOpenLine,
  selectServerLevel,
} from '../../../../src/machines/admin/logs/logs.logic.ts';
import { logsMachine } from '../../../../src/machines/admin/logs/logs.machine.ts';
import type { Authorized } from '../../../../src/schemas/api/auth.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { getLog, updateServerSettings } from '../../../../src/services/endpoints/server-admin.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const account = recording('auth/login-root').response.body as Authorized;
const settings = { ...account.serverSettings, logLevel: 2 };
const line = (second: number, message = `m${second}`, level = 2) => ({
  timestamp: `2026-01-01 00:00:${String(second).padStart(2, '0')}.000`,
  source: 'Scanner.js:1',
  message,
  levelName: ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'][level] ?? 'NOTE',
  level,
});

function start() {
  const host = createHost(logsMachine, {
    input: { route: { name: 'configLogs' }, entryKey: 'k', memory: null },
    named: { toasts: null, socket: null },
  });
  const { subject } = host;
  const { api } = host.ports;
  const texts = () => selectLogRows(subject.getSnapshot()).map(({ text }) => text);
  const write = (second: number, message?: string, level?: number) =>
    subject.send({ type: 'server.log.written', line: line(second, message, level) });
  const said = () =>
    host
      .receivedBy('socket')
      .map((event) => [(event as { name?: string }).name, ...((event as { args?: unknown[] }).args ?? [])]);
  return { ...host, subject, api, texts, write, said };
}

async function open(lines: readonly object[] = [line(1), line(2, 'a\nb', 3)]) {
  const opened = start();
  opened.api.answer(authorize, { ...account, serverSettings: settings });
  opened.api.answer(getLog, { currentDailyLogs: lines });
  await vi.waitFor(() => expect(opened.subject.getSnapshot().matches('shown')).toBe(true));
  return opened;
}

test('more than 5,050 lines are cut to the last 5,000 (areas 10)', () => {
  const many = Array.from({ length: 5050 }, () => line(1));
  const full = withLines([], many);
  expect(full.length).toBe(5050);
  const cut = withLines(full, [line(2)]);
  expect([cut.length, cut.at(-1)?.message, cut[0]?.id]).toEqual([5000, 'm2', 52]);
});

test('a reloaded log keeps newer lines, with continuing numbers', () => {
  const before = withLines([], [line(1), line(2), line(4)]);
  const after = readAnew(before, [line(1), line(2), line(3)]);
  expect(after.map(({ message }) => message)).toEqual(['m1', 'm2', 'm3', 'm4']);
  expect(after[0]?.id).toBe(4);
});

test('a line of the same millisecond as the last one that was read is kept, and none is shown twice', () => {
  const before = withLines([], [line(2, 'read'), line(2, 'heard'), line(2, 'twice'), line(2, 'twice')]);
  const after = readAnew(before, [line(1), line(2, 'read'), line(2, 'twice')]);
  expect(after.map(({ message }) => message)).toEqual(['m1', 'read', 'twice', 'heard', 'twice']);
  expect(newerThan([line(1), line(2, 'a')], [line(1), line(1, 'old'), line(2, 'a'), line(2, 'b'), line(3)])).toEqual([
    line(2, 'b'),
    line(3),
  ]);
  expect(newerThan([], [line(1)])).toEqual([line(1)]);
});

test('lines are let through by words, levels and least level; a message of several lines has several rows', () => {
  const lines = withLines([], [line(1, 'Alpha', 1), line(2, 'beta\nAlpha', 3), line(3, 'alpha', 4)]);
  const messages = (filter: object) =>
    filterLines(lines, { term: '', levels: [], least: 0, ...filter }).map(({ timestamp }) => timestamp.slice(-6, -4));
  expect([messages({ least: 2 }), messages({ term: ' ALPHA ' }), messages({ levels: [1, 4] })]).toEqual([
    ['02', '03'],
    ['01', '02', '03'],
    ['01', '03'],
  ]);
  expect(rowsOf(lines).map(({ text, isFirst }) => [text, isFirst])).toEqual([
    ['Alpha', true],
    ['beta', true],
    ['Alpha', false],
    ['alpha', true],
  ]);
  expect(textOf([line(1)])).toBe('2026-01-01 00:00:01.000 INFO [Scanner.js:1] m1');
});

test('shows the log of today and new lines (CFG-049, CFG-050)', async () => {
  const { texts, write, said } = await open();
  expect(texts()).toEqual(['m1', 'a', 'b']);
  write(3);
  expect(texts()).toEqual(['m1', 'a', 'b', 'm3']);
  expect(said()).toEqual([
    ['set_log_listener', 0],
    ['set_log_listener', 2],
  ]);
});

test('subscribes before it reads, so that nothing is lost between the two (CFG-050)', async () => {
  const { subject, api, texts, write, said } = start();
  expect(said()).toEqual([['set_log_listener', 0]]);
  const settled = api.defer(authorize);
  const read = api.defer(getLog);
  write(1);
  write(2, 'below the level of the server', 1);
  settled.resolve({ ...account, serverSettings: settings });
  await vi.waitFor(() => expect(api.inputsOf(getLog).length).toBe(1));
  write(3);
  read.resolve({ currentDailyLogs: [line(0), line(1)] });
  await vi.waitFor(() => expect(subject.getSnapshot().matches('shown')).toBe(true));
  expect(texts()).toEqual(['m0', 'm1', 'm3']);
  api.answer(updateServerSettings, { serverSettings: { ...settings, logLevel: 1 } });
  subject.send({ type: 'log.setLevel', level: 1 });
  expect(texts()).toEqual(['m0', 'm1', 'm3']);
});

test('a connection that opens while the log is read, or after a failure, subscribes too', async () => {
  const { subject, api, texts, write, said } = start();
  subject.send({ type: 'page.refresh', again: false });
  expect(said()).toEqual([
    ['set_log_listener', 0],
    ['set_log_listener', 0],
  ]);
  api.refuse(authorize, { kind: 'timeout' });
  await vi.waitFor(() => expect(subject.getSnapshot().matches('failed')).toBe(true));
  write(2);
  api.answer(authorize, { ...account, serverSettings: settings });
  api.answer(getLog, { currentDailyLogs: [line(1)] });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(texts()).toEqual(['m1', 'm2']));
  expect(said().length).toBe(4);
});

test('refetches the log after a reconnect, and reads missed lines', async () => {
  const { subject, api, texts, said } = await open();
  api.answer(getLog, { currentDailyLogs: [line(1), line(5)] });
  subject.send({ type: 'page.refresh', again: true });
  expect(said()).toEqual([
    ['set_log_listener', 0],
    ['set_log_listener', 2],
    ['set_log_listener', 2],
  ]);
  await vi.waitFor(() => expect(texts()).toEqual(['m1', 'm5']));
});

test('a pause holds new lines, and then shows them', async () => {
  const { subject, texts, write } = await open([]);
  subject.send({ type: 'log.pause' });
  write(1);
  write(2);
  expect([texts(), selectHeldCount(subject.getSnapshot())]).toEqual([[], 2]);
  subject.send({ type: 'log.resume' });
  expect([texts(), selectHeldCount(subject.getSnapshot())]).toEqual([['m1', 'm2'], 0]);
});

test('a log reloaded during a pause stays, and then shows each line once', async () => {
  const { subject, api, texts, write } = await open([line(1)]);
  subject.send({ type: 'log.pause' });
  write(2);
  api.answer(getLog, { currentDailyLogs: [line(1), line(2), line(3)] });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectHeldCount(subject.getSnapshot())).toBe(2));
  expect(texts()).toEqual(['m1']);
  write(4);
  subject.send({ type: 'log.resume' });
  expect([texts(), selectHeldCount(subject.getSnapshot())]).toEqual([['m1', 'm2', 'm3', 'm4'], 0]);
});

const RESTING = { shown: { list: 'following', reading: 'closed', searching: 'resting', work: 'resting' } };

test('a search waits for half a second without typing; levels are chosen at once', async () => {
  const { subject, ports, texts } = await open([line(1, 'one'), line(2, 'two', 3), line(3, 'three', 4)]);
  subject.send({ type: 'log.search', text: 'tw' });
  ports.clock.advance(499);
  subject.send({ type: 'log.search', text: 'two' });
  ports.clock.advance(499);
  expect(texts().length).toBe(3);
  ports.clock.advance(1);
  expect([texts(), subject.getSnapshot().value]).toEqual([['two'], RESTING]);
  subject.send({ type: 'log.search', text: '' });
  ports.clock.advance(500);
  subject.send({ type: 'log.toggleLevel', level: 3 });
  subject.send({ type: 'log.toggleLevel', level: 4 });
  expect(texts()).toEqual(['two', 'three']);
  subject.send({ type: 'log.toggleLevel', level: 3 });
  expect(texts()).toEqual(['three']);
});

test('the level is one of the server; a refused one is reported', async () => {
  const { subject, api, said, receivedBy, parentEvents } = await open();
  const level = () => selectServerLevel(subject.getSnapshot());
  api.answer(updateServerSettings, { serverSettings: { ...settings, logLevel: 1 } });
  subject.send({ type: 'log.setLevel', level: 1 });
  expect(level()).toBe(1);
  await vi.waitFor(() => expect(said().at(-1)).toEqual(['set_log_listener', 1]));
  expect([api.inputsOf(updateServerSettings), parentEvents.length]).toEqual([[{ logLevel: 1 }], 1]);
  api.refuse(updateServerSettings, { kind: 'server', status: 500, message: '' });
  subject.send({ type: 'log.setLevel', level: 3 });
  await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ message: { key: 'logs.levelFailed' } }]));
  expect(level()).toBe(1);
});

test("another administrator's level shows by itself: it is subscribed, and lines logged since are read", async () => {
  const { subject, api, ports, texts, said } = await open([line(1)]);
  const level = () => selectServerLevel(subject.getSnapshot());
  ports.clock.advance(15_000);
  await vi.waitFor(() => expect(api.inputsOf(authorize).length).toBe(2));
  await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: { work: 'resting' } })).toBe(true));
  expect([api.inputsOf(getLog).length, said().length]).toEqual([1, 2]);
  api.answer(authorize, { ...account, serverSettings: { ...settings, logLevel: 1 } });
  api.answer(getLog, { currentDailyLogs: [line(1), line(2, 'detail', 1)] });
  ports.clock.advance(15_000);
  await vi.waitFor(() => expect(texts()).toEqual(['m1', 'detail']));
  expect([level(), said()]).toEqual([
    1,
    [
      ['set_log_listener', 0],
      ['set_log_listener', 2],
      ['set_log_listener', 1],
    ],
  ]);
  expect(subject.getSnapshot().value).toEqual(RESTING);
  ports.clock.advance(15_000);
  await vi.waitFor(() => expect(api.inputsOf(authorize).length).toBe(5));
});

test('a level that is chosen while the one of the server is read counts', async () => {
  const { subject, api, ports } = await open();
  const level = () => selectServerLevel(subject.getSnapshot());
  const read = api.defer(authorize);
  ports.clock.advance(15_000);
  api.answer(updateServerSettings, { serverSettings: { ...settings, logLevel: 3 } });
  subject.send({ type: 'log.setLevel', level: 3 });
  read.resolve({ ...account, serverSettings: { ...settings, logLevel: 1 } });
  await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: { work: 'resting' } })).toBe(true));
  expect(level()).toBe(3);
});

test('the level that a new connection finds is listened for, also while the log is paused', async () => {
  const { subject, api, said } = await open();
  api.answer(getLog, { currentDailyLogs: [line(1)] });
  api.answer(authorize, { ...account, serverSettings: { ...settings, logLevel: 3 } });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(said().at(-1)).toEqual(['set_log_listener', 3]));
  api.answer(authorize, { ...account, serverSettings: { ...settings, logLevel: 1 } });
  subject.send({ type: 'log.pause' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(said().at(-1)).toEqual(['set_log_listener', 1]));
});

test('the shown lines are copied, and a line shows in full', async () => {
  const { subject, ports } = await open();
  subject.send({ type: 'log.toggleLevel', level: 3 });
  subject.send({ type: 'log.copy' });
  await vi.waitFor(() => expect(ports.page.shown.copied).toEqual(['2026-01-01 00:00:02.000 WARN [Scanner.js:1] a\nb']));
  expect(selectLogCopier(subject.getSnapshot()).getSnapshot().value).toBe('copied');
  const [row] = selectLogRows(subject.getSnapshot());
  if (row) subject.send({ type: 'log.open', line: row.line });
  expect(selectOpenLine(subject.getSnapshot())?.message).toBe('a\nb');
});

test('a line that is open is closed by Back too, which leaves the page only then, and stays when its list goes', async () => {
  const { subject, api, ports, texts } = await open();
  const shown = () => [selectOpenLine(subject.getSnapshot())?.message, ports.navigation.held];
  const show = () => {
    const [row] = selectLogRows(subject.getSnapshot());
    if (row) subject.send({ type: 'log.open', line: row.line });
  };
  expect(shown()).toEqual([undefined, 0]);
  show();
  expect(shown()).toEqual(['m1', 1]);
  api.answer(getLog, { currentDailyLogs: [line(9)] });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(texts().at(-1)).toContain('m9'));
  expect(shown()).toEqual(['m1', 1]);
  ports.navigation.back();
  expect(shown()).toEqual([undefined, 0]);
  show();
  subject.send({ type: 'log.close' });
  expect(shown()).toEqual([undefined, 0]);
});

test('the shown lines are saved as a text file (CFG-050)', async () => {
  const { subject, ports } = await open();
  subject.send({ type: 'log.toggleLevel', level: 3 });
  subject.send({ type: 'log.download' });
  const [url = ''] = ports.page.shown.downloaded;
  expect(await (await fetch(url)).text()).toBe('2026-01-01 00:00:02.000 WARN [Scanner.js:1] a\nb');
  expect(ports.page.shown.named).toEqual(['server-log.txt']);
});

test('leaving the page unsubscribes from the server', async () => {
  const events: { name?: string }[] = [];
  const socket = fromTransition((state, event: EventObject & { name?: string }) => {
    events.push(event);
    return state;
  }, {}) as unknown as AnyActorLogic;
  const page = createMachine({
    initial: 'open',
    states: {
      open: {
        invoke: { src: logsMachine, input: { route: { name: 'configLogs' }, entryKey: 'k', memory: null } },
        on: { leave: 'left' },
      },
      left: {},
    },
  });
  const { subject } = createHost(page, { named: { toasts: null, socket } });
  subject.send({ type: 'leave' });
  expect(events.map(({ name }) => name)).toEqual(['set_log_listener', 'remove_log_listener']);
});

test('a level that failed to load is reloaded later; an unchanged one is not sent', async () => {
  const { subject, api, ports, said } = await open();
  const work = () => subject.getSnapshot().value;
  api.refuseOnce(authorize, { kind: 'network' });
  ports.clock.advance(15_000);
  await vi.waitFor(() => expect(api.inputsOf(authorize).length).toBe(2));
  await vi.waitFor(() => expect(work()).toEqual(RESTING));
  expect([api.inputsOf(authorize).length, selectServerLevel(subject.getSnapshot()), said().length]).toEqual([2, 2, 2]);
  const read = api.defer(authorize);
  ports.clock.advance(15_000);
  await vi.waitFor(() => expect(api.inputsOf(authorize).length).toBe(3));
  subject.send({ type: 'log.setLevel', level: 2 });
  read.resolve({ ...account, serverSettings: settings });
  await vi.waitFor(() => expect(work()).toEqual(RESTING));
  subject.send({ type: 'log.setLevel', level: 2 });
  expect([work(), api.inputsOf(updateServerSettings)]).toEqual([RESTING, []]);
});

test("a refused one can be chosen again; the client receives the server's level", async () => {
  const { subject, api, parentEvents, receivedBy } = await open();
  const choose = () => subject.send({ type: 'log.setLevel', level: 3 });
  const isSaving = () => subject.getSnapshot().matches({ shown: { work: 'saving' } });
  api.refuseOnce(updateServerSettings, { kind: 'network' });
  choose();
  choose();
  await vi.waitFor(() => expect(isSaving()).toBe(false));
  expect([api.inputsOf(updateServerSettings).length, receivedBy('toasts').length]).toEqual([1, 1]);
  const saved = { ...settings, logLevel: 3 };
  api.answer(updateServerSettings, { serverSettings: saved });
  choose();
  await vi.waitFor(() => expect(isSaving()).toBe(false));
  expect(selectServerLevel(subject.getSnapshot())).toBe(3);
  expect(parentEvents).toMatchObject([{ type: 'page.settingsSaved', serverSettings: { logLevel: 3 } }]);
});
