import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';
import { cx } from './cx.ts';

export interface PlaceLinkProps {
  to: string;
  label: string;
  /** An icon of 22 px. */
  icon: ReactNode;
  /** The page shown belongs to this place: aria-current and the active mark. */
  active: boolean;
  /** A count, such as the number of issues. */
  badge?: ReactNode;
  onWarm?: (() => void) | undefined;
}

/** The side rail, 80 px wide: main places, and a foot (version, update link). A navigation landmark named by `label`. */
export function Rail({ label, foot, children }: { label: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex h-full w-20 flex-col overflow-y-auto px-1.5 pb-2 [scrollbar-width:none]">
      <ul className="flex flex-col gap-0.5">{children}</ul>
      {foot && <div className="mt-auto flex flex-col items-center gap-1 pt-3 text-center text-xs text-ink-3">{foot}</div>}
    </nav>
  );
}

/** The bar at the foot of phones: the five main places. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="border-t border-line bg-surface-0 pb-[env(safe-area-inset-bottom)]">
      <ul className="mx-auto flex h-14 max-w-lg short:h-11 short:max-w-none items-stretch justify-around px-1 *:min-w-0 *:flex-1">{children}</ul>
    </nav>
  );
}

/** A place in the Rail or BottomBar: icon over label, one mark for the active one. */
export function PlaceLink({ to, label, icon, active, badge, onWarm }: PlaceLinkProps) {
  return (
    <li>
      <AppLink
        to={to}
        onWarm={onWarm}
        aria-current={active ? 'page' : undefined}
        className={cx(
          'group flex h-full min-h-15 flex-col items-center justify-center gap-0.5 rounded-md px-0.5 py-1 text-center text-[0.6875rem] leading-[0.875rem] font-medium no-underline narrow:min-h-0',
          active ? 'text-accent-text' : 'text-ink-2 hover:text-ink',
        )}
      >
        <span className={cx('relative grid h-8 w-14 place-items-center rounded-full transition-colors', active ? 'bg-accent-soft forced-colors:border' : 'group-hover:bg-surface-2')}>
          {icon}
          {badge != null && <span className="absolute -top-0.5 end-1.5 min-w-4 rounded-full bg-danger px-1 text-[0.625rem] leading-4 font-bold text-danger-ink tabular-nums">{badge}</span>}
        </span>{' '}
        <span className="line-clamp-2 max-w-full hyphens-auto narrow:line-clamp-1 short:sr-only">{label}</span>
      </AppLink>
    </li>
  );
}
