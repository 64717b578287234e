import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listTags } from '../../../../src/services/endpoints/metadata-utils.ts';
import { getUser, getUserStats, listOnlineUsers, listUserSessions } from '../../../../src/services/endpoints/users.ts';
import '../../../../src/machines/admin/users/edit-user.machine.ts';
import '../../../../src/machines/admin/users/user-page.machine.ts';
import '../../../../src/views/admin/users/user-dialog.tsx';
import '../../../../src/views/admin/users/user-page.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { recording } from '../../../support/recordings.ts';
import { userSessionsBody } from '../../../support/session-fixtures.ts';
import { onlineBody, userNamed } from '../../../support/users-fixtures.ts';

const { id } = userNamed('user');
function answers({ api }: FakePorts) {
  api.answer(getUser, recording('users/one').response.body);
  api.answer(getUserStats, recording('users/listening-stats').response.body);
  api.answer(listUserSessions, userSessionsBody);
  api.answer(listOnlineUsers, onlineBody);
  api.answer(listTags, { tags: [] });
}

test('shows an account, its listening and its progress (areas 7.3)', async () => {
  openClient(`/config/users/${id}`, { prepare: answers });
  expect(await screen.findByRole('heading', { level: 1, name: 'user' })).toBeTruthy();
  const facts = within(await screen.findByRole('region', { name: 'Account' }));
  expect(facts.getByText('Online now')).toBeTruthy();
  const tiles = within(screen.getByRole('region', { name: 'Listening' }));
  expect(tiles.getAllByRole('definition').map(({ textContent }) => textContent)[0]).toBe('11');
  const progress = within(screen.getByRole('table', { name: 'Saved progress' }));
  expect(progress.getAllByText('Finished').length).toBeGreaterThan(0);
  expect(progress.getByRole('link', { name: 'A Study in Scarlet' }).getAttribute('href')).toMatch(/^\/item\//);
  expect(screen.getByRole('link', { name: 'All listening sessions' }).getAttribute('href')).toBe(
    `/config/users/${id}/sessions`,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Edit user' }));
  expect(await screen.findByRole('dialog', { name: 'Edit user' })).toBeTruthy();
});

test('a missing user shows an error, with a retry', async () => {
  const { ports } = openClient(`/config/users/${id}`, {
    prepare: (ports) => {
      answers(ports);
      ports.api.refuse(getUser, { kind: 'notFound', message: '' });
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answers(ports);
  fireEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'Account' })).toBeTruthy();
});
