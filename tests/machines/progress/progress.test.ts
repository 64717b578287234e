import { describe, expect, test, vi } from 'vitest';
import { pendingChangesMachine } from '../../../src/machines/pending-changes/pending-changes.machine.ts';
import { progressMachine } from '../../../src/machines/progress/progress.machine.ts';
import { progressOf } from '../../../src/machines/progress/progress.selectors.ts';
import type { MediaProgress } from '../../../src/schemas/api/media-progress.ts';
import {
  deleteProgress,
  getProgress,
  hideProgressFromContinueListening,
  hideSeriesFromContinueListening,
  readdSeriesToContinueListening,
  updateProgress,
} from '../../../src/services/endpoints/me.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { withInput } from '../../support/with-input.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';
import { account, BOOK, bookProgress } from '../../support/player-fixtures.ts';

const USER = 'user-1';

function startProgress(entries: readonly MediaProgress[] = [bookProgress()], ports = createFakePorts()) {
  const host = createHost(progressMachine, {
    ports,
    input: { user: account(entries, { id: USER }) },
    systemId: 'progress',
    named: { toasts: null, pendingChanges: withInput(pendingChangesMachine, { userId: USER }) },
  });
  const { api } = host.ports;
  api.answer(updateProgress, 'OK');
  api.answer(deleteProgress, 'OK');
  return {
    ...host,
    api,
    send: host.subject.send.bind(host.subject),
    entry: (episodeId: string | null = null) => progressOf(BOOK.libraryItemId, episodeId)(host.subject.getSnapshot()),
    pendingEdits: () => host.subject.getSnapshot().context.pendingEdits,
  };
}

describe('what the server tells', () => {
  test('newer progress of an account takes the place of older, entries that are gone go', () => {
    const { send, entry } = startProgress();
    send({
      type: 'server.user.updated',
      user: account([bookProgress({ currentTime: 50, lastUpdate: 2000 })], { id: USER }),
    });
    expect(entry()?.currentTime).toBe(50);
    send({ type: 'server.user.updated', user: account([], { id: USER }) });
    expect(entry()).toBe(null);
  });

  test('older progress of an account changes nothing (pitfall 7)', () => {
    const { send, entry } = startProgress();
    send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 70, lastUpdate: 3000 }) } });
    send({
      type: 'server.user.updated',
      user: account([bookProgress({ currentTime: 50, lastUpdate: 2000 })], { id: USER }),
    });
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
    send({
      type: 'server.progress.updated',
      progress: { data: bookProgress({ episodeId: 'e1', currentTime: 5, lastUpdate: 500 }) },
    });
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
  expect(entry()).toEqual(
    expect.objectContaining({ id: '', currentTime: 10, progress: 0.1, isFinished: false, lastUpdate: 0 }),
  );
  send({ type: 'server.user.updated', user: account([], { id: USER }) });
  expect(entry()?.currentTime).toBe(10);
  send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 10 }) } });
  expect(entry()?.id).toBe('progress-1');
});

const TITLED = { ...BOOK, title: 'Emma' };
const underWay = bookProgress({ currentTime: 60, progress: 0.33, startedAt: 900 });
const finished = bookProgress({ isFinished: true, progress: 1, currentTime: 60, finishedAt: 950 });
const offered = (key: string, event: object) => ({
  type: 'toasts.show',
  id: `progress/${BOOK.libraryItemId}`,
  kind: 'success',
  message: { key, values: { title: 'Emma' } },
  action: { label: { key: 'toasts.undo' }, to: 'progress', event },
});
/** What was sent after the last press, once all of it is answered. */
async function changesAfter(host: ReturnType<typeof startProgress>, press: () => void): Promise<readonly unknown[]> {
  const before = host.api.calls.length;
  press();
  await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
  return host.api.calls.slice(before).map(({ name, input }) => [name, (input as { change?: object }).change ?? input]);
}
const READ = ['me.progress', BOOK];

