import { expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import {
  FIRST_HEARD,
  HEARD_PAGE,
  heardMachine,
  MOST_HEARD,
} from '../../../../src/machines/admin/own-stats/heard.machine.ts';
import {
  selectHeard,
  selectHeardError,
  selectHeardState,
  selectHeardTotal,
  selectIsWhole,
} from '../../../../src/machines/admin/own-stats/own-stats.selectors.ts';
import { pictureMachine, type PictureFile } from '../../../../src/machines/admin/own-stats/picture.machine.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { listMySessions, type SessionsPageInput } from '../../../../src/services/endpoints/account.ts';
import { createHost } from '../../../support/host.ts';
import { pictureFile, sessionsPageBody } from '../../../support/own-stats-fixtures.ts';

/** A server with so many sessions, numbered from the first one on; `add` makes another. */
function open(count: number) {
  const host = createHost(heardMachine);
  let total = count;
  const pageOf = ({ page }: SessionsPageInput) => {
    const last = total - page * HEARD_PAGE;
    const ids = Array.from(
      { length: Math.max(0, Math.min(HEARD_PAGE, last)) },
      (_, index) => [`s${last - index}`, (last - index) * 1000] as const,
    );
    return sessionsPageBody({ page, total, ids });
  };
  host.ports.api.answer(listMySessions, pageOf);
  const snapshot = () => host.subject.getSnapshot();
  return {
    ...host,
    pageOf,
    add: () => (total += 1),
    state: () => selectHeardState(snapshot()),
    ids: () => selectHeard(snapshot()).map(({ id }) => id),
    pages: () => host.ports.api.inputsOf(listMySessions).map((input) => (input as SessionsPageInput).page),
    snapshot,
  };
}

test('a short history is read whole (STA-001)', async () => {
  const { state, ids, pages, snapshot } = open(3);
  expect(state()).toBe('reading');
  await vi.waitFor(() => expect(state()).toBe('whole'));
  expect([ids(), pages(), selectHeardTotal(snapshot()), selectIsWhole(snapshot())]).toEqual([
    ['s3', 's2', 's1'],
    [0],
    3,
    true,
  ]);
});

test('a long one loads its latest, and the others on request', async () => {
  const { subject, state, ids, pages } = open(5000);
  await vi.waitFor(() => expect(state()).toBe('part'));
  expect([ids().length, pages()]).toEqual([FIRST_HEARD, [0, 1, 2, 3]]);
  subject.send({ type: 'heard.readOn' });
  expect(state()).toBe('reading');
  await vi.waitFor(() => expect(state()).toBe('whole'));
  expect([new Set(ids()).size, pages().length]).toEqual([5000, 10]);
  subject.send({ type: 'heard.readOn' });
  expect(state()).toBe('whole');
});

test('no more are read than the most', async () => {
  const { subject, state, ids } = open(MOST_HEARD + 700);
  await vi.waitFor(() => expect(state()).toBe('part'));
  subject.send({ type: 'heard.readOn' });
  await vi.waitFor(() => expect(state()).toBe('most'));
  expect(ids().length).toBe(MOST_HEARD);
  subject.send({ type: 'heard.readOn' });
  expect(state()).toBe('most');
});

test('when stopped reads no further, and continues from there', async () => {
  const { subject, ports, state, ids, pages, pageOf } = open(5000);
  ports.api.answerOnce(listMySessions, pageOf);
  ports.api.defer(listMySessions);
  await vi.waitFor(() => expect(ids().length).toBe(HEARD_PAGE));
  subject.send({ type: 'heard.stop' });
  expect([state(), ports.api.aborted]).toEqual(['part', [listMySessions.name]]);
  subject.send({ type: 'heard.readOn' });
  await vi.waitFor(() => expect(state()).toBe('whole'));
  expect([new Set(ids()).size, pages()]).toEqual([5000, [0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

test('a failed page removes nothing, and is reloaded', async () => {
  const { subject, ports, state, ids, pageOf, snapshot } = open(1200);
  ports.api.answerOnce(listMySessions, pageOf);
  ports.api.refuseOnce(listMySessions, { kind: 'network' });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect([ids().length, selectHeardError(snapshot())?.kind]).toEqual([HEARD_PAGE, 'network']);
  subject.send({ type: 'heard.readOn' });
  await vi.waitFor(() => expect(state()).toBe('whole'));
  expect([ids().length, selectHeardError(snapshot())]).toEqual([1200, null]);
});

test('what ended since comes first, also when it ended while pages were read', async () => {
  const { subject, state, ids, add } = open(3);
  add();
  subject.send({ type: 'heard.refresh' });
  await vi.waitFor(() => expect(ids()).toEqual(['s4', 's3', 's2', 's1']));
  await vi.waitFor(() => expect(state()).toBe('whole'));
  add();
  subject.send({ type: 'heard.refresh' });
  await vi.waitFor(() => expect(ids()).toEqual(['s5', 's4', 's3', 's2', 's1']));
});

test('a drawing is saved as a picture, one at a time; a failure says so', async () => {
  const saved: (PictureFile | null)[] = [];
  const host = createHost(
    pictureMachine.provide({
      actors: {
        savePicture: fromPromise<void, PictureFile | null>(async ({ input }) => {
          saved.push(input);
          if (input?.name === 'bad.png') throw new AppException({ kind: 'unexpected', message: 'no canvas' });
        }),
      },
    }),
    { named: { toasts: null } },
  );
  const isBusy = () => host.subject.getSnapshot().hasTag('busy');
  host.subject.send({ type: 'picture.save', ...pictureFile });
  host.subject.send({ type: 'picture.save', ...pictureFile, name: 'other.png' });
  expect(isBusy()).toBe(true);
  await vi.waitFor(() => expect(isBusy()).toBe(false));
  expect([saved, host.receivedBy('toasts')]).toEqual([[pictureFile], []]);
  host.subject.send({ type: 'picture.save', ...pictureFile, name: 'bad.png' });
  await vi.waitFor(() => expect(isBusy()).toBe(false));
  expect(host.receivedBy('toasts')).toEqual([
    {
      type: 'toasts.show',
      kind: 'error',
      message: { key: 'yearReview.saveFailed' },
      error: { kind: 'unexpected', message: 'no canvas' },
    },
  ]);
});

test('what ended while a page was read is read after it; a failure of that waits for the next one', async () => {
  const { subject, ports, state, ids, add, pages, pageOf } = open(3);
  const first = ports.api.defer(listMySessions);
  await vi.waitFor(() => expect(pages()).toEqual([0]));
  subject.send({ type: 'heard.refresh' });
  first.resolve(pageOf({ page: 0, itemsPerPage: HEARD_PAGE }));
  add();
  await vi.waitFor(() => expect(ids()).toEqual(['s4', 's3', 's2', 's1']));
  expect([state(), pages()]).toEqual(['whole', [0, 0]]);
  ports.api.refuseOnce(listMySessions, { kind: 'network' });
  add();
  subject.send({ type: 'heard.refresh' });
  await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('resting'));
  expect([state(), ids().length, pages().length]).toEqual(['whole', 4, 3]);
  const late = ports.api.defer(listMySessions);
  subject.send({ type: 'heard.refresh' });
  subject.send({ type: 'heard.refresh' });
  late.resolve(pageOf({ page: 0, itemsPerPage: HEARD_PAGE }));
  add();
  await vi.waitFor(() => expect(ids()).toEqual(['s6', 's5', 's4', 's3', 's2', 's1']));
  expect([subject.getSnapshot().value, pages().length]).toEqual(['resting', 5]);
});

test('older ones load at once, also while the latest load, and not where there are none', async () => {
  const { subject, ports, state, ids, snapshot } = open(FIRST_HEARD + 10);
  await vi.waitFor(() => expect(state()).toBe('part'));
  ports.api.defer(listMySessions);
  subject.send({ type: 'heard.refresh' });
  subject.send({ type: 'heard.readOn' });
  await vi.waitFor(() => expect(state()).toBe('whole'));
  expect([ids().length, ports.api.aborted]).toEqual([FIRST_HEARD + 10, [listMySessions.name]]);
  ports.api.defer(listMySessions);
  subject.send({ type: 'heard.refresh' });
  subject.send({ type: 'heard.readOn' });
  expect(snapshot().value).toBe('refreshing');
});

test('a page that failed is reloaded when a session has ended', async () => {
  const { subject, ports, state, snapshot } = open(3);
  ports.api.refuseOnce(listMySessions, { kind: 'network' });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  subject.send({ type: 'heard.refresh' });
  expect([snapshot().value, selectHeardError(snapshot())]).toEqual(['reading', null]);
  await vi.waitFor(() => expect(state()).toBe('whole'));
});
