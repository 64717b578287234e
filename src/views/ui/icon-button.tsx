import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './waiting.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  /** Its name for screen readers, and its tooltip. */
  label: string;
  icon: ReactNode;
  /** sm 32 px, md 40 px, lg 48 px; at least 44 px on touch. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  variant?: 'ghost' | 'solid' | 'accent' | 'danger' | undefined;
  round?: boolean | undefined;
  pressed?: boolean | undefined;
  busy?: boolean | undefined;
  /** In the form of aria-keyshortcuts ('Space', 'Shift+ArrowUp'); shown in the tooltip. */
  shortcut?: string | undefined;
  badge?: ReactNode;
  /** A shorter tooltip: 'Play' for 'Play The Time Machine'. Null: none. */
  tip?: string | null | undefined;
  tipSide?: 'top' | 'bottom' | 'end' | undefined;
}

const VARIANTS = {
  ghost:
    'text-ink-2 hover:bg-surface-2 hover:text-ink aria-pressed:text-accent-text aria-expanded:bg-surface-2 aria-expanded:text-ink',
  solid: 'bg-surface-2 text-ink hover:bg-surface-3',
  accent: 'bg-accent text-accent-ink hover:bg-accent-hover',
  danger: 'text-danger hover:bg-surface-2',
} as const;

const SIZES = { sm: 'size-8', md: 'size-10', lg: 'size-12' } as const;

export function IconButton({
  label,
  icon,
  size = 'md',
  variant = 'ghost',
  round = false,
  pressed,
  busy = false,
  shortcut,
  badge,
  tip = label,
  tipSide,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!busy) onClick?.(event);
  };
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-keyshortcuts={shortcut}
      data-tip={tip ?? undefined}
      data-tip-keys={shortcut}
      data-tip-side={tipSide}
      onClick={press}
      className={cx(
        'relative inline-grid shrink-0 place-items-center transition-[background-color,color,transform] active:scale-95 touch:min-h-11 touch:min-w-11',
        'disabled:pointer-events-none disabled:opacity-40 aria-disabled:opacity-50 forced-colors:border forced-colors:border-[ButtonBorder]',
        SIZES[size],
        round ? 'rounded-full' : 'rounded-md',
        VARIANTS[variant],
        className,
      )}
    >
      {busy ? <Spinner size={18} /> : icon}
      {badge}
    </button>
  );
}
