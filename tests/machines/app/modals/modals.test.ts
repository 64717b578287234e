import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, type ActorRefFrom, type AnyActorLogic, type AnyStateMachine } from 'xstate';
import { selectModal, selectModalPlace } from '../../../../src/machines/app/modals/modals.selectors.ts';
import {
  confirmMachine,
  type ConfirmEvent,
  type ConfirmRef,
} from '../../../../src/machines/app/modals/confirm.machine.ts';
import { modalMachine } from '../../../../src/machines/app/modals/modal.machine.ts';
import { modalsMachine } from '../../../../src/machines/app/modals/modals.machine.ts';
import { closings, modals, type ModalName } from '../../../../src/machines/app/modals/registry.ts';
import { createHost, recorder } from '../../../support/host.ts';
import { startRoot } from '../../../support/roots.ts';

const fault = new Error('a fault of the modal');

function open(machine: typeof modalsMachine = modalsMachine) {
  const { subject, receivedBy, ports } = createHost(machine, { named: { toasts: null, router: null } });
  const opener = startRoot(createActor(recorder));
  const top = () => subject.getSnapshot().context.stack.at(-1)?.ref;
  const place = () => top() && selectModalPlace(top()?.getSnapshot() as never);
  const ask = (tag: string) =>
    subject.send({
      type: 'modals.open',
      modal: 'confirm',
      input: { message: { text: tag }, type: 'yesNo' },
      tag,
      replyTo: opener,
    });
  return {
    subject,
    ports,
    receivedBy,
    replies: () => opener.getSnapshot().context,
    ask,
    top,
    place,
    tags: () => subject.getSnapshot().context.stack.map(({ tag }) => tag),
    async opened(tag: string) {
      ask(tag);
      await vi.waitFor(() => expect(place()).toBe('open'));
    },
    answer: (event: ConfirmEvent) => (selectModal(top()?.getSnapshot() as never) as ConfirmRef | null)?.send(event),
  };
}

const noAnswer = (tag: string) => ({ type: 'modal.closed', modal: 'confirm', tag, output: null });

test('modals stack, and each answers to its opener, under its given name (STT-010)', async () => {
  const { subject, replies, opened, tags, answer } = open();
  await opened('below');
  await opened('above');
  expect([subject.getSnapshot().value, tags()]).toEqual(['open', ['below', 'above']]);
  answer({ type: 'confirm.accept' });
  expect(tags()).toEqual(['below']);
  answer({ type: 'confirm.cancel', reason: 'button' });
  expect([subject.getSnapshot().value, tags()]).toEqual(['closed', []]);
  expect(replies()).toEqual([
    { type: 'modal.closed', modal: 'confirm', tag: 'above', output: { accepted: true, checked: false } },
    { type: 'modal.closed', modal: 'confirm', tag: 'below', output: { accepted: false, checked: false } },
  ]);
});

test.each([
  ['epub', true, ['epub'], 1],
  ['azw3', false, ['mobi'], 0],
  ['djvu', true, [], 0],
])('before a read of %s (near: %s): the code of %j is loaded', async (format, isNear, engines, requested) => {
  const { subject, ports } = open();
  subject.send({ type: 'modals.prefetch', modal: 'reader', itemId: 'a', format, isNear });
  await import('../../../../src/machines/app/modals/reader-code.ts');
  await vi.waitFor(() => expect(ports.readers.loaded).toEqual(engines));
  expect(ports.api.prefetched).toHaveLength(requested);
  expect(subject.getSnapshot().value).toBe('closed');
});

test('back closes the upper one, as its own close button does, and then the lower one', async () => {
  const { replies, opened, ports, tags } = open();
  ports.navigation.visit('/item/2');
  await opened('below');
  await opened('above');
  ports.navigation.back();
  expect(tags()).toEqual(['below']);
  ports.navigation.back();
  expect([tags(), ports.navigation.held]).toEqual([[], 0]);
  expect(replies().map((reply) => (reply as { output?: unknown }).output)).toEqual([
    { accepted: false, checked: false },
    { accepted: false, checked: false },
  ]);
  expect(ports.navigation.current().pathname).toBe('/item/2');
});

test('back ends waiting for the code of a modal', () => {
  const { replies, ask, ports, tags } = open();
  ask('slow');
  ports.navigation.back();
  expect([tags(), replies(), ports.navigation.held]).toEqual([[], [noAnswer('slow')], 0]);
});

test.each(Object.entries(closings).flatMap(([name, closing]) => (closing ? [[name, closing] as const] : [])))(
  'what back sends to %s is an event of its machine',
  async (name, closing) => {
    const machine = (await modals[name as ModalName]()) as AnyStateMachine;
    expect(machine.events).toContain(closing.type);
  },
);

