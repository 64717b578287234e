import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { HOTKEYS } from '../../../src/machines/playback/player/hotkeys.logic.ts';
import { openClient } from '../../support/dom/client.tsx';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

async function open() {
  const client = openClient(UNBUILT.path);
  await screen.findByRole('main');
  await waitFor(() => expect(client.app.system.get('player')).not.toBe(undefined));
  return client;
}

describe('the list of keys', () => {
  test('opens by its key and has a line for each working key: of search, notifications, inspector, and its own', async () => {
    const { ports } = await open();
    act(() => void ports.hotkeys.press('?', { shift: true }));
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const lines = within(dialog).getAllByRole('definition');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Space',
      '←Left arrow',
      '→Right arrow',
      'Z',
      '↑Up arrow',
      '↓Down arrow',
      'M',
      'Shift↑Up arrow',
      'Shift↓Down arrow',
      'P',
      'N',
      'B',
      'ShiftB',
      'Q',
      'L',
      'F',
      'E',
      'Esc',
      'ShiftSpace',
      'Shift→Right arrow',
      'CtrlA',
      'Esc',
      '/',
      '?',
      'F8',
      'ShiftI',
    ]);
    // Four of the selection, the search, its own, and those of notifications and inspector.
    expect(lines.length).toBe(HOTKEYS.length + 8);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('opens from the account menu too', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: /^Account/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ }));
    expect((await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).isConnected).toBe(true);
  });
});
