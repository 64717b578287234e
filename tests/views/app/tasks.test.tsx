import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Task } from '../../../src/schemas/api/task.ts';
import { listTasks } from '../../../src/services/endpoints/tasks.ts';
import { openClient } from '../../support/dom/client.tsx';
import { taskOf } from '../../support/task-fixtures.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';
// The chunks of button and list: loaded before the first test.
import '../../../src/machines/browse/tasks/tasks.machine.ts';
import '../../../src/machines/app/updates/updates.machine.ts';
import '../../../src/views/app/tasks-button.tsx';
import '../../../src/views/app/tasks-panel.tsx';

takeOutUnbuiltPage();

const SCAN = taskOf({
  id: 'scan',
  action: 'library-scan',
  title: 'Scanning "Books" library',
  titleKey: 'MessageTaskScanningLibrary',
  titleSubs: ['Books'],
  data: { libraryId: 'l1' },
  showSuccess: true,
});

async function open(tasks: readonly Task[] = [], account = 'login-root') {
  const client = openClient(UNBUILT.path, { account, prepare: ({ api }) => api.answer(listTasks, { tasks }) });
  const user = userEvent.setup();
  const button = await screen.findByRole('button', { name: /^Activity/ });
  act(() => {
    client.ports.socket.report({ kind: 'connected' });
    client.ports.socket.receive('init', { userId: 'u', username: 'u' });
  });
  return {
    ...client,
    user,
    name: () => button.getAttribute('aria-label'),
    notify: (event: string, task: Task) => act(() => client.ports.socket.receive(event, task)),
    async panel() {
      await user.click(button);
      return within(await screen.findByRole('dialog', { name: /^Activity/ }));
    },
  };
}

describe('the button', () => {
  test('shows a spinner while a task runs, else a bell (TSK-002, TSK-003, BAR-006)', async () => {
    const { name, notify } = await open();
    const button = within(screen.getByRole('banner')).getByRole('button', { name: /^Activity/ });
    const icon = () => [button.querySelector('.lucide-bell') !== null, button.querySelector('.animate-spin') !== null];
    expect([name(), icon()]).toEqual(['Activity', [true, false]]);
    notify('task_started', SCAN);
    expect([name(), icon()]).toEqual(['Activity: 1 running', [false, true]]);
    notify('task_finished', { ...SCAN, isFinished: true });
    expect(icon()).toEqual([true, false]);
  });

  test('counts running tasks, then has a green dot until the list opens (TSK-004, AMB-61)', async () => {
    const { name, panel, notify } = await open();
    expect(name()).toBe('Activity');
    notify('task_started', SCAN);
    expect(name()).toBe('Activity: 1 running');
    notify('task_finished', { ...SCAN, isFinished: true, data: { scanResults: { added: 2, elapsed: 975 } } });
    expect(name()).toBe('Activity: new results');
    expect(screen.getByTestId('tasks-dot').className).toContain('bg-success');
    await panel();
    expect([name(), screen.queryByTestId('tasks-dot')]).toEqual(['Activity', null]);
  });

  test('announces to screen readers how a task ended', async () => {
    const { notify } = await open();
    notify('task_started', SCAN);
    notify('task_finished', {
      ...SCAN,
      isFinished: true,
      data: { scanResults: { added: 2, missing: 1, elapsed: 975 } },
    });
    expect(screen.getByText('Scanning “Books”: 2 added, 1 missing (975 ms)').closest('[role="status"]')).not.toBe(null);
  });
});

