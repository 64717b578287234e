import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IconButton } from '../../../src/views/ui/icon-button.tsx';
import { TOOLTIP_HIDE_MS, TooltipLayer, placeTooltip } from '../../../src/views/ui/tooltip-layer.tsx';

describe('tooltips', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  function page() {
    const { container } = render(
      <>
        <IconButton label="Play" shortcut="Shift+Space" icon={<svg />} />
        <IconButton label="Stop" icon={<svg />} />
        <p>Text</p>
        <TooltipLayer />
      </>,
    );
    const layer = container.querySelector<HTMLElement>('[data-open]');
    if (!layer) throw new Error('no layer');
    const over = (element: Element, pointerType = 'mouse') => fireEvent.pointerOver(element, { pointerType });
    const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
    return {
      layer,
      over,
      wait,
      shown: () => (layer.dataset['open'] === 'true' ? layer.textContent : null),
      button: (name: string) => screen.getByRole('button', { name }),
    };
  }

  it('show under a resting mouse with their key, and close 100 ms after it left (WID-025, CON-038)', () => {
    const { over, wait, shown, button } = page();
    over(button('Play'));
    const atOnce = shown();
    wait(400);
    const rested = shown();
    over(screen.getByText('Text'));
    wait(TOOLTIP_HIDE_MS - 1);
    const leaving = shown();
    wait(1);
    expect([atOnce, rested, leaving, shown()]).toEqual([null, 'PlayShift + Space', 'PlayShift + Space', null]);
    expect(TOOLTIP_HIDE_MS).toBe(100);
  });

  it('stay while the mouse is on them', () => {
    const { layer, over, wait, shown, button } = page();
    over(button('Play'));
    wait(400);
    over(screen.getByText('Text'));
    over(layer);
    wait(1000);
    expect(shown()).toBe('PlayShift + Space');
  });

  it('update their text when their target changes under the mouse, and close with it', async () => {
    const shownText = () => document.querySelector<HTMLElement>('[data-open="true"]')?.textContent ?? null;
    const view = (label: string | null) => (
      <>
        {label && <IconButton label={label} icon={<svg />} />}
        <TooltipLayer />
      </>
    );
    const { rerender } = render(view('Pause'));
    fireEvent.pointerOver(screen.getByRole('button'), { pointerType: 'mouse' });
    act(() => vi.advanceTimersByTime(400));
    const seen = [shownText()];
    rerender(view('Play'));
    await vi.waitFor(() => expect(shownText()).toBe('Play'));
    rerender(view(null));
    await vi.waitFor(() => expect(shownText()).toBeNull());
    expect(seen).toEqual(['Pause']);
  });

  it('move at once from one button to the next', () => {
    const { over, wait, shown, button } = page();
    over(button('Play'));
    wait(400);
    over(button('Stop'));
    expect(shown()).toBe('Stop');
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a press', () => fireEvent.pointerDown(document.body)],
    ['scrolling', () => fireEvent.scroll(document.body)],
  ])('close on %s', (_, leave) => {
    const { over, wait, shown, button } = page();
    over(button('Play'));
    wait(400);
    leave();
    expect(shown()).toBeNull();
  });

  it('stay, or still open, when something else scrolls or takes the focus', () => {
    const { over, wait, shown, button } = page();
    const elsewhere = document.body.appendChild(document.createElement('input'));
    const settle = () => {
      fireEvent.scroll(elsewhere);
      act(() => elsewhere.focus());
      act(() => elsewhere.blur());
    };
    over(button('Play'));
    settle();
    wait(400);
    const come = shown();
    settle();
    elsewhere.remove();
    expect([come, shown()]).toEqual(['PlayShift + Space', 'PlayShift + Space']);
  });

  it('do not reopen after a press before the mouse has left, though the picture under it changes', () => {
    const { over, wait, shown, button } = page();
    over(button('Play'));
    wait(400);
    fireEvent.pointerDown(button('Play'));
    over(button('Play').firstElementChild ?? button('Play'));
    wait(1000);
    const pressed = shown();
    over(screen.getByText('Text'));
    over(button('Play'));
    wait(400);
    expect([pressed, shown()]).toEqual([null, 'PlayShift + Space']);
  });

  it('close when the mouse leaves the window from their place', () => {
    const { over, wait, shown, button } = page();
    over(button('Play'));
    wait(400);
    fireEvent.pointerOut(button('Play'), { relatedTarget: null });
    wait(TOOLTIP_HIDE_MS);
    expect(shown()).toBeNull();
  });

  it('do not show under a finger', () => {
    const { over, wait, shown, button } = page();
    over(button('Play'), 'touch');
    wait(1000);
    expect(shown()).toBeNull();
  });
});

describe('tooltips with the keyboard', () => {
  it('show with the focus and close with it', async () => {
    const { container } = render(
      <>
        <IconButton label="Play" icon={<svg />} />
        <TooltipLayer />
      </>,
    );
    const open = () => container.querySelector<HTMLElement>('[data-open]')?.dataset['open'];
    await userEvent.tab();
    const focused = open();
    await userEvent.tab();
    expect([focused, open()]).toEqual(['true', 'false']);
  });
});

describe('the place of a tooltip', () => {
  const view = { width: 1000, height: 800 };
  const tip = { width: 100, height: 30 };
  const at = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

  it.each([
    ['above', at(480, 400), undefined, false, { left: 450, top: 364 }],
    ['below when there is no room above', at(480, 10), undefined, false, { left: 450, top: 56 }],
    ['below when asked', at(480, 400), 'bottom', false, { left: 450, top: 446 }],
    ['above when asked to be below without room', at(480, 750), 'bottom', false, { left: 450, top: 714 }],
    ['inside the window at its edge', at(0, 400), undefined, false, { left: 8, top: 364 }],
    ['after the target', at(0, 400), 'end', false, { left: 46, top: 405 }],
    ['after the target where one reads from right to left', at(900, 400), 'end', true, { left: 794, top: 405 }],
  ])('is %s', (_, target, side, rightToLeft, place) => {
    expect(placeTooltip(target, tip, side, rightToLeft, view)).toEqual(place);
  });
});
