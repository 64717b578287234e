import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent as ReactKeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

interface KeyScopeProps {
  /** Returns whether it handled the key: the browser ignores it then. */
  onKey(this: void, pressed: PressedKey): boolean;
  /** The whole page: also takes keys pressed outside, and the focus of parts that are removed (`handFocusOn`). */
  ofPage?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Outside the page, these have keys of their own. */
const OTHERS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Receives keys that none of its controls handled. Not focusable. */
export function KeyScope({ onKey, ofPage = false, className, children }: KeyScopeProps) {
  const scope = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!ofPage) return undefined;
    const handleOutside = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || target.closest(OTHERS) !== null) return;
      if (scope.current?.contains(target) === true || event.defaultPrevented || event.isComposing) return;
      if (onKey(event)) event.preventDefault();
    };
    document.addEventListener('keydown', handleOutside);
    return () => document.removeEventListener('keydown', handleOutside);
  }, [ofPage, onKey]);
  const receive = (event: ReactKeyboardEvent) => {
    if (!event.defaultPrevented && !event.nativeEvent.isComposing && onKey(event)) event.preventDefault();
  };
  if (ofPage)
    return (
      <div
        ref={scope}
        role="group"
        tabIndex={-1}
        data-takes-focus=""
        className={cx(className, 'outline-none')}
        onKeyDown={receive}
      >
        {children}
      </div>
    );
  return (
    <div role="presentation" className={className} onKeyDown={receive}>
      {children}
    </div>
  );
}
