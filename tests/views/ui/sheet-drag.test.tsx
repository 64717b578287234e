import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSheetDrag } from '../../../src/views/ui/sheet-drag.ts';

const onOpen = vi.fn();
const onClose = vi.fn();

function Handle({ isOpen }: { isOpen: boolean }) {
  const drag = useSheetDrag({ isOpen, onOpen, onClose });
  return (
    <div data-dock="sheet">
      <button type="button" {...drag}>
        Handle
      </button>
    </div>
  );
}

const HEIGHT = 800;
let now = 0;
const fire = (type: string, clientY: number, after: number, pointerType = 'touch') => {
  now += after;
  const event = new MouseEvent(type, { bubbles: true, clientY });
  Object.defineProperties(event, {
    pointerType: { value: pointerType },
    isPrimary: { value: true },
    timeStamp: { value: now },
  });
  fireEvent(screen.getByRole('button'), event);
};
const sheet = () => document.querySelector<HTMLElement>('[data-dock="sheet"]')?.style.translate;

beforeEach(() => {
  vi.useFakeTimers();
  window.innerHeight = HEIGHT;
  now = 1000;
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('a sheet follows the finger down, and closes after a quarter of the window', () => {
  render(<Handle isOpen />);
  fire('pointerdown', 100, 0);
  fire('pointermove', 105, 100);
  expect(sheet()).toBe('');
  fire('pointermove', 350, 1000);
  expect(sheet()).toBe('0 250px');
  fire('pointerup', 350, 100);
  vi.runAllTimers();
  expect([onClose.mock.calls.length, sheet()]).toEqual([1, `0 ${HEIGHT}px`]);
});

test.each([
  ['a short slow drag', 250, 2000, 'pointerup', 0],
  ['a short quick one', 250, 200, 'pointerup', 1],
  ['one that the browser takes', 600, 200, 'pointercancel', 0],
])('%s closes it or lets it go back', (_name, to, time, end, closed) => {
  render(<Handle isOpen />);
  fire('pointerdown', 100, 0);
  fire('pointermove', to, time);
  fire(end, to, 1);
  vi.runAllTimers();
  expect([onClose.mock.calls.length, sheet()]).toEqual([closed, closed === 1 ? `0 ${HEIGHT}px` : '']);
});

test('a closed sheet opens with the finger, from below, and closes again if it is let go early', () => {
  render(<Handle isOpen={false} />);
  fire('pointerdown', 750, 0);
  fire('pointermove', 500, 1000);
  expect([onOpen.mock.calls.length, sheet()]).toEqual([1, '0 550px']);
  fire('pointerup', 500, 10);
  vi.runAllTimers();
  expect([onClose.mock.calls.length, sheet()]).toEqual([0, '']);
  fire('pointerdown', 750, 0);
  fire('pointermove', 700, 2000);
  fire('pointerup', 700, 10);
  vi.runAllTimers();
  expect([onOpen.mock.calls.length, onClose.mock.calls.length]).toEqual([2, 1]);
});

test('a press, and a mouse, drag nothing', () => {
  render(<Handle isOpen />);
  fire('pointerdown', 100, 0);
  fire('pointerup', 104, 50);
  fire('pointerdown', 100, 0, 'mouse');
  fire('pointermove', 500, 100, 'mouse');
  fire('pointerup', 500, 10, 'mouse');
  vi.runAllTimers();
  expect([onClose.mock.calls.length, sheet()]).toEqual([0, '']);
});
