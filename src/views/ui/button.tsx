import { useId } from 'react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './waiting.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'success';
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover',
  secondary: 'bg-surface-2 text-ink hover:bg-surface-3',
  ghost: 'text-ink-2 hover:bg-surface-2 hover:text-ink',
  danger: 'bg-danger text-danger-ink hover:brightness-110',
  success: 'bg-success text-success-ink hover:brightness-110',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-8 gap-1.5 rounded-sm px-3 text-sm',
  md: 'min-h-10 gap-2 rounded-md px-4 text-sm',
  lg: 'min-h-11 gap-2.5 rounded-md px-5 text-base',
};

/** The look of Button and LinkButton: at least 32 px high with a mouse, 44 px on touch. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cx(
    'relative inline-flex shrink-0 items-center justify-center border border-transparent py-1 text-center font-medium no-underline select-none [&_svg]:shrink-0',
    'transition-[background-color,color,filter,transform] active:scale-[0.98] touch:min-h-11 forced-colors:border-[ButtonBorder]',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:not-aria-busy:opacity-50 aria-disabled:active:scale-100',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  type?: 'button' | 'submit' | undefined;
  icon?: ReactNode;
  /** A spinner over the text. Presses do nothing; focus and width stay. */
  busy?: boolean | undefined;
  /** In the form of aria-keyshortcuts; a tooltip shows it. Dialogs press their button with it. */
  shortcut?: string | undefined;
  /** In a tooltip and for screen readers. The button stays focusable. */
  disabledReason?: string | null | undefined;
}

/** A push button. `disabled` takes it out of the tab order; `disabledReason` keeps it reachable. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  shortcut,
  disabledReason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const inert = busy || Boolean(disabledReason);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, className)}
      onClick={press}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      aria-keyshortcuts={shortcut}
      data-tip={disabledReason ?? shortcut?.replaceAll('+', ' + ')}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={cx('contents', busy && '*:opacity-0')}>
        {icon}
        <span>{children}</span>
      </span>
      {disabledReason && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </button>
  );
}
