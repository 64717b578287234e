import { useRef, useState } from 'react';
import type { FocusEvent, PointerEvent, MouseEvent } from 'react';

interface HotHandlers {
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
}

/** Whether the element has hover or focus. Controls for these mount only then, which keeps long lists light. */
export function useHot(): { hot: boolean; handlers: HotHandlers } {
  const [hot, setHot] = useState(false);
  const causes = useRef({ hovered: false, focused: false });
  const note = (cause: Partial<typeof causes.current>) => {
    Object.assign(causes.current, cause);
    setHot(causes.current.hovered || causes.current.focused);
  };
  return {
    hot,
    handlers: {
      onPointerEnter: (event) => note({ hovered: event.pointerType !== 'touch' }),
      onPointerLeave: () => note({ hovered: false }),
      onFocus: () => note({ focused: true }),
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) note({ focused: false });
      },
    },
  };
}

/** What the pointer points at on a control; null: nothing. */
export const usePointed = <T>() => useState<T | null>(null);

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