describe('an edit', () => {
  test('shows at once, is saved, and is what the server has afterwards', async () => {
    const host = startProgress([]);
    const saved = bookProgress({ id: 'made-by-server', isFinished: true, progress: 1, lastUpdate: 5000 });
    host.api.answer(getProgress, saved);
    const calls = await changesAfter(host, () => {
      host.send({ type: 'progress.markFinished', ...TITLED });
      expect([host.entry()?.isFinished, host.entry()?.progress]).toEqual([true, 1]);
    });
    expect(calls).toEqual([['me.updateProgress', { isFinished: true }], READ]);
    expect(host.entry()).toEqual(saved);
    expect(host.parentEvents).toEqual([{ type: 'progress.settled', id: BOOK.libraryItemId }]);
  });

  test('is not changed by what the server tells of a step on the way', () => {
    const { send, entry, api } = startProgress([finished]);
    api.defer(updateProgress);
    send({ type: 'progress.markUnfinished', ...TITLED });
    send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 0, lastUpdate: 2000 }) } });
    send({ type: 'server.user.updated', user: account([], { id: USER }) });
    expect([entry()?.currentTime, entry()?.isFinished]).toEqual([60, false]);
  });

  test('that the server refuses is taken back, and the notice says why in its words (NTF-004)', async () => {
    const { send, entry, api, parentEvents, receivedBy, pendingEdits } = startProgress();
    const error = { kind: 'rejected', status: 400, message: 'Disk is full' } as const;
    api.refuse(updateProgress, error);
    send({ type: 'progress.markFinished', ...TITLED });
    await vi.waitFor(() => expect(pendingEdits()).toEqual({}));
    expect(entry()).toEqual(bookProgress());
    expect(parentEvents).toEqual([{ type: 'progress.settled', id: BOOK.libraryItemId }]);
    expect(receivedBy('toasts').at(-1)).toEqual({
      type: 'toasts.show',
      id: `progress/${BOOK.libraryItemId}`,
      kind: 'error',
      message: { key: 'progress.notSaved' },
      error,
    });
  });

  test('that fails half way shows what the server has', async () => {
    const { send, entry, api, pendingEdits } = startProgress([finished]);
    const half = bookProgress({ lastUpdate: 3000 });
    api.answerOnce(updateProgress, 'OK');
    api.refuse(updateProgress, { kind: 'rejected', status: 400, message: '' });
    api.answer(getProgress, half);
    send({ type: 'progress.markUnfinished', ...TITLED });
    await vi.waitFor(() => expect(pendingEdits()).toEqual({}));
    expect(entry()).toEqual(half);
  });

  test('after another goes to the server after it, and a refusal of the first leaves what the second shows', async () => {
    const { send, entry, api, pendingEdits } = startProgress();
    const first = api.defer(updateProgress);
    send({ type: 'progress.markFinished', ...TITLED });
    await vi.waitFor(() => expect(api.inputsOf(updateProgress).length).toBe(1));
    send({ type: 'progress.markUnfinished', ...TITLED });
    first.reject(new Error('gone'));
    await vi.waitFor(() => expect(pendingEdits()).toEqual({}));
    expect(api.inputsOf(updateProgress)[1]).toEqual({ ...BOOK, change: { isFinished: false } });
    expect(entry()?.isFinished).toBe(false);
  });
});

describe('marking as not finished', () => {
  test.each([
    ['goes on where it was marked finished', 60, 60 / bookProgress().duration],
    ['begins again after it was heard to the end', bookProgress().duration - 2, 0],
  ])('%s', async (_name, at, fraction) => {
    const host = startProgress([{ ...finished, currentTime: at }]);
    const place = fraction === 0 ? 0 : at;
    const calls = await changesAfter(host, () => host.send({ type: 'progress.markUnfinished', ...TITLED }));
    expect(calls).toEqual([
      ['me.updateProgress', { isFinished: false }],
      [
        'me.updateProgress',
        {
          currentTime: place,
          duration: bookProgress().duration,
          progress: fraction,
          hideFromContinueListening: false,
          startedAt: 900,
        },
      ],
      READ,
    ]);
    expect([host.entry()?.isFinished, host.entry()?.currentTime]).toEqual([false, place]);
  });
});

