import { describe, expect, test, vi } from 'vitest';
import { progressMachine } from '../../../src/machines/progress/progress.machine.ts';
import { progressOf } from '../../../src/machines/progress/progress.selectors.ts';
import type { MediaProgress } from '../../../src/schemas/api/media-progress.ts';
import { deleteProgress, updateProgress } from '../../../src/services/endpoints/me.ts';
import { createHost } from '../../support/host.ts';
import { account, BOOK, bookProgress } from '../../support/player-fixtures.ts';

const USER = 'user-1';

function startProgress(entries: readonly MediaProgress[] = [bookProgress()]) {
  const host = createHost(progressMachine, { input: { user: account(entries, { id: USER }) }, named: { toasts: null } });
  const { api } = host.ports;
  api.answer(updateProgress, 'OK');
  api.answer(deleteProgress, 'OK');
  return {
    ...host,
    api,
    send: host.subject.send.bind(host.subject),
    entry: (episodeId: string | null = null) => progressOf(BOOK.libraryItemId, episodeId)(host.subject.getSnapshot()),
    unconfirmed: () => host.subject.getSnapshot().context.unconfirmed,
  };
}

describe('what the server tells', () => {
  test('newer progress of an account takes the place of older, entries that are gone go', () => {
    const { send, entry } = startProgress();
    send({ type: 'server.user.updated', user: account([bookProgress({ currentTime: 50, lastUpdate: 2000 })], { id: USER }) });
    expect(entry()?.currentTime).toBe(50);
    send({ type: 'server.user.updated', user: account([], { id: USER }) });
    expect(entry()).toBe(null);
  });

  test('older progress of an account changes nothing (pitfall 7)', () => {
    const { send, entry } = startProgress();
    send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 70, lastUpdate: 3000 }) } });
    send({ type: 'server.user.updated', user: account([bookProgress({ currentTime: 50, lastUpdate: 2000 })], { id: USER }) });
    expect(entry()?.currentTime).toBe(70);
  });

  test('another account changes nothing', () => {
    const { send, entry } = startProgress();
    send({ type: 'server.user.updated', user: account([], { id: 'somebody-else' }) });
    expect(entry()?.currentTime).toBe(0);
  });

  test('an older event about one item changes nothing', () => {
    const { send, entry } = startProgress();
    send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 70, lastUpdate: 500 }) } });
    expect(entry()?.currentTime).toBe(0);
  });

  test('episodes of one podcast are apart', () => {
    const { send, entry } = startProgress();
    send({ type: 'server.progress.updated', progress: { data: bookProgress({ episodeId: 'e1', currentTime: 5, lastUpdate: 500 }) } });
    expect([entry('e1')?.currentTime, entry()?.currentTime]).toEqual([5, 0]);
  });
});

test('a position saved here shows at once and is not taken back by an account put together before', () => {
  const { send, entry } = startProgress();
  send({ type: 'progress.recorded', media: BOOK, currentTime: 91, duration: 182 });
  expect([entry()?.currentTime, entry()?.progress]).toEqual([91, 0.5]);
  send({ type: 'server.user.updated', user: account([bookProgress()], { id: USER }) });
  expect(entry()?.currentTime).toBe(91);
});

test('the first position of an item makes an entry that the server fills in later', () => {
  const { send, entry } = startProgress([]);
  send({ type: 'progress.recorded', media: BOOK, currentTime: 10, duration: 100 });
  expect(entry()).toEqual(expect.objectContaining({ id: '', currentTime: 10, progress: 0.1, isFinished: false, lastUpdate: 0 }));
  send({ type: 'server.user.updated', user: account([], { id: USER }) });
  expect(entry()?.currentTime).toBe(10);
  send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 10 }) } });
  expect(entry()?.id).toBe('progress-1');
});

describe('marking', () => {
  test('as finished shows at once and is saved', async () => {
    const { send, entry, api, unconfirmed } = startProgress();
    send({ type: 'progress.markFinished', ...BOOK });
    expect([entry()?.isFinished, entry()?.progress]).toEqual([true, 1]);
    await vi.waitFor(() => expect(unconfirmed()).toEqual({}));
    expect(api.inputsOf(updateProgress)).toEqual([{ ...BOOK, change: { isFinished: true } }]);
  });

  test('as not finished goes back to the beginning', async () => {
    const { send, entry, api } = startProgress([bookProgress({ isFinished: true, progress: 1, currentTime: 180 })]);
    send({ type: 'progress.markUnfinished', libraryItemId: BOOK.libraryItemId });
    expect([entry()?.isFinished, entry()?.currentTime, entry()?.progress]).toEqual([false, 0, 0]);
    await vi.waitFor(() => expect(api.inputsOf(updateProgress)).toEqual([{ ...BOOK, change: { isFinished: false } }]));
  });

  test('that the server refuses is taken back with a message', async () => {
    const { send, entry, api, receivedBy, unconfirmed } = startProgress();
    api.refuse(updateProgress, { kind: 'network' });
    send({ type: 'progress.markFinished', ...BOOK });
    await vi.waitFor(() => expect(unconfirmed()).toEqual({}));
    expect(entry()).toEqual(bookProgress());
    expect(receivedBy('toasts')).toEqual([{ type: 'toasts.show', kind: 'error', message: { key: 'player.progressNotSaved' } }]);
  });

  test('twice goes to the server in that order, and a refusal of the first leaves what the second shows', async () => {
    const { send, entry, api, unconfirmed } = startProgress();
    const first = api.defer(updateProgress);
    send({ type: 'progress.markFinished', ...BOOK });
    send({ type: 'progress.markUnfinished', ...BOOK });
    await vi.waitFor(() => expect(api.inputsOf(updateProgress).length).toBe(1));
    first.reject(new Error('gone'));
    await vi.waitFor(() => expect(unconfirmed()).toEqual({}));
    expect(api.inputsOf(updateProgress)).toEqual([{ ...BOOK, change: { isFinished: true } }, { ...BOOK, change: { isFinished: false } }]);
    expect(entry()?.isFinished).toBe(false);
  });
});

describe('forgetting', () => {
  test('takes the entry away and deletes it on the server', async () => {
    const { send, entry, api } = startProgress();
    send({ type: 'progress.reset', ...BOOK });
    expect(entry()).toBe(null);
    await vi.waitFor(() => expect(api.inputsOf(deleteProgress)).toEqual([{ progressId: 'progress-1' }]));
  });

  test('is not undone by an account that was put together before', () => {
    const { send, entry } = startProgress();
    send({ type: 'progress.reset', ...BOOK });
    send({ type: 'server.user.updated', user: account([bookProgress()], { id: USER }) });
    expect(entry()).toBe(null);
  });

  test('that the server refuses brings the entry back', async () => {
    const { send, entry, api } = startProgress();
    api.refuse(deleteProgress, { kind: 'server', status: 500, message: '' });
    send({ type: 'progress.reset', ...BOOK });
    await vi.waitFor(() => expect(entry()).toEqual(bookProgress()));
  });
});
