import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

export function Waiting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}