test('going to another page closes all without an answer (RTE-042)', () => {
  const { subject, replies, ask, tags } = open();
  ask('one');
  ask('two');
  subject.send({ type: 'modals.closeAll' });
  expect([subject.getSnapshot().value, tags()]).toEqual(['closed', []]);
  expect(replies()).toEqual(
    ['one', 'two'].map((tag) => ({ type: 'modal.closed', modal: 'confirm', tag, output: null })),
  );
  expect(subject.getSnapshot().children).toEqual({});
});

test.each(['machine', 'view'])(
  'a modal whose %s throws is closed without an answer and with a notice; others stay',
  async (part) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const faulty = confirmMachine.provide({
      actions: {
        check: () => {
          throw fault;
        },
      },
    });
    const modal = modalMachine.provide({
      actors: { loadModal: fromPromise(() => Promise.resolve<AnyActorLogic>(faulty)) },
    });
    const { subject, replies, opened, tags, top, answer, receivedBy } = open(
      modalsMachine.provide({ actors: { modal } }),
    );
    await opened('below');
    await opened('above');
    if (part === 'machine') answer({ type: 'confirm.check', checked: true });
    else top()?.send({ type: 'modal.viewFailed', cause: fault });
    expect([tags(), Object.keys(subject.getSnapshot().children)]).toEqual([['below'], ['modal-1']]);
    expect(replies()).toEqual([noAnswer('above')]);
    expect(receivedBy('toasts')).toEqual([{ type: 'toasts.show', kind: 'error', message: { key: 'app.modalFailed' } }]);
    expect(logged).toHaveBeenCalledWith('A modal stopped', fault);
    answer({ type: 'confirm.accept' });
    expect(subject.getSnapshot().value).toBe('closed');
  },
);

test('server events reach every open modal, the ones below too', async () => {
  const modal = modalMachine.provide({
    actors: { loadModal: fromPromise(() => Promise.resolve<AnyActorLogic>(recorder)) },
  });
  const { subject, opened } = open(modalsMachine.provide({ actors: { modal } }));
  await opened('below');
  await opened('above');
  const removed = { type: 'server.item.removed', item: { id: 'a', libraryId: 'library' } } as const;
  subject.send(removed);
  const heard = subject
    .getSnapshot()
    .context.stack.map(({ ref }) =>
      (selectModal(ref.getSnapshot()) as ActorRefFrom<typeof recorder> | null)?.getSnapshot(),
    );
  expect(heard.map((snapshot) => snapshot?.context)).toEqual([[removed], [removed]]);
});

describe('a modal whose code fails to load', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module');
  async function fail(tries: number, cause = missing) {
    const modals = open();
    const load = vi.spyOn(modals.ports.views, 'loadModal');
    for (let count = 0; count < tries; count += 1) load.mockRejectedValueOnce(cause);
    modals.ask('t');
    expect(modals.place()).toBe('loading');
    await vi.waitFor(() => expect(modals.place()).toBe('failed'));
    return modals;
  }

  test('says so, and opens on a retry', async () => {
    const { top, place, receivedBy } = await fail(1);
    top()?.send({ type: 'modal.retry' });
    await vi.waitFor(() => expect(place()).toBe('open'));
    expect(receivedBy('router')).toEqual([]);
  });

  test('and fails again reloads the client, as pages do', async () => {
    const { top, place, receivedBy } = await fail(2);
    top()?.send({ type: 'modal.retry' });
    expect(place()).toBe('loading');
    await vi.waitFor(() => expect(receivedBy('router')).toEqual([{ type: 'router.reload' }]));
    expect(place()).toBe('failed');
  });

  test('because the server does not answer keeps the page, and opens once it does', async () => {
    const { top, place, ports, receivedBy } = await fail(2, new TypeError('Failed to fetch'));
    top()?.send({ type: 'modal.retry' });
    expect(place()).toBe('loading');
    await vi.waitFor(() => expect(place()).toBe('failed'));
    ports.api.notifyReach(true);
    await vi.waitFor(() => expect(place()).toBe('open'));
    expect(receivedBy('router')).toEqual([]);
  });

  test('because the server has another version does not load again by itself', async () => {
    const { place, ports } = await fail(1);
    ports.api.notifyReach(true);
    expect(place()).toBe('failed');
  });

  test('can be closed, which is no answer', async () => {
    const { top, tags, replies } = await fail(1);
    top()?.send({ type: 'modal.close' });
    expect([tags(), replies()]).toEqual([[], [noAnswer('t')]]);
  });
});
