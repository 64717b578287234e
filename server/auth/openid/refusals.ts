/** Why a sign-in by OpenID failed; goes into `error` of the sign-in page's address, which has the texts. */
export const OPENID_REFUSALS = [
  /** Sign-in by OpenID is off or incomplete. */
  'notConfigured',
  /** The person or the provider declined. */
  'denied',
  'unreachable',
  /** Provider and server do not match: a wrong secret, a wrong signature. */
  'misconfigured',
  /** It took too long, or the server restarted. */
  'expired',
  'mismatch',
  'rateLimited',
  'inactive',
  /** No account matches, and none is created. */
  'notRegistered',
  /** The matching account is linked to another subject at the provider. */
  'linkedElsewhere',
  /** The matching account was found by an email address that the provider has not verified. */
  'emailUnverified',
  'ambiguous',
  /** The new account would have the name of another one. */
  'nameTaken',
  /** In none of the groups admin, user and guest. */
  'noGroup',
  'rootNeedsAdmin',
  /** The permission claim is missing or malformed. */
  'badPermissions',
  /** Anything else; see the server's log. */
  'failed',
] as const;
export type OpenIdRefusal = (typeof OPENID_REFUSALS)[number];
