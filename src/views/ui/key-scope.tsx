import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

interface KeyScopeProps {
  /** Returns whether it took the key: the browser does nothing with it then. */
  onKey: (event: KeyboardEvent) => boolean;
  /** The focus of a part of it that goes comes to it (`handFocusOn`), so that it goes on to hear keys. */
  takesFocus?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Hears the keys that are pressed in its controls and that none of them took. It is no control itself. */
export function KeyScope({ onKey, takesFocus = false, className, children }: KeyScopeProps) {
  const hear = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && !event.nativeEvent.isComposing && onKey(event)) event.preventDefault();
  };
  if (takesFocus)
    return (
      <div role="group" tabIndex={-1} data-takes-focus="" className={cx(className, 'outline-none')} onKeyDown={hear}>
        {children}
      </div>
    );
  return (
    <div role="presentation" className={className} onKeyDown={hear}>
      {children}
    </div>
  );
}
