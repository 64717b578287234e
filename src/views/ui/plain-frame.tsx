import type { ReactNode } from 'react';
import { useFocusHandover } from './focus-handover.ts';

export function PlainFrame({
  behind,
  className = '',
  children,
}: {
  behind?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  const root = useFocusHandover<HTMLElement>();
  return (
    <main
      ref={root}
      id="content"
      tabIndex={-1}
      className={`relative isolate grid min-h-dvh bg-surface-0 text-ink outline-none ${className}`}
    >
      {behind}
      {children}
    </main>
  );
}
