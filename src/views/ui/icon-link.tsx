import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';
import type { AppLinkProps } from './app-link.tsx';
import { cx } from './cx.ts';

export interface IconLinkProps extends Omit<AppLinkProps, 'className' | 'children'> {
  /** Its name for screen readers, and its tooltip. */
  label: string;
  icon: ReactNode;
  className?: string | undefined;
}

/** A link that shows only an icon; looks like IconButton. */
export function IconLink({ label, icon, className, ...rest }: IconLinkProps) {
  return (
    <AppLink {...rest} aria-label={label} data-tip={label} className={cx('grid size-10 shrink-0 place-items-center rounded-md text-ink-2 transition-colors hover:bg-surface-2 hover:text-ink aria-[current]:text-accent-text touch:size-11', className)}>
      {icon}
    </AppLink>
  );
}
