import { describe, expect, test, vi } from 'vitest';
import { assign, createMachine, type AnyActorLogic } from 'xstate';
import { pendingChangesMachine } from '../../../../src/machines/playback/pending-changes/pending-changes.machine.ts';
import { progressMachine } from '../../../../src/machines/playback/progress/progress.machine.ts';
import { advance, EMPTY_LEDGER } from '../../../../src/machines/playback/progress/ledger.logic.ts';
import { finishes } from '../../../../src/machines/playback/progress/progress.logic.ts';
import type { ProgressCommand } from '../../../../src/machines/playback/progress/progress.protocol.ts';
import { progressOf } from '../../../../src/machines/playback/progress/progress.selectors.ts';
import type { MediaProgress } from '../../../../src/schemas/api/progress.ts';
import {
  deleteProgress,
  getMe,
  getProgress,
  hideProgressFromContinueListening,
  hideSeriesFromContinueListening,
  readdSeriesToContinueListening,
  updateProgress,
  updateProgressBatch,
} from '../../../../src/services/endpoints/me.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { withInput } from '../../../support/with-input.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { account, BOOK, bookProgress, openedBook } from '../../../support/player-fixtures.ts';

const USER = 'user-1';

function startProgress(
  entries: readonly MediaProgress[] = [bookProgress()],
  ports = createFakePorts(),
  ledger: AnyActorLogic | null = null,
) {
  const host = createHost(progressMachine, {
    ports,
    input: { user: account(entries, { id: USER }) },
    systemId: 'progress',
    named: { toasts: null, ledger, pendingChanges: withInput(pendingChangesMachine, { userId: USER }) },
  });
  const { api } = host.ports;
  api.answer(updateProgress, 'OK');
  api.answer(deleteProgress, 'OK');
  return {
    ...host,
    api,
    system: host.subject.system,
    send: host.subject.send.bind(host.subject),
    entry: (episodeId: string | null = null) => progressOf(BOOK.libraryItemId, episodeId)(host.subject.getSnapshot()),
    pendingEdits: () => host.subject.getSnapshot().context.pendingEdits,
  };
}

describe('server events', () => {
  test('newer progress of an account replaces older, removed entries go', () => {
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

test('a position saved here shows at once and is not undone by an older account', () => {
  const { send, entry } = startProgress();
  send({ type: 'progress.recorded', media: BOOK, libraryId: 'books', currentTime: 91, duration: 182, hasEnded: false });
  expect([entry()?.currentTime, entry()?.progress]).toEqual([91, 0.5]);
  send({ type: 'server.user.updated', user: account([bookProgress()], { id: USER }) });
  expect(entry()?.currentTime).toBe(91);
});

test('the first position of an item makes an entry that the server fills in later', () => {
  const { send, entry } = startProgress([]);
  send({ type: 'progress.recorded', media: BOOK, libraryId: 'books', currentTime: 10, duration: 100, hasEnded: false });
  expect(entry()).toEqual(
    expect.objectContaining({ id: '', currentTime: 10, progress: 0.1, isFinished: false, lastUpdate: 0 }),
  );
  send({ type: 'server.user.updated', user: account([], { id: USER }) });
  expect(entry()?.currentTime).toBe(10);
  send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 10 }) } });
  expect(entry()?.id).toBe('progress-1');
});

