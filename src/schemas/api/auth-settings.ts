import { z } from '../zod.ts';
import { serverSettings } from './server-settings.ts';

const text = z.nullable(z.string());

/** `authOpenIDClientSecret` is a secret. */
export const authSettings = z.object({
  authLoginCustomMessage: text,
  /** `local`, `openid`. */
  authActiveAuthMethods: z.array(z.string()),
  authOpenIDIssuerURL: text,
  authOpenIDAuthorizationURL: text,
  authOpenIDTokenURL: text,
  authOpenIDUserInfoURL: text,
  authOpenIDJwksURL: text,
  authOpenIDLogoutURL: text,
  authOpenIDClientID: text,
  authOpenIDClientSecret: text,
  authOpenIDTokenSigningAlgorithm: z.string(),
  authOpenIDButtonText: z.string(),
  authOpenIDAutoLaunch: z.boolean(),
  authOpenIDAutoRegister: z.boolean(),
  authOpenIDMatchExistingBy: z.nullish(z.string()),
  authOpenIDMobileRedirectURIs: z.array(z.string()),
  authOpenIDGroupClaim: z.nullish(z.string()),
  authOpenIDAdvancedPermsClaim: z.nullish(z.string()),
  authOpenIDSubfolderForRedirectURLs: z.nullish(z.string()),
  authOpenIDSamplePermissions: z.nullish(z.string()),
});
export type AuthSettings = z.output<typeof authSettings>;

/** Invalid values are ignored with status 200: `updated` false, or other settings than were sent. */
export const authSettingsChanged = z.object({ updated: z.boolean(), serverSettings });

export const openIdConfig = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.nullish(z.string()),
  end_session_endpoint: z.nullish(z.string()),
  jwks_uri: z.string(),
  id_token_signing_alg_values_supported: z.nullish(z.array(z.string())),
});
export type OpenIdConfig = z.output<typeof openIdConfig>;
