import type { Claims, OpenIdRules } from './decide.ts';

const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]{1,100}$/;
/** Longest claim in the log, in characters. */
const LONGEST = 200;

/** Scopes of a sign-in; as on the real server, the claims of groups and permissions have scopes of the same names. */
export const scopesFor = ({ groupClaim, permissionsClaim }: OpenIdRules): string =>
  ['openid', 'profile', 'email', groupClaim, permissionsClaim].filter((scope) => SCOPE.test(scope)).join(' ');

/** For the log: the person of a refused sign-in, and the claims that decided. */
export function describeClaims(claims: Claims, { groupClaim, permissionsClaim }: OpenIdRules): string {
  const name = claims['preferred_username'] ?? claims['email'] ?? claims['sub'];
  const deciding = [groupClaim, permissionsClaim].filter(Boolean);
  return [['person', name], ...deciding.map((claim) => [claim, claims[claim]])]
    .map(([claim, value]) => `${String(claim)}: ${JSON.stringify(value) ?? 'missing'}`.slice(0, LONGEST))
    .join(', ');
}
