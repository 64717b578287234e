import { expect, test } from 'vitest';
import {
  confirmMachine,
  type ConfirmEvent,
  type ConfirmInput,
} from '../../../../src/machines/app/modals/confirm.machine.ts';
import { createHost } from '../../../support/host.ts';

/** The question after these events: its state and its output. */
function after(input: Partial<ConfirmInput>, ...events: readonly ConfirmEvent[]) {
  const { subject } = createHost(confirmMachine, { input: { message: { text: 'Delete?' }, type: 'yesNo', ...input } });
  for (const event of events) subject.send(event);
  const { value, output } = subject.getSnapshot();
  return { value, output };
}

const cancel = (reason: Extract<ConfirmEvent, { type: 'confirm.cancel' }>['reason']) =>
  ({ type: 'confirm.cancel', reason }) as const;
const box = (checked: boolean) => ({ checkbox: { label: { text: 'From disk too' }, checked } });

test('accepting returns true, with the tick as it was at first or was set (AMB-66)', () => {
  expect(after({}, { type: 'confirm.accept' })).toEqual({
    value: 'accepted',
    output: { accepted: true, checked: false },
  });
  expect(after(box(true), { type: 'confirm.accept' }).output).toEqual({ accepted: true, checked: true });
  expect(after(box(true), { type: 'confirm.check', checked: false }, { type: 'confirm.accept' }).output).toEqual({
    accepted: true,
    checked: false,
  });
});

test.each(['button', 'outside', 'escape', 'navigation'] as const)(
  'cancelling by %s returns false (CNF-009)',
  (reason) => {
    expect(after(box(true), cancel(reason))).toEqual({
      value: 'cancelled',
      output: { accepted: false, checked: true },
    });
  },
);

test('a persistent one stays on a press outside, others close (CNF-010)', () => {
  const states = (['outside', 'button', 'escape', 'navigation'] as const).map(
    (reason) => after({ persistent: true }, cancel(reason)).value,
  );
  expect(states).toEqual(['asking', 'cancelled', 'cancelled', 'cancelled']);
});
