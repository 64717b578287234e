import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path inside the app, made by hrefTo(route). */
  to: string;
  /** The pointer or the focus is on the link: a good time to load what it leads to. */
  onWarm?: (() => void) | undefined;
}

/**
 * A link inside the app that tells when it is about to be used. Made of the hooks of react-router: its Link brings the
 * code of data routers along.
 */
export function AppLink({ to, onWarm, onClick, children, ...rest }: AppLinkProps) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to);
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) go(event);
  };
  return <a onPointerEnter={onWarm} onFocus={onWarm} {...rest} href={useHref(to)} onClick={click}>{children}</a>;
}
