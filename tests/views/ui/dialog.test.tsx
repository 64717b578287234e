import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { buttonClass, type ButtonVariant } from '../../../src/views/ui/button.tsx';
import { ConfirmDialog } from '../../../src/views/ui/confirm-dialog.tsx';
import type { ConfirmDialogProps } from '../../../src/views/ui/confirm-dialog.tsx';
import { Dialog } from '../../../src/views/ui/dialog.tsx';
import type { DialogProps } from '../../../src/views/ui/dialog.tsx';
import { createStore } from '../../support/store.ts';
import { ImagePreview } from '../../../src/views/ui/image-preview.tsx';
import { MenuButton } from '../../../src/views/ui/menu-button.tsx';

function dialog(props: Partial<DialogProps> = {}) {
  const onDismiss = vi.fn();
  const ui = (open: boolean) => (
    <>
      <button type="button">Opener</button>
      <Dialog open={open} title="Edit book" closeLabel="Close" onDismiss={onDismiss} {...props}>
        <input aria-label="Title" />
      </Dialog>
    </>
  );
  const { rerender } = render(ui(false));
  screen.getByRole('button', { name: 'Opener' }).focus();
  rerender(ui(true));
  return { onDismiss, show: (open: boolean) => rerender(ui(open)) };
}

const outside = () => {
  const backdrop = document.querySelector('.bg-scrim');
  if (!backdrop) throw new Error('no backdrop');
  return backdrop;
};

describe('a dialog', () => {
  it('is named by its title, takes the focus, and returns it to its opener', async () => {
    const { show } = dialog();
    const popup = screen.getByRole('dialog', { name: 'Edit book' });
    await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
    show(false);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Opener'));
  });

  it.each([
    ['the page', [], 'content'],
    ['the place in its grid', [-1, 0], 'second'],
  ])('moves the focus to %s when nothing had it before, as after a reload', async (_, cells, place) => {
    const ui = (open: boolean) => (
      <>
        <main id="content" tabIndex={-1}>
          <button type="button">View cover</button>
          {cells.length > 0 && (
            <div role="grid" aria-label="Items">
              {cells.map((tabIndex) => (
                <a key={tabIndex} id={tabIndex === 0 ? 'second' : 'first'} href="/item" tabIndex={tabIndex}>
                  Card
                </a>
              ))}
            </div>
          )}
        </main>
        <Dialog open={open} title="Edit book" closeLabel="Close" onDismiss={() => undefined}>
          <input aria-label="Title" />
        </Dialog>
      </>
    );
    const { rerender } = render(ui(true));
    const popup = screen.getByRole('dialog', { name: 'Edit book' });
    await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
    rerender(ui(false));
    await waitFor(() => expect(document.activeElement?.id).toBe(place));
  });

  it.each([
    ['Escape', 'escape', () => userEvent.keyboard('{Escape}')],
    ['its close button', 'closeButton', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['a press outside', 'outside', () => userEvent.click(outside())],
  ])('requests to close on %s, and stays until its owner closes it (MOD-002)', async (_, reason, act) => {
    const { onDismiss } = dialog();
    await act();
    expect([onDismiss.mock.calls, screen.queryByRole('dialog') !== null]).toEqual([[[reason]], true]);
  });

  it('ignores a press outside while it is persistent, but not Escape and the close button (MOD-005, AMB-65)', async () => {
    const { onDismiss } = dialog({ persistent: true });
    await userEvent.click(outside());
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onDismiss.mock.calls).toEqual([['escape'], ['closeButton']]);
  });

  it.each([
    [undefined, '31.25rem'],
    [800, '50rem'],
  ])('of width %s is at most %s wide (CON-008)', (width, shown) => {
    dialog({ width });
    expect(screen.getByRole('dialog').style.maxWidth).toBe(shown);
  });
});

it('a dialog is at least 380 by 200 px, and over all but notices (CON-009, CON-010, CON-011)', () => {
  dialog();
  const popup = screen.getByRole('dialog');
  // In rem of 16 px: 12.5.
  expect(['min-w-[min(380px,100%)]', 'min-h-50'].filter((name) => !popup.classList.contains(name))).toEqual([]);
  expect([outside(), popup.parentElement].map((layer) => layer?.classList.contains('z-60'))).toEqual([true, true]);
});

describe('a dialog over an item of a list', () => {
  function stepping(place: { hasPrevious: boolean; hasNext: boolean }) {
    const onStep = vi.fn();
    dialog({ step: { previousLabel: 'Previous', nextLabel: 'Next', onStep, ...place } });
    return onStep;
  }

  it('steps by its buttons and by the arrow keys (MOD-007, AMB-36)', async () => {
    const onStep = stepping({ hasPrevious: true, hasNext: true });
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
    expect(onStep.mock.calls.flat()).toEqual([1, -1, 1]);
  });

  it('steps to the next by the right arrow, to the previous by the left one (EDT-024, EDT-025)', async () => {
    const onStep = stepping({ hasPrevious: true, hasNext: true });
    screen.getByRole('button', { name: 'Close' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onStep.mock.calls).toEqual([[1]]);
    await userEvent.keyboard('{ArrowLeft}');
    expect(onStep.mock.calls).toEqual([[1], [-1]]);
  });

  it('does not step beyond the ends', async () => {
    const onStep = stepping({ hasPrevious: false, hasNext: false });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
    expect([onStep.mock.calls, screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled]).toEqual([
      [],
      true,
    ]);
  });

  it('leaves the arrow keys to a text field', async () => {
    const onStep = stepping({ hasPrevious: true, hasNext: true });
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'abc{ArrowLeft}');
    expect(onStep).not.toHaveBeenCalled();
  });
});

