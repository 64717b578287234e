import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { buttonClass } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button.tsx';

interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  to: string;
  onPrefetch?: (() => void) | undefined;
}

/** A link inside the app. Built with hooks of react-router: its Link would bundle the code of data routers. */
export function AppLink({ to, onPrefetch, onClick, children, ...rest }: AppLinkProps) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to);
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) go(event);
  };
  return (
    <a onPointerEnter={onPrefetch} onFocus={onPrefetch} {...rest} href={useHref(to)} onClick={click}>
      {children}
    </a>
  );
}

interface LinkButtonProps extends Omit<AppLinkProps, 'className'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  className?: string | undefined;
}

export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <AppLink {...rest} className={buttonClass(variant, size, className)}>
      {icon}
      <span>{children}</span>
    </AppLink>
  );
}

interface RowLinkProps {
  to: string;
  name: string;
  onPrefetch?: () => void;
  tabIndex?: number;
}

export function RowLink({ name, ...link }: RowLinkProps) {
  return (
    <AppLink
      {...link}
      className="flex min-h-6 min-w-0 items-center rounded-sm text-ink no-underline hover:text-accent-text touch:min-h-11"
    >
      <span dir="auto" className="min-w-0 truncate text-match">
        {name}
      </span>
    </AppLink>
  );
}
