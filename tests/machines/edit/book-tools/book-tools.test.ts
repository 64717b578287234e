import { describe, expect, test, vi } from 'vitest';
import { choiceOf } from '../../../../src/machines/edit/book-tools/book-tools.logic.ts';
import { bookToolsMachine } from '../../../../src/machines/edit/book-tools/book-tools.machine.ts';
import { selectEditorState } from '../../../../src/machines/kit/kit.selectors.ts';
import type { ToolName } from '../../../../src/machines/edit/book-tools/work.logic.ts';
import type { Task } from '../../../../src/schemas/api/task.ts';
import {
  cancelEncode,
  embedMetadata,
  encodeM4b,
  getMetadataObject,
} from '../../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listTasks } from '../../../../src/services/endpoints/tasks.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody, questionClosed, reducedBook, wholeBook } from '../../../support/item-fixtures.ts';
import { taskOf } from '../../../support/task-fixtures.ts';
import { bookOfFiles } from '../../../support/tool-fixtures.ts';

const { id } = bookBody;
const three = bookOfFiles('a', 'b', 'c');
const work = (fields: Partial<Task> = {}) =>
  taskOf({ id: 't', action: 'embed-metadata', data: { libraryItemId: id }, ...fields });
const encode = (fields: Partial<Task> = {}) => work({ action: 'encode-m4b', ...fields });
const refused = { kind: 'rejected', status: 400, message: 'Library item is already in queue or processing' } as const;

function start(tool: ToolName | undefined = 'embed', ports: FakePorts = createFakePorts(), body: object = three) {
  ports.api.answer(getItem, body);
  ports.api.answer(getMetadataObject, { title: 'Alice' });
  const host = createHost(bookToolsMachine, {
    input: { route: tool ? { name: 'manage', id, tool } : { name: 'manage', id }, entryKey: 'k', memory: null },
    ports,
    named: { modals: null, router: null },
  });
  const context = () => host.subject.getSnapshot().context;
  return {
    ...host,
    context,
    state: () => selectEditorState(host.subject.getSnapshot()),
    works: () => [context().works.embed.phase, context().works.m4b.phase],
    track: (event: 'started' | 'progressed' | 'finished', ino: string, progress?: number) =>
      host.subject.send({ type: `server.track.${event}`, track: { libraryItemId: id, ino, progress } }),
    marks: () => Object.fromEntries(Object.entries(context().marks).map(([path, mark]) => [path.slice(-5), mark])),
  };
}

async function open(tool?: ToolName, ports = createFakePorts(), running: readonly Task[] = [], queue: string[] = []) {
  ports.api.answer(listTasks, {
    tasks: running,
    queuedTaskData: { embedMetadata: queue.map((libraryItemId) => ({ libraryItemId })) },
  });
  const host = start(tool, ports);
  await vi.waitFor(() => expect(host.state()).toBe('ready'));
  await vi.waitFor(() => expect(host.context().tags).not.toBeNull());
  return host;
}

