import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  neutral: 'bg-surface-2 text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-surface-2 text-success',
  warning: 'bg-surface-2 text-warning',
  danger: 'bg-surface-2 text-danger',
} as const;

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: keyof typeof TONES | undefined;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 max-w-full items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap tabular-nums forced-colors:border',
        TONES[tone],
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
