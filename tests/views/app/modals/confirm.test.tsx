import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { ConfirmInput } from '../../../../src/machines/app/modals/confirm.machine.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recorder } from '../../../support/host.ts';
import { startRoot } from '../../../support/roots.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';

takeOutUnbuiltPage();

/** Opens a prompt over the account page; `answers` are those that the opener received. */
async function ask(input: ConfirmInput) {
  const client = openClient(UNBUILT.path);
  await screen.findByRole('heading', { level: 1, name: UNBUILT.title });
  const opener = startRoot(createActor(recorder));
  client.app.system.get('modals').send({ type: 'modals.open', modal: 'confirm', input, tag: 't', replyTo: opener });
  const answers = () => opener.getSnapshot().context.map((event) => 'output' in event && event.output);
  return { ...client, answers, dialog: await screen.findByRole('dialog') };
}
const yesNo = (more: Partial<ConfirmInput> = {}): ConfirmInput => ({
  message: { text: 'Delete <b>this</b>?<script>x()</script>' },
  type: 'yesNo',
  ...more,
});

test('shows the sanitised HTML message, with cancel and yes (CNF-001, CNF-005, CNF-006)', async () => {
  const { dialog } = await ask(yesNo());
  expect(screen.getByRole('dialog', { name: 'Confirm' })).toBe(dialog);
  expect(within(dialog).getByText('this').tagName).toBe('B');
  expect(dialog.querySelector('script')).toBeNull();
  expect(
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label')),
  ).toEqual(['Close', 'Cancel', 'Yes']);
});

test('returns true and the checkbox (CNF-002, CNF-003, CNF-011)', async () => {
  const { dialog, answers } = await ask(
    yesNo({
      confirmLabel: { text: 'Delete' },
      tone: 'danger',
      checkbox: { label: { text: 'From disk too' }, checked: true },
    }),
  );
  expect(screen.getByRole('dialog', { name: 'Delete' })).toBe(dialog);
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'From disk too' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(answers()).toEqual([{ accepted: true, checked: false }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  [
    'the cancel button',
    async (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })),
  ],
  [
    'the close button',
    async (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Close' })),
  ],
  ['Escape', async () => userEvent.keyboard('{Escape}')],
])('%s returns false (CNF-012, MOD-003, MOD-004)', async (_name, press) => {
  const { dialog, answers } = await ask(yesNo());
  await press(dialog);
  await waitFor(() => expect(answers()).toEqual([{ accepted: false, checked: false }]));
});

test('the other kind has only OK (CNF-008, CNF-004)', async () => {
  const { dialog, answers } = await ask({ message: { text: 'Done' }, type: 'ok' });
  expect(within(dialog).queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  expect(answers()).toEqual([{ accepted: true, checked: false }]);
});

test('going to another page closes it without an answer (RTE-042)', async () => {
  const { answers, visit } = await ask(yesNo());
  await visit('/nowhere');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(answers()).toEqual([null]);
});