describe('embedding', () => {
  test('confirms, keeps the chosen backup, and shows its progress by file (EVT-033, EVT-034, EVT-035)', async () => {
    const { subject, ports, receivedBy, works, marks, track, context, parentEvents } = await open();
    subject.send({ type: 'bookTools.keepBackup', isOn: false });
    subject.send({ type: 'bookTools.keepBackup', isOn: true });
    subject.send({ type: 'bookTools.run' });
    expect(receivedBy('modals')).toMatchObject([{ modal: 'confirm', input: { message: { values: { count: 3 } } } }]);
    expect(ports.api.inputsOf(embedMetadata)).toEqual([]);
    const answer = ports.api.defer(embedMetadata);
    subject.send(questionClosed(true));
    expect(ports.api.inputsOf(embedMetadata)).toEqual([{ id, backup: true }]);
    subject.send({ type: 'server.task.started', task: work() });
    answer.resolve('OK');
    track('started', 'a');
    expect(works()).toEqual(['running', 'idle']);
    expect(marks()).toEqual({ 'a.mp3': 0 });
    track('progressed', 'a', 41.6);
    subject.send({ type: 'server.task.progressed', progress: { libraryItemId: id, progress: 13.6 } });
    expect([marks(), context().works.embed.progress]).toEqual([{ 'a.mp3': 42 }, 14]);
    track('finished', 'a');
    track('started', 'b');
    expect(marks()).toEqual({ 'a.mp3': 'done', 'b.mp3': 0 });
    subject.send({ type: 'server.task.finished', task: work({ isFinished: true }) });
    expect(works()).toEqual(['finished', 'idle']);
    expect(marks()).toEqual({ 'a.mp3': 'done', 'b.mp3': 'done', 'c.mp3': 'done' });
    expect(parentEvents).toMatchObject([{ type: 'page.libraryResolved' }]);
  });

  test('without confirmation writes nothing; nor does an answer after another user has started', async () => {
    const { subject, ports, works, receivedBy } = await open();
    subject.send({ type: 'bookTools.run' });
    subject.send(questionClosed(false));
    subject.send({ type: 'bookTools.run' });
    expect(receivedBy('modals')).toHaveLength(2);
    subject.send({ type: 'server.task.started', task: work() });
    subject.send(questionClosed(true));
    subject.send({ type: 'bookTools.run' });
    expect(works()).toEqual(['running', 'idle']);
    expect(ports.api.inputsOf(embedMetadata)).toEqual([]);
  });

  test('when refused says why, and the tasks are refetched', async () => {
    const { subject, ports, context, works } = await open();
    subject.send({ type: 'bookTools.run' });
    ports.api.refuseOnce(embedMetadata, refused);
    ports.api.answer(listTasks, { tasks: [], queuedTaskData: { embedMetadata: [{ libraryItemId: id }] } });
    subject.send(questionClosed(true));
    await vi.waitFor(() => expect(context().error).toMatchObject({ message: refused.message }));
    await vi.waitFor(() => expect(works()).toEqual(['queued', 'idle']));
  });

  test('whose file fails marks it, and leaves those that were not begun', async () => {
    const { subject, track, marks, works } = await open();
    subject.send({ type: 'server.task.started', task: work() });
    track('started', 'b');
    subject.send({ type: 'server.task.finished', task: work({ isFinished: true, isFailed: true, error: 'No' }) });
    expect(works()).toEqual(['failed', 'idle']);
    expect(marks()).toEqual({ 'a.mp3': 'done', 'b.mp3': 'failed' });
    subject.send({ type: 'server.task.started', task: work({ id: 'again' }) });
    expect(marks()).toEqual({});
  });

  test('waits its turn while others are at work', async () => {
    const { subject, works } = await open();
    const report = (libraryItemId: string, queued: boolean) =>
      subject.send({ type: 'server.embedQueue.updated', entry: { libraryItemId, queued } });
    report('another', true);
    expect(works()).toEqual(['idle', 'idle']);
    report(id, true);
    expect(works()).toEqual(['queued', 'idle']);
    report(id, false);
    subject.send({ type: 'server.task.started', task: work() });
    expect(works()).toEqual(['running', 'idle']);
  });

  test('is found again by a page that opens while it runs, with the files that must be done', async () => {
    const { works, track, marks } = await open('embed', createFakePorts(), [work()]);
    expect(works()).toEqual(['running', 'idle']);
    expect(marks()).toEqual({});
    track('progressed', 'c', 10);
    expect(marks()).toEqual({ 'a.mp3': 'done', 'b.mp3': 'done', 'c.mp3': 10 });
  });

  test('keeps the marks of files rewritten under another number', async () => {
    const { subject, ports, track, marks, context } = await open();
    track('finished', 'c');
    ports.api.answer(getItem, bookOfFiles('x', 'y', 'z', ['a', 'b', 'c']));
    subject.send({ type: 'server.item.updated', item: reducedBook });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(context().book?.media.audioFiles.items[0]?.ino).toBe('x'));
    expect(marks()).toEqual({ 'a.mp3': 'done', 'b.mp3': 'done', 'c.mp3': 'done' });
  });
});