describe('undo', () => {
  const place = {
    currentTime: 60,
    duration: bookProgress().duration,
    hideFromContinueListening: false,
    startedAt: 900,
  };
  const undo = (host: ReturnType<typeof startProgress>) => {
    const last = host.receivedBy('toasts').at(-1);
    host.send((last as unknown as ReturnType<typeof offered>).action.event as never);
  };

  test.each([
    [
      'finishing',
      underWay,
      'progress.markFinished',
      'progress.finished',
      [['me.updateProgress', { isFinished: false }], ['me.updateProgress', { ...place, progress: 0.33 }], READ],
    ],
    [
      'unfinishing',
      finished,
      'progress.markUnfinished',
      'progress.unfinished',
      [
        ['me.updateProgress', { ...place, progress: 60 / bookProgress().duration }],
        ['me.updateProgress', { isFinished: true, hideFromContinueListening: false, finishedAt: 950 }],
        READ,
      ],
    ],
    [
      'resetting',
      underWay,
      'progress.reset',
      'progress.reset',
      [['me.updateProgress', { isFinished: false }], ['me.updateProgress', { ...place, progress: 0.33 }], READ],
    ],
    [
      'hiding',
      underWay,
      'progress.hide',
      'progress.hidden',
      [['me.updateProgress', { hideFromContinueListening: false, lastUpdate: 1000 }], READ],
    ],
  ] as const)('%s brings all of the entry back', async (_name, before, type, key, calls) => {
    const host = startProgress([before]);
    const event =
      type === 'progress.hide'
        ? { type: 'progress.unhide', media: BOOK, lastUpdate: 1000 }
        : { type: 'progress.restore', media: BOOK, entry: before };
    if (type === 'progress.reset' || type === 'progress.hide') host.api.answerOnce(getProgress, before);
    host.api.answer(hideProgressFromContinueListening, recording('me/me').response.body);
    await changesAfter(host, () => host.send({ type, ...TITLED }));
    expect(host.receivedBy('toasts')).toEqual([offered(key, event)]);
    expect(await changesAfter(host, () => undo(host))).toEqual(calls);
    expect({ ...host.entry(), id: before.id, lastUpdate: 1000 }).toEqual(before);
    expect(host.receivedBy('toasts').length).toBe(1);
  });

  test('of what made the first entry takes it away again', async () => {
    const host = startProgress([]);
    host.api.answer(getProgress, bookProgress({ id: 'new' }));
    await changesAfter(host, () => host.send({ type: 'progress.markFinished', ...TITLED }));
    host.api.answerOnce(getProgress, bookProgress({ id: 'new' }));
    host.api.refuse(getProgress, { kind: 'notFound', message: '' });
    expect(await changesAfter(host, () => undo(host))).toEqual([READ, ['me.deleteProgress', { progressId: 'new' }]]);
    expect(host.entry()).toBe(null);
  });
});

