import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { viewCode } from '../../../../src/views/app/pages.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';

takeOutUnbuiltPage();

const missing = new TypeError('Failed to fetch');

test.each([
  ['closed', ['Close']],
  ['loaded again and cancelled', ['Try again', 'Cancel']],
])('a dialog with missing code that is %s gives the focus back to the button that opened it', async (_how, names) => {
  const loadModal = vi.fn(viewCode.loadModal).mockRejectedValueOnce(missing);
  const { app } = openClient(UNBUILT.path, { views: { ...viewCode, loadModal } });
  await screen.findByRole('heading', { level: 1, name: UNBUILT.title });
  const opener = document.createElement('button');
  document.getElementById('content')?.append(opener);
  opener.focus();
  const input = { message: { text: 'Delete it?' }, type: 'yesNo' } as const;
  act(() => app.system.get('modals').send({ type: 'modals.open', modal: 'confirm', input, tag: 't' }));
  for (const name of names) await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a dialog with missing code says that it is offline, and opens once online', async () => {
  const loadModal = vi.fn(viewCode.loadModal).mockRejectedValueOnce(missing).mockRejectedValueOnce(missing);
  const { app, ports, left } = openClient(UNBUILT.path, { views: { ...viewCode, loadModal } });
  await screen.findByRole('heading', { level: 1, name: UNBUILT.title });
  act(() => ports.page.setOnline(false));
  const input = { message: { text: 'Delete it?' }, type: 'yesNo' } as const;
  act(() => app.system.get('modals').send({ type: 'modals.open', modal: 'confirm', input, tag: 't' }));
  const words = 'You’re offline, and this dialog isn’t loaded yet. Try again once you’re back online.';
  const notice = (await screen.findByText(words)).closest<HTMLElement>('[role="alert"]');
  if (!notice) throw new Error('It is no alert');
  expect(document.activeElement).toBe(within(notice).getByRole('button', { name: 'Try again' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(loadModal).toHaveBeenCalledTimes(2));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(left, 'a reload would lose the page').toEqual([]);
  act(() => ports.page.setOnline(true));
  act(() => ports.api.notifyReach(true));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
