import type { ReactNode } from 'react';

export interface AppBarProps {
  /** Logo and library menu. */
  start: ReactNode;
  /** The search box. */
  middle?: ReactNode;
  /** Buttons and account. */
  end?: ReactNode;
}

/** The bar at the top, 64 px (48 px on a phone on its side): the banner landmark. Selection mode puts its own bar in its place. */
export function AppBar({ start, middle, end }: AppBarProps) {
  return (
    <header className="flex h-16 items-center short:h-12 gap-3 px-5 phone:gap-1 phone:px-3">
      <div className="flex min-w-0 shrink-0 items-center gap-2">{start}</div>
      <div className="flex min-w-0 flex-1 justify-center">{middle}</div>
      <div className="flex shrink-0 items-center gap-1 phone:gap-0">{end}</div>
    </header>
  );
}

/** A line between app bar and content: title or count at the start, sort, filter and view controls at the end. A region named by `label`. */
export function Toolbar({ label, start, end }: { label: string; start?: ReactNode; end?: ReactNode }) {
  return (
    <section aria-label={label} className="flex min-h-12 items-center gap-2 px-(--page-inset) pb-2 phone:min-h-11">
      <div className="flex min-w-0 items-center gap-2">{start}</div>
      <div className="ms-auto flex min-w-0 items-center gap-1 overflow-x-auto [scrollbar-width:none]">{end}</div>
    </section>
  );
}
