import * as openid from 'openid-client';
import type { ServerContext } from '../../context.ts';
import { readHiddenAuthSettings } from '../../settings/auth-settings.ts';
import type { Claims } from './decide.ts';

/** Timeout of requests to the provider, in seconds. */
const TIMEOUT_S = 10;

/** The configured provider; undefined when sign-in by OpenID is off or incomplete. */
export function configuredProvider(ctx: ServerContext): openid.Configuration | undefined {
  const shown = ctx.settings.get();
  const hidden = readHiddenAuthSettings(ctx.store);
  const { authOpenIDIssuerURL: issuer, authOpenIDAuthorizationURL: authorization, authOpenIDTokenURL: token } = shown;
  const { authOpenIDUserInfoURL: userinfo, authOpenIDJwksURL: jwks } = shown;
  const { authOpenIDClientID: id, authOpenIDClientSecret: secret } = hidden;
  const isOn = shown.authActiveAuthMethods.includes('openid');
  if (!isOn || !issuer || !authorization || !token || !userinfo || !jwks || !id || !secret) return undefined;
  const algorithm = shown.authOpenIDTokenSigningAlgorithm;
  const provider = new openid.Configuration(
    {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      userinfo_endpoint: userinfo,
      jwks_uri: jwks,
      ...(shown.authOpenIDLogoutURL ? { end_session_endpoint: shown.authOpenIDLogoutURL } : {}),
    },
    id,
    { client_secret: secret, id_token_signed_response_alg: algorithm },
    openid.ClientSecretBasic(secret),
  );
  provider.timeout = TIMEOUT_S;
  // A provider on the own network may work without https: its answers are signed all the same.
  if ([authorization, token, userinfo, jwks].some((url) => url.startsWith('http:')))
    openid.allowInsecureRequests(provider);
  if (!algorithm.startsWith('HS')) openid.enableNonRepudiationChecks(provider);
  return provider;
}

/** Redeems the code. Rejects when the provider does not answer, or its answer is not valid. */
export async function redeem(
  provider: openid.Configuration,
  returned: URL,
  checks: openid.AuthorizationCodeGrantChecks,
): Promise<{ readonly claims: Claims; readonly idToken: string }> {
  const tokens = await openid.authorizationCodeGrant(provider, returned, { ...checks, idTokenExpected: true });
  const idClaims = tokens.claims();
  if (!idClaims || tokens.id_token === undefined) throw new Error('The provider gave no ID token');
  const userinfo = await openid.fetchUserInfo(provider, tokens.access_token, idClaims.sub);
  return { claims: { ...idClaims, ...userinfo }, idToken: tokens.id_token };
}
