import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deleteSession, listOpenSessions, listSessions } from '../../../../src/services/endpoints/sessions.ts';
import { listUsers } from '../../../../src/services/endpoints/users.ts';
import '../../../../src/machines/admin/sessions/session-details.machine.ts';
import '../../../../src/machines/admin/sessions/sessions.machine.ts';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../../src/views/admin/sessions/session-dialog.tsx';
import '../../../../src/views/admin/sessions/sessions-page.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';
import { openBody, sessionsBody, sharedBody, storedSession } from '../../../support/session-fixtures.ts';
import { userNamed } from '../../../support/users-fixtures.ts';

const PAST = 'Past listening sessions';
const NOW = 'Listening now';
const SHARED = 'Listening now through public links';

/** The page with these past sessions, as the server sends them. */
const open = (sessions: readonly object[] = sessionsBody.sessions, now: object = openBody) =>
  openClient('/config/sessions', {
    account: 'login-root',
    prepare: ({ api }) => {
      api.answer(listSessions, { ...sessionsBody, sessions });
      api.answer(listOpenSessions, now);
      api.answer(listUsers, recording('users/list').response.body);
    },
  });

const table = (name: string) => screen.findByRole('table', { name });
const rows = async (name: string) =>
  within(await table(name))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));

async function choose(name: string, option: string) {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

async function showFirst(name: string) {
  fireEvent.click(within(await table(name)).getAllByRole('button', { name: /^Details of/ })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  const facts = [...dialog.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
  return {
    dialog: within(dialog),
    facts: Object.fromEntries(facts) as Record<string, string>,
    buttons: within(dialog)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  };
}

test('a row shows what was played, by whom, how, where and how far (areas 9)', async () => {
  open(undefined, { ...openBody, shareSessions: sharedBody.shareSessions });
  expect((await rows(PAST)).slice(0, 2)).toEqual([
    [
      'Select “Moby-Dick”',
      // Phones show the time in the first cell.
      'Moby-DickHerman Melville30 sec listened',
      'root',
      'Offline',
      'Abs Web 2.26.0Chrome 120.0.0.0Linux x86_64',
      '30 sec',
      '0:30',
      'now',
    ],
    [
      'Select “The War of the Worlds”',
      'The War of the WorldsH. G. Wells20 sec listened',
      'root',
      'Direct play',
      'Abs Android 2.26.0ChromeLinux x86_64Test PhoneSDK 120.0.0.0',
      '20 sec',
      '25:00',
      'now',
    ],
  ]);
  expect(await rows(NOW)).toEqual([
    [
      'The War of the WorldsH. G. Wells15 sec listened',
      'root',
      'Direct play',
      'Abs Web 2.26.0Chrome 120.0.0.0Linux x86_64',
      '15 sec',
      '21:40',
      'now',
    ],
  ]);
  expect((await rows(SHARED))[0]).toEqual([
    'The Raven and Other PoemsEdgar Allan Poe0 sec listened',
    'Visitor',
    'Direct play',
    'Abs Web Share 2.26.0Chrome 120.0.0.0Linux x86_64',
    '0 sec',
    '0:33',
    'now',
  ]);
});

test('unknown values of a session are named so', async () => {
  const [session] = sessionsBody.sessions;
  open([{ ...session, displayTitle: '', displayAuthor: '', user: undefined, userId: 'gone', deviceInfo: null }]);
  const [row] = await rows(PAST);
  expect(row?.slice(0, 5)).toEqual([
    'Select “Untitled”',
    expect.stringMatching(/^Untitled/),
    'Unknown user',
    'Offline',
    'Unknown',
  ]);
  const { dialog, facts } = await showFirst(PAST);
  expect(dialog.getByRole('heading', { level: 2 }).textContent).toBe('Untitled');
  expect(Object.keys(facts)).toEqual([
    'Started',
    'Updated',
    'Time listened',
    'Started at',
    'Last position',
    'Duration',
    'Player',
    'Play method',
    'Media type',
    'Session ID',
    'Item ID',
    'Library ID',
  ]);
});

test('the details of a session show all its data, and it can be removed or resumed', async () => {
  open();
  const { dialog, facts, buttons } = await showFirst(PAST);
  const moment = expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/) as string;
  expect(facts).toEqual({
    User: 'root',
    Started: moment,
    Updated: moment,
    'Time listened': '30 sec',
    'Started at': '0:00',
    'Last position': '0:30',
    Duration: '0:56',
    Player: 'html5',
    'Play method': 'Offline',
    Device: 'Abs Web 2.26.0 · Chrome 120.0.0.0 · Linux x86_64',
    'IP address': '127.0.0.1',
    'Media type': 'book',
    'Session ID': storedSession.id,
    'Item ID': storedSession.libraryItemId,
    'Library ID': storedSession.libraryId,
  });
  expect(dialog.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Listening',
    'Where',
    'What',
  ]);
  expect(buttons).toEqual(['Close', 'Remove', 'Play from 0:30']);
});

test('a public link shows only a visitor, whose session cannot be ended here', async () => {
  open(undefined, { ...openBody, shareSessions: sharedBody.shareSessions });
  const { facts, buttons } = await showFirst(SHARED);
  expect([facts['User'], buttons]).toEqual(['Visitor', ['Close', 'Play from 0:33']]);
});

test('a session that failed to be removed stays, and says why', async () => {
  const { ports } = open();
  const { dialog } = await showFirst(PAST);
  ports.api.refuse(deleteSession, { kind: 'network' });
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove session' }));
  expect(await screen.findByText(/^That didn’t work\. /)).toBeTruthy();
  expect(screen.getByText(storedSession.id)).toBeTruthy();
});

test.each([
  ['Item', 'displayTitle', 'ascending'],
  ['Play method', 'playMethod', 'descending'],
  ['Time listened', 'timeListening', 'descending'],
  ['Last position', 'currentTime', 'descending'],
])('the column %s sorts by %s, %s at first', async (name, sort, order) => {
  const { ports } = open();
  fireEvent.click(within(await table(PAST)).getByRole('button', { name }));
  await waitFor(() => expect(ports.api.inputsOf(listSessions)).toHaveLength(2));
  expect(ports.api.inputsOf(listSessions)[1]).toMatchObject({ page: 0, sort, desc: order === 'descending' });
  const headers = within(await table(PAST)).getAllByRole('columnheader');
  expect(headers.map((one) => [one.textContent, one.getAttribute('aria-sort')]).filter(([, sorted]) => sorted)).toEqual(
    [[name, order]],
  );
});

test('running sessions are not sorted', async () => {
  open();
  expect(within(await table(NOW)).queryAllByRole('button', { name: 'Item' })).toEqual([]);
});

test('selecting one of several marks the choice of all as partial; more on a page are requested', async () => {
  const { ports } = open();
  fireEvent.click(within(await table(PAST)).getAllByRole('checkbox')[0] as HTMLElement);
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /sessions? selected|Select all/ });
  expect([all().checked, all().indeterminate]).toEqual([false, true]);
  fireEvent.click(all());
  expect([all().checked, all().indeterminate]).toEqual([true, false]);
  fireEvent.click(all());
  expect([all().checked, all().indeterminate, screen.getByRole('button', { name: 'Remove' })]).toEqual([
    false,
    false,
    expect.objectContaining({ disabled: true }),
  ]);
  await choose('Sessions per page', '25');
  await waitFor(() => expect(ports.api.inputsOf(listSessions)[1]).toMatchObject({ page: 0, itemsPerPage: 25 }));
});

test('an empty list explains itself; for a user without sessions the choice stays', async () => {
  const { ports } = open([], { sessions: [] });
  expect(await screen.findByText('They’re listed here as soon as something was listened to.')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'User' })).toBe(null);
  expect(ports.api.inputsOf(listSessions)).toHaveLength(1);
});

test('for a user without sessions the choice of the user stays', async () => {
  const { ports } = open();
  await table(PAST);
  ports.api.answer(listSessions, { ...sessionsBody, sessions: [], total: 0, numPages: 0 });
  ports.api.answer(listOpenSessions, { sessions: [] });
  await choose('User', 'guest');
  expect(await screen.findByText('No listening sessions yet')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'User' }).textContent).toBe('guest');
  expect(ports.api.inputsOf(listSessions)[1]).toMatchObject({ page: 0, userId: userNamed('guest').id });
  expect(screen.queryByRole('table', { name: PAST })).toBe(null);
});
