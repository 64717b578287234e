import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../../support/store.ts';
import { MenuButton } from '../../../src/views/ui/menu-button.tsx';
import type { MenuEntry } from '../../../src/views/ui/menu-button.tsx';
import { Popover } from '../../../src/views/ui/popover.tsx';
import { Select } from '../../../src/views/ui/select.tsx';

/** A menu with an entry that removes the bar around it. */
function menuInBar() {
  const isThere = createStore(true);
  const isOpen = createStore(false);
  const go: MenuEntry = { kind: 'action', id: 'go', label: 'Go', onSelect: () => isThere.write(false) };
  function Bar() {
    const open = useSyncExternalStore(isOpen.subscribe, isOpen.read);
    return <MenuButton label="More" open={open} entries={[go]} onOpenChange={isOpen.write} />;
  }
  function Page() {
    const hasBar = useSyncExternalStore(isThere.subscribe, isThere.read);
    return (
      <>
        {hasBar && <Bar />}
        <main id="content" tabIndex={-1} />
      </>
    );
  }
  render(<Page />, { wrapper: MemoryRouter });
}

describe('a menu that goes with its button', () => {
  it('moves the focus to the page after a key, not to nothing', async () => {
    menuInBar();
    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Go' })).toBe(document.activeElement));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });

  it('moves the focus to the page after a press by pointer', async () => {
    menuInBar();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Go' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });
});

function menu({ keepOpen = false, only }: { keepOpen?: boolean; only?: string } = {}) {
  const calls = { add: vi.fn(), subtitles: vi.fn(), kindle: vi.fn(), sort: vi.fn(), view: vi.fn(), opened: vi.fn() };
  const store = createStore(false);
  const entries: MenuEntry[] = [
    { kind: 'action', id: 'add', label: 'Add to collection', onSelect: calls.add },
    {
      kind: 'submenu',
      id: 'send',
      label: 'Send to device',
      entries: [{ kind: 'action', id: 'kindle', label: 'Kindle', onSelect: calls.kindle }],
    },
    { kind: 'check', id: 'subtitles', label: 'Show subtitles', checked: true, onToggle: calls.subtitles },
    {
      kind: 'choice',
      id: 'sort',
      label: 'Sort by',
      value: only === 'sort' ? 'size' : 'title',
      options: [
        { value: 'title', label: 'Title' },
        { value: 'size', label: 'Size' },
      ],
      onChoose: calls.sort,
    },
    {
      kind: 'choice',
      id: 'view',
      label: 'View',
      value: 'list',
      options: [{ value: 'grid', label: 'Grid' }],
      closes: true,
      onChoose: calls.view,
    },
    { kind: 'action', id: 'again', label: 'Add again', closes: false, onSelect: calls.add },
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
        entries={only === undefined ? entries : entries.filter(({ id }) => id === only)}
        onOpenChange={(next, reason) => {
          calls.opened(next, reason);
          if (next || !keepOpen) store.write(next);
        }}
      />
    );
  }
  render(
    <MemoryRouter>
      <Owner />
      <button type="button">Elsewhere</button>
    </MemoryRouter>,
  );
  return calls;
}

async function openMenu() {
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  return screen.findByRole('menu', { name: 'More' });
}

describe('a menu button', () => {
  it('exposes that it has a menu and whether it is open', async () => {
    menu();
    const button = screen.getByRole('button', { name: 'More' });
    const before = [button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')];
    await openMenu();
    expect([before, button.getAttribute('aria-expanded')]).toEqual([['menu', 'false'], 'true']);
  });

  it('holds actions, links, checks and choices with their states (ENT-051)', async () => {
    menu();
    await openMenu();
    const entries = [
      ...screen.getAllByRole('menuitem'),
      ...screen.getAllByRole('menuitemcheckbox'),
      ...screen.getAllByRole('menuitemradio'),
    ];
    expect(
      entries.map((entry) => [
        entry.textContent,
        entry.getAttribute('aria-checked'),
        entry.getAttribute('aria-disabled'),
        entry.getAttribute('href'),
      ]),
    ).toEqual([
      ['Add to collection', null, null, null],
      ['Send to device', null, null, null],
      ['Add again', null, null, null],
      ['Open page', null, null, '/page'],
      ['Delete', null, 'true', null],
      ['Show subtitles', 'true', null, null],
      ['Title', 'true', null, null],
      ['Size', 'false', null, null],
      ['Grid', 'false', null, null],
    ]);
  });

  it('is 192 px wide (WID-004, CON-060)', async () => {
    menu();
    expect((await openMenu()).style.width).toBe('12rem');
  });

  it('has submenus of 144 px (WID-004, WID-005, CON-061)', async () => {
    menu();
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Send to device' }));
    const inner = (await screen.findByRole('menuitem', { name: 'Kindle' })).closest<HTMLElement>('[role="menu"]');
    expect(inner?.style.width).toBe('9rem');
  });

  it('runs the chosen entry and closes', async () => {
    const calls = menu();
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Add to collection' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect([calls.add.mock.calls.length, calls.opened.mock.calls]).toEqual([
      1,
      [
        [true, 'press'],
        [false, 'item'],
      ],
    ]);
  });

  it('stays open after a check or a choice, unless the entry closes it', async () => {
    const calls = menu();
    await openMenu();
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Show subtitles' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Size' }));
    expect([calls.subtitles.mock.calls, calls.sort.mock.calls]).toEqual([[[false]], [['size']]]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Add again' }));
    expect(calls.opened.mock.calls).toEqual([[true, 'press']]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Grid' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect([calls.add.mock.calls.length, calls.view.mock.calls]).toEqual([1, [['grid']]]);
  });

  it('is navigated by keys, into a submenu and out of it (ENT-051)', async () => {
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

  const focusIsIn = (popup: HTMLElement) => waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));

  it('opened by keyboard, closes on Escape and returns the focus to its button', async () => {
    const calls = menu();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await focusIsIn(await screen.findByRole('menu', { name: 'More' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More'));
    expect(calls.opened.mock.lastCall).toEqual([false, 'escape']);
  });

  it('opened by keyboard, starts at its first entry', async () => {
    menu();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add to collection'));
  });

  it('of choices, opened by keyboard, starts at the chosen one', async () => {
    menu({ only: 'sort' });
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Size'));
  });

  it.each(['something else', 'nothing'])(
    'opened by a pointer while %s has the focus, gives it to its button',
    async (before) => {
      menu();
      if (before !== 'nothing') screen.getByRole('button', { name: 'Elsewhere' }).focus();
      await focusIsIn(await openMenu());
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More'));
    },
  );

  it('closed by the pointer on an entry or on its button, gives the focus to the button too', async () => {
    menu();
    for (const closing of ['menuitem', 'button'] as const) {
      screen.getByRole('button', { name: 'Elsewhere' }).focus();
      await focusIsIn(await openMenu());
      await userEvent.click(screen.getByRole(closing, { name: closing === 'button' ? 'More' : 'Add to collection' }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More'));
    }
  });

  it('leaves the focus where a press outside has moved it', async () => {
    menu();
    await focusIsIn(await openMenu());
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Elsewhere'));
  });

  it('reports a choice of the current value too', async () => {
    const calls = menu();
    await openMenu();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Title' }));
    expect(calls.sort.mock.calls).toEqual([['title']]);
  });

  it('draws a circle for one of several and a box for what is on or off', async () => {
    menu();
    await openMenu();
    const marks = ['Show subtitles', 'Title', 'Size'].map((name) => {
      const mark = screen.getByText(name).parentElement?.querySelector('[aria-hidden="true"]');
      return [name, mark?.className.includes('rounded-full'), mark?.querySelector('svg') !== null];
    });
    expect(marks).toEqual([
      ['Show subtitles', false, true],
      ['Title', true, false],
      ['Size', true, false],
    ]);
  });

  it('closes by a second press on its button', async () => {
    const calls = menu();
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(calls.opened.mock.calls).toEqual([
      [true, 'press'],
      [false, 'press'],
    ]);
  });

  it('stays open for as long as its owner says so', async () => {
    const calls = menu({ keepOpen: true });
    await openMenu();
    await userEvent.keyboard('{Escape}');
    expect([calls.opened.mock.lastCall, screen.queryByRole('menu') !== null]).toEqual([[false, 'escape'], true]);
  });
});

describe('a popover', () => {
  function popover(keepsFocus = false) {
    const onDismiss = vi.fn();
    const anchor = createStore<HTMLElement | null>(null);
    const toggled = vi.fn();
    function Owner() {
      const element = useSyncExternalStore(anchor.subscribe, anchor.read);
      return (
        <>
          <button type="button" ref={anchor.write} onClick={toggled}>
            Tasks
          </button>
          <button type="button">Elsewhere</button>
          <Popover open anchor={element} label="Running tasks" keepsFocus={keepsFocus} onDismiss={onDismiss}>
            <a href="/x">One task</a>
          </Popover>
        </>
      );
    }
    render(<Owner />);
    return { onDismiss, toggled };
  }

  it('is named, takes the focus and requests to close on Escape and on a press outside', async () => {
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

  it('leaves the focus in place on request', async () => {
    popover(true);
    const panel = await screen.findByRole('dialog');
    expect(panel.contains(document.activeElement)).toBe(false);
  });
});

describe('a select', () => {
  const options = [
    { value: 'google', label: 'Google Books', subtext: 'No account needed' },
    { value: 'audible', label: 'Audible' },
    { value: 'fantlab', label: 'FantLab', disabled: true },
  ];

  it('is named, shows what is chosen, and lists the rest with their second lines (WID-001, ENT-050)', async () => {
    render(
      <Select label="Provider" value="audible" options={options} onChange={vi.fn()} help="Where details come from" />,
    );
    const box = screen.getByRole('combobox', { name: 'Provider', description: 'Where details come from' });
    await userEvent.click(box);
    const found = await screen.findAllByRole('option');
    expect([
      box.textContent,
      found.map((option) => [
        option.textContent,
        option.getAttribute('aria-selected'),
        option.getAttribute('aria-disabled'),
      ]),
    ]).toEqual([
      'Audible',
      [
        ['Google BooksNo account needed', 'false', null],
        ['Audible', 'true', null],
        ['FantLab', 'false', 'true'],
      ],
    ]);
  });

  it('is over the page, at most 224 px high (WID-002, CON-062)', async () => {
    render(<Select label="Provider" value="audible" options={options} onChange={vi.fn()} />);
    await userEvent.click(screen.getByRole('combobox'));
    const list = await screen.findByRole('listbox');
    // In rem of 16 px: 14.
    expect([list.classList.contains('max-h-56'), list.classList.contains('overflow-y-auto')]).toEqual([true, true]);
  });

  it('reports the choice (WID-003)', async () => {
    const onChange = vi.fn();
    render(<Select label="Provider" value={null} placeholder="Choose" options={options} onChange={onChange} />);
    const shown = screen.getByRole('combobox').textContent;
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: /Google/ }));
    expect([shown, onChange.mock.calls]).toEqual(['Choose', [['google']]]);
  });
});