describe('the list', () => {
  test('says that nothing runs', async () => {
    const { panel } = await open();
    expect((await panel()).getByText('Nothing is running')).toBeDefined();
  });

  test('that failed to load says so, and a retry loads it', async () => {
    const client = openClient(UNBUILT.path, {
      prepare: ({ api }) => api.refuse(listTasks, { kind: 'network' }),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Activity/ }));
    act(() => client.ports.clock.advance(2000));
    const panel = within(await screen.findByRole('dialog', { name: /^Activity/ }));
    await panel.findByText('Failed to load tasks');
    expect(panel.getByText('Not connected. This list may be out of date.')).toBeDefined();
    client.ports.api.answer(listTasks, { tasks: [SCAN] });
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    await panel.findByText('Scanning “Books”');
  });

  test('shows a spinner beside a running scan, then a status icon (TSK-009, TSK-010)', async () => {
    const { panel, notify } = await open([SCAN]);
    const list = await panel();
    const row = await list.findByRole('listitem');
    const has = (icon: string) => row.querySelector(icon) !== null;
    expect([list.getByText('Running') !== null, has('.animate-spin'), has('.text-success')]).toEqual([
      true,
      true,
      false,
    ]);
    notify('task_finished', { ...SCAN, isFinished: true });
    expect([has('.animate-spin'), has('.text-success')]).toEqual([false, true]);
  });

  test.each([
    ['TSK-012', { added: 2, updated: 3, missing: 1, elapsed: 975 }, '2 added, 3 updated, 1 missing (975 ms)'],
    ['TSK-013, TSK-014', { added: 0, updated: 0, missing: 0, elapsed: 12_400 }, 'No changes needed (12 sec)'],
  ])('shows the changes of a scan and its time (%s)', async (_rows, scanResults, text) => {
    const { panel, notify } = await open();
    notify('task_finished', { ...SCAN, isFinished: true, data: { libraryId: 'l1', scanResults } });
    expect((await panel()).getByRole('listitem').textContent).toBe(`DoneScanning “Books”${text}`);
  });

  test('shows a canceled scan as canceling, until it has ended (TSK-015, TSK-017, TSK-018)', async () => {
    const { panel, ports, notify, user } = await open([SCAN]);
    const list = await panel();
    await user.click(await list.findByRole('button', { name: 'Cancel: Scanning “Books”' }));
    expect(ports.socket.sent.filter(([name]) => name === 'cancel_scan')).toEqual([['cancel_scan', 'l1']]);
    expect(list.getByText('Canceling…')).toBeDefined();
    expect(list.queryByRole('button', { name: /^Cancel/ })).toBe(null);
    notify('task_finished', {
      ...SCAN,
      isFinished: true,
      description: 'Task canceled by user',
      descriptionKey: 'MessageTaskCanceledByUser',
      data: { libraryId: 'l1', scanResults: { added: 0, updated: 0, missing: 0, elapsed: 12_400 } },
    });
    expect([list.queryByText('Canceling…'), list.queryByRole('button', { name: /^Cancel/ })]).toEqual([null, null]);
    expect(list.getByRole('listitem').textContent).toBe('DoneScanning “Books”CanceledNo changes needed (12 sec)');
  });

  test('sends that a scan is canceled, with its library (SOC-015, API-060)', async () => {
    const { panel, ports, user } = await open([SCAN]);
    await user.click(await (await panel()).findByRole('button', { name: 'Cancel: Scanning “Books”' }));
    expect(ports.socket.sent.filter(([name]) => name === 'cancel_scan')).toEqual([['cancel_scan', 'l1']]);
  });

  test('shows a failure in the text of the catalogue, else of the server (TSK-011, TSK-023)', async () => {
    const { panel, notify } = await open();
    const failed = { ...SCAN, isFinished: true, isFailed: true };
    notify('task_finished', { ...failed, error: 'Failed', errorKey: 'MessageTaskFailed' });
    notify('task_finished', { ...failed, id: 'b', error: 'The disk is full', errorKey: 'MessageOfTomorrow' });
    const list = await panel();
    const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(list.getByText('The disk is full').className).toContain('text-danger');
    expect(rows).toEqual(['FailedScanning “Books”The disk is full', 'FailedScanning “Books”Failed']);
  });

  test.each([
    ['download-podcast-episode', 'TSK-005', { libraryId: 'l1' }, '/library/l1/podcast/download-queue'],
    ['encode-m4b', 'TSK-006', { libraryItemId: 'i1' }, '/audiobook/i1/manage?tool=m4b'],
    ['embed-metadata', 'TSK-007', { libraryItemId: 'i1' }, '/audiobook/i1/manage?tool=embed'],
    ['scan-item', 'TSK-008', { libraryItemId: 'i1' }, '/item/i1'],
  ])('links %s to its page (%s)', async (action, _row, data, address) => {
    const { panel } = await open([taskOf({ id: 'e', action, title: 'Subject', data })]);
    const link = await (await panel()).findByRole('link', { name: 'Subject' });
    expect(link.getAttribute('href')).toBe(address);
  });

  test('offers administrators links, and to cancel a running scan (TSK-016, TSK-017, ROL-011)', async () => {
    const encode = taskOf({ id: 'e', action: 'encode-m4b', title: 'Encoding', data: { libraryItemId: 'i1' } });
    const { panel } = await open([SCAN, encode]);
    const list = await panel();
    expect((await list.findByRole('link', { name: 'Encoding' })).getAttribute('href')).toBe(
      '/audiobook/i1/manage?tool=m4b',
    );
    expect(list.getAllByRole('button', { name: /^Cancel/ }).length).toBe(1);
  });

  test('has neither for others (TSK-016, ROL-011)', async () => {
    const encode = taskOf({ id: 'e', action: 'encode-m4b', title: 'Encoding', data: { libraryItemId: 'i1' } });
    const { panel } = await open([SCAN, encode], 'login-user');
    const list = await panel();
    await list.findByText('Encoding');
    expect([list.queryAllByRole('link'), list.queryAllByRole('button')]).toEqual([[], []]);
  });

  test('shows the rounded percent, and the number of items waiting for metadata (EVT-032, EVT-036)', async () => {
    const encode = taskOf({ id: 'e', action: 'encode-m4b', title: 'Encoding', data: { libraryItemId: 'i1' } });
    const { panel, ports } = await open([encode]);
    const list = await panel();
    await list.findByText('Encoding');
    act(() => {
      ports.socket.receive('task_progress', { libraryItemId: 'i1', progress: 41.6 });
      ports.socket.receive('metadata_embed_queue_update', { libraryItemId: 'i2', queued: true });
    });
    expect(list.getByText('42%')).toBeDefined();
    expect(list.getByText('1 item waits for metadata to be embedded')).toBeDefined();
  });
});
