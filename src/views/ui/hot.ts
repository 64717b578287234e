import { useRef } from 'react';
import type { FocusEvent, PointerEvent } from 'react';
import { useDomStore } from './dom-store.ts';

export interface HotHandlers {
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
}

/** Whether the element has hover or focus. Controls for these mount only then, which keeps long lists light. */
export function useHot(): { hot: boolean; handlers: HotHandlers } {
  const [hot, store] = useDomStore(false);
  const causes = useRef({ hovered: false, focused: false });
  const note = (cause: Partial<typeof causes.current>) => {
    Object.assign(causes.current, cause);
    store.write(causes.current.hovered || causes.current.focused);
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
