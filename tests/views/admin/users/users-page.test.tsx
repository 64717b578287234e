import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { listTags } from '../../../../src/services/endpoints/metadata-utils.ts';
import {
  createUser,
  deleteUser,
  listOnlineUsers,
  listUsers,
  updateUser,
} from '../../../../src/services/endpoints/users.ts';
import '../../../../src/machines/admin/users/edit-user.machine.ts';
import '../../../../src/machines/admin/users/users.machine.ts';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../../src/views/admin/users/user-dialog.tsx';
import '../../../../src/views/admin/users/users-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';
import { onlineAs, onlineBody, onlineRoot, userNamed, usersBody } from '../../../support/users-fixtures.ts';

const fewUsers = { users: usersBody.users.slice(0, 5) };

const open = (account = 'login-root', prepare?: NonNullable<ClientOptions['prepare']>) =>
  openClient('/config/users', {
    account,
    prepare: (ports) => {
      ports.api.answer(listUsers, fewUsers);
      ports.api.answer(listOnlineUsers, onlineBody);
      ports.api.answer(listTags, { tags: ['classic', 'poems'] });
      prepare?.(ports);
    },
  });

/** By selectors: role queries on a whole page are slow in jsdom. */
const bySelector = (selector: string, accepts: (element: Element) => boolean = () => true) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(accepts).at(-1);
    if (!found) throw new Error(`${selector} is not there`);
    return found;
  });
const nameIn = (line: Element) => line.querySelector('th a')?.textContent;
const isListed = (name: string) => [...document.querySelectorAll('tbody tr')].some((line) => nameIn(line) === name);
const row = async (name: string) => within(await bySelector('tbody tr', (line) => nameIn(line) === name));
const dialog = async () => within(await bySelector('[role="dialog"]'));
const button = (scope: ReturnType<typeof within>, name: string) => scope.getByText(name, { selector: 'button *' });

test('shows the users, their type, and what they listen to (CFG-026, CFG-031, areas 7.1)', async () => {
  const lastSeen = Date.UTC(2025, 0, 1);
  const seen = fewUsers.users.map((user) => (user.id === userNamed('admin').id ? { ...user, lastSeen } : user));
  open('login-root', ({ api }) => api.answer(listUsers, { users: seen }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeTruthy();
  expect(await screen.findByText('5 users, 2 online')).toBeTruthy();
  const root = await row('root');
  expect(root.getAllByText(`Listening to ${onlineRoot.session?.displayTitle}`)).toBeTruthy();
  expect(root.getByText('You')).toBeTruthy();
  expect((await row('user')).getAllByText("Last listened to Aesop's Fables").length).toBeGreaterThan(0);
  expect((await row('sleeper')).getByText('Inactive')).toBeTruthy();
  expect((await row('guest')).getByText('Never')).toBeTruthy();
  const [, type] = [...(await bySelector('tbody tr', (line) => nameIn(line) === 'guest')).children];
  expect(type?.textContent).toBe('GuestCan download · no explicit content');
  // Phones show it all in the first cell.
  const beneath = async (name: string) => {
    const [cell] = (await row(name)).getAllByRole('rowheader');
    return cell?.lastElementChild?.lastElementChild?.firstElementChild?.textContent;
  };
  expect([await beneath('root'), await beneath('guest'), await beneath('admin')]).toEqual([
    'Root · Online',
    'Guest · Never seen',
    expect.stringMatching(/^Administrator · Last seen /),
  ]);
});

test('a long list is searched by name (CFG-026)', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...userNamed('user'),
    id: `u${index}`,
    username: `person ${index}`,
  }));
  const { ports } = open('login-root', ({ api }) => api.answer(listUsers, { users: [userNamed('root'), ...many] }));
  const find = await screen.findByLabelText('Find users');
  await waitFor(() => expect(isListed('person 29')).toBe(true));
  fireEvent.change(find, { target: { value: 'person 2' } });
  const names = [...document.querySelectorAll('tbody tr')].map(nameIn);
  expect(names).toEqual(['person 2', ...Array.from({ length: 10 }, (_, index) => `person 2${index}`)]);
  expect(screen.getByText('11 of 31 users').getAttribute('role')).toBe('status');
  fireEvent.change(find, { target: { value: 'zzz' } });
  expect([document.querySelector('tbody'), screen.queryByText('No users match') !== null]).toEqual([null, true]);
  expect(ports.api.inputsOf(listUsers)).toHaveLength(1);
});

test('follows users who connect and listen (CFG-031)', async () => {
  const { ports } = open();
  await row('admin');
  const session = onlineRoot.session;
  await waitFor(() => expect(ports.socket.connections).toBe(1));
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
  });
  await waitFor(() => expect(ports.api.inputsOf(listOnlineUsers)).toHaveLength(2));
  await act(async () => ports.socket.receive('user_stream_update', onlineAs(userNamed('admin'), { session })));
  const admin = await row('admin');
  expect(admin.getAllByText(`Listening to ${session?.displayTitle}`).length).toBeGreaterThan(0);
  expect(screen.getByText('5 users, 3 online')).toBeTruthy();
});

test('only root can edit root, and nobody can delete root or themselves (ROL-001, ROL-002)', async () => {
  open('login-admin');
  const buttonsOf = async (name: string) =>
    (await row(name)).queryAllByRole('button').map((one) => one.getAttribute('aria-label'));
  expect(await buttonsOf('root')).toEqual([]);
  expect(await buttonsOf('admin')).toEqual(['Edit admin']);
  expect(await buttonsOf('user')).toEqual(['Edit user', 'Delete user']);
});

