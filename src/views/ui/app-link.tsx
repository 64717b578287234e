import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
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
