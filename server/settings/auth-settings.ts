import type { Store } from '../store/index.ts';

/** Settings of sign-in that only administrators see: the rest is part of the server settings. */
export interface HiddenAuthSettings {
  authOpenIDClientID: string | null;
  authOpenIDClientSecret: string | null;
  authOpenIDMobileRedirectURIs: string[];
  authOpenIDGroupClaim: string;
  authOpenIDAdvancedPermsClaim: string;
  /** In front of the callback paths for provider and browser: '' or like `/audiobooks`. */
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

/** The stored values, over the defaults. */
export const readHiddenAuthSettings = (store: Store): HiddenAuthSettings => ({
  ...defaults,
  ...store.settings.get<Partial<HiddenAuthSettings>>('auth', {}),
});
