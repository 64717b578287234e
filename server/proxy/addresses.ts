import type { Renaming } from './feeds.ts';
import { withoutBase, type BrowserAddress } from '../http/browser-address.ts';

/** Default base path of an Audiobookshelf server; it also answers without it. */
const DEFAULT_BASE = '/audiobookshelf';

export type Addresses = ReturnType<typeof createAddresses>;

/**
 * Addresses as the browser (here) and the upstream (there) see them. There, pages of the client are below the
 * upstream's base path; its addresses may have that path in front or not. `hasOwnHost`: the upstream gets its own name
 * as `Host`, not the browser's.
 */
export function createAddresses(upstream: URL, hasOwnHost: boolean) {
  const given = upstream.pathname.replace(/\/+$/, '');
  const base = given || DEFAULT_BASE;
  const originThere = ({ protocol, host }: BrowserAddress): string =>
    hasOwnHost ? upstream.origin : `${protocol}://${host}`;

  /** A page of this server as one of the upstream, which newer servers require of a callback. */
  const pageThere = (address: string, browser: BrowserAddress): string => {
    const origin = originThere(browser);
    const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
    if (!url || (url.host !== browser.host && url.origin !== origin)) return address;
    return origin + base + withoutBase(withoutBase(url.pathname, browser.base), base) + url.search + url.hash;
  };

  return {
    /** Takes the base path of the upstream off a target. */
    withoutBase: (target: string): string => withoutBase(target, base),
    hostThere: ({ host }: BrowserAddress): string => (hasOwnHost ? upstream.host : host),
    /** The target there of a request whose target here has no base path any more. */
    targetThere(target: string, browser: BrowserAddress): string {
      const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
      const parameters = new URLSearchParams(query);
      const callback = parameters.get('callback');
      if (path !== '/auth/openid' || callback === null) return given + target;
      parameters.set('callback', pageThere(callback, browser));
      return `${given}${path}?${parameters.toString()}`;
    },
    /**
     * The upstream's address in its feeds and the one to replace it; undefined when they are equal, or it is stripped
     * here.
     */
    renamingInFeeds(browser: BrowserAddress): Renaming | undefined {
      const { protocol, host, base: here } = browser;
      if (here === '' && !hasOwnHost) return undefined;
      return { there: originThere(browser) + given, here: `${protocol}://${host}${here}` };
    },
    /** A `Location` of the upstream as it is here; one that leads elsewhere stays. */
    locationHere(location: string, browser: BrowserAddress): string {
      const isPath = /^\/(?!\/)/.test(location);
      const origin = originThere(browser);
      if (!isPath && !URL.canParse(location)) return location;
      const url = new URL(location, origin);
      const target = url.pathname + url.search + url.hash;
      const within = withoutBase(target, base);
      const isOurs = isPath || url.origin === upstream.origin || (url.host === browser.host && within !== target);
      return isOurs ? browser.base + withoutBase(within, browser.base) : location;
    },
    /** The path of a cookie of the upstream as it is here. */
    cookiePathHere: (path: string, { base: here }: BrowserAddress): string => {
      const within = withoutBase(path, base);
      return within === '/' && here !== '' ? here : here + within;
    },
  };
}
