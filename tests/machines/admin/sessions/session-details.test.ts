import { fromTransition } from 'xstate';
import { expect, test, vi } from 'vitest';
import type { SessionDetailsInput } from '../../../../src/machines/admin/sessions/session-details.protocol.ts';
import { sessionDetailsMachine } from '../../../../src/machines/admin/sessions/session-details.machine.ts';
import {
  selectCanEnd,
  selectCanPlay,
  selectCanRemove,
  selectDetails,
  selectIsBusy,
} from '../../../../src/machines/admin/sessions/sessions.selectors.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { closeSession } from '../../../../src/services/endpoints/playback.ts';
import { deleteSession } from '../../../../src/services/endpoints/sessions.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { openSession, storedSession } from '../../../support/session-fixtures.ts';

function open(input: Partial<SessionDetailsInput> = {}) {
  const progress = fromTransition((state) => state, { userId: openSession.userId, entries: {} });
  const host = createHost(sessionDetailsMachine, {
    input: { session: storedSession, place: 'stored', listener: 'root', mayRemove: true, ...input },
    named: { modals: null, player: null, progress },
  });
  const offered = () =>
    [selectCanPlay, selectCanRemove, selectCanEnd].map((select) => select(host.subject.getSnapshot()));
  return { ...host, offered, output: () => host.subject.getSnapshot().output };
}

test('what can be done depends on where it is, and whose (areas 9)', () => {
  expect(open().offered()).toEqual([true, true, false]);
  expect(open({ mayRemove: false }).offered()).toEqual([true, false, false]);
  expect(open({ session: openSession, place: 'open' }).offered()).toEqual([true, false, true]);
  expect(open({ session: { ...openSession, userId: 'other' }, place: 'open' }).offered()).toEqual([true, false, false]);
  const visit = { ...openSession, userId: null, libraryItemId: null };
  expect(open({ session: visit, place: 'shared' }).offered()).toEqual([false, false, false]);
});

test('it plays from where it was left, and closes', () => {
  const { subject, receivedBy, output } = open();
  subject.send({ type: 'sessionDetails.play' });
  expect(receivedBy('player')).toEqual([
    {
      type: 'player.play',
      libraryItemId: storedSession.libraryItemId,
      episodeId: null,
      startTime: storedSession.currentTime,
    },
  ]);
  expect(output()).toEqual({ isRemoved: false });
});

test('it is removed after a yes', async () => {
  const { subject, ports, receivedBy, output } = open();
  subject.send({ type: 'sessionDetails.remove' });
  expect(receivedBy('modals')).toMatchObject([{ modal: 'confirm', input: { tone: 'danger' } }]);
  subject.send(questionClosed(false));
  expect(ports.api.inputsOf(deleteSession)).toEqual([]);
  ports.api.answer(deleteSession, 'OK');
  subject.send({ type: 'sessionDetails.remove' });
  expect(receivedBy('modals')).toHaveLength(2);
  subject.send(questionClosed(true));
  await vi.waitFor(() => expect(output()).toEqual({ isRemoved: true }));
  expect(ports.api.inputsOf(deleteSession)).toEqual([{ id: storedSession.id }]);
});

test('an open one is closed by its listener; a refusal says why and leaves it', async () => {
  const { subject, ports, output } = open({ session: openSession, place: 'open' });
  ports.api.refuseOnce(closeSession, { kind: 'notFound', message: '' });
  subject.send({ type: 'sessionDetails.stop' });
  expect(selectIsBusy(subject.getSnapshot())).toBe(true);
  await vi.waitFor(() => expect(selectDetails(subject.getSnapshot()).error?.kind).toBe('notFound'));
  ports.api.answer(closeSession, 'OK');
  subject.send({ type: 'sessionDetails.stop' });
  expect(selectDetails(subject.getSnapshot()).error).toBe(null);
  await vi.waitFor(() => expect(output()).toEqual({ isRemoved: true }));
  expect(ports.api.inputsOf(closeSession).at(-1)).toEqual({ sessionId: openSession.id, listened: null });
});

test('a failed removal says why, until it is retried', async () => {
  const { subject, ports, receivedBy } = open();
  ports.api.refuse(deleteSession, { kind: 'forbidden', message: '' });
  subject.send({ type: 'sessionDetails.remove' });
  subject.send(questionClosed(true));
  await vi.waitFor(() => expect(selectDetails(subject.getSnapshot()).error?.kind).toBe('forbidden'));
  expect(receivedBy('modals')).toHaveLength(1);
  const again = ports.api.defer(deleteSession);
  subject.send({ type: 'sessionDetails.remove' });
  expect(receivedBy('modals')).toHaveLength(2);
  subject.send(questionClosed(true));
  expect(selectDetails(subject.getSnapshot()).error).toBe(null);
  again.reject(new AppException({ kind: 'network' }));
  await vi.waitFor(() => expect(selectDetails(subject.getSnapshot()).error).toEqual({ kind: 'network' }));
  subject.send({ type: 'sessionDetails.close' });
  expect(subject.getSnapshot().output).toEqual({ isRemoved: false });
});
