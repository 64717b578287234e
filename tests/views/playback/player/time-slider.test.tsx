import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { TimeSlider } from '../../../../src/views/playback/player/time-slider.tsx';
import { LineMarks } from '../../../../src/views/shared/line-marks.tsx';

/** 40 minutes on 600 pixels from pixel 100 on: 4 s a pixel. The last pixels lead to 39:50. */
function timeLine({ value = 734, duration = 2400 } = {}) {
  const calls = { onScrub: vi.fn(), onSeek: vi.fn() };
  const draw = (length: number) => (
    <TimeSlider
      label="Position"
      value={value}
      duration={length}
      last={Math.max(0, length - 10)}
      bufferedEnd={1200}
      marks={[0, 300, 800]}
      jump={30}
      valueText="12 minutes of 40, chapter 3"
      bubbleText={(seconds, level) => `${seconds} at ${level}`}
      {...calls}
    />
  );
  const { container, rerender } = render(draw(duration));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Position' });
  slider.getBoundingClientRect = () => new DOMRect(100, 500, 600, 24);
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, clientY: 512 };
  return {
    ...calls,
    container,
    slider,
    /** The sound has another length now. */
    change: (length: number) => rerender(draw(length)),
    bubble: () => container.querySelector('[data-bubble]')?.textContent ?? null,
    press: (clientX: number, more = {}) => fireEvent.pointerDown(slider, { ...pointer, clientX, ...more }),
    move: (clientX: number, more = {}) => fireEvent.pointerMove(slider, { ...pointer, clientX, ...more }),
    letGo: (more = {}) => fireEvent.pointerUp(slider, { ...pointer, ...more }),
    cancel: () => fireEvent.pointerCancel(slider, pointer),
    leave: () => fireEvent.pointerOut(slider, { ...pointer, relatedTarget: document.body }),
  };
}

describe('the time line', () => {
  test('gives its position in words', () => {
    expect(timeLine().slider.getAttribute('aria-valuetext')).toBe('12 minutes of 40, chapter 3');
  });

  test('renders its position in thousandths, and has the exact value: smaller moves render nothing', () => {
    const drawnAt = (value: number) => {
      const { container, slider } = timeLine({ value });
      const drawn = container.querySelector<HTMLElement>('.bg-accent')?.style.width;
      const exact = slider.value;
      cleanup();
      return [drawn, exact];
    };
    expect([0, 734, 735, 736.8, 2400].map(drawnAt)).toEqual([
      ['0%', '0'],
      ['30.6%', '734'],
      ['30.6%', '735'],
      ['30.7%', '736.8'],
      ['100%', '2400'],
    ]);
  });

  test.each([100, 101, 102, 107, 399, 400, 693, 697, 698, 699, 700])(
    'a press at pixel %d seeks to the time of its bubble, ends included (PLR-056)',
    (x) => {
      const { bubble, letGo, move, onSeek, press } = timeLine();
      move(x);
      const said = bubble();
      press(x);
      letGo();
      expect(said).toBe(`${Math.min((x - 100) * 4, 2390)} at 0`);
      expect(onSeek.mock.calls).toEqual([[Math.min((x - 100) * 4, 2390)]]);
    },
  );

  test('previews while held and seeks on release, past its own ends too', () => {
    const { letGo, move, onScrub, onSeek, press } = timeLine();
    press(400);
    move(410);
    move(900);
    const sought = onSeek.mock.calls.length;
    letGo();
    expect([onScrub.mock.calls, sought, onSeek.mock.calls]).toEqual([[[1200], [1240], [2390]], 0, [[2390]]]);
  });

  test.each(['mouse', 'touch', 'pen'])('seeks slower away from the line by %s, and says so', (pointerType) => {
    const { bubble, letGo, move, onSeek, press } = timeLine();
    press(400, { pointerType });
    move(400, { pointerType, clientY: 300 });
    move(410, { pointerType, clientY: 300 });
    expect(bubble()).toBe('1205 at 3');
    letGo({ pointerType });
    expect(onSeek.mock.calls).toEqual([[1205]]);
  });

  test('stays in place when the browser takes the pointer', () => {
    const { bubble, cancel, letGo, onScrub, onSeek, press } = timeLine();
    press(400);
    cancel();
    letGo();
    expect([onScrub.mock.calls, onSeek.mock.calls, bubble()]).toEqual([[[1200], [null]], [], null]);
  });

  test('follows one pointer, and only its main button', () => {
    const { letGo, move, onScrub, onSeek, press } = timeLine();
    press(400, { button: 2 });
    press(300);
    press(500, { pointerId: 2 });
    move(550, { pointerId: 2 });
    letGo({ pointerId: 2 });
    letGo();
    expect([onScrub.mock.calls, onSeek.mock.calls]).toEqual([[[800]], [[800]]]);
  });

  test('has a bubble while a mouse is over it or a finger holds it, and none for another sound', () => {
    const { bubble, change, leave, move } = timeLine();
    move(250, { pointerType: 'touch' });
    const byTouch = bubble();
    move(250);
    const over = bubble();
    leave();
    const left = bubble();
    move(250);
    change(60);
    expect([byTouch, over, left, bubble()]).toEqual([null, '600 at 0', null, null]);
  });

  test("keeps the press to itself: the browser's slider would seek elsewhere", () => {
    const { letGo, onSeek, press, slider } = timeLine();
    expect(press(400)).toBe(false);
    fireEvent.change(slider, { target: { value: '900' } });
    letGo();
    expect([onSeek.mock.calls, document.activeElement]).toEqual([[[1200]], slider]);
  });

  test('seeks at once when a screen reader moves it, not to its end', () => {
    const { onScrub, onSeek, slider } = timeLine();
    fireEvent.change(slider, { target: { value: '760' } });
    fireEvent.change(slider, { target: { value: '2400' } });
    expect([onScrub.mock.calls, onSeek.mock.calls]).toEqual([[], [[760], [2390]]]);
  });

  test('seeks by keys: the jump by arrows, with Shift a second, a minute by page keys, the ends by Home and End', async () => {
    const { slider, onSeek } = timeLine();
    slider.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{PageUp}{PageDown}{Home}{End}');
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowLeft}{/Shift}{Control>}{ArrowRight}{/Control}');
    expect(onSeek.mock.calls.flat()).toEqual([764, 704, 794, 674, 0, 2390, 735, 733]);
  });

  test('stays left to right in a page from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const { slider, onSeek } = timeLine();
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
    document.documentElement.dir = '';
    expect([slider.closest('[dir]')?.getAttribute('dir'), onSeek.mock.calls]).toEqual(['ltr', [[764]]]);
  });

  test('is disabled while nothing is loaded', () => {
    expect(timeLine({ value: 0, duration: 0 }).slider.disabled).toBe(true);
  });
});

describe('chapter marks', () => {
  const drawn = (starts: readonly number[], width: number) => {
    const { container } = render(<LineMarks places={starts} length={1000} width={width} apart />);
    const path = container.querySelector('[data-marks] path')?.getAttribute('d') ?? null;
    cleanup();
    return path;
  };

  test('are one element, each at the pixel of its chapter', () => {
    expect(drawn([0, 250, 333], 600)).toBe('M150.0 0v4M199.8 0v4');
  });

  test('are hidden while the line has no width, and where they do not fit', () => {
    const starts = Array.from({ length: 180 }, (_, index) => (index * 1000) / 180);
    expect([drawn([0, 250], 0), drawn(starts, 600)]).toEqual([null, null]);
  });
});
