import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Slider } from '../../../src/views/ui/slider.tsx';
import { TimeSlider } from '../../../src/views/ui/time-slider.tsx';
import { VolumeSlider } from '../../../src/views/ui/volume-slider.tsx';

function timeLine(value = 734) {
  const calls = { onScrub: vi.fn(), onSeek: vi.fn() };
  const { container } = render(
    <TimeSlider
      label="Position"
      value={value}
      duration={2400}
      marks={[0, 300, 800, 2400]}
      buffered={[{ start: 0, end: 1200 }]}
      jump={30}
      valueText="12 minutes of 40, chapter 3"
      hoverText={(seconds) => `at ${Math.round(seconds)}`}
      {...calls}
    />,
  );
  return { ...calls, container, slider: screen.getByRole<HTMLInputElement>('slider', { name: 'Position' }) };
}

describe('the time line', () => {
  it('says where it is in words', () => {
    expect(timeLine().slider.getAttribute('aria-valuetext')).toBe('12 minutes of 40, chapter 3');
  });

  it('jumps by keys: the jump by arrows, a minute by page keys, the ends by Home and End', async () => {
    const { slider, onSeek } = timeLine();
    slider.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{PageUp}{PageDown}{Home}{End}');
    expect(onSeek.mock.calls.flat().map(Math.round)).toEqual([764, 704, 794, 674, 0, 2400]);
  });

  it('draws where it is in thousandths, and has the exact place: less than that draws nothing', () => {
    const drawnAt = (value: number) => {
      const { container, slider } = timeLine(value);
      const drawn = container.querySelector<HTMLElement>('[style*="inline-size"]')?.style.inlineSize;
      const exact = slider.value;
      cleanup();
      return [drawn, exact];
    };
    expect([734, 735, 736.8].map(drawnAt)).toEqual([
      ['30.6%', '734'],
      ['30.6%', '735'],
      ['30.7%', '736.8'],
    ]);
    expect([0, 2400].map(drawnAt)).toEqual([
      ['0%', '0'],
      ['100%', '2400'],
    ]);
  });

  it('does not jump beyond its ends', async () => {
    const { slider, onSeek } = timeLine(2390);
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onSeek.mock.calls).toEqual([[2400]]);
  });

  it('previews while it is held and goes there when it is let go (PLR-056)', () => {
    const { slider, onScrub, onSeek } = timeLine();
    fireEvent.pointerDown(slider);
    fireEvent.change(slider, { target: { value: '900' } });
    fireEvent.change(slider, { target: { value: '1000' } });
    const sought = onSeek.mock.calls.length;
    fireEvent.pointerUp(slider);
    expect([onScrub.mock.calls, sought, onSeek.mock.calls]).toEqual([[[900], [1000]], 0, [[1000]]]);
  });

  it('goes at once when a screen reader moves it', () => {
    const { slider, onScrub, onSeek } = timeLine();
    fireEvent.change(slider, { target: { value: '760' } });
    expect([onScrub.mock.calls, onSeek.mock.calls]).toEqual([[], [[760]]]);
  });

  it('stays left to right in a page from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const { slider, onSeek } = timeLine();
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
    document.documentElement.dir = '';
    expect([slider.closest('[dir]')?.getAttribute('dir'), onSeek.mock.calls]).toEqual(['ltr', [[764]]]);
  });

  it('marks the chapters between its ends in one element', () => {
    const { container } = timeLine();
    expect(
      [...container.querySelectorAll<HTMLElement>('[data-marks]')].map((element) => [
        element.dataset['marks'],
        element.style.backgroundPosition,
      ]),
    ).toEqual([['2', expect.stringMatching(/^12\.5% 0(px)?, 33\.3+%/)]]);
  });

  it('rests while nothing is loaded', () => {
    render(
      <TimeSlider
        label="Empty"
        value={0}
        duration={0}
        valueText="nothing"
        hoverText={String}
        onScrub={vi.fn()}
        onSeek={vi.fn()}
      />,
    );
    expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Empty' }).disabled).toBe(true);
  });
});

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
  it('stands upright over its button, 92 px high (CON-056, AMB-45)', () => {
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