test.each([
  ['with the last second', 181.1, 182, {}, true],
  ['not two seconds before it, without a rule', 180, 182, {}, false],
  ['with so little left', 173, 182, { markAsFinishedTimeRemaining: 10 }, true],
  ['not with as much left', 172, 182, { markAsFinishedTimeRemaining: 10 }, false],
  ['above so many percent', 92, 182, { markAsFinishedPercentComplete: 50, markAsFinishedTimeRemaining: 10 }, true],
  ['not at so many percent', 91, 182, { markAsFinishedPercentComplete: 50 }, false],
  [
    'not before so many percent, whatever is left',
    175,
    182,
    { markAsFinishedPercentComplete: 99, markAsFinishedTimeRemaining: 10 },
    false,
  ],
  ['not in the first half of something short', 3, 8, { markAsFinishedTimeRemaining: 10 }, false],
  ['in the second half of something short', 5, 8, { markAsFinishedTimeRemaining: 10 }, true],
  ['not without a length', 5, 0, { markAsFinishedTimeRemaining: 10 }, false],
])('an item is finished %s', (_, currentTime, duration, rule, isFinished) => {
  expect(finishes({ libraryId: 'books', currentTime, duration, hasEnded: false }, rule)).toBe(isFinished);
});

test.each([
  [3541, true],
  [3540, false],
])('a sound that ends at %d s of an hour finishes it: %s', (currentTime, isFinished) => {
  expect(finishes({ libraryId: 'books', currentTime, duration: 3600, hasEnded: true }, {})).toBe(isFinished);
});

describe('an item played to its end', () => {
  const atEnd = {
    type: 'progress.recorded',
    media: BOOK,
    libraryId: 'books',
    currentTime: 181,
    duration: 182,
    hasEnded: true,
  } as const;
  const onServer = (entry: Partial<MediaProgress>) => {
    const started = startProgress([bookProgress({ currentTime: 100 })]);
    started.api.answer(getProgress, bookProgress({ currentTime: 181, ...entry }));
    started.send(atEnd);
    return started;
  };

  test('is finished at once, also on a server that ignores the position', async () => {
    const { api, entry, pendingEdits } = onServer({ isFinished: false });
    expect([entry()?.isFinished, entry()?.currentTime, entry()?.progress]).toEqual([true, 181, 1]);
    await vi.waitFor(() => expect(api.inputsOf(updateProgress)).toEqual([{ ...BOOK, change: { isFinished: true } }]));
    await vi.waitFor(() => expect(pendingEdits()).toEqual({}));
  });

  test.each([
    ['finished it', { isFinished: true }],
    ['is elsewhere by then', { currentTime: 20 }],
  ])('is left to a server that %s', async (_, entry) => {
    const { api, pendingEdits, receivedBy } = onServer(entry);
    await vi.waitFor(() => expect(pendingEdits()).toEqual({}));
    expect([api.inputsOf(updateProgress), receivedBy('toasts')]).toEqual([[], []]);
  });

  test('shows no notice when the server refuses it', async () => {
    const started = startProgress();
    started.api.refuse(getProgress, { kind: 'forbidden', message: '' });
    started.send(atEnd);
    await vi.waitFor(() => expect(started.pendingEdits()).toEqual({}));
    expect(started.receivedBy('toasts')).toEqual([]);
  });

  test('waits for its position, which would take the mark away', async () => {
    const { session } = openedBook({ id: 's1' });
    const start = { type: 'ledger.open', session, media: BOOK, device: 'here', time: 100, hasRow: true } as const;
    const [opened] = Object.values(advance(EMPTY_LEDGER, start, { wall: 1, elapsed: 1, server: 1 }).ledger.entries);
    const ledger = createMachine({
      types: {} as { context: { entries: object; seen: readonly [] } },
      context: { entries: { s1: { ...opened, time: 181 } }, seen: [] },
      on: { saved: { actions: assign({ entries: {} }) } },
    });
    const { api, ports, send, system } = startProgress([], createFakePorts(), ledger);
    api.answer(getProgress, bookProgress({ currentTime: 181 }));
    send(atEnd);
    await vi.waitFor(() => expect(system.get('pendingChanges').getSnapshot().value).toBe('waiting'));
    const early = api.inputsOf(updateProgress);
    system.get('ledger').send({ type: 'saved' });
    ports.clock.advance(1000);
    await vi.waitFor(() => expect([early, api.inputsOf(updateProgress)]).toEqual([[], [expect.anything()]]));
  });

  test('is finished once', () => {
    const { pendingEdits, send } = onServer({});
    send(atEnd);
    expect(Object.values(pendingEdits()).map(({ edits }) => edits)).toEqual([1]);
  });
});