/** A page with a menu; its entry opens a dialog at once, or once `arrive` is called, as loading code does. */
function dialogFromMenu(comes: 'at once' | 'later') {
  const isMenuOpen = createStore(false);
  const isOpen = createStore(false);
  const show = () => isOpen.write(true);
  function Page() {
    const isMenu = useSyncExternalStore(isMenuOpen.subscribe, isMenuOpen.read);
    const open = useSyncExternalStore(isOpen.subscribe, isOpen.read);
    return (
      <>
        <main id="content" tabIndex={-1}>
          <button type="button">View cover</button>
          <MenuButton
            label="More"
            open={isMenu}
            onOpenChange={isMenuOpen.write}
            entries={[
              {
                kind: 'action',
                id: 'info',
                label: 'More info',
                onSelect: () => {
                  if (comes === 'at once') show();
                },
              },
            ]}
          />
          <button type="button">Below</button>
        </main>
        {open && (
          <Dialog open title="More info" closeLabel="Close" onDismiss={() => isOpen.write(false)}>
            <input aria-label="Title" />
          </Dialog>
        )}
      </>
    );
  }
  render(<Page />);
  return { arrive: () => act(show) };
}

describe('a dialog that a menu opens', () => {
  const focused = () => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  };
  const isMissing = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBe(null));

  const entry = () => screen.findByRole('menuitem', { name: 'More info' });
  const chooseBy = {
    async mouse() {
      await userEvent.click(screen.getByRole('button', { name: 'More' }));
      await userEvent.click(await entry());
      await isMissing('menu');
    },
    async keys() {
      screen.getByRole('button', { name: 'More' }).focus();
      await userEvent.keyboard('{Enter}');
      const first = await entry();
      await waitFor(() => expect(document.activeElement).toBe(first));
      await userEvent.keyboard('{Enter}');
      await isMissing('menu');
    },
  };

  async function closeByEscape() {
    const popup = await screen.findByRole('dialog', { name: 'More info' });
    await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await isMissing('dialog');
  }

  it.each([
    ['mouse', 'at once'],
    ['mouse', 'later'],
    ['keys', 'at once'],
    ['keys', 'later'],
  ] as const)('by %s, %s, returns the focus to the button of the menu', async (means, comes) => {
    const { arrive } = dialogFromMenu(comes);
    await chooseBy[means]();
    if (comes === 'later') arrive();
    await closeByEscape();
    await waitFor(() => expect(focused()).toBe('More'));
  });

  it('moves the focus to the page when something else was pressed while it loaded', async () => {
    const { arrive } = dialogFromMenu('later');
    await chooseBy.mouse();
    await userEvent.click(document.body);
    arrive();
    await closeByEscape();
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });
});

const TONES: readonly ButtonVariant[] = ['success', 'danger', 'primary'];

describe('a confirm prompt', () => {
  function prompt(props: Partial<ConfirmDialogProps> = {}) {
    const calls = { onConfirm: vi.fn(), onCancel: vi.fn() };
    render(
      <ConfirmDialog
        open
        title="Delete"
        message="Delete <b>Dracula</b>?<script>bad()</script>"
        kind="yesNo"
        confirmLabel="Yes"
        cancelLabel="Cancel"
        closeLabel="Close"
        {...calls}
        {...props}
      />,
    );
    return calls;
  }

  it('shows its message as clean HTML (AMB-67)', () => {
    prompt();
    expect(screen.getByText('Dracula').parentElement?.innerHTML).toBe('Delete <b>Dracula</b>?');
  });

  it('has a button in the colour of success, or in a given one (CNF-007)', () => {
    const look = (props: Partial<ConfirmDialogProps>) => {
      prompt(props);
      const { className } = screen.getByRole('button', { name: 'Yes' });
      cleanup();
      return TONES.filter((tone) => className === buttonClass(tone));
    };
    expect([look({}), look({ tone: 'danger' }), look({ tone: 'primary' })]).toEqual([
      ['success'],
      ['danger'],
      ['primary'],
    ]);
  });

  it('answers by its buttons', async () => {
    const { onConfirm, onCancel } = prompt();
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
  });

  it('cancels on a press outside, unless it is persistent or busy', async () => {
    const { onCancel } = prompt();
    await userEvent.click(outside());
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it.each([{ persistent: true }, { busy: true }])(
    'does not cancel on a press outside when %o (MOD-006)',
    async (props) => {
      const { onCancel } = prompt(props);
      await userEvent.click(outside());
      expect(onCancel).not.toHaveBeenCalled();
    },
  );

  it('with only a message has one button', () => {
    prompt({ kind: 'ok', confirmLabel: 'OK' });
    expect(
      screen
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent)
        .sort(),
    ).toEqual(['Close', 'OK']);
  });

  it('has a tick box on request', async () => {
    const onChange = vi.fn();
    prompt({ checkbox: { label: 'Delete files too', checked: true, onChange } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Delete files too', checked: true }));
    expect(onChange.mock.calls).toEqual([[false]]);
  });

  it('focuses the harmless answer when the other one destroys', async () => {
    prompt({ tone: 'danger' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  });
});

describe('the raw cover preview', () => {
  it('closes on a press on the picture', async () => {
    const onDismiss = vi.fn();
    render(<ImagePreview open src="/raw.jpg" alt="Cover of Dracula" closeLabel="Close" onDismiss={onDismiss} />);
    await userEvent.click(screen.getByRole('img', { name: 'Cover of Dracula' }));
    expect(onDismiss).toHaveBeenCalledOnce();
  });
});
