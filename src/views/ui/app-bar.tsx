import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface AppBarProps {
  /** Logo and library menu. */
  start: ReactNode;
  /** The search box. */
  middle?: ReactNode;
  /** Buttons and account. */
  end?: ReactNode;
}

/** The bar at the top, 64 px high (48 px on a phone in landscape): the banner landmark. */
export function AppBar({ start, middle, end }: AppBarProps) {
  return (
    <header className="flex h-16 items-center short:h-12 gap-3 px-5 phone:gap-1 phone:px-3">
      <div className="flex min-w-0 items-center gap-2 phone:gap-1">{start}</div>
      {middle && <div className="flex min-w-0 flex-1 justify-center phone:justify-end">{middle}</div>}
      <div className="ms-auto flex shrink-0 items-center gap-1 phone:gap-0">{end}</div>
    </header>
  );
}

export interface ToolbarProps {
  label: string;
  /** Title or count. */
  start?: ReactNode;
  /** Beside it, such as the active filter; on phones in a line of its own. */
  chosen?: ReactNode;
  /** Sort, filter and view controls; they keep their size. */
  end?: ReactNode;
  className?: string | undefined;
}

/** A line of controls between app bar and content. A region named by `label`. */
export function Toolbar({ label, start, chosen, end, className }: ToolbarProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        'flex min-h-12 items-center gap-x-2 gap-y-1 px-(--page-inset) pb-2 phone:min-h-11 phone:flex-wrap',
        className,
      )}
    >
      <div className="flex min-w-0 items-center gap-2">{start}</div>
      <div className="flex min-w-0 empty:hidden phone:order-last phone:basis-full">{chosen}</div>
      <div className="-m-1 ms-auto flex shrink-0 items-center gap-1 p-1">{end}</div>
    </section>
  );
}