const edit = (kind: 'finish' | 'unfinish' | 'reset' | 'hide') =>
  ({ type: 'progress.edit', media: BOOK, edit: { kind }, title: 'Emma' }) as const;
const underWay = bookProgress({ currentTime: 60, progress: 0.33, startedAt: 900 });
const finished = bookProgress({ isFinished: true, progress: 1, currentTime: 60, finishedAt: 950 });
const offered = (key: string, event: object) => ({
  type: 'toasts.show',
  id: `progress/${BOOK.libraryItemId}`,
  kind: 'success',
  message: { key, values: { title: 'Emma' } },
  action: { label: { key: 'toasts.undo' }, to: 'progress', event },
});
/** Calls after the last press, once all are answered. */
async function changesAfter(host: ReturnType<typeof startProgress>, press: () => void): Promise<readonly unknown[]> {
  const before = host.api.calls.length;
  press();
  await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
  return host.api.calls.slice(before).map(({ name, input }) => [name, (input as { change?: object }).change ?? input]);
}
const READ = ['me.progress', BOOK];

describe('an edit', () => {
  test('shows at once, is saved, and matches the server afterwards', async () => {
    const host = startProgress([]);
    const saved = bookProgress({ id: 'made-by-server', isFinished: true, progress: 1, lastUpdate: 5000 });
    host.api.answer(getProgress, saved);
    const calls = await changesAfter(host, () => {
      host.send(edit('finish'));
      expect([host.entry()?.isFinished, host.entry()?.progress]).toEqual([true, 1]);
    });
    expect(calls).toEqual([['me.updateProgress', { isFinished: true }], READ]);
    expect(host.entry()).toEqual(saved);
    expect(host.parentEvents).toEqual([{ type: 'progress.settled', id: BOOK.libraryItemId }]);
  });

  test('is not changed by server events of an intermediate step', () => {
    const { send, entry, api } = startProgress([finished]);
    api.defer(updateProgress);
    send(edit('unfinish'));
    send({ type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 0, lastUpdate: 2000 }) } });
    send({ type: 'server.user.updated', user: account([], { id: USER }) });
    expect([entry()?.currentTime, entry()?.isFinished]).toEqual([60, false]);
  });

  test("refused by the server is undone, and the notice shows the server's reason (NTF-004)", async () => {
    const { send, entry, api, parentEvents, receivedBy, pendingEdits } = startProgress();
    const error = { kind: 'rejected', status: 400, message: 'Disk is full' } as const;
    api.refuse(updateProgress, error);
    send(edit('finish'));
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

  test("that fails half way shows the server's state", async () => {
    const { send, entry, api, pendingEdits } = startProgress([finished]);
    const half = bookProgress({ lastUpdate: 3000 });
    api.answerOnce(updateProgress, 'OK');
    api.refuse(updateProgress, { kind: 'rejected', status: 400, message: '' });
    api.answer(getProgress, half);
    send(edit('unfinish'));
    await vi.waitFor(() => expect(pendingEdits()).toEqual({}));
    expect(entry()).toEqual(half);
  });

  test("after another reaches the server after it, and a refusal of the first leaves the second's result", async () => {
    const { send, entry, api, pendingEdits } = startProgress();
    const first = api.defer(updateProgress);
    send(edit('finish'));
    await vi.waitFor(() => expect(api.inputsOf(updateProgress).length).toBe(1));
    send(edit('unfinish'));
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
    const calls = await changesAfter(host, () => host.send(edit('unfinish')));
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
      'finish',
      'progress.finished',
      [['me.updateProgress', { isFinished: false }], ['me.updateProgress', { ...place, progress: 0.33 }], READ],
    ],
    [
      'unfinishing',
      finished,
      'unfinish',
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
      'reset',
      'progress.reset',
      [['me.updateProgress', { isFinished: false }], ['me.updateProgress', { ...place, progress: 0.33 }], READ],
    ],
    [
      'hiding',
      underWay,
      'hide',
      'progress.hidden',
      [['me.updateProgress', { hideFromContinueListening: false, lastUpdate: 1000 }], READ],
    ],
  ] as const)('%s brings all of the entry back', async (_name, before, kind, key, calls) => {
    const host = startProgress([before]);
    const undone = kind === 'hide' ? { kind: 'show', lastUpdate: 1000 } : { kind: 'restore', entry: before };
    const event = { type: 'progress.edit', media: BOOK, edit: undone };
    if (kind === 'reset' || kind === 'hide') host.api.answerOnce(getProgress, before);
    host.api.answer(hideProgressFromContinueListening, recording('me/me').response.body);
    await changesAfter(host, () => host.send(edit(kind)));
    expect(host.receivedBy('toasts')).toEqual([offered(key, event)]);
    expect(await changesAfter(host, () => undo(host))).toEqual(calls);
    expect({ ...host.entry(), id: before.id, lastUpdate: 1000 }).toEqual(before);
    expect(host.receivedBy('toasts').length).toBe(1);
  });

  test('of the change that made the first entry removes it', async () => {
    const host = startProgress([]);
    host.api.answer(getProgress, bookProgress({ id: 'new' }));
    await changesAfter(host, () => host.send(edit('finish')));
    host.api.answerOnce(getProgress, bookProgress({ id: 'new' }));
    host.api.refuse(getProgress, { kind: 'notFound', message: '' });
    expect(await changesAfter(host, () => undo(host))).toEqual([READ, ['me.deleteProgress', { progressId: 'new' }]]);
    expect(host.entry()).toBe(null);
  });
});

