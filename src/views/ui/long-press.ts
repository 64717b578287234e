import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

/** How long a finger rests (ms), and how far it may move meanwhile (CSS pixels). */
const LONG_MS = 500;
const STILL_PX = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
}

/** Handlers for a long press with a finger, without the click at its end and the menu of the browser. */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const press = useRef<Press | null>(null);
  const isLong = useRef(false);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      end();
      isLong.current = false;
      if (!onLongPress || pointerType !== 'touch') return;
      const timer = setTimeout(() => {
        isLong.current = true;
        press.current = null;
        onLongPress();
      }, LONG_MS);
      press.current = { timer, x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { current } = press;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current || isLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isLong.current) return;
      isLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