describe('server events', () => {
  test('are not undone by an older list', async () => {
    const { subject, ports, works } = await open();
    const list = ports.api.defer(listTasks);
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(ports.api.inputsOf(listTasks)).toHaveLength(2));
    subject.send({ type: 'server.task.started', task: work() });
    list.resolve({ tasks: [], queuedTaskData: { embedMetadata: [] } });
    await vi.waitFor(() => expect(subject.getSnapshot().children.tasks?.getSnapshot()).toMatchObject({}));
    await Promise.resolve();
    expect(works()).toEqual(['running', 'idle']);
  });

  test('a missed end shows once the list no longer has it', async () => {
    const { subject, ports, works } = await open('embed', createFakePorts(), [work()]);
    ports.api.answer(listTasks, { tasks: [], queuedTaskData: { embedMetadata: [] } });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(works()).toEqual(['lost', 'idle']));
  });

  test('of other books and other work change nothing', async () => {
    const { subject, works, marks, context } = await open();
    subject.send({ type: 'server.task.started', task: work({ data: { libraryItemId: 'another' } }) });
    subject.send({ type: 'server.task.started', task: work({ action: 'scan-item' }) });
    subject.send({ type: 'server.task.progressed', progress: { libraryItemId: 'another', progress: 9 } });
    subject.send({ type: 'server.track.started', track: { libraryItemId: 'another', ino: 'a' } });
    subject.send({ type: 'server.track.started', track: { libraryItemId: id, ino: 'unknown' } });
    expect([works(), marks(), context().isHeard]).toEqual([['idle', 'idle'], {}, false]);
  });

  test('without an answer about tasks the page says so, and retries', async () => {
    const ports = createFakePorts();
    ports.api.refuseOnce(listTasks, { kind: 'rejected', status: 400, message: '' });
    const { subject, context, works } = start('embed', ports);
    await vi.waitFor(() => expect(context().tasksError).not.toBeNull());
    await vi.waitFor(() => expect(context().tags).not.toBeNull());
    ports.api.answer(listTasks, { tasks: [work()] });
    subject.send({ type: 'bookTools.retryTasks' });
    await vi.waitFor(() => expect([context().tasksError, works()]).toEqual([null, ['running', 'idle']]));
  });
});

describe('encoding', () => {
  test('starts with defaults for the files, takes the choice, and is canceled after a question', async () => {
    const { subject, ports, works, context, receivedBy } = await open('m4b');
    expect(choiceOf(context())).toEqual({ codec: 'aac', bitrate: '64k', channels: '1' });
    subject.send({ type: 'bookTools.choose', field: 'channels', value: '2' });
    ports.api.answer(encodeM4b, 'OK');
    subject.send({ type: 'bookTools.run' });
    expect(ports.api.inputsOf(encodeM4b)).toEqual([{ id, codec: 'aac', bitrate: '64k', channels: '2' }]);
    subject.send({ type: 'server.task.started', task: encode() });
    await vi.waitFor(() => expect(subject.getSnapshot().hasTag('busy')).toBe(false));
    subject.send({ type: 'bookTools.cancel' });
    expect(receivedBy('modals')).toMatchObject([{ input: { tone: 'danger' } }]);
    subject.send(questionClosed(false));
    expect(ports.api.inputsOf(cancelEncode)).toEqual([]);
    ports.api.answer(cancelEncode, 'OK');
    subject.send({ type: 'bookTools.cancel' });
    expect(receivedBy('modals')).toHaveLength(2);
    subject.send(questionClosed(true));
    expect(ports.api.inputsOf(cancelEncode)).toEqual([{ id }]);
    const error = { isFinished: true, isFailed: true, errorKey: 'MessageTaskCanceledByUser' };
    subject.send({ type: 'server.task.finished', task: encode(error) });
    expect(works()).toEqual(['idle', 'canceled']);
  });

  test('takes typed values that an encoder can take, and remembers them', async () => {
    const ports = createFakePorts();
    const { subject, context } = await open('m4b', ports);
    subject.send({ type: 'bookTools.chooseTyped', isOn: true });
    expect(choiceOf(context())).toEqual({ codec: 'aac', bitrate: '64k', channels: '1' });
    subject.send({ type: 'bookTools.typeIn', field: 'bitrate', value: 'much' });
    subject.send({ type: 'bookTools.run' });
    expect(ports.api.inputsOf(encodeM4b)).toEqual([]);
    subject.send({ type: 'bookTools.typeIn', field: 'bitrate', value: ' 96k ' });
    ports.api.answer(encodeM4b, 'OK');
    subject.send({ type: 'bookTools.run' });
    expect(ports.api.inputsOf(encodeM4b)).toEqual([{ id, codec: 'aac', bitrate: '96k', channels: '1' }]);
    const next = await open('m4b', ports);
    next.subject.send({ type: 'bookTools.chooseTyped', isOn: true });
    expect(choiceOf(next.context()).bitrate).toBe(' 96k ');
  });

  test('accepted by the server without an event is known by its order until the reconnect', async () => {
    const { subject, ports, works } = await open('m4b');
    ports.api.answer(encodeM4b, 'OK');
    subject.send({ type: 'bookTools.run' });
    await vi.waitFor(() => expect(works()).toEqual(['idle', 'sent']));
    subject.send({ type: 'bookTools.run' });
    expect(ports.api.inputsOf(encodeM4b)).toHaveLength(1);
    ports.api.answer(listTasks, { tasks: [encode()] });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(works()).toEqual(['idle', 'running']));
  });

  test('ended before it could be canceled says so', async () => {
    const { subject, ports, context } = await open('m4b', createFakePorts(), [encode()]);
    subject.send({ type: 'bookTools.cancel' });
    ports.api.refuseOnce(cancelEncode, { kind: 'notFound', message: 'Not Found' });
    subject.send(questionClosed(true));
    await vi.waitFor(() => expect(context().error?.kind).toBe('notFound'));
    subject.send({ type: 'server.task.finished', task: encode({ isFinished: true }) });
    subject.send({ type: 'bookTools.cancel' });
    expect(context().error?.kind).toBe('notFound');
  });
});

