import type { KeyboardEvent, PointerEvent as ReactPointerEvent } from 'react';
import { arrowsOf } from './roving.ts';

/** A shorter move is a press, in CSS pixels. */
const SLACK = 4;

export function movedByKey(
  event: Pick<KeyboardEvent<HTMLElement>, 'key' | 'currentTarget'>,
  index: number,
  count: number,
): number | null {
  const { forward, back } = arrowsOf(event.currentTarget);
  const steps: Readonly<Record<string, number>> = { [forward]: 1, ArrowDown: 1, [back]: -1, ArrowUp: -1 };
  const target = index + (steps[event.key] ?? 0);
  return target === index || target < 0 || target >= count ? null : target;
}

export function withMoved(values: readonly string[], from: number, to: number): string[] {
  const moved = values.toSpliced(from, 1);
  return moved.toSpliced(to, 0, values[from] ?? '');
}

interface ChipDrag {
  readonly onOver: (value: string) => void;
  readonly onEnd: (isGivenUp: boolean) => void;
}

/** As `onPointerDown` of a chip with `data-chip` and `touch-action: none`. */
export function dragChip(event: ReactPointerEvent<HTMLElement>, drag: ChipDrag): void {
  if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
  const group = event.currentTarget.parentElement;
  const { pointerId, clientX, clientY } = event;
  let isMoving = false;
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const end = (isGivenUp: boolean) => {
    listening.abort();
    if (isMoving) drag.onEnd(isGivenUp);
  };
  document.addEventListener(
    'pointermove',
    (moved) => {
      if (moved.pointerId !== pointerId) return;
      isMoving ||= Math.hypot(moved.clientX - clientX, moved.clientY - clientY) >= SLACK;
      if (!isMoving) return;
      const over = document.elementFromPoint(moved.clientX, moved.clientY)?.closest<HTMLElement>('[data-chip]');
      if (over && group?.contains(over)) drag.onOver(over.dataset['chip'] ?? '');
    },
    options,
  );
  document.addEventListener('pointerup', (up) => up.pointerId === pointerId && end(false), options);
  document.addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(true), options);
  document.addEventListener(
    'keydown',
    (press) => {
      if (press.key !== 'Escape') return;
      press.preventDefault();
      press.stopPropagation();
      end(true);
    },
    options,
  );
}
