import { useId } from 'react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import type { ButtonSize, ButtonVariant } from './button-class.ts';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  type?: 'button' | 'submit' | undefined;
  icon?: ReactNode;
  /** A spinner over the text. Presses do nothing; focus and width stay. */
  busy?: boolean | undefined;
  /** In a tooltip and for screen readers. The button stays focusable. */
  disabledReason?: string | null | undefined;
}

/** A push button. `disabled` takes it out of the tab order; `disabledReason` keeps it reachable. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
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
      data-tip={disabledReason ?? undefined}
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
