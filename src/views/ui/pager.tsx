import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

export interface PagerProps {
  label: string;
  /** From 0. */
  page: number;
  pages: number;
  onTurn: (page: number) => void;
  previousLabel: string;
  nextLabel: string;
  range: string;
  busy?: boolean | undefined;
  children?: ReactNode;
}

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
