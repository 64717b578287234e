import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path inside the app, made by hrefTo(route). */
  to: string;
  /** Pointer or focus is on the link: a good time to load its page. */
  onPrefetch?: (() => void) | undefined;
}

/**
 * A link inside the app that tells when a press is likely. Built with the hooks of react-router: its Link brings the
 * code of data routers along.
 */
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
