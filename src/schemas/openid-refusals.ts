/** Values of `error` in the sign-in page's address by the embedded server. Other servers write other texts. */
export const OPENID_REFUSALS = [
  'notConfigured',
  'denied',
  'unreachable',
  'misconfigured',
  /** It took too long, or the server restarted. */
  'expired',
  'mismatch',
  'rateLimited',
  'inactive',
  /** No account matches, and registration is off. */
  'notRegistered',
  'linkedElsewhere',
  'emailUnverified',
  'ambiguous',
  'nameTaken',
  /** In none of the groups admin, user and guest. */
  'noGroup',
  'rootNeedsAdmin',
  /** The permission claim is missing or malformed. */
  'badPermissions',
  /** Others, see the server's log. */
  'failed',
] as const;
export type OpenIdRefusal = (typeof OPENID_REFUSALS)[number];
