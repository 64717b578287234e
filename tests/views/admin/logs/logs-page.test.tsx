import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getLog } from '../../../../src/services/endpoints/server-admin.ts';
import '../../../../src/machines/admin/logs/logs.machine.ts';
import '../../../../src/views/admin/logs/logs-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { changeMedia } from '../../../support/dom/missing.ts';

const line = (message: string, level: number, levelName: string) => ({
  timestamp: '2026-01-01 10:20:30.000',
  source: 'Scanner.js:1',
  message,
  levelName,
  level,
});
const lines = [line('Scan started', 2, 'INFO'), line('No cover\nfor a book', 3, 'WARN'), line('Broken', 4, 'ERROR')];

const open = async (body: readonly object[] = lines, options: ClientOptions = {}) => {
  const client = openClient('/config/log', {
    prepare: ({ api }) => api.answer(getLog, { currentDailyLogs: body }),
    ...options,
  });
  await screen.findByRole('heading', { level: 1, name: 'Logs' });
  return client;
};
const rows = () =>
  within(screen.getByRole('grid', { name: 'Log' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('shows the lines of today with their levels, a row for each line of a message (CFG-049, CFG-050)', async () => {
  await open();
  await screen.findByRole('grid', { name: 'Log' });
  expect(rows()).toEqual([
    '2026-01-01 10:20:30INFOScan started',
    '2026-01-01 10:20:30WARNNo cover',
    'for a book',
    '2026-01-01 10:20:30ERRORBroken',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Warn' }));
  expect(rows()).toEqual(['2026-01-01 10:20:30WARNNo cover', 'for a book']);
  await userEvent.click(screen.getByText('No cover'));
  const dialog = await screen.findByRole('dialog', { name: /^WARN/ });
  expect(dialog.querySelector('pre')?.textContent).toBe('No cover\nfor a book');
  expect(within(dialog).getByText('From Scanner.js:1')).toBeTruthy();
});

test('a line fits a finger, and is dense for a mouse', async () => {
  await open();
  const list = await screen.findByRole('grid', { name: 'Log' });
  const rem = (lines: number) => Number.parseFloat(list.style.height) / lines / 16;
  expect(rem(4)).toBe(1.75);
  onTestFinished(() => changeMedia('(pointer: coarse)', false));
  changeMedia('(pointer: coarse)', true);
  expect(rem(4)).toBe(2.75);
});

test('the log takes no focus, neither at the start nor during a search; its tab stop is the last line', async () => {
  const { ports } = await open();
  const grid = () => screen.getByRole('grid', { name: 'Log' });
  await screen.findByRole('grid', { name: 'Log' });
  expect(grid().contains(document.activeElement)).toBe(false);
  const stops = [...grid().querySelectorAll('button')].filter((row) => row.tabIndex === 0);
  expect(stops.map(({ textContent }) => textContent)).toEqual(['2026-01-01 10:20:30ERRORBroken']);
  const search = within(screen.getByRole('main')).getByLabelText('Search');
  await userEvent.type(search, 'nothing');
  act(() => ports.clock.advance(1000));
  expect(screen.queryByRole('grid', { name: 'Log' })).toBe(null);
  await userEvent.clear(search);
  act(() => ports.clock.advance(1000));
  expect(await screen.findByRole('grid', { name: 'Log' })).toBeTruthy();
  expect(document.activeElement).toBe(search);
});

test('new lines come live, and wait while it is paused', async () => {
  const { ports } = await open();
  await screen.findByRole('grid', { name: 'Log' });
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
    ports.socket.receive('log', line('Live', 2, 'INFO'));
  });
  expect(rows().at(-1)).toContain('Live');
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  act(() => ports.socket.receive('log', line('Later', 2, 'INFO')));
  expect(screen.getByText('1 new line')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(rows().at(-1)).toContain('Later');
});

test('shows an empty state, and why the log failed to load', async () => {
  const { ports } = await open([], { prepare: ({ api }) => api.refuseOnce(getLog, { kind: 'timeout' }) });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the log');
  ports.api.answer(getLog, { currentDailyLogs: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No Logs')).toBeTruthy();
});
