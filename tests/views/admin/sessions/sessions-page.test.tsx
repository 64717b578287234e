import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { listMySessions } from '../../../../src/services/endpoints/account.ts';
import { closeSession } from '../../../../src/services/endpoints/playback.ts';
import {
  deleteSession,
  deleteSessions,
  listOpenSessions,
  listSessions,
} from '../../../../src/services/endpoints/sessions.ts';
import { getUser, listUsers, listUserSessions } from '../../../../src/services/endpoints/users.ts';
import '../../../../src/machines/admin/own-stats/own-stats.machine.ts';
import '../../../../src/machines/admin/sessions/session-details.machine.ts';
import '../../../../src/machines/admin/sessions/sessions.machine.ts';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../../src/views/admin/own-stats/own-stats-page.tsx';
import '../../../../src/views/admin/sessions/session-dialog.tsx';
import '../../../../src/views/admin/sessions/sessions-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';
import {
  mySessionsBody,
  openBody,
  recordedSessions,
  sessionsBody,
  sharedBody,
  storedSession,
  userSessionsBody,
} from '../../../support/session-fixtures.ts';
import { userNamed } from '../../../support/users-fixtures.ts';

const open = (path = '/config/sessions', account = 'login-root', prepare?: NonNullable<ClientOptions['prepare']>) =>
  openClient(path, {
    account,
    prepare: (ports) => {
      const { api } = ports;
      api.answer(listSessions, sessionsBody);
      api.answer(listOpenSessions, { ...openBody, shareSessions: sharedBody.shareSessions });
      api.answer(listUsers, recording('users/list').response.body);
      api.answer(listMySessions, mySessionsBody);
      api.answer(listUserSessions, userSessionsBody);
      api.answer(getUser, recording('users/one').response.body);
      prepare?.(ports);
    },
  });

const past = async () => within(await screen.findByRole('table', { name: 'Past listening sessions' }));
const dialog = async () => within(await screen.findByRole('dialog'));
const title = String(storedSession.displayTitle);

test('all sessions are listed, with the running ones of users and public links (areas 9)', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Listening sessions' })).toBeTruthy();
  const table = await past();
  expect(table.getAllByRole('rowheader')).toHaveLength(10);
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Selected',
    'Item',
    'User',
    'Play method',
    'Device',
    'Time listened',
    'Last position',
    'Last update',
  ]);
  expect(
    table
      .getAllByRole('columnheader')
      .map((one) => one.getAttribute('aria-sort'))
      .at(-1),
  ).toBe('descending');
  expect(screen.getByText('1–10 of 26')).toBeTruthy();
  const now = within(screen.getByRole('table', { name: 'Listening now' }));
  expect(now.getByText('root')).toBeTruthy();
  expect(
    within(screen.getByRole('table', { name: 'Listening now through public links' })).getAllByText('Visitor')[0],
  ).toBeTruthy();
});

test('the list is paged, and sorted by its columns', async () => {
  const { ports } = open();
  const table = await past();
  fireEvent.click(table.getByRole('button', { name: 'Time listened' }));
  await waitFor(() => expect(ports.api.inputsOf(listSessions)).toHaveLength(2));
  ports.api.answer(listSessions, recording('sessions/list-page-2').response.body);
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.queryByText('1–10 of 26')).toBe(null));
  expect(ports.api.inputsOf(listSessions).slice(1)).toEqual([
    { page: 0, itemsPerPage: 10, sort: 'timeListening', desc: true },
    { page: 1, itemsPerPage: 10, sort: 'timeListening', desc: true },
  ]);
});

