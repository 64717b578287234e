import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface AppBarProps {
  start: ReactNode;
  middle?: ReactNode;
  end?: ReactNode;
}

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
  start?: ReactNode;
  chosen?: ReactNode;
  end?: ReactNode;
  className?: string | undefined;
}

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
