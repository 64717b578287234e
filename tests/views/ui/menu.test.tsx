import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { createDomStore } from '../../../src/views/ui/dom-store.ts';
import { MenuButton } from '../../../src/views/ui/menu-button.tsx';
import type { MenuEntry } from '../../../src/views/ui/menu-items.ts';
import { Popover } from '../../../src/views/ui/popover.tsx';
import { Select } from '../../../src/views/ui/select.tsx';

function menu(keepOpen = false) {
  const calls = { add: vi.fn(), subtitles: vi.fn(), kindle: vi.fn(), sort: vi.fn(), opened: vi.fn() };
  const store = createDomStore(false);
  const entries: MenuEntry[] = [
    { kind: 'action', id: 'add', label: 'Add to collection', onSelect: calls.add },
    { kind: 'submenu', id: 'send', label: 'Send to device', entries: [{ kind: 'action', id: 'kindle', label: 'Kindle', onSelect: calls.kindle }] },
    { kind: 'check', id: 'subtitles', label: 'Show subtitles', checked: true, onToggle: calls.subtitles },
    { kind: 'choice', id: 'sort', label: 'Sort by', value: 'title', options: [{ value: 'title', label: 'Title' }, { value: 'size', label: 'Size' }], onChoose: calls.sort },
    { kind: 'link', id: 'page', label: 'Open page', to: '/page' },
    { kind: 'separator', id: 'line' },
    { kind: 'action', id: 'delete', label: 'Delete', tone: 'danger', disabled: true, onSelect: vi.fn() },
  ];
  function Owner() {
    const open = useSyncExternalStore(store.subscribe, store.read);
    return (
      <MenuButton
        label="More"
        open={open}
        entries={entries}
        onOpenChange={(next, reason) => {
          calls.opened(next, reason);
          if (next || !keepOpen) store.write(next);
        }}
      />
    );
  }
  render(<MemoryRouter><Owner /><button type="button">Elsewhere</button></MemoryRouter>);
  return calls;
}

async function openMenu() {
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  return screen.findByRole('menu', { name: 'More' });
}

describe('a menu button', () => {
  it('tells that it has a menu and whether it is open', async () => {
    menu();
    const button = screen.getByRole('button', { name: 'More' });
    const before = [button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')];
    await openMenu();
    expect([before, button.getAttribute('aria-expanded')]).toEqual([['menu', 'false'], 'true']);
  });

  it('holds actions, links, ticks and choices with their states', async () => {
    menu();
    await openMenu();
    const entries = [...screen.getAllByRole('menuitem'), ...screen.getAllByRole('menuitemcheckbox'), ...screen.getAllByRole('menuitemradio')];
    expect(entries.map((entry) => [entry.textContent, entry.getAttribute('aria-checked'), entry.getAttribute('aria-disabled'), entry.getAttribute('href')])).toEqual([
      ['Add to collection', null, null, null],
      ['Send to device', null, null, null],
      ['Open page', null, null, '/page'],
      ['Delete', null, 'true', null],
      ['Show subtitles', 'true', null, null],
      ['Title', 'true', null, null],
      ['Size', 'false', null, null],
    ]);
  });

  it('does what is chosen and closes', async () => {
    const calls = menu();
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Add to collection' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect([calls.add.mock.calls.length, calls.opened.mock.calls]).toEqual([1, [[true, 'press'], [false, 'item']]]);
  });

  it('is moved through by keys, into a submenu and out of it', async () => {
    const calls = menu();
    const popup = await openMenu();
    await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{ArrowDown}');
    while (document.activeElement?.textContent !== 'Send to device') await userEvent.keyboard('{ArrowDown}');
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Kindle'));
    await userEvent.keyboard('{Enter}');
    expect(calls.kindle).toHaveBeenCalledOnce();
  });

  it('closes on Escape and gives the focus back to its button', async () => {
    const calls = menu();
    const popup = await openMenu();
    await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More'));
    expect(calls.opened.mock.lastCall).toEqual([false, 'escape']);
  });

  it('closes by a second press on its button', async () => {
    const calls = menu();
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(calls.opened.mock.calls).toEqual([[true, 'press'], [false, 'press']]);
  });

  it('stays open for as long as its owner says so', async () => {
    const calls = menu(true);
    await openMenu();
    await userEvent.keyboard('{Escape}');
    expect([calls.opened.mock.lastCall, screen.queryByRole('menu') !== null]).toEqual([[false, 'escape'], true]);
  });
});

describe('a popover', () => {
  function popover(keepsFocus = false) {
    const onDismiss = vi.fn();
    const anchor = createDomStore<HTMLElement | null>(null);
    const toggled = vi.fn();
    function Owner() {
      const element = useSyncExternalStore(anchor.subscribe, anchor.read);
      return (
        <>
          <button type="button" ref={anchor.write} onClick={toggled}>Tasks</button>
          <button type="button">Elsewhere</button>
          <Popover open anchor={element} label="Running tasks" keepsFocus={keepsFocus} onDismiss={onDismiss}><a href="/x">One task</a></Popover>
        </>
      );
    }
    render(<Owner />);
    return { onDismiss, toggled };
  }

  it('is named, takes the focus and asks to close on Escape and on a press outside', async () => {
    const { onDismiss } = popover();
    const panel = await screen.findByRole('dialog', { name: 'Running tasks' });
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByText('Elsewhere'));
    expect(onDismiss.mock.calls).toEqual([['escape'], ['outside']]);
  });

  it('leaves a press on its control to the control', async () => {
    const { onDismiss, toggled } = popover();
    await screen.findByRole('dialog');
    await userEvent.click(screen.getByText('Tasks'));
    expect([onDismiss.mock.calls, toggled.mock.calls.length]).toEqual([[], 1]);
  });

  it('leaves the focus where it is when asked', async () => {
    popover(true);
    const panel = await screen.findByRole('dialog');
    expect(panel.contains(document.activeElement)).toBe(false);
  });
});

describe('a select', () => {
  const options = [{ value: 'google', label: 'Google Books', subtext: 'No account needed' }, { value: 'audible', label: 'Audible' }, { value: 'fantlab', label: 'FantLab', disabled: true }];

  it('is named, shows what is chosen, and lists the rest with their second lines', async () => {
    render(<Select label="Provider" value="audible" options={options} onChange={vi.fn()} help="Where details come from" />);
    const box = screen.getByRole('combobox', { name: 'Provider', description: 'Where details come from' });
    await userEvent.click(box);
    const found = await screen.findAllByRole('option');
    expect([box.textContent, found.map((option) => [option.textContent, option.getAttribute('aria-selected'), option.getAttribute('aria-disabled')])]).toEqual([
      'Audible',
      [['Google BooksNo account needed', 'false', null], ['Audible', 'true', null], ['FantLab', 'false', 'true']],
    ]);
  });

  it('gives what is chosen', async () => {
    const onChange = vi.fn();
    render(<Select label="Provider" value={null} placeholder="Choose" options={options} onChange={onChange} />);
    const shown = screen.getByRole('combobox').textContent;
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: /Google/ }));
    expect([shown, onChange.mock.calls]).toEqual(['Choose', [['google']]]);
  });
});
