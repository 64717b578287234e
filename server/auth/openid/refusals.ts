/** Why a sign-in by OpenID did not come about; goes into `error` of the sign-in page's address, which has the texts. */
export const OPENID_REFUSALS = [
  /** Sign-in by OpenID is off, or not set up to its end. */
  'notConfigured',
  /** The person, or the provider, said no. */
  'denied',
  /** The provider did not answer. */
  'unreachable',
  /** The provider and this server do not agree: a wrong secret, a wrong signature. */
  'misconfigured',
  /** It took too long, or the server was started again meanwhile. */
  'expired',
  /** Begun in another browser. */
  'mismatch',
  'rateLimited',
  /** The account is disabled. */
  'inactive',
  /** No account matches, and none is made. */
  'notRegistered',
  /** The account that matches is linked to somebody else at the provider. */
  'linkedElsewhere',
  /** An account matches by an email address that the provider has not verified. */
  'emailUnverified',
  /** Several accounts have the email address. */
  'ambiguous',
  /** The account that would be made has the name of another one. */
  'nameTaken',
  /** In none of the groups admin, user and guest (AUT-024). */
  'noGroup',
  /** The root account, without the group admin. */
  'rootNeedsAdmin',
  /** The permission claim is missing, or not of the form it must have. */
  'badPermissions',
  /** Anything else; the server's log says what. */
  'failed',
] as const;
export type OpenIdRefusal = (typeof OPENID_REFUSALS)[number];