describe('reading', () => {
  const place = { kind: 'read', location: 'epubcfi(/6/4!/4/2)', share: 0.25 } as const;
  const read = { type: 'progress.edit', media: BOOK, edit: place } as const;
  const sent = ['me.updateProgress', { ebookLocation: place.location, ebookProgress: place.share }];

  test('shows at once and sends the place alone, without a notice', async () => {
    const host = startProgress();
    host.api.answer(getProgress, bookProgress({ ebookLocation: place.location, ebookProgress: 0.25 }));
    const calls = await changesAfter(host, () => {
      host.send(read);
      expect(host.entry()).toMatchObject({ ebookLocation: place.location, ebookProgress: 0.25 });
    });
    expect(calls).toEqual([sent, READ]);
    expect(host.receivedBy('toasts')).toEqual([]);
  });

  test('an event of an older place meanwhile changes nothing', () => {
    const host = startProgress();
    host.send(read);
    const older = bookProgress({ ebookLocation: 'older', lastUpdate: 9000 });
    host.send({ type: 'server.progress.updated', progress: { data: older } });
    expect(host.entry()?.ebookLocation).toBe(place.location);
  });

  describe('without an answer', () => {
    const lost = { kind: 'network' } as const;
    const savedPlaces = ({ api }: ReturnType<typeof startProgress>, from = 0) =>
      (api.inputsOf(updateProgress) as readonly { change: { ebookLocation: string } }[])
        .slice(from)
        .map(({ change }) => change.ebookLocation);

    /** A sent position stays unanswered for a while. */
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
      host.api.notifyReach(false);
      return { ...host, at, sentBefore: host.api.inputsOf(updateProgress).length };
    }

    test('the place stays, here and on the page, without a notice', async () => {
      const host = await waiting();
      expect(host.entry()).toMatchObject({ ebookLocation: place.location });
      expect(host.receivedBy('toasts')).toEqual([]);
      expect((await host.ports.journal.changes.read()).map(({ body }) => body)).toMatchObject([
        { kind: 'progress', media: BOOK, saving: { location: place.location, over: null } },
      ]);
    });

    test('it goes to the account as soon as the server answers again, once', async () => {
      const host = await waiting();
      host.api.answer(updateProgress, 'OK');
      host.api.answerOnce(getProgress, bookProgress({ ebookLocation: null }));
      host.api.answer(getProgress, bookProgress({ ebookLocation: place.location, lastUpdate: 6000 }));
      host.api.notifyReach(true);
      await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
      host.api.notifyReach(true);
      host.api.notifyReach(false);
      host.api.notifyReach(true);
      expect(savedPlaces(host, host.sentBefore)).toEqual([place.location]);
      expect(await host.ports.journal.changes.read()).toEqual([]);
    });

    test.each([
      ['a newer place of another device stays (EBK)', 'theirs', 9000, []],
      ['an older one does not', 'theirs', -1000, [place.location]],
      ['what was heard since is no place', null, 9000, [place.location]],
    ])('%s', async (_name, ebookLocation, later, expected) => {
      const host = await waiting();
      host.api.answer(updateProgress, 'OK');
      host.api.answer(getProgress, bookProgress({ ebookLocation, lastUpdate: host.at + later }));
      host.api.notifyReach(true);
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
      await vi.waitFor(() => expect(host.entry()?.ebookLocation).toBe(place.location));
      answer.resolve(bookProgress({ ebookLocation: place.location }));
      await vi.waitFor(() => expect(journal.changes.records.size).toBe(0));
      expect(savedPlaces(host)).toEqual([place.location]);
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
  test('of an item started here requests the id first, so that the server removes it too', async () => {
    const host = startProgress([]);
    host.send({
      type: 'progress.recorded',
      media: BOOK,
      libraryId: 'books',
      currentTime: 10,
      duration: 100,
      hasEnded: false,
    });
    host.api.answerOnce(getProgress, bookProgress({ id: 'made-by-server' }));
    host.api.refuse(getProgress, { kind: 'notFound', message: '' });
    const calls = await changesAfter(host, () => host.send(edit('reset')));
    expect(calls).toEqual([READ, ['me.deleteProgress', { progressId: 'made-by-server' }]]);
    expect(host.entry()).toBe(null);
  });

  test('an entry missing on the server deletes nothing', async () => {
    const host = startProgress();
    host.api.refuse(getProgress, { kind: 'notFound', message: '' });
    expect(await changesAfter(host, () => host.send(edit('reset')))).toEqual([READ]);
    expect(host.entry()).toBe(null);
  });

  test('that is refused brings the entry back', async () => {
    const host = startProgress();
    host.api.refuse(getProgress, { kind: 'forbidden', message: '' });
    await changesAfter(host, () => host.send(edit('reset')));
    expect(host.entry()).toEqual(bookProgress());
    expect(host.receivedBy('toasts').map((event) => 'kind' in event && event['kind'])).toEqual(['success', 'error']);
  });

  test('is not undone by an account that was put together before', () => {
    const { send, entry } = startProgress();
    send(edit('reset'));
    send({ type: 'server.user.updated', user: account([bookProgress()], { id: USER }) });
    expect(entry()).toBe(null);
  });
});

describe('removing from the continue shelves', () => {
  test('an item requests the id of its entry', async () => {
    const host = startProgress([underWay]);
    host.api.answer(getProgress, bookProgress({ id: 'p-7', hideFromContinueListening: true }));
    host.api.answer(hideProgressFromContinueListening, recording('me/me').response.body);
    expect(await changesAfter(host, () => host.send(edit('hide')))).toEqual([
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

  test('a refused series is reported', async () => {
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

test('5,000 episodes are marked in one step; a refused part is reverted in one, with a notice (SEL-020, ERR-032)', () => {
  const { send, subject, parentEvents, receivedBy } = startProgress([]);
  const finished = () => Object.values(subject.getSnapshot().context.entries).filter((one) => one.isFinished).length;
  const all = Array.from({ length: 5000 }, (_, number) => ({
    libraryItemId: BOOK.libraryItemId,
    episodeId: `episode-${number}`,
  }));
  let steps = 0;
  subject.subscribe(() => (steps += 1));
  send({ type: 'progress.editMany', edits: all.map((media) => ({ media, edit: { kind: 'finish' } })) });
  expect([finished(), steps]).toEqual([5000, 1]);
  const edits = all.slice(2500).map((media) => ({ ...FINISH, media }));
  const error = { kind: 'server', status: 500, message: 'The disk is full' } as const;
  const body = { kind: 'progressOfMany', edits, count: 5000 } as const;
  const settled = { type: 'change.settled', answer: undefined, isLast: true, isSent: true, again: [] } as const;
  send({ ...settled, body, error });
  expect([finished(), steps, parentEvents]).toEqual([2500, 2, [{ type: 'progress.settled', id: '' }]]);
  expect(receivedBy('toasts')).toEqual([
    {
      type: 'toasts.show',
      id: 'progress/many',
      kind: 'error',
      durationMs: null,
      message: { key: 'selection.failed.finish', values: { failed: 2500, count: 5000 } },
      error,
      action: {
        label: { key: 'common.retry' },
        to: 'progress',
        event: { type: 'progress.editMany', edits: edits.map(({ media, edit }) => ({ media, edit })) },
      },
    },
  ]);
});

const FINISH = { edit: { kind: 'finish' }, saving: { kind: 'change', changes: [{ isFinished: true }] } } as const;

const { user: loggedIn } = recording('auth/login-root').response.body as { user: object };

describe('several at once', () => {
  const mediaOf = (libraryItemId: string) => ({ libraryItemId, episodeId: null });
  const known = (id: string, changes: Partial<MediaProgress> = {}) => bookProgress({ libraryItemId: id, ...changes });
  const report = (...mediaProgress: readonly MediaProgress[]) => ({ ...loggedIn, id: USER, mediaProgress });
  const name = (index: number) => `book-${index}`;
  const many = Array.from({ length: 120 }, (_, index) => name(index));
  const finish = (...ids: readonly string[]): ProgressCommand => ({
    type: 'progress.editMany',
    edits: ids.map((id) => ({ media: mediaOf(id), edit: { kind: 'finish' } })),
  });
  const isFinished = (host: ReturnType<typeof startProgress>, id: string) =>
    progressOf(id)(host.subject.getSnapshot())?.isFinished ?? false;
  const sizes = (host: ReturnType<typeof startProgress>) =>
    (host.api.inputsOf(updateProgressBatch) as { changes: object[] }[]).map(({ changes }) => changes.length);

  test('are one change that is sent in parts of 50; then the account is as the server has it', async () => {
    const host = startProgress([]);
    host.api.answer(updateProgressBatch, 'OK');
    host.api.answer(getMe, report(known(name(0), { isFinished: true, lastUpdate: 9000 })));
    host.send(finish(...many));
    expect([isFinished(host, name(119)), host.ports.journal.changes.records.size]).toEqual([true, 1]);
    await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
    expect([sizes(host), host.ports.journal.changes.records.size]).toEqual([[50, 50, 20], 0]);
    expect(host.api.inputsOf(updateProgressBatch)[0]).toMatchObject({
      changes: [{ libraryItemId: name(0), isFinished: true }, ...many.slice(1, 50).map(() => ({}))],
    });
    expect(progressOf(name(0))(host.subject.getSnapshot())?.lastUpdate).toBe(9000);
    expect([host.api.inputsOf(getMe).length, host.parentEvents, host.receivedBy('toasts')]).toEqual([
      1,
      [{ type: 'progress.settled', id: '' }],
      [],
    ]);
  });

  test('wait while the server is away: what went is not sent again, the rest is, from the next page too', async () => {
    const host = startProgress([]);
    host.api.answerOnce(updateProgressBatch, 'OK');
    host.api.refuse(updateProgressBatch, { kind: 'network' });
    host.send(finish(...many));
    await vi.waitFor(() => expect(host.ports.clock.pending).toHaveLength(1));
    expect([Object.keys(host.pendingEdits()).length, isFinished(host, name(119))]).toEqual([70, true]);
    const { journal } = host.ports;
    host.stop();
    const next = startProgress([], createFakePorts({ journal }));
    const answer = next.api.defer(updateProgressBatch);
    next.api.answer(updateProgressBatch, 'OK');
    next.api.answer(getMe, report());
    await vi.waitFor(() => expect(isFinished(next, name(119))).toBe(true));
    answer.resolve('OK');
    await vi.waitFor(() => expect(next.pendingEdits()).toEqual({}));
    expect([sizes(next), journal.changes.records.size]).toEqual([[50, 20], 0]);
  });

  test('that are refused are as they were, and are marked again by one press', async () => {
    const host = startProgress([]);
    host.api.answerOnce(updateProgressBatch, 'OK');
    host.api.refuse(updateProgressBatch, { kind: 'server', status: 500, message: 'The disk is full' });
    host.api.refuse(getMe, { kind: 'network' });
    host.send(finish(...many));
    await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
    expect([name(49), name(50), name(119)].map((id) => isFinished(host, id))).toEqual([true, false, false]);
    const toasts = host.receivedBy('toasts') as readonly { message?: object; action?: { event: ProgressCommand } }[];
    expect(toasts).toMatchObject([
      { message: { key: 'selection.failed.finish', values: { failed: 70, count: 120 } }, error: { status: 500 } },
    ]);
    host.api.answer(updateProgressBatch, 'OK');
    host.api.answer(getMe, report());
    const again = toasts[0]?.action?.event;
    if (again) host.send(again);
    await vi.waitFor(() => expect(sizes(host)).toEqual([50, 50, 50, 20]));
  });

  test('not finished any more keep their places; undone, what was not there is deleted', async () => {
    const heard = known('a', { isFinished: true, currentTime: 500, duration: 1000, progress: 1 });
    const host = startProgress([heard]);
    host.api.answer(updateProgressBatch, 'OK');
    host.api.answer(getMe, report(heard));
    host.send({ type: 'progress.editMany', edits: [{ media: mediaOf('a'), edit: { kind: 'unfinish' } }] });
    await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
    expect(host.api.inputsOf(updateProgressBatch)).toMatchObject([
      {
        changes: [
          { libraryItemId: 'a', isFinished: false },
          { libraryItemId: 'a', currentTime: 500, progress: 0.5 },
        ],
      },
    ]);
    host.api.answer(getMe, report(heard, known('b', { id: 'entry-b' })));
    host.send({
      type: 'progress.editMany',
      edits: [{ media: mediaOf('b'), edit: { kind: 'restore', entry: null } }],
    });
    await vi.waitFor(() => expect(host.api.inputsOf(deleteProgress)).toEqual([{ progressId: 'entry-b' }]));
    expect(host.api.inputsOf(updateProgressBatch)).toHaveLength(1);
    expect(host.api.inputsOf(getProgress)).toEqual([]);
  });

  test('a mark of one of them that is made meanwhile is the one that is sent', async () => {
    const host = startProgress([]);
    host.api.refuse(updateProgressBatch, { kind: 'network' });
    host.send(finish(name(0), name(1)));
    await vi.waitFor(() => expect(host.ports.clock.pending).toHaveLength(1));
    host.send({ type: 'progress.edit', media: mediaOf(name(1)), edit: { kind: 'unfinish' }, title: 'B' });
    host.api.answer(updateProgressBatch, 'OK');
    host.api.answer(getMe, report());
    host.api.answer(getProgress, known(name(1)));
    host.ports.clock.advance(1000);
    await vi.waitFor(() => expect(host.pendingEdits()).toEqual({}));
    expect(sizes(host)).toEqual([2, 1]);
    expect(isFinished(host, name(1))).toBe(false);
  });
});
