import { z } from '../zod.ts';
import { serverSettings } from './server-settings.ts';

export const serverSettingsChanged = z.object({ serverSettings });
export const sortingPrefixesChanged = z.object({ rowsUpdated: z.number(), serverSettings });

export const directoryList = z.object({
  posix: z.boolean(),
  directories: z.array(z.object({ path: z.string(), dirname: z.string(), level: z.number() })),
});
export type DirectoryList = z.output<typeof directoryList>;

export const pathCheck = z.object({ exists: z.boolean(), libraryItemTitle: z.nullish(z.string()) });
export type PathCheck = z.output<typeof pathCheck>;

/** Levels: 0 trace, 1 debug, 2 info, 3 warn, 4 error, 5 fatal, 6 note. */
export const logLine = z.object({
  timestamp: z.string(),
  source: z.nullish(z.string()),
  message: z.string(),
  levelName: z.string(),
  level: z.number(),
});
export type LogLine = z.output<typeof logLine>;
export const dailyLog = z.object({ currentDailyLogs: z.array(logLine) });

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
