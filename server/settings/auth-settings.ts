import type { Store } from '../store/index.ts';

/** Settings of sign-in that only administrators see: the rest is part of the server settings. */
export interface HiddenAuthSettings {
  authOpenIDClientID: string | null;
  /** A secret. */
  authOpenIDClientSecret: string | null;
  authOpenIDMobileRedirectURIs: string[];
  authOpenIDGroupClaim: string;
  authOpenIDAdvancedPermsClaim: string;
  /** In front of the paths that the provider and the browser come back to: '' or like `/audiobooks`. */
  authOpenIDSubfolderForRedirectURLs: string | undefined;
}

const defaults: HiddenAuthSettings = {
  authOpenIDClientID: null,
  authOpenIDClientSecret: null,
  authOpenIDMobileRedirectURIs: ['audiobookshelf://oauth'],
  authOpenIDGroupClaim: '',
  authOpenIDAdvancedPermsClaim: '',
  authOpenIDSubfolderForRedirectURLs: undefined,
};

/** What is stored, over the defaults. */
export const readHiddenAuthSettings = (store: Store): HiddenAuthSettings => ({
  ...defaults,
  ...store.settings.get<Partial<HiddenAuthSettings>>('auth', {}),
});