describe('reading', () => {
  const read = { type: 'progress.read', media: BOOK, location: 'epubcfi(/6/4!/4/2)', share: 0.25 } as const;
  const sent = ['me.updateProgress', { ebookLocation: read.location, ebookProgress: read.share }];

  test('shows at once and sends the place alone, without a notice', async () => {
    const host = startProgress();
    host.api.answer(getProgress, bookProgress({ ebookLocation: read.location, ebookProgress: 0.25 }));
    const calls = await changesAfter(host, () => {
      host.send(read);
      expect(host.entry()).toMatchObject({ ebookLocation: read.location, ebookProgress: 0.25 });
    });
    expect(calls).toEqual([sent, READ]);
    expect(host.receivedBy('toasts')).toEqual([]);
  });

  test('what is told of an older place meanwhile changes nothing', () => {
    const host = startProgress();
    host.send(read);
    const older = bookProgress({ ebookLocation: 'older', lastUpdate: 9000 });
    host.send({ type: 'server.progress.updated', progress: { data: older } });
    expect(host.entry()?.ebookLocation).toBe(read.location);
  });

  describe('without an answer', () => {
    const lost = { kind: 'network' } as const;
    const savedPlaces = ({ api }: ReturnType<typeof startProgress>, from = 0) =>
      (api.inputsOf(updateProgress) as readonly { change: { ebookLocation: string } }[])
        .slice(from)
        .map(({ change }) => change.ebookLocation);

    /** Nothing answered when a place was sent, and for a while after. */
    async function waiting() {
      const host = startProgress([bookProgress({ ebookLocation: null })]);
      const { clock } = host.ports;
      host.api.refuse(updateProgress, lost);
      host.api.refuse(getProgress, lost);
      const at = clock.now();
      host.send(read);
      await vi.waitFor(() => expect(clock.pending).toHaveLength(1));
      clock.advance(4000);
      await vi.waitFor(() => expect(clock.pending).toHaveLength(1));
      host.api.tellReach(false);
      return { ...host, at, sentBefore: host.api.inputsOf(updateProgress).length };
    }

    test('the place stays, here and on the page, and no notice tells', async () => {
      const host = await waiting();
      expect(host.entry()).toMatchObject({ ebookLocation: read.location });
      expect(host.receivedBy('toasts')).toEqual([]);
      expect((await host.ports.journal.changes.read()).map(({ body }) => body)).toMatchObject([
        { kind: 'progress', media: BOOK, saving: { location: read.location, over: null } },
      ]);
    });

    test('it goes to the account as soon as the server answers again, once', async () => {
      const host = await waiting();
      host.api.answer(updateProgress, 'OK');
      host.api.answerOnce(getProgress, bookProgress({ ebookLocation: null }));
      host.api.answer(getProgress, bookProgress({ ebookLocation: read.location, lastUpdate: 6000 }));
      host.api.tellReach(true);
      await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
      host.api.tellReach(true);
      host.api.tellReach(false);
      host.api.tellReach(true);
      expect(savedPlaces(host, host.sentBefore)).toEqual([read.location]);
      expect(await host.ports.journal.changes.read()).toEqual([]);
    });

    test.each([
      ['a newer place of another device stays (EBK)', 'theirs', 9000, []],
      ['an older one does not', 'theirs', -1000, [read.location]],
      ['what was heard since is no place', null, 9000, [read.location]],
    ])('%s', async (_name, ebookLocation, later, expected) => {
      const host = await waiting();
      host.api.answer(updateProgress, 'OK');
      host.api.answer(getProgress, bookProgress({ ebookLocation, lastUpdate: host.at + later }));
      host.api.tellReach(true);
      await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
      expect(savedPlaces(host, host.sentBefore)).toEqual(expected);
      expect(host.entry()?.ebookLocation).toBe(ebookLocation);
    });

    test('an earlier page of this browser left it: it shows and goes at the start', async () => {
      const { ports, stop } = await waiting();
      stop();
      const { journal } = ports;
      const host = startProgress([bookProgress({ ebookLocation: null })], createFakePorts({ journal }));
      const answer = host.api.defer(getProgress);
      await vi.waitFor(() => expect(host.entry()?.ebookLocation).toBe(read.location));
      answer.resolve(bookProgress({ ebookLocation: read.location }));
      await vi.waitFor(() => expect(journal.changes.records.size).toBe(0));
      expect(savedPlaces(host)).toEqual([read.location]);
    });
  });

  test('leaves the place in the sound, and the player alone', async () => {
    const host = startProgress([bookProgress({ currentTime: 40 })]);
    host.api.answer(getProgress, bookProgress({ currentTime: 40 }));
    await changesAfter(host, () => host.send(read));
    expect(host.entry()?.currentTime).toBe(40);
  });
});

describe('resetting', () => {
  test('what was begun here asks for the id first, so that it is gone on the server too', async () => {
    const host = startProgress([]);
    host.send({ type: 'progress.recorded', media: BOOK, currentTime: 10, duration: 100 });
    host.api.answerOnce(getProgress, bookProgress({ id: 'made-by-server' }));
    host.api.refuse(getProgress, { kind: 'notFound', message: '' });
    const calls = await changesAfter(host, () => host.send({ type: 'progress.reset', ...TITLED }));
    expect(calls).toEqual([READ, ['me.deleteProgress', { progressId: 'made-by-server' }]]);
    expect(host.entry()).toBe(null);
  });

  test('what the server does not have deletes nothing', async () => {
    const host = startProgress();
    host.api.refuse(getProgress, { kind: 'notFound', message: '' });
    expect(await changesAfter(host, () => host.send({ type: 'progress.reset', ...TITLED }))).toEqual([READ]);
    expect(host.entry()).toBe(null);
  });

  test('that is refused brings the entry back', async () => {
    const host = startProgress();
    host.api.refuse(getProgress, { kind: 'forbidden', message: '' });
    await changesAfter(host, () => host.send({ type: 'progress.reset', ...TITLED }));
    expect(host.entry()).toEqual(bookProgress());
    expect(host.receivedBy('toasts').map((event) => 'kind' in event && event['kind'])).toEqual(['success', 'error']);
  });

  test('is not undone by an account that was put together before', () => {
    const { send, entry } = startProgress();
    send({ type: 'progress.reset', ...TITLED });
    send({ type: 'server.user.updated', user: account([bookProgress()], { id: USER }) });
    expect(entry()).toBe(null);
  });
});

