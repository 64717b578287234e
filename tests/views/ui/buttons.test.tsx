import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '../../../src/views/ui/button.tsx';
import { FinishedButton } from '../../../src/views/ui/row-buttons.tsx';
import { IconButton } from '../../../src/views/ui/icon-button.tsx';
import { LinkButton } from '../../../src/views/ui/links.tsx';

describe('a button', () => {
  it('calls back when pressed, by mouse and by keys', async () => {
    const pressed = vi.fn();
    render(<Button onClick={pressed}>Save</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.keyboard('{Enter} ');
    expect(pressed).toHaveBeenCalledTimes(3);
  });

  it('does not submit a form by default', () => {
    render(
      <>
        <Button>Plain</Button>
        <Button type="submit">Send</Button>
      </>,
    );
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('type'))).toEqual(['button', 'submit']);
  });

  it('keeps the focus and does nothing while busy', async () => {
    const pressed = vi.fn();
    render(
      <Button busy onClick={pressed}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect({
      calls: pressed.mock.calls,
      busy: button.getAttribute('aria-busy'),
      focused: document.activeElement === button,
    }).toEqual({ calls: [], busy: 'true', focused: true });
  });

  it('says why it cannot be pressed, and stays focusable', async () => {
    const pressed = vi.fn();
    render(
      <Button disabledReason="You may not delete" onClick={pressed}>
        Delete
      </Button>,
    );
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const button = screen.getByRole('button', { description: 'You may not delete' });
    expect({
      focused: document.activeElement === button,
      disabled: button.getAttribute('aria-disabled'),
      calls: pressed.mock.calls,
    }).toEqual({ focused: true, disabled: 'true', calls: [] });
  });

  it('does not submit its form while busy', async () => {
    const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={submitted}>
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(submitted).not.toHaveBeenCalled();
  });
});

describe('an icon button', () => {
  it('has its label as name and tooltip, and shows its key', () => {
    render(<IconButton label="Play" icon={<svg />} shortcut="Space" />);
    const { tip, tipKeys } = screen.getByRole('button', { name: 'Play' }).dataset;
    expect({ tip, tipKeys, keys: screen.getByRole('button').getAttribute('aria-keyshortcuts') }).toEqual({
      tip: 'Play',
      tipKeys: 'Space',
      keys: 'Space',
    });
  });

  it('reports whether it is switched on', () => {
    render(<IconButton label="Mute" icon={<svg />} pressed />);
    expect(screen.getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe('Mute');
  });

  it('marks as finished and shows that state (WID-009)', async () => {
    const toggled = vi.fn();
    const { rerender } = render(<FinishedButton finished={false} label="Mark as finished" onToggle={toggled} />);
    const isGreen = () => screen.getByRole('button').querySelector('svg')?.classList.contains('text-success');
    const before = isGreen();
    await userEvent.click(screen.getByRole('button', { name: 'Mark as finished' }));
    rerender(<FinishedButton finished label="Mark as not finished" onToggle={toggled} />);
    await userEvent.click(screen.getByRole('button', { name: 'Mark as not finished' }));
    expect([before, isGreen(), toggled.mock.calls.length]).toEqual([false, true, 2]);
  });

  it('does nothing while busy', async () => {
    const pressed = vi.fn();
    render(<FinishedButton finished={false} busy label="Mark as finished" onToggle={pressed} />);
    await userEvent.click(screen.getByRole('button', { name: 'Mark as finished' }));
    expect(pressed).not.toHaveBeenCalled();
  });
});

describe('a link that looks like a button', () => {
  it('is a link, and reports when it is about to be used', async () => {
    const warmed = vi.fn();
    render(
      <MemoryRouter>
        <LinkButton to="/upload" onPrefetch={warmed}>
          Upload
        </LinkButton>
      </MemoryRouter>,
    );
    await userEvent.hover(screen.getByRole('link', { name: 'Upload' }));
    expect({ href: screen.getByRole('link').getAttribute('href'), warmed: warmed.mock.calls.length }).toEqual({
      href: '/upload',
      warmed: 1,
    });
  });
});
