import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { handFocusOn } from './focus.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface BannerProps {
  icon: LucideIcon;
  text: string | null;
  /** For screen readers, in place of a text that changes often. */
  spoken?: string | null | undefined;
  action?: ReactNode;
}

/** A line above a page. Mount it before there is text, or screen readers don't read it. */
export function Banner({ icon: Icon, text, spoken, action }: BannerProps) {
  return (
    <div role={spoken === undefined ? 'status' : undefined} className="px-(--page-inset)">
      {spoken !== undefined && (
        <div role="status">
          <VisuallyHidden>{spoken}</VisuallyHidden>
        </div>
      )}
      {text !== null && (
        <div
          ref={handFocusOn}
          className="mb-3 flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md bg-surface-2 px-3.5 py-1.5 text-sm text-ink"
        >
          <Icon size={18} className="shrink-0 text-warning" />
          <p className="min-w-0 flex-1">{text}</p>
          {action}
        </div>
      )}
    </div>
  );
}
