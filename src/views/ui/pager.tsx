import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

export interface PagerProps {
  /** Name of the group. */
  label: string;
  /** From 0. */
  page: number;
  pages: number;
  onTurn: (page: number) => void;
  previousLabel: string;
  nextLabel: string;
  /** What is shown of how much: '11–20 of 26'. Read when it changes. */
  range: string;
  /** Another part of the list is on its way. */
  busy?: boolean | undefined;
  /** Controls at the start, such as the size of a page. */
  children?: ReactNode;
}

/** Goes through a list page by page. */
export function Pager({ label, page, pages, onTurn, previousLabel, nextLabel, range, busy, children }: PagerProps) {
  const isFirst = page <= 0;
  const isLast = page >= pages - 1;
  return (
    <nav aria-label={label} className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      {children}
      <div className="ms-auto flex items-center gap-1">
        <span role="status" className="pe-2 text-sm text-ink-2 tabular-nums">
          {range}
        </span>
        <IconButton
          label={previousLabel}
          icon={<ChevronLeft size={20} className="rtl:-scale-x-100" />}
          aria-disabled={isFirst || undefined}
          onClick={() => {
            if (!isFirst) onTurn(page - 1);
          }}
        />
        <IconButton
          label={nextLabel}
          icon={<ChevronRight size={20} className="rtl:-scale-x-100" />}
          aria-disabled={isLast || undefined}
          busy={busy}
          onClick={() => {
            if (!isLast) onTurn(page + 1);
          }}
        />
      </div>
    </nav>
  );
}
