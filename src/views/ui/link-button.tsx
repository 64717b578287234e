import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';
import type { AppLinkProps } from './app-link.tsx';
import { buttonClass } from './button-class.ts';
import type { ButtonSize, ButtonVariant } from './button-class.ts';

export interface LinkButtonProps extends Omit<AppLinkProps, 'className'> {
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