describe('removing from the continue shelves', () => {
  test('an item asks for the id of its entry', async () => {
    const host = startProgress([underWay]);
    host.api.answer(getProgress, bookProgress({ id: 'p-7', hideFromContinueListening: true }));
    host.api.answer(hideProgressFromContinueListening, recording('me/me').response.body);
    expect(await changesAfter(host, () => host.send({ type: 'progress.hide', ...TITLED }))).toEqual([
      READ,
      ['me.hideProgress', { progressId: 'p-7' }],
      READ,
    ]);
    expect(host.entry()?.hideFromContinueListening).toBe(true);
  });

  test('a series offers to show it again', async () => {
    const host = startProgress();
    const body = recording('me/me').response.body;
    host.api.answer(hideSeriesFromContinueListening, body);
    host.api.answer(readdSeriesToContinueListening, body);
    host.send({ type: 'progress.hideSeries', seriesId: 's1', title: 'Expanse' });
    await vi.waitFor(() => expect(host.parentEvents).toEqual([{ type: 'progress.settled', id: 's1' }]));
    expect(host.receivedBy('toasts')).toEqual([
      {
        type: 'toasts.show',
        id: 'progress/s1',
        kind: 'success',
        message: { key: 'progress.hidden', values: { title: 'Expanse' } },
        action: {
          label: { key: 'toasts.undo' },
          to: 'progress',
          event: { type: 'progress.showSeries', seriesId: 's1' },
        },
      },
    ]);
    host.send({ type: 'progress.showSeries', seriesId: 's1' });
    await vi.waitFor(() => expect(host.api.inputsOf(readdSeriesToContinueListening)).toEqual([{ seriesId: 's1' }]));
  });

  test('a series that the server refuses is told', async () => {
    const host = startProgress();
    const error = { kind: 'forbidden', message: 'Not yours' } as const;
    host.api.refuse(hideSeriesFromContinueListening, error);
    host.send({ type: 'progress.hideSeries', seriesId: 's1', title: 'Expanse' });
    await vi.waitFor(() =>
      expect(host.receivedBy('toasts').at(-1)).toEqual({
        type: 'toasts.show',
        id: 'progress/s1',
        kind: 'error',
        message: { key: 'progress.notSaved' },
        error,
      }),
    );
    expect(host.parentEvents).toEqual([{ type: 'progress.settled', id: 's1' }]);
  });
});

test('a podcast of 5,000 episodes is marked in one step, and what failed of it is taken back in one', () => {
  const { send, subject, parentEvents } = startProgress([]);
  const finished = () => Object.values(subject.getSnapshot().context.entries).filter((one) => one.isFinished).length;
  const all = Array.from({ length: 5000 }, (_, number) => ({
    libraryItemId: BOOK.libraryItemId,
    episodeId: `episode-${number}`,
  }));
  let steps = 0;
  subject.subscribe(() => (steps += 1));
  send({ type: 'progress.editMany', edits: all.map((media) => ({ media, edit: { kind: 'finish' } })) });
  expect([finished(), steps]).toEqual([5000, 1]);
  send({ type: 'progress.manySettled', media: all.map((one, at) => ({ ...one, failed: at % 2 === 0 })), user: null });
  expect([finished(), steps, parentEvents]).toEqual([2500, 2, [{ type: 'progress.settled', id: '' }]]);
});