describe('the page', () => {
  test('shows the tool of its address, and another one in the place of it', async () => {
    const { subject, context, receivedBy } = await open(undefined);
    expect(context().tool).toBe('embed');
    subject.send({ type: 'bookTools.chooseTool', tool: 'm4b' });
    expect(receivedBy('router')).toEqual([
      { type: 'router.go', to: { name: 'manage', id, tool: 'm4b' }, replace: true },
    ]);
    subject.send({ type: 'page.moved', route: { name: 'manage', id, tool: 'm4b' }, entryKey: 'k2' });
    expect(context().tool).toBe('m4b');
  });

  test('remembers whether a backup is wanted', async () => {
    const ports = createFakePorts();
    const { subject } = await open('embed', ports);
    subject.send({ type: 'bookTools.keepBackup', isOn: false });
    expect((await open('embed', ports)).context().hasBackup).toBe(false);
  });

  test.each([
    ['a podcast', podcastBody],
    ['a book whose files are gone', { ...three, isMissing: true }],
    ['a book without sound', bookOfFiles()],
  ])('is unavailable for %s', async (_, body) => {
    const { state } = start('embed', createFakePorts(), body);
    await vi.waitFor(() => expect(state()).toBe('unavailable'));
  });

  test('is available again once the files are', async () => {
    const { subject, state, ports } = start('embed', createFakePorts(), { ...three, isMissing: true });
    await vi.waitFor(() => expect(state()).toBe('unavailable'));
    ports.api.answer(getItem, three);
    subject.send({ type: 'server.item.updated', item: reducedBook });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(state()).toBe('ready'));
  });

  test('that failed to load reloads, and one whose book is removed says so', async () => {
    const ports = createFakePorts();
    const { subject, state } = start('embed', ports);
    ports.api.refuseOnce(getItem, { kind: 'network' });
    await vi.waitFor(() => expect(state()).toBe('failed'));
    subject.send({ type: 'page.retry' });
    await vi.waitFor(() => expect(state()).toBe('ready'));
    subject.send({ type: 'server.item.removed', item: { id } });
    expect(state()).toBe('removed');
  });
});

