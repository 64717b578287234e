import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

export interface AppLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'prefetch'> {
  /** A path inside the app, made by hrefTo(route). */
  to: string;
  /** The pointer or the focus is on the link: a good time to load what it leads to. */
  onWarm?: (() => void) | undefined;
}

/** A link inside the app that tells when it is about to be used. */
export function AppLink({ onWarm, ...rest }: AppLinkProps) {
  return <Link {...rest} onPointerEnter={onWarm} onFocus={onWarm} />;
}
