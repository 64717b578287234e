import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { applyBackup, createBackup, deleteBackup, listBackups } from '../../../../src/services/endpoints/backups.ts';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { backupsBody, oneBackup } from '../../../support/backup-fixtures.ts';
import '../../../../src/machines/admin/backups/backups.machine.ts';
import '../../../../src/views/admin/backups/backups-page.tsx';
import '../../../../src/views/shared/schedule-builder.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';

async function open(options: ClientOptions = {}, body: object = backupsBody) {
  const client = openClient('/config/backups', {
    ...options,
    prepare: (ports) => {
      ports.api.answer(listBackups, body);
      options.prepare?.(ports);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Backups' });
  return client;
}

test('shows the content of a backup, lists them with date and size, and makes one (CFG-013, CFG-019)', async () => {
  const { ports } = await open();
  const table = await screen.findByRole('table', { name: 'Backups' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Date', 'File', 'Size', 'Actions']);
  expect(screen.getByText(/never holds the files in your library folders/)).toBeTruthy();
  expect(screen.getByText(backupsBody.backupLocation)).toBeTruthy();
  const answer = ports.api.defer(createBackup);
  await userEvent.click(screen.getByRole('button', { name: 'Create backup' }));
  expect(screen.getByText('Creating a backup…')).toBeTruthy();
  expect(screen.getAllByRole<HTMLButtonElement>('button', { name: /^Delete the backup/ })[0]?.disabled).toBe(true);
  answer.resolve({ backups: [] });
  expect(await screen.findByText('Backup created')).toBeTruthy();
  expect(screen.getByText('No Backups')).toBeTruthy();
});

test('a restore explains its effect, and asks for the name of the backup', async () => {
  const { ports } = await open();
  await userEvent.click((await screen.findAllByRole('button', { name: /^Restore the backup/ }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Restore this backup?' });
  expect(within(dialog).getByText(/replaces the database and the images/)).toBeTruthy();
  const restore = within(dialog).getByRole('button', { name: /^Restore/ });
  expect(restore.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(within(dialog).getByRole('textbox', { name: /to confirm$/ }));
  await userEvent.paste(oneBackup.id);
  ports.api.refuse(applyBackup, { kind: 'server', status: 500, message: '' });
  await userEvent.click(restore);
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('an uploaded backup of another server is reported line by line, and restored from there', async () => {
  const { ports } = await open();
  const picker = await screen.findByLabelText<HTMLInputElement>('Upload backup');
  await userEvent.upload(picker, new File(['x'], 'theirs.audiobookshelf'));
  ports.files.answer({
    backups: { items: [oneBackup], dropped: [] },
    imported: { id: oneBackup.id, report: ['Taken over: 2 users.', 'Left out: 1 covers (Daily).'] },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Ready to move in' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Taken over: 2 users.', 'Left out: 1 covers (Daily).']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
  const next = await screen.findByRole('dialog', { name: 'Restore this backup?' });
  expect(within(next).getByText(`Type ${oneBackup.id} to confirm`)).toBeTruthy();
});

test("an old version's backup can be downloaded or deleted, but not restored", async () => {
  const { ports } = await open({}, { ...backupsBody, backups: [{ ...backupsBody.backups[0], key: null }] });
  expect(await screen.findByRole('img', { name: /can’t be restored here/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBe(null);
  ports.api.answer(deleteBackup, { backups: [] });
  await userEvent.click(screen.getByRole('button', { name: /^Delete the backup/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Backup deleted')).toBeTruthy();
});

test('the schedule shows while backups are automatic, and the form keeps unsaved values', async () => {
  await open();
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Automatic backups' });
  const builder = () => screen.queryByRole('group', { name: 'Schedule' });
  if (!toggle.checked) await userEvent.click(toggle);
  await vi.waitFor(() => expect(builder()).toBeTruthy());
  await userEvent.click(toggle);
  expect(builder()).toBe(null);
});

test('the form of the path takes the focus, shows errors of the path, and Escape closes it while untouched (CFG-016)', async () => {
  await open();
  const edit = () => screen.findByRole('button', { name: 'Change the backup location' });
  await userEvent.click(await edit());
  const field = screen.getByLabelText('Path on the server');
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(async () => expect(document.activeElement).toBe(await edit()));
  await userEvent.keyboard('{Enter}');
  const again = screen.getByLabelText('Path on the server');
  await userEvent.clear(again);
  await userEvent.type(again, 'backups{Enter}');
  expect(screen.getByText('Enter the full path on the server, such as /backups or D:\\Backups')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByLabelText<HTMLInputElement>('Path on the server').value).toBe('backups');
});

test('says why the backups failed to load', async () => {
  const { ports } = await open({ prepare: ({ api }) => api.refuseOnce(listBackups, { kind: 'timeout' }) });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the backups');
  ports.api.answer(listBackups, backupsBody);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Backups' })).toBeTruthy();
});