describe('reading again', () => {
  const failure = { kind: 'network' } as const;
  const requested = ({ api }: FakePorts) =>
    [getItem, getMetadataObject, listTasks].map((endpoint) => api.inputsOf(endpoint).length);

  test('requests the book, its tags and the tasks, and an unreported end is lost', async () => {
    const { subject, ports, works } = await open();
    expect(requested(ports)).toEqual([1, 1, 1]);
    subject.send({ type: 'server.task.started', task: work() });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(works()).toEqual(['lost', 'idle']));
    expect(requested(ports)).toEqual([2, 2, 2]);
  });

  test('of a page that failed to load begins at its start, and forgets why it failed', async () => {
    const ports = createFakePorts();
    const { subject, state, context, parentEvents } = start('embed', ports);
    ports.api.refuseOnce(getItem, failure);
    await vi.waitFor(() => expect(state()).toBe('failed'));
    expect([context().error, parentEvents]).toEqual([failure, []]);
    const book = ports.api.defer(getItem);
    subject.send({ type: 'page.refresh', again: true });
    expect(state()).toBe('loading');
    await vi.waitFor(() => expect(requested(ports)).toEqual([2, 0, 2]));
    book.resolve(three);
    await vi.waitFor(() => expect(state()).toBe('ready'));
    expect(context().error).toBeNull();
    expect(parentEvents).toEqual([{ type: 'page.libraryResolved', libraryId: wholeBook.libraryId }]);
  });

  test('while it loads or is unavailable the page requests the book and the tasks', async () => {
    const ports = createFakePorts();
    ports.api.answer(listTasks, { tasks: [], queuedTaskData: { embedMetadata: [] } });
    const { subject, state, context, parentEvents } = start('embed', ports, bookOfFiles());
    await vi.waitFor(() => expect(state()).toBe('unavailable'));
    expect(parentEvents).toEqual([{ type: 'page.libraryResolved', libraryId: wholeBook.libraryId }]);
    subject.send({ type: 'server.item.updated', item: { ...reducedBook, id: 'another' } });
    ports.clock.advance(300);
    expect(requested(ports)).toEqual([1, 0, 1]);
    ports.api.answer(getItem, three);
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(state()).toBe('ready'));
    expect([requested(ports), context().book?.media.audioFiles.items.length]).toEqual([[2, 1, 2], 3]);
  });

  test.each([
    ['the book', { type: 'server.item.updated', item: reducedBook }, [2, 2, 1]],
    [
      'a list with the book',
      { type: 'server.items.updated', items: { items: [{ ...reducedBook, id: 'x' }, reducedBook], dropped: [] } },
      [2, 2, 1],
    ],
    ['another book', { type: 'server.item.updated', item: { ...reducedBook, id: 'x' } }, [1, 1, 1]],
    [
      'a list of others',
      { type: 'server.items.updated', items: { items: [{ ...reducedBook, id: 'x' }], dropped: [] } },
      [1, 1, 1],
    ],
    ['that another one is gone', { type: 'server.item.removed', item: { id: 'x' } }, [1, 1, 1]],
  ] as const)('after server events of %s requests what that changes', async (_, event, counts) => {
    const { subject, ports, state } = await open();
    subject.send(event);
    ports.clock.advance(300);
    await vi.waitFor(() => expect(requested(ports)).toEqual(counts));
    expect(state()).toBe('ready');
  });

  test.each([
    ['keeps the page when only the way is broken', { kind: 'network' }, 'ready'],
    ['says that the book is gone', { kind: 'notFound', message: '' }, 'removed'],
    ['says the same when it may not be seen any more', { kind: 'forbidden', message: '' }, 'removed'],
  ] as const)('that fails %s', async (_, error, expected) => {
    const { subject, ports, state } = await open();
    ports.api.refuseOnce(getItem, error);
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(ports.api.inputsOf(getItem)).toHaveLength(2));
    await vi.waitFor(() => expect(state()).toBe(expected));
  });

  test('a book whose files were removed is unavailable', async () => {
    const { subject, ports, state } = await open();
    ports.api.answer(getItem, { ...three, isMissing: true });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(state()).toBe('unavailable'));
  });

  test('tags that failed to load say why until they load', async () => {
    const ports = createFakePorts();
    ports.api.answer(listTasks, { tasks: [], queuedTaskData: { embedMetadata: [] } });
    const { subject, context, state } = start('embed', ports);
    ports.api.refuseOnce(getMetadataObject, failure);
    await vi.waitFor(() => expect(context().tagsError).toEqual(failure));
    expect([state(), context().tags]).toEqual(['ready', null]);
    subject.send({ type: 'bookTools.retryTags' });
    await vi.waitFor(() => expect([context().tagsError, context().tags]).toEqual([null, { title: 'Alice' }]));
    expect(requested(ports)).toEqual([1, 2, 1]);
  });
});

