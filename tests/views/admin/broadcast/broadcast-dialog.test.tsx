import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../../../../src/machines/admin/broadcast/broadcast.machine.ts';
import '../../../../src/views/admin/broadcast/broadcast-dialog.tsx';
import { openClient } from '../../../support/dom/client.tsx';

test('a message is sent, and its author sees it as text, not as HTML', async () => {
  const { app, ports } = openClient('/account');
  await screen.findByRole('button', { name: /^Account/ });
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
    app.system
      .get('modals')
      .send({ type: 'modals.open', modal: 'broadcast', input: { online: ['u', 'other'] }, tag: 'broadcast' });
  });
  const field = await screen.findByRole('textbox', { name: 'Message' });
  expect(screen.getByText('2 people are online now.')).toBeTruthy();
  act(() => ports.socket.receive('user_online', { id: 'third', username: 'third', type: 'user' }));
  expect(screen.getByText('3 people are online now.')).toBeTruthy();
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(450));
  expect(screen.getByText('50 characters left')).toBeTruthy();
  await userEvent.clear(field);
  const text = '<img src=x onerror=alert(1)> Down at noon';
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  act(() => ports.socket.receive('admin_message', text));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(document.querySelector('img[src="x"]')).toBe(null);
});
