import { expect, test, vi } from 'vitest';
import { removal } from '../../../src/machines/kit/removal.machine.ts';
import { selectRemoved } from '../../../src/machines/kit/kit.selectors.ts';
import { closeFeed } from '../../../src/services/endpoints/feeds.ts';
import { createHost } from '../../support/host.ts';
import { questionClosed } from '../../support/item-fixtures.ts';

const feed = { id: 'f', name: 'Raven' };

function open() {
  const machine = removal<typeof feed, unknown>({
    remove: (api, { id }, signal) => api.call(closeFeed, { id }, signal),
    texts: ({ name }) => ({
      toast: 'feed',
      values: { name },
      question: 'q',
      confirm: 'yes',
      removed: 'done',
      notRemoved: 'failed',
    }),
  });
  const host = createHost(machine, { named: { modals: null, toasts: null } });
  host.subject.send({ type: 'removal.ask', subject: feed });
  const ended = () => vi.waitFor(() => expect(host.subject.getSnapshot().matches('resting')).toBe(true));
  return { ...host, api: host.ports.api, ended };
}

test('it confirms, removes after a yes, and notifies its owner and the user', async () => {
  const { subject, api, receivedBy, parentEvents, ended } = open();
  expect(receivedBy('modals')).toMatchObject([
    {
      type: 'modals.open',
      modal: 'confirm',
      input: {
        tone: 'danger',
        message: { key: 'q', values: { name: 'Raven' } },
        confirmLabel: { key: 'yes' },
      },
    },
  ]);
  expect([parentEvents, selectRemoved(subject.getSnapshot()), api.inputsOf(closeFeed)]).toEqual([[], null, []]);
  api.answer(closeFeed, 'OK');
  subject.send(questionClosed(true));
  expect(selectRemoved(subject.getSnapshot())).toEqual(feed);
  await ended();
  expect([api.inputsOf(closeFeed), parentEvents, receivedBy('toasts')]).toEqual([
    [{ id: 'f' }],
    [
      { type: 'removal.started', subject: feed },
      { type: 'removal.finished', subject: feed, answer: 'OK' },
    ],
    [{ type: 'toasts.show', id: 'feed', kind: 'success', message: { key: 'done', values: { name: 'Raven' } } }],
  ]);
});

test('a no removes nothing, and sends nothing', () => {
  const { subject, api, receivedBy, parentEvents } = open();
  subject.send(questionClosed(false));
  expect([api.inputsOf(closeFeed), parentEvents, receivedBy('toasts')]).toEqual([[], [], []]);
  expect([subject.getSnapshot().value, subject.getSnapshot().context]).toEqual(['resting', { subject: null }]);
  subject.send({ type: 'removal.ask', subject: feed });
  expect(receivedBy('modals')).toHaveLength(2);
});

test('a failed removal is reported with the reason', async () => {
  const { subject, api, receivedBy, parentEvents, ended } = open();
  api.refuse(closeFeed, { kind: 'forbidden', message: '' });
  subject.send(questionClosed(true));
  await ended();
  expect(parentEvents.at(-1)).toEqual({ type: 'removal.failed', subject: feed });
  expect(receivedBy('toasts')).toMatchObject([
    { kind: 'error', message: { key: 'failed', values: { name: 'Raven' } }, error: { kind: 'forbidden' } },
  ]);
});

test('an item removed elsewhere first counts as removed, by the answer and by the event', async () => {
  const late = open();
  late.api.refuse(closeFeed, { kind: 'notFound', message: '' });
  late.subject.send(questionClosed(true));
  await late.ended();
  const report = open();
  report.api.defer(closeFeed);
  report.subject.send(questionClosed(true));
  report.subject.send({ type: 'removal.removedElsewhere' });
  for (const { parentEvents, receivedBy } of [late, report]) {
    expect(parentEvents.at(-1)).toEqual({ type: 'removal.finished', subject: feed, answer: null });
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'success' }]);
  }
});
