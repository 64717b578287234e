import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Slider, VolumeSlider } from '../../../src/views/ui/slider.tsx';

describe('a slider', () => {
  it('follows the reading direction with its horizontal arrows', async () => {
    const changed = vi.fn();
    render(
      <div dir="rtl" style={{ direction: 'rtl' }}>
        <Slider label="Size" min={5} max={300} step={5} value={100} valueText="100 %" onChange={changed} />
      </div>,
    );
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}{ArrowUp}');
    expect(changed.mock.calls.flat()).toEqual([105, 95, 105]);
  });
});

describe('the volume', () => {
  it('is upright over its button, 92 px high (CON-056, AMB-45)', () => {
    render(<VolumeSlider label="Volume" value={0.5} valueText="50 %" upright onChange={vi.fn()} />);
    // In rem of 16 px: 5.75.
    expect(screen.getByRole('slider').closest('.h-23')).not.toBeNull();
  });

  it('moves by tenths with keys and wheel, within 0 and 1 (PLR-087, CON-057)', async () => {
    const changed = vi.fn();
    render(<VolumeSlider label="Volume" value={0.95} valueText="95 %" onChange={changed} />);
    const slider = screen.getByRole('slider', { name: 'Volume' });
    slider.focus();
    await userEvent.keyboard('{ArrowUp}{ArrowDown}');
    fireEvent.wheel(slider, { deltaY: 100 });
    fireEvent.wheel(slider, { deltaY: -100 });
    expect(changed.mock.calls.flat().map((value: number) => Number(value.toFixed(2)))).toEqual([1, 0.85, 0.9, 1]);
  });
});
