import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { modalsMachine } from '../../../src/machines/modals/modals.machine.ts';
import { createHost, recorder } from '../../support/host.ts';
import { startRoot } from '../../support/roots.ts';

function open() {
  const { subject } = createHost(modalsMachine);
  const opener = startRoot(createActor(recorder));
  const ask = (tag: string) =>
    subject.send({
      type: 'modals.open', modal: 'confirm', input: { message: { text: tag }, type: 'yesNo' }, tag,
      replyTo: opener,
    });
  const tags = () => subject.getSnapshot().context.stack.map(({ tag }) => tag);
  const top = () => subject.getSnapshot().context.stack.at(-1)?.ref;
  return { subject, replies: () => opener.getSnapshot().context, ask, tags, top };
}

test('modals lie over each other, and each answers to who opened it, under the name it was given', () => {
  const { subject, replies, ask, tags, top } = open();
  ask('below');
  ask('above');
  expect([subject.getSnapshot().value, tags()]).toEqual(['open', ['below', 'above']]);
  top()?.send({ type: 'confirm.accept' });
  expect(tags()).toEqual(['below']);
  top()?.send({ type: 'confirm.cancel', reason: 'button' });
  expect([subject.getSnapshot().value, tags()]).toEqual(['closed', []]);
  expect(replies()).toEqual([
    { type: 'modal.closed', modal: 'confirm', tag: 'above', output: { accepted: true, checked: false } },
    { type: 'modal.closed', modal: 'confirm', tag: 'below', output: { accepted: false, checked: false } },
  ]);
});

test('going to another page closes all without an answer (RTE-042)', () => {
  const { subject, replies, ask, tags } = open();
  ask('one');
  ask('two');
  subject.send({ type: 'modals.closeAll' });
  expect([subject.getSnapshot().value, tags()]).toEqual(['closed', []]);
  expect(replies()).toEqual(['one', 'two'].map((tag) => ({ type: 'modal.closed', modal: 'confirm', tag, output: null })));
  expect(subject.getSnapshot().children).toEqual({});
});