test('on phones, without most columns, a choice above the list sorts it, and a button reverses it (areas 9)', async () => {
  const { ports } = open();
  await past();
  await userEvent.click(screen.getByRole('combobox', { name: 'Sort by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Time listened' }));
  await waitFor(() => expect(ports.api.inputsOf(listSessions)).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Descending. Sort in ascending order' }));
  await waitFor(() => expect(ports.api.inputsOf(listSessions)).toHaveLength(3));
  expect(screen.getByRole('button', { name: 'Ascending. Sort in descending order' })).toBeTruthy();
  expect(ports.api.inputsOf(listSessions).slice(1)).toEqual([
    { page: 0, itemsPerPage: 10, sort: 'timeListening', desc: true },
    { page: 0, itemsPerPage: 10, sort: 'timeListening', desc: false },
  ]);
});

test('several are selected and removed after a question (areas 9)', async () => {
  const { ports } = open();
  const table = await past();
  fireEvent.click(table.getAllByRole('checkbox')[0] as HTMLElement);
  expect(screen.getByText('1 session selected')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: '1 session selected' }));
  expect(screen.getByText('10 sessions selected')).toBeTruthy();
  ports.api.answer(deleteSessions, 'OK');
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const question = await dialog();
  expect(question.getByText(/Remove 10 listening sessions\?/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Remove sessions' }));
  await waitFor(() =>
    expect(ports.api.inputsOf(deleteSessions)).toEqual([{ sessions: recordedSessions.map(({ id }) => id) }]),
  );
  expect(await screen.findByText('Select all on this page')).toBeTruthy();
});

test('the address says whose sessions are shown, and in which part', async () => {
  const { id } = userNamed('user');
  const { ports, here, visit } = open(`/config/sessions?user=${id}&page=2`);
  await past();
  expect(screen.getByRole('combobox', { name: 'User' }).textContent).toBe('user');
  expect(ports.api.inputsOf(listSessions)).toMatchObject([{ userId: id, page: 1 }]);
  await userEvent.click(screen.getByRole('combobox', { name: 'User' }));
  await userEvent.click(await screen.findByRole('option', { name: 'root' }));
  await waitFor(() => expect(here()).toBe(`/config/sessions?user=${userNamed('root').id}`));
  fireEvent.click((await past()).getByRole('button', { name: 'Time listened' }));
  await waitFor(() => expect(here()).toBe(`/config/sessions?user=${userNamed('root').id}&sort=timeListening`));
  await visit('/config/sessions');
  await past();
  expect(screen.getByRole('combobox', { name: 'User' }).textContent).toBe('All users');
});

test('all sessions are exported, with how far it is; a failure is tried again, or cancelled', async () => {
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sessions');
  onTestFinished(() => create.mockRestore());
  const { ports } = open();
  await past();
  const whole = { ...sessionsBody, total: 10, numPages: 1 };
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const first = ports.api.defer(listSessions);
  await press('Export as CSV');
  const button = screen.getByRole('button', { name: 'Export as CSV' });
  expect([button.getAttribute('aria-busy'), document.activeElement]).toEqual(['true', button]);
  expect(screen.getByRole('progressbar', { name: 'Export' }).getAttribute('aria-valuetext')).toBe('Loading sessions…');
  first.reject(new AppException({ kind: 'network' }));
  expect(await screen.findByText(/^The export failed\./)).toBeTruthy();
  await press('Cancel');
  expect([screen.queryByText(/^The export failed\./), screen.queryByRole('button', { name: 'Cancel' })]).toEqual([
    null,
    null,
  ]);
  ports.api.refuseOnce(listSessions, { kind: 'network' });
  await press('Export as CSV');
  ports.api.answer(listSessions, whole);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('10 sessions exported')).toBeTruthy();
  expect(ports.page.shown.named).toEqual([expect.stringMatching(/^Earmark sessions \d{4}-\d\d-\d\d\.csv$/)]);
});

test('a session tells all that is known of it, and is removed from there (areas 9)', async () => {
  const { ports } = open();
  fireEvent.click((await past()).getAllByRole('button', { name: `Details of “${title}”` })[0] as HTMLElement);
  const details = await dialog();
  expect(details.getByText(storedSession.id)).toBeTruthy();
  expect(details.getByText('127.0.0.1')).toBeTruthy();
  ports.api.answer(deleteSession, 'OK');
  fireEvent.click(details.getByRole('button', { name: 'Remove' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove session' }));
  await waitFor(() => expect(ports.api.inputsOf(deleteSession)).toEqual([{ id: storedSession.id }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
});

test('a running session is closed by its listener', async () => {
  const { ports } = open();
  const now = within(await screen.findByRole('table', { name: 'Listening now' }));
  fireEvent.click(now.getByRole('button', { name: /^Details of/ }));
  ports.api.answer(closeSession, 'OK');
  ports.api.answer(listOpenSessions, { sessions: [] });
  fireEvent.click((await dialog()).getByRole('button', { name: 'Close session' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Listening now' })).toBe(null));
});

test('every account sees its own, and no others (areas 9)', async () => {
  const { visit, here } = open('/account/sessions', 'login-guest');
  expect(await screen.findByRole('heading', { level: 1, name: 'Your listening sessions' })).toBeTruthy();
  const table = await past();
  expect(table.queryByRole('checkbox')).toBe(null);
  fireEvent.click(table.getAllByRole('button')[0] as HTMLElement);
  expect((await dialog()).queryByRole('button', { name: 'Remove' })).toBe(null);
  await visit('/config/sessions');
  await waitFor(() => expect(here()).toBe('/config/stats'));
});

test('one user’s sessions have a way back to the user (areas 7.4)', async () => {
  const { id } = userNamed('user');
  open(`/config/users/${id}/sessions`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Listening sessions of user' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'user' }).getAttribute('href')).toBe(`/config/users/${id}`);
  expect(screen.getByRole('navigation', { name: 'Settings' }).querySelector('[aria-current]')?.textContent).toBe(
    'Users',
  );
});

test('an empty history says so; a failed one is reloaded', async () => {
  const { ports } = open('/account/sessions', 'login-user', ({ api }) =>
    api.refuse(listMySessions, { kind: 'server', status: 500, message: '' }),
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  ports.api.answer(listMySessions, { total: 0, numPages: 0, page: 0, itemsPerPage: 10, sessions: [] });
  fireEvent.click(retry);
  expect(await screen.findByText('No listening sessions yet')).toBeTruthy();
});
