import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../../src/machines/admin/library-settings/edit-library.machine.ts';
import '../../../../src/machines/admin/library-settings/library-list.machine.ts';
import '../../../../src/views/admin/library-settings/edit-library-dialog.tsx';
import '../../../../src/views/admin/library-settings/library-list-page.tsx';
import '../../../../src/views/admin/library-settings/scanner-tab.tsx';
import '../../../../src/views/admin/library-settings/schedule-tab.tsx';
import '../../../../src/views/admin/library-settings/tools-tab.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import { listCustomProviders } from '../../../../src/services/endpoints/metadata-utils.ts';
import {
  createLibrary,
  listLibrariesWithStats,
  updateLibrary,
} from '../../../../src/services/endpoints/library-admin.ts';
import { listDirectories } from '../../../../src/services/endpoints/server-admin.ts';
import { openClient } from '../../../support/dom/client.tsx';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { libraryBody, twoLibraries } from '../../../support/library-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const directories = [{ path: '/audiobooks', dirname: 'audiobooks', level: 0 }];
const open = (libraries: object = twoLibraries) =>
  openClient('/config/libraries', {
    prepare({ api }: FakePorts) {
      api.answer(listLibrariesWithStats, libraries);
      api.answer(listCustomProviders, { providers: [] });
      api.answer(listDirectories, ({ path }: { path: string }) => ({
        posix: true,
        directories: path === '' ? directories : [],
      }));
    },
  });
const dialog = async () => within(await screen.findByRole('dialog'));

async function edit(name: string) {
  fireEvent.click(await screen.findByLabelText(`More actions for ${name}`));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  return dialog();
}

test('the first library: missing values show, a folder is chosen on the server, and it is created (CFG-022, CFG-023, CFG-025)', async () => {
  const { ports } = open({ libraries: [] });
  await screen.findByText('Add your first library');
  fireEvent.click(screen.getAllByText('Add library').at(-1) as HTMLElement);
  const form = await dialog();
  fireEvent.click(form.getByText('Create'));
  expect(await form.findByText('Enter a name')).toBeTruthy();
  expect(form.getByText('Add at least one folder')).toBeTruthy();
  fireEvent.change(form.getByLabelText(/^Library name/), { target: { value: 'Books' } });
  fireEvent.click(form.getByLabelText('Rocket'));
  fireEvent.click(form.getByText('Browse for folder'));
  fireEvent.click(await form.findByText('audiobooks'));
  expect(await form.findByText('No folders here')).toBeTruthy();
  fireEvent.click(form.getByText('Select folder'));
  expect(await form.findByText('/audiobooks')).toBeTruthy();
  ports.api.answer(createLibrary, libraryBody({ id: 'n', name: 'Books' }));
  fireEvent.click(form.getByText('Create'));
  expect(await screen.findByText('Library “Books” added')).toBeTruthy();
  expect(ports.api.inputsOf(createLibrary)).toMatchObject([
    { name: 'Books', icon: 'rocket', folders: [{ fullPath: '/audiobooks' }] },
  ]);
  expect(await screen.findByLabelText('Move Books')).toBeTruthy();
});

test('Cancel closes it, with a question where something was typed', async () => {
  open();
  const form = await edit('Books');
  fireEvent.change(form.getByLabelText(/^Library name/), { target: { value: 'Others' } });
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
});

test('no tab is empty when chosen: its code loads with the dialog', async () => {
  open();
  const form = await edit('Books');
  await act(async () => undefined);
  for (const [tab, text] of [
    ['Scanner', 'Metadata priority'],
    ['Schedule', 'Scan on a schedule'],
    ['Tools', /delete files from your disks/],
  ] as const) {
    fireEvent.click(form.getByRole('tab', { name: tab }));
    expect(form.getByText(text)).toBeTruthy();
    expect([tab, form.queryByText('Save') === null]).toEqual([tab, tab === 'Tools']);
  }
});

test('the priority of sources is moved by keys, and saved lowest first (areas 5.2)', async () => {
  const { ports } = open();
  const form = await edit('Books');
  fireEvent.click(form.getByRole('tab', { name: 'Scanner' }));
  fireEvent.keyDown(await form.findByLabelText('Move OPF file'), { key: 'ArrowUp' });
  expect(form.getByText('OPF file is number 1 of 6')).toBeTruthy();
  fireEvent.click(form.getByLabelText('Use NFO file'));
  ports.api.answer(updateLibrary, libraryBody({ id: 'b', name: 'Books' }));
  fireEvent.click(form.getByText('Save'));
  expect(await screen.findByText('Library “Books” saved')).toBeTruthy();
  expect(ports.api.inputsOf(updateLibrary)).toEqual([
    {
      id: 'b',
      change: {
        settings: { metadataPrecedence: ['folderStructure', 'audioMetatags', 'txtFiles', 'absMetadata', 'opfFile'] },
      },
    },
  ]);
});

test('a podcast library has its region and no scanner; a schedule needs a choice of its own (areas 5.2)', async () => {
  open();
  const form = await edit('Shows');
  expect(form.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Details',
    'Settings',
    'Schedule',
    'Tools',
  ]);
  fireEvent.click(form.getByRole('tab', { name: 'Settings' }));
  expect(form.getByText('Podcast search region')).toBeTruthy();
  fireEvent.click(form.getByRole('tab', { name: 'Schedule' }));
  fireEvent.click(await form.findByLabelText('Scan on a schedule'));
  expect(await form.findByText(/Monday/, { selector: 'p, p *' })).toBeTruthy();
  fireEvent.click(form.getByRole('tab', { name: 'Tools' }));
  fireEvent.click(await form.findByLabelText('Delete metadata.abs files'));
  expect(
    await screen.findByText(/^Delete every metadata\.abs in the item folders of “Shows”\? This can’t be undone\.$/),
  ).toBeTruthy();
});

test("another administrator’s change shows in the open dialog's untouched fields (EVT-010)", async () => {
  const { ports } = open();
  const form = await edit('Books');
  fireEvent.click(form.getByLabelText('Star'));
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
    ports.socket.receive(
      'library_updated',
      libraryBody({ id: 'b', name: 'Tomes', mediaType: 'book', icon: 'heart', displayOrder: 1 }),
    );
  });
  await vi.waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^Library name/).value).toBe('Tomes'));
  expect(form.getByLabelText<HTMLInputElement>('Star').checked).toBe(true);
});
