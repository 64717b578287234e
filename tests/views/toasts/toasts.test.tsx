import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openClient } from '../../support/dom/client.tsx';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

async function open() {
  const client = openClient(UNBUILT.path);
  const region = await screen.findByRole('region', { name: 'Notifications' });
  const show: (event: object) => void = (event) =>
    client.app.system.get('toasts').send({ type: 'toasts.show', ...event });
  return { ...client, region, show };
}

test('a failure interrupts readers, a success waits for a pause; each is announced once (NTF-001)', async () => {
  const { region, show } = await open();
  show({ kind: 'error', message: { text: 'It failed' } });
  show({ kind: 'success', message: { text: 'It worked' } });
  const failure = await within(region).findByRole('alert');
  expect([failure.textContent, failure.closest('[aria-live]')]).toEqual(['It failed', null]);
  expect(within(region).getByText('It worked').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});

test('each kind has a sign and a colour of its own (NTF-001)', async () => {
  const { region, show } = await open();
  const kinds = ['success', 'info', 'warning', 'error'];
  for (const kind of kinds) show({ kind, message: { text: kind } });
  const signs = await Promise.all(
    kinds.map(async (kind) => {
      const toast = (await within(region).findByText(kind)).closest('[data-toast]');
      return toast?.querySelector('svg')?.getAttribute('class') ?? '';
    }),
  );
  const partOf = (pattern: RegExp) => signs.map((sign) => pattern.exec(sign)?.[0]);
  expect(partOf(/lucide-[\w-]+/)).toEqual([
    'lucide-circle-check',
    'lucide-info',
    'lucide-triangle-exclamation-point',
    'lucide-circle-x',
  ]);
  expect(partOf(/text-[\w-]+/)).toEqual(['text-success', 'text-ink-2', 'text-warning', 'text-danger']);
});

test('unsaved progress is reported in the words of the specification (SYN-005, ERR-013)', async () => {
  const { region, show } = await open();
  show({ kind: 'error', message: { key: 'player.notSynced' } });
  expect((await within(region).findByRole('alert')).textContent).toBe(
    'Progress is not being synced, restart playback. Or keep listening: your place is saved on this device and sent later.',
  );
});

test('a toast closes after its time, but not under the pointer or the focus (NTF-002)', async () => {
  const { region, show, ports } = await open();
  show({ kind: 'info', message: { text: 'Soon gone' }, durationMs: 5000 });
  const toast = await within(region).findByText('Soon gone');
  await userEvent.hover(toast);
  await userEvent.keyboard('{F8}');
  ports.clock.advance(60_000);
  await userEvent.unhover(toast);
  ports.clock.advance(60_000);
  expect(within(region).getByText('Soon gone')).toBe(toast);
  act(() => (document.activeElement as HTMLElement).blur());
  ports.clock.advance(4999);
  expect(within(region).getByText('Soon gone')).toBe(toast);
  ports.clock.advance(1);
  await waitFor(() => expect(within(region).queryByText('Soon gone')).toBeNull());
});

test('F8 leads to the newest toast; when the last one closes the focus returns', async () => {
  const { region, show } = await open();
  const [before] = await screen.findAllByRole('link');
  if (!before) throw new Error('The page has no link');
  act(() => before.focus());
  const offer = { label: { key: 'toasts.undo' }, to: 'preferences', event: { type: 'preferences.set', change: {} } };
  show({ kind: 'success', message: { text: 'First' }, action: offer });
  show({ kind: 'success', message: { text: 'Second' }, action: offer });
  await within(region).findByText('Second');
  await userEvent.keyboard('{F8}');
  const undo = (name: string) =>
    within(within(region).getByText(name).closest('[data-toast]') as HTMLElement).getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(undo('Second'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(undo('First')));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(before));
  expect(region.textContent).toBe('');
});

test('after its action the focus returns, past a toast without an action, which closes in its time', async () => {
  const { region, show, ports } = await open();
  const [before] = await screen.findAllByRole('link');
  if (!before) throw new Error('The page has no link');
  act(() => before.focus());
  const offer = { label: { key: 'toasts.undo' }, to: 'preferences', event: { type: 'preferences.set', change: {} } };
  show({ kind: 'success', message: { text: 'Created' } });
  show({ kind: 'success', message: { text: 'Removed' }, action: offer });
  await within(region).findByText('Removed');
  await userEvent.keyboard('{F8}');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(before));
  ports.clock.advance(5000);
  await waitFor(() => expect(region.textContent).toBe(''));
});

test('a persistent toast stays until it is closed (NTF-003)', async () => {
  const { region, show, ports } = await open();
  show({ kind: 'error', message: { text: 'Still here' }, durationMs: null });
  await within(region).findByRole('alert');
  ports.clock.advance(3_600_000);
  await userEvent.click(within(region).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(within(region).queryByRole('alert')).toBeNull());
});

test("a failure says why, in the server's words (NTF-004)", async () => {
  const { region, show } = await open();
  show({
    kind: 'error',
    message: { text: 'Not saved' },
    error: { kind: 'server', status: 500, message: 'The disk is full' },
  });
  const toast = await within(region).findByText('Not saved');
  expect(toast.nextSibling?.textContent).toBe(
    'Something went wrong on the server. Try again later. The server says: The disk is full',
  );
});

test('the action of a toast sends its event to its target, and closes it', async () => {
  const { region, show, app } = await open();
  show({
    kind: 'info',
    message: { text: 'Moved' },
    action: {
      label: { key: 'toasts.undo' },
      to: 'preferences',
      event: { type: 'preferences.set', change: { theme: 'dark' } },
    },
  });
  await userEvent.click(await within(region).findByRole('button', { name: 'Undo' }));
  expect(app.system.get('preferences').getSnapshot().context.theme).toBe('dark');
  await waitFor(() => expect(within(region).queryByText('Moved')).toBeNull());
});

test.each([
  ['that a key of the player does too shows the key', 'player', { type: 'player.extendSleepTimer' }, 'E'],
  ['without a key of its own shows none', 'preferences', { type: 'preferences.set', change: {} }, undefined],
])('an action %s', async (_name, to, event, key) => {
  const { region, show } = await open();
  show({ kind: 'info', message: { text: 'Ending' }, action: { label: { text: 'Do it' }, to, event } });
  const toast = (await within(region).findByText('Ending')).closest('[data-toast]');
  expect(toast?.querySelector('kbd')?.textContent).toBe(key);
});

test('the action of a toast without its target closes it', async () => {
  const { region, show, app } = await open();
  show({
    kind: 'info',
    message: { text: 'Moved' },
    action: { label: { key: 'toasts.undo' }, to: 'progress', event: { type: 'progress.showSeries', seriesId: 's' } },
  });
  const undo = await within(region).findByRole('button', { name: 'Undo' });
  app.system.get('auth').send({ type: 'auth.signOut' });
  await waitFor(() => expect(app.system.get('progress')).toBeUndefined());
  await userEvent.click(undo);
  await waitFor(() => expect(within(region).queryByText('Moved')).toBeNull());
});
