import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../../src/machines/admin/library-settings/library-list.machine.ts';
import '../../../../src/views/admin/library-settings/library-list-page.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import { scanLibrary } from '../../../../src/services/endpoints/libraries.ts';
import {
  deleteLibrary,
  listLibrariesWithStats,
  orderLibraries,
} from '../../../../src/services/endpoints/library-admin.ts';
import { listTasks } from '../../../../src/services/endpoints/tasks.ts';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { libraryBody, libraryOf, twoLibraries } from '../../../support/library-fixtures.ts';
import { taskOf } from '../../../support/task-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const open = (options: ClientOptions = {}) =>
  openClient('/config/libraries', {
    ...options,
    prepare(ports) {
      ports.api.answer(listLibrariesWithStats, twoLibraries);
      options.prepare?.(ports);
    },
  });
const list = () => within(screen.getByRole('grid', { name: 'Libraries' }));
const names = () =>
  list()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('libraries show their content, and are ordered by keys (CFG-020, CFG-025)', async () => {
  const { ports } = open();
  const grip = await screen.findByLabelText('Move Shows');
  expect(names()).toEqual(['Books', 'Shows']);
  expect(list().getByText(/^2 books/).textContent).toMatch(/^2 books.*2\.9 MB.*1 folder/);
  expect(screen.getByText('Books').closest('a')?.getAttribute('href')).toBe('/library/b');
  ports.api.defer(orderLibraries);
  fireEvent.keyDown(grip, { key: 'ArrowUp' });
  expect(names()).toEqual(['Shows', 'Books']);
  expect(screen.getByText('Shows is number 1 of 2')).toBeTruthy();
  expect(ports.api.inputsOf(orderLibraries)).toHaveLength(1);
});

test('a library shows its last scan, and the next scheduled one', async () => {
  const [books, shows] = twoLibraries.libraries;
  const lastScan = new Date(2026, 2, 9, 8, 29).getTime();
  const scheduled = { ...libraryOf().settings, autoScanCronExpression: '15 3 1 1 *' };
  open({
    prepare: ({ api }) =>
      api.answer(listLibrariesWithStats, {
        libraries: [
          { ...books, lastScan, settings: scheduled },
          { ...shows, lastScan: null, settings: { ...scheduled, autoScanCronExpression: null } },
        ],
      }),
  });
  await screen.findByLabelText('Move Shows');
  expect(list().getByText(/^2 books/).textContent).toMatch(
    /Scanned 03\/09\/2026 08:29.*Next scan 01\/01\/\d{4} 03:15$/,
  );
  expect(list().getByText(/^0 podcasts/).textContent).toMatch(/Never scanned$/);
});

test('a scan starts from the row, with a spinner while its task runs (CFG-024, TSK)', async () => {
  const { ports } = open({
    prepare: ({ api }) =>
      api.answer(listTasks, {
        tasks: [taskOf({ id: 't', action: 'library-scan', data: { libraryId: 'p' } })],
      }),
  });
  ports.api.answer(scanLibrary, 'OK');
  fireEvent.click(await screen.findByLabelText('Scan Books'));
  expect(ports.api.inputsOf(scanLibrary)).toEqual([{ id: 'b', force: false }]);
  expect(await screen.findByText('Scan of “Books” started')).toBeTruthy();
  act(() => ports.clock.advance(5000));
  expect(await screen.findByText('Scanning Shows')).toBeTruthy();
  expect(screen.queryByLabelText('Scan Shows')).toBeNull();
  fireEvent.click(screen.getByLabelText('More actions for Shows'));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Edit',
    'Cancel scan',
    'Re-scan all files',
    'Delete',
  ]);
});

test('a library is deleted after a confirmation that says what is lost (CFG-025)', async () => {
  const { ports } = open();
  fireEvent.click(await screen.findByLabelText('More actions for Books'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain(
    'Delete the library “Books”? All 2 items are removed from this server, with everyone’s progress and bookmarks in them. Its collections and playlists are deleted too. Your files stay where they are.',
  );
  ports.api.answer(deleteLibrary, libraryBody({ id: 'b' }));
  fireEvent.click(within(question).getByRole('button', { name: 'Delete library' }));
  expect(await screen.findByText('Library “Books” deleted')).toBeTruthy();
  expect(names()).toEqual(['Shows']);
});

test('without a library the page says so; libraries that failed to load are reloaded (ERR-012)', async () => {
  const { ports } = open({
    prepare: ({ api }) => api.refuseOnce(listLibrariesWithStats, { kind: 'server', status: 500, message: '' }),
  });
  ports.api.answer(listLibrariesWithStats, { libraries: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Add your first library')).toBeTruthy();
});

test('other users are redirected to their own statistics (ROL-009)', async () => {
  const { here } = open({ account: 'login-user' });
  await screen.findByRole('heading', { level: 1 });
  expect(here()).toBe('/config/stats');
});
