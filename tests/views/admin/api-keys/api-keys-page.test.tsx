import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  listUsers,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '../../../../src/services/endpoints/users.ts';
import '../../../../src/machines/admin/api-keys/api-keys.machine.ts';
import '../../../../src/machines/admin/api-keys/edit-key.machine.ts';
import '../../../../src/views/admin/api-keys/api-keys-page.tsx';
import '../../../../src/views/admin/api-keys/key-dialog.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import { createdKey, createdKeyBody, keysBody, recordedKeys } from '../../../support/api-key-fixtures.ts';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { usersBody } from '../../../support/users-fixtures.ts';

const open = (prepare?: NonNullable<ClientOptions['prepare']>, account = 'login-root') =>
  openClient('/config/api-keys', {
    account,
    prepare: (ports) => {
      ports.api.answer(listApiKeys, keysBody);
      ports.api.answer(listUsers, { users: usersBody.users.slice(0, 3) });
      prepare?.(ports);
    },
  });
const dialog = async () => within(await screen.findByRole('dialog'));

test('keys are listed with their user and expiry (CFG-033)', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'API keys' })).toBeTruthy();
  const rows = within(await screen.findByRole('table', { name: 'API keys' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => [...row.querySelectorAll('th, td')].slice(0, 3).map((cell) => cell.textContent))).toEqual([
    // Phones show it all in the first cell.
    ['Home automationActs foruserExpiresNever', 'user', 'Never'],
    [expect.stringMatching(/^ShortActs foradminExpires/), 'admin', expect.stringMatching(/^(Expired|11\/21\/2026)$/)],
  ]);
});

const bySelector = (selector: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`${selector} is not there`);
    return found;
  });
/** Opens the dialog of a new key. By selectors: role queries on a whole page are slow in jsdom. */
async function add() {
  await bySelector('main table');
  fireEvent.click(screen.getByText('Add API key'));
  const modal = within(await bySelector('[role="dialog"]'));
  return { modal, submit: () => fireEvent.click(modal.getByText('Add API key', { selector: 'button *' })) };
}

test('missing values of a new key show an error at their field (CFG-034)', async () => {
  open();
  const { modal, submit } = await add();
  submit();
  expect([modal.getByText('Enter a name.'), modal.getByText('Choose a user.')]).toHaveLength(2);
});

test('a new key shows once, survives Escape, and is cleared when its dialog closes (CFG-034)', async () => {
  const { ports } = open();
  ports.api.answer(createApiKey, createdKeyBody);
  const { modal, submit } = await add();
  fireEvent.change(modal.getByLabelText('Name'), { target: { value: 'Program' } });
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await user.click(modal.getByLabelText('Acts for'));
  await user.click(await bySelector('[role="option"]'));
  submit();
  const field = await bySelector('[role="dialog"] input[readonly]');
  expect(field).toHaveProperty('value', createdKey.apiKey);
  await user.keyboard('{Escape}');
  expect(field.isConnected).toBe(true);
  fireEvent.click(screen.getByLabelText('Copy the key'));
  await bySelector('[aria-label="Copied"]');
  fireEvent.click(screen.getByText('Done'));
  await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBe(null));
  expect(document.body.innerHTML).not.toContain(createdKey.apiKey);
});

test('a key is deactivated, and deleted after a question (CFG-034)', async () => {
  const { ports } = open();
  fireEvent.click(await screen.findByLabelText('Edit Home automation'));
  const modal = await dialog();
  fireEvent.click(modal.getByLabelText('Active'));
  ports.api.answer(updateApiKey, { apiKey: { ...recordedKeys[0], isActive: false } });
  fireEvent.click(modal.getByText('Save'));
  await waitFor(() => expect(ports.api.inputsOf(updateApiKey)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  ports.api.answer(deleteApiKey, 'OK');
  fireEvent.click(screen.getByLabelText('Delete Short'));
  fireEvent.click((await dialog()).getByText('Delete API key', { selector: 'button *' }));
  await waitFor(() => expect(ports.api.inputsOf(deleteApiKey)).toHaveLength(1));
});

test('missing and failed keys show a message', async () => {
  const { ports } = open(({ api }) => api.refuse(listApiKeys, { kind: 'server', status: 500, message: '' }));
  const retry = await screen.findByText('Try again');
  ports.api.answer(listApiKeys, { apiKeys: [] });
  fireEvent.click(retry);
  expect(await screen.findByText('No API keys yet')).toBeTruthy();
});

test('other users are redirected (ROL-009)', async () => {
  const { here } = open(undefined, 'login-user');
  await screen.findByRole('heading', { level: 1 });
  expect(here()).toBe('/config/stats');
});
