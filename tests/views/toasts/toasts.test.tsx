import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openClient } from '../../support/dom/client.tsx';

async function open() {
  const client = openClient('/account');
  const region = await screen.findByRole('region', { name: 'Notices' });
  const show: (event: object) => void = (event) => client.app.system.get('toasts').send({ type: 'toasts.show', ...event });
  return { ...client, region, show };
}

test('a failure is an alert, a success a status (NTF-001)', async () => {
  const { region, show } = await open();
  show({ kind: 'error', message: { text: 'It failed' } });
  show({ kind: 'success', message: { text: 'It worked' } });
  expect((await within(region).findByRole('alert')).textContent).toBe('It failed');
  expect(within(region).getByRole('status').textContent).toBe('It worked');
});

test('a notice goes after its time, and not while the pointer is on it (NTF-002)', async () => {
  const { region, show, ports } = await open();
  show({ kind: 'info', message: { text: 'Soon gone' }, durationMs: 5000 });
  const notice = await within(region).findByRole('status');
  await userEvent.hover(notice);
  ports.clock.advance(60_000);
  expect(within(region).getByRole('status')).toBe(notice);
  await userEvent.unhover(notice);
  ports.clock.advance(5000);
  await waitFor(() => expect(within(region).queryByRole('status')).toBeNull());
});

test('a persistent notice stays until it is closed (NTF-003)', async () => {
  const { region, show, ports } = await open();
  show({ kind: 'error', message: { text: 'Still here' }, durationMs: null });
  await within(region).findByRole('alert');
  ports.clock.advance(3_600_000);
  await userEvent.click(within(region).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(within(region).queryByRole('alert')).toBeNull());
});

test('the action of a notice runs and closes it', async () => {
  const { region, show } = await open();
  const ran: string[] = [];
  show({ kind: 'info', message: { text: 'Moved' }, action: { label: { key: 'common.retry' }, run: () => ran.push('run') } });
  await userEvent.click(await within(region).findByRole('button', { name: 'Try again' }));
  expect(ran).toEqual(['run']);
  await waitFor(() => expect(within(region).queryByRole('status')).toBeNull());
});
