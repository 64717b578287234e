import type { KeyboardEvent, ReactNode } from 'react';

interface KeyScopeProps {
  /** Returns whether it took the key: the browser does nothing with it then. */
  onKey: (event: KeyboardEvent) => boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Hears the keys that are pressed in its controls and that none of them took. It is no control itself. */
export function KeyScope({ onKey, className, children }: KeyScopeProps) {
  return (
    <div
      role="presentation"
      className={className}
      onKeyDown={(event) => {
        if (!event.defaultPrevented && !event.nativeEvent.isComposing && onKey(event)) event.preventDefault();
      }}
    >
      {children}
    </div>
  );
}
