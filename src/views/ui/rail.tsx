import type { ReactNode } from 'react';
import { AppLink } from './links.tsx';
import { cx } from './cx.ts';

interface NavLinkProps {
  to: string;
  label: string;
  name?: string | undefined;
  icon: ReactNode;
  active: boolean;
  badge?: ReactNode;
  onPrefetch?: (() => void) | undefined;
}

export function Rail({ label, foot, children }: { label: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex h-full w-20 flex-col overflow-y-auto px-1.5 pb-2 [scrollbar-width:none]">
      <ul className="flex flex-col gap-0.5">{children}</ul>
      {foot && (
        <div className="mt-auto flex flex-col items-center pt-3 text-center text-[0.6875rem] leading-4 text-ink-3">
          {foot}
        </div>
      )}
    </nav>
  );
}

export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="border-t border-line bg-surface-0 pb-[env(safe-area-inset-bottom)] short:h-full short:overflow-y-auto short:border-t-0 short:ps-[env(safe-area-inset-left)] short:pb-0"
    >
      <ul className="mx-auto flex h-14 max-w-lg items-stretch justify-around px-1 *:min-w-0 *:flex-1 short:min-h-full short:w-16 short:flex-col">
        {children}
      </ul>
    </nav>
  );
}

/** An item of the Rail or BottomBar. A press on the active one scrolls the page to its top. */
export function NavLink({ to, label, name, icon, active, badge, onPrefetch }: NavLinkProps) {
  return (
    <li>
      <AppLink
        to={to}
        onPrefetch={onPrefetch}
        onClick={active ? scrollToTop : undefined}
        aria-label={name}
        aria-current={active ? 'page' : undefined}
        className={cx(
          'group flex h-full min-h-15 flex-col items-center justify-center gap-0.5 rounded-md px-0.5 py-1 text-center text-[0.6875rem] leading-[0.875rem] font-medium no-underline narrow:min-h-0 max-[22.5rem]:px-0 max-[22.5rem]:text-[0.625rem]',
          active ? 'text-accent-text' : 'text-ink-2 hover:text-ink',
        )}
      >
        <span
          className={cx(
            'relative grid h-8 w-14 place-items-center rounded-full transition-colors',
            active ? 'bg-accent-soft forced-colors:border' : 'group-hover:bg-surface-2',
          )}
        >
          {icon}
          {badge != null && (
            <span className="absolute -top-0.5 end-1.5 min-w-4 rounded-full bg-danger px-1 text-[0.625rem] leading-4 font-bold text-danger-ink tabular-nums">
              {badge}
            </span>
          )}
        </span>{' '}
        <span className="line-clamp-2 max-w-full narrow:line-clamp-1 short:sr-only">{label}</span>
      </AppLink>
    </li>
  );
}

function scrollToTop(): void {
  document.querySelector('main[data-scroller]')?.scrollTo({ top: 0 });
}