describe('a failure', () => {
  const failed = { kind: 'rejected', status: 400, message: 'No' } as const;
  const open4 = (running: readonly Task[] = []) => open('m4b', createFakePorts(), running);
  const isBusy = ({ subject }: Awaited<ReturnType<typeof open>>) => subject.getSnapshot().hasTag('busy');

  test('to embed is forgotten with the next question, and with the other tool', async () => {
    const page = await open();
    page.ports.api.refuse(embedMetadata, failed);
    const fail = async () => {
      page.subject.send({ type: 'bookTools.run' });
      expect(page.context().error).toBeNull();
      page.subject.send(questionClosed(true));
      expect(isBusy(page)).toBe(true);
      await vi.waitFor(() => expect(page.context().error).toEqual(failed));
      expect(isBusy(page)).toBe(false);
    };
    await fail();
    await fail();
    expect(page.receivedBy('modals')).toHaveLength(2);
    page.subject.send({ type: 'page.moved', route: { name: 'manage', id, tool: 'm4b' }, entryKey: 'k2' });
    expect([page.context().tool, page.context().error]).toEqual(['m4b', null]);
  });

  test('to encode refetches the tasks, and is dropped with the next start', async () => {
    const page = await open4();
    page.ports.api.refuseOnce(encodeM4b, failed);
    page.subject.send({ type: 'bookTools.run' });
    await vi.waitFor(() => expect(page.context().error).toEqual(failed));
    await vi.waitFor(() => expect(page.ports.api.inputsOf(listTasks)).toHaveLength(2));
    const answer = page.ports.api.defer(encodeM4b);
    page.subject.send({ type: 'bookTools.run' });
    page.subject.send({ type: 'bookTools.run' });
    expect([page.context().error, isBusy(page)]).toEqual([null, true]);
    answer.resolve('OK');
    await vi.waitFor(() => expect(page.works()).toEqual(['idle', 'sent']));
    expect([page.ports.api.inputsOf(encodeM4b).length, isBusy(page)]).toEqual([2, false]);
  });

  test('to cancel refetches the tasks, and is dropped with the next question', async () => {
    const page = await open4([encode()]);
    page.ports.api.refuseOnce(cancelEncode, failed);
    page.subject.send({ type: 'bookTools.cancel' });
    page.subject.send(questionClosed(true));
    expect(isBusy(page)).toBe(true);
    await vi.waitFor(() => expect(page.context().error).toEqual(failed));
    expect(isBusy(page)).toBe(false);
    await vi.waitFor(() => expect(page.ports.api.inputsOf(listTasks)).toHaveLength(2));
    page.subject.send({ type: 'bookTools.cancel' });
    expect(page.context().error).toBeNull();
    page.ports.api.answer(cancelEncode, 'OK');
    page.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(isBusy(page)).toBe(false));
    page.subject.send({ type: 'bookTools.cancel' });
    const requested = { input: { message: { key: 'itemEdit.confirmCancelEncode' } } };
    expect(page.receivedBy('modals')).toMatchObject([requested, requested, requested]);
  });

  test('is not made of a yes that comes after the encode has ended', async () => {
    const page = await open4([encode()]);
    page.subject.send({ type: 'bookTools.cancel' });
    page.subject.send({ type: 'server.task.finished', task: encode({ isFinished: true }) });
    page.subject.send(questionClosed(true));
    expect([isBusy(page), page.ports.api.inputsOf(cancelEncode)]).toEqual([false, []]);
    page.subject.send({ type: 'bookTools.cancel' });
    expect(page.receivedBy('modals')).toHaveLength(1);
  });
});

test('an embed starts without marks of the last one, and is known by its order until its first event', async () => {
  const { subject, ports, track, marks, works, receivedBy } = await open();
  track('finished', 'a');
  expect(marks()).toEqual({ 'a.mp3': 'done' });
  subject.send({ type: 'bookTools.run' });
  expect(receivedBy('modals')).toEqual([
    {
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        message: { key: 'itemEdit.confirmEmbed', values: { count: 3, backup: 'yes' } },
        confirmLabel: { key: 'itemEdit.embed' },
      },
      tag: 'embed',
      replyTo: subject,
    },
  ]);
  ports.api.answer(embedMetadata, 'OK');
  subject.send(questionClosed(true));
  expect(marks()).toEqual({});
  await vi.waitFor(() => expect(works()).toEqual(['sent', 'idle']));
  expect([subject.getSnapshot().hasTag('busy'), ports.api.inputsOf(encodeM4b)]).toEqual([false, []]);
});

test('paths are whole or names, and parts of the page fold one by one', async () => {
  const { subject, context } = await open();
  const shown = () => [context().hasPaths, [...context().open]];
  expect(shown()).toEqual([false, ['files', 'tags']]);
  subject.send({ type: 'bookTools.togglePaths' });
  subject.send({ type: 'bookTools.toggle', part: 'chapters' });
  subject.send({ type: 'bookTools.toggle', part: 'files' });
  expect(shown()).toEqual([true, ['tags', 'chapters']]);
  subject.send({ type: 'bookTools.togglePaths' });
  expect(shown()).toEqual([false, ['tags', 'chapters']]);
});