test('a user is added: missing values show at their field, then it is listed (CFG-027, CFG-028, CFG-032)', async () => {
  const { ports } = open();
  await row('root');
  fireEvent.click(button(screen, 'Add user'));
  const modal = await dialog();
  await modal.findByLabelText('Username');
  const submit = button(modal, 'Add user');
  fireEvent.click(submit);
  expect(modal.getByText('Enter a username.')).toBeTruthy();
  expect(modal.getByText('Enter a password. Only root can do without one.')).toBeTruthy();
  const email = modal.getByLabelText(/^Email/);
  fireEvent.change(email, { target: { value: 'not an email' } });
  fireEvent.click(submit);
  expect(modal.getByText('Enter a valid email address.')).toBeTruthy();
  fireEvent.change(email, { target: { value: '' } });
  expect(modal.queryByText('Enter a valid email address.')).toBe(null);
  await waitFor(() => expect(document.activeElement).toBe(modal.getByLabelText('Username')));
  fireEvent.change(modal.getByLabelText('Username'), { target: { value: 'new' } });
  fireEvent.change(modal.getByLabelText('Password'), { target: { value: 'secret' } });
  const message = String(recording('users/create-err-duplicate').response.body);
  ports.api.refuseOnce(createUser, { kind: 'rejected', status: 400, message });
  fireEvent.click(submit);
  expect(await modal.findByText('This username is taken.')).toBeTruthy();
  const { user } = recording('users/create-admin').response.body as { user: object };
  ports.api.answer(createUser, { user: { ...user, id: 'new', username: 'new' } });
  fireEvent.change(modal.getByLabelText('Username'), { target: { value: 'new' } });
  fireEvent.click(submit);
  await waitFor(() => expect(isListed('new')).toBe(true));
  await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBe(null));
});

test('libraries and tags are limited in the dialog, each right is explained (CFG-029, CFG-030, CFG-032)', async () => {
  const { ports } = open();
  fireEvent.click((await row('user')).getByLabelText('Edit user'));
  const modal = await dialog();
  fireEvent.click(await modal.findByLabelText('All libraries'));
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] fieldset input[type="checkbox"]')];
  expect(boxes.every(({ checked }) => checked)).toBe(true);
  const summary = () => document.querySelector('[role="dialog"] section p')?.textContent;
  expect(summary()).toBe(
    `Can download, add ereaders · ${boxes.length} of ${boxes.length} libraries · no explicit content`,
  );
  for (const box of boxes) fireEvent.click(box);
  fireEvent.click(modal.getByLabelText('All tags'));
  expect(summary()).toBe(
    `Can download, add ereaders · 0 of ${boxes.length} libraries · only 0 tags · no explicit content`,
  );
  fireEvent.click(button(modal, 'Save'));
  expect(modal.getByText('Select at least one library.')).toBeTruthy();
  expect(modal.getByText('Select at least one tag.')).toBeTruthy();
  fireEvent.click(modal.getByLabelText('All but those with these tags'));
  expect(modal.getByLabelText('Tags this person can’t see')).toBeTruthy();
  const switches = [...document.querySelectorAll('[role="dialog"] [role="switch"]')];
  expect(switches.map((right) => right.getAttribute('aria-describedby') !== null)).toEqual(switches.map(() => true));
  expect(ports.api.inputsOf(updateUser)).toEqual([]);
});

test('root has a name, an address and a link to its own password (ROL-001, ROL-005)', async () => {
  open();
  fireEvent.click((await row('root')).getByLabelText('Edit root'));
  const modal = await dialog();
  expect(await modal.findByLabelText('Username')).toBeTruthy();
  expect(modal.getByText('Change your password on the account page').getAttribute('href')).toBe('/account');
  expect([document.querySelector('[role="dialog"] [role="switch"]'), modal.queryByLabelText('New password')]).toEqual([
    null,
    null,
  ]);
});

test('a user is deleted after a confirmation that names the consequences', async () => {
  const { ports } = open();
  ports.api.answer(deleteUser, { success: true });
  fireEvent.click((await row('user')).getByLabelText('Delete user'));
  const question = await dialog();
  expect(question.getByText(/Their progress, bookmarks, playlists and API keys are deleted too/)).toBeTruthy();
  fireEvent.click(button(question, 'Delete user'));
  await waitFor(() => expect(isListed('user')).toBe(false));
});

test('users that failed to load are reloaded, as are libraries and tags of the dialog', async () => {
  const { ports } = open('login-root', ({ api }) =>
    api.refuse(listUsers, { kind: 'server', status: 500, message: '' }),
  );
  const retry = await screen.findByText('Try again');
  ports.api.answer(listUsers, fewUsers);
  fireEvent.click(retry);
  fireEvent.click((await row('user')).getByLabelText('Edit user'));
  ports.api.refuseOnce(listLibraries, { kind: 'timeout' });
  const modal = await dialog();
  fireEvent.click(await modal.findByText('Try again'));
  expect(await modal.findByLabelText('Username')).toBeTruthy();
});

test.each(['login-user', 'login-guest'])('%s is redirected (ROL-009)', async (account) => {
  const { here } = open(account);
  await screen.findByRole('heading', { level: 1 });
  expect(here()).toBe('/config/stats');
});
