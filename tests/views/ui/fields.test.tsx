import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Checkbox, Switch } from '../../../src/views/ui/checkbox.tsx';
import { CopyField } from '../../../src/views/ui/copy-field.tsx';
import { NumberField } from '../../../src/views/ui/number-field.tsx';
import { SegmentedControl } from '../../../src/views/ui/segmented-control.tsx';
import { TextArea } from '../../../src/views/ui/text-area.tsx';
import { TextField } from '../../../src/views/ui/text-field.tsx';

describe('a text field', () => {
  it('is named by its label and described by help and error', () => {
    render(
      <TextField label="User name" help="As given to you" error="Already taken" value="root" onChange={vi.fn()} />,
    );
    expect(
      screen
        .getByRole('textbox', { name: 'User name', description: 'As given to you Already taken' })
        .getAttribute('aria-invalid'),
    ).toBe('true');
  });

  it('announces an error when it appears', () => {
    const { rerender } = render(<TextField label="Name" value="" onChange={vi.fn()} />);
    const before = screen.queryByRole('alert');
    rerender(<TextField label="Name" error="A name is needed" value="" onChange={vi.fn()} />);
    expect([before, screen.getByRole('alert').textContent]).toEqual([null, 'A name is needed']);
  });

  it("reports typed text and shows its owner's value", async () => {
    const changed = vi.fn();
    render(<TextField label="Name" value="ab" onChange={changed} />);
    await userEvent.type(screen.getByRole('textbox'), 'c');
    expect([changed.mock.calls, screen.getByRole<HTMLInputElement>('textbox').value]).toEqual([[['abc']], 'ab']);
  });

  it('shows a password while its owner says so', async () => {
    const onToggle = vi.fn();
    const field = (shown: boolean) => (
      <TextField
        label="Password"
        type="password"
        value="secret"
        onChange={vi.fn()}
        reveal={{ shown, onToggle, showLabel: 'Show password', hideLabel: 'Hide password' }}
      />
    );
    const { rerender } = render(field(false));
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    const hidden = input.type;
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    rerender(field(true));
    expect([
      hidden,
      onToggle.mock.calls.length,
      input.type,
      screen.getByRole('button').getAttribute('aria-label'),
    ]).toEqual(['password', 1, 'text', 'Hide password']);
  });
});

describe('a text area', () => {
  it('is named by its label and reports typed text', async () => {
    const changed = vi.fn();
    render(<TextArea label="Notes" value="" onChange={changed} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Notes' }), 'x');
    expect(changed.mock.calls).toEqual([['x']]);
  });
});

describe('a number field', () => {
  const labels = { label: 'Duration', decreaseLabel: 'Less', increaseLabel: 'More' };

  it('steps with its buttons and stops at the limits', async () => {
    const changed = vi.fn();
    render(<NumberField {...labels} value={9.9} min={1} max={10} step={0.1} onChange={changed} />);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Less' }));
    expect(changed.mock.calls.flat().map((value: number) => value.toFixed(1))).toEqual(['10.0', '9.8']);
  });

  it('offers no step beyond a limit', () => {
    render(<NumberField {...labels} value={1} min={1} max={10} onChange={vi.fn()} />);
    expect(screen.getAllByRole<HTMLButtonElement>('button').map((button) => button.disabled)).toEqual([true, false]);
  });

  it('is null when emptied', async () => {
    const changed = vi.fn();
    render(<NumberField {...labels} value={5} onChange={changed} />);
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Duration' }));
    expect(changed.mock.calls).toEqual([[null]]);
  });
});

describe('a copy field', () => {
  it('gives its value and confirms for as long as its owner says', async () => {
    const copied = vi.fn();
    const field = (isCopied: boolean) => (
      <CopyField
        label="Address"
        value="https://x.org/feed"
        copyLabel="Copy"
        copiedLabel="Copied"
        copied={isCopied}
        onCopy={copied}
      />
    );
    const { rerender } = render(field(false));
    const silent = screen.getByRole('status').textContent;
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    rerender(field(true));
    expect([copied.mock.calls, silent, screen.getByRole('status').textContent]).toEqual([
      [['https://x.org/feed']],
      '',
      'Copied',
    ]);
  });
});

describe('a tick box', () => {
  it('reports its new state from its box and from its label', async () => {
    const changed = vi.fn();
    render(<Checkbox label="Prevent indexing" help="For directories" checked={false} onChange={changed} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Prevent indexing', description: 'For directories' }));
    await userEvent.click(screen.getByText('Prevent indexing'));
    expect(changed.mock.calls).toEqual([[true], [true]]);
  });

  it('is mixed when some of its items are on', () => {
    render(<Checkbox label="All" mixed checked={false} onChange={vi.fn()} />);
    expect(screen.getByRole<HTMLInputElement>('checkbox').indeterminate).toBe(true);
  });
});

describe('a switch', () => {
  it('exposes its state and toggles by keyboard', async () => {
    const changed = vi.fn();
    render(<Switch label="Square covers" checked onChange={changed} />);
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect([screen.getByRole('switch', { name: 'Square covers', checked: true }).tagName, changed.mock.calls]).toEqual([
      'INPUT',
      [[false]],
    ]);
  });
});

describe('a segmented control', () => {
  it('is a group of radio buttons that choose by press (WID-007)', async () => {
    const changed = vi.fn();
    render(
      <SegmentedControl
        label="Theme"
        value="dark"
        segments={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
        onChange={changed}
      />,
    );
    const states = screen.getAllByRole<HTMLInputElement>('radio').map((radio) => [radio.value, radio.checked]);
    await userEvent.click(screen.getByRole('radio', { name: 'Light' }));
    expect([screen.getByRole('group', { name: 'Theme' }).tagName, states, changed.mock.calls]).toEqual([
      'FIELDSET',
      [
        ['dark', true],
        ['light', false],
      ],
      [['light']],
    ]);
  });
});
