import type { AuthSettings, OpenIdConfig } from '../../../schemas/api/server-admin.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { getAuthSettings, updateAuthSettings } from '../../../services/endpoints/server-admin.ts';
import { settingsForm, type SettingsFormRef } from '../../kit/settings-form.machine.ts';
import type { FieldRow } from '../../kit/settings-form.logic.ts';
import type { TrialRules } from './claims-rule.logic.ts';

export type AuthenticationValues = {
  /** HTML. */
  readonly authLoginCustomMessage: string;
  readonly local: boolean;
  readonly openid: boolean;
  readonly authOpenIDIssuerURL: string;
  readonly authOpenIDAuthorizationURL: string;
  readonly authOpenIDTokenURL: string;
  readonly authOpenIDUserInfoURL: string;
  readonly authOpenIDJwksURL: string;
  readonly authOpenIDLogoutURL: string;
  readonly authOpenIDClientID: string;
  readonly authOpenIDClientSecret: string;
  readonly authOpenIDTokenSigningAlgorithm: string;
  readonly authOpenIDMobileRedirectURIs: readonly string[];
  /** Path prefix of the provider's callbacks: empty, or the base path of this server. */
  readonly authOpenIDSubfolderForRedirectURLs: string;
  readonly authOpenIDButtonText: string;
  /** Empty: new sign-ins are not linked. */
  readonly authOpenIDMatchExistingBy: string;
  readonly authOpenIDAutoLaunch: boolean;
  readonly authOpenIDAutoRegister: boolean;
  readonly authOpenIDGroupClaim: string;
  readonly authOpenIDAdvancedPermsClaim: string;
};

export type AuthenticationProblem = 'noMethod' | 'required' | 'url' | 'claim' | 'redirect';
export type AuthenticationFormRef = SettingsFormRef<AuthenticationValues>;
type Row = FieldRow<AuthenticationValues, AuthenticationProblem>;
type TextKey = {
  [Key in keyof AuthenticationValues]: AuthenticationValues[Key] extends string ? Key : never;
}[keyof AuthenticationValues];

const isShown = ({ openid }: AuthenticationValues): boolean => openid;
const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/\s/.test(value);

const required = (value: string) => (value === '' ? 'required' : null);
const address = (value: string) => (value === '' || isWebAddress(value) ? null : 'url');
const claim = (value: string) => (value === '' || /^[a-zA-Z][a-zA-Z0-9_-]*$/.test(value) ? null : 'claim');

/** Each like `app://host`; `*` only alone. */
export function redirectProblem(uris: readonly string[]): 'redirect' | null {
  if (uris.length === 1 && uris[0] === '*') return null;
  return uris.every((uri) => /^[\w.+-]+:\/\/[\w.-]+(\/[\w./-]*)?$/.test(uri)) ? null : 'redirect';
}

const providerUrl = <Key extends TextKey>(key: Key) =>
  ({ key, kind: 'url', isShown, check: (value: string) => required(value) ?? address(value) }) as const;

export const AUTHENTICATION_GROUPS: readonly { readonly name: string; readonly rows: readonly Row[] }[] = [
  {
    name: 'general',
    rows: [
      { key: 'authLoginCustomMessage', kind: 'rich' },
      { key: 'local', kind: 'switch', check: (local, { openid }) => (local || openid ? null : 'noMethod') },
      { key: 'openid', kind: 'switch' },
    ],
  },
  {
    name: 'provider',
    rows: [
      providerUrl('authOpenIDIssuerURL'),
      providerUrl('authOpenIDAuthorizationURL'),
      providerUrl('authOpenIDTokenURL'),
      providerUrl('authOpenIDUserInfoURL'),
      providerUrl('authOpenIDJwksURL'),
      { key: 'authOpenIDLogoutURL', kind: 'url', isShown, check: address },
      { key: 'authOpenIDClientID', kind: 'text', isShown, check: required },
      { key: 'authOpenIDClientSecret', kind: 'secret', isShown, check: required },
      { key: 'authOpenIDTokenSigningAlgorithm', kind: 'text', isShown, check: required },
      { key: 'authOpenIDMobileRedirectURIs', kind: 'list', isShown, check: redirectProblem },
      { key: 'authOpenIDSubfolderForRedirectURLs', kind: 'choice', choices: [''], isShown },
    ],
  },
  {
    name: 'accounts',
    rows: [
      { key: 'authOpenIDButtonText', kind: 'text', isShown },
      { key: 'authOpenIDMatchExistingBy', kind: 'choice', choices: ['', 'email', 'username'], isShown },
      { key: 'authOpenIDAutoLaunch', kind: 'switch', isShown },
      { key: 'authOpenIDAutoRegister', kind: 'switch', isShown },
      { key: 'authOpenIDGroupClaim', kind: 'text', isShown, check: claim },
      { key: 'authOpenIDAdvancedPermsClaim', kind: 'text', isShown, check: claim },
    ],
  },
];

export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, '');

/** Callbacks are below `baseUrl` unless another subfolder was saved. */
export function authenticationValuesOf(settings: AuthSettings, baseUrl: string): AuthenticationValues {
  const methods = settings.authActiveAuthMethods;
  return {
    authLoginCustomMessage: settings.authLoginCustomMessage ?? '',
    local: methods.includes('local'),
    openid: methods.includes('openid'),
    authOpenIDIssuerURL: settings.authOpenIDIssuerURL ?? '',
    authOpenIDAuthorizationURL: settings.authOpenIDAuthorizationURL ?? '',
    authOpenIDTokenURL: settings.authOpenIDTokenURL ?? '',
    authOpenIDUserInfoURL: settings.authOpenIDUserInfoURL ?? '',
    authOpenIDJwksURL: settings.authOpenIDJwksURL ?? '',
    authOpenIDLogoutURL: settings.authOpenIDLogoutURL ?? '',
    authOpenIDClientID: settings.authOpenIDClientID ?? '',
    authOpenIDClientSecret: settings.authOpenIDClientSecret ?? '',
    authOpenIDTokenSigningAlgorithm: settings.authOpenIDTokenSigningAlgorithm,
    authOpenIDMobileRedirectURIs: settings.authOpenIDMobileRedirectURIs,
    authOpenIDSubfolderForRedirectURLs: settings.authOpenIDSubfolderForRedirectURLs ?? basePathOf(baseUrl),
    authOpenIDButtonText: settings.authOpenIDButtonText,
    authOpenIDMatchExistingBy: settings.authOpenIDMatchExistingBy ?? '',
    authOpenIDAutoLaunch: settings.authOpenIDAutoLaunch,
    authOpenIDAutoRegister: settings.authOpenIDAutoRegister,
    authOpenIDGroupClaim: settings.authOpenIDGroupClaim ?? '',
    authOpenIDAdvancedPermsClaim: settings.authOpenIDAdvancedPermsClaim ?? '',
  };
}

/** The server stores these as null when empty. */
const NULLABLE: readonly string[] = [
  'authLoginCustomMessage',
  'authOpenIDIssuerURL',
  'authOpenIDAuthorizationURL',
  'authOpenIDTokenURL',
  'authOpenIDUserInfoURL',
  'authOpenIDJwksURL',
  'authOpenIDLogoutURL',
  'authOpenIDClientID',
  'authOpenIDClientSecret',
  'authOpenIDMatchExistingBy',
];

/** Always includes the subfolder: without one the server redirects to `/undefined/auth/…`. */
export function authenticationChange(
  change: Partial<AuthenticationValues>,
  values: AuthenticationValues,
): Body<'authSettings.update'> {
  const { local, openid, ...others } = change;
  const methods = (['local', 'openid'] as const).filter((method) => values[method]);
  const sent = Object.entries(others).map(([key, value]) => [
    key,
    value === '' && NULLABLE.includes(key) ? null : value,
  ]);
  const { authOpenIDSubfolderForRedirectURLs } = values;
  return {
    authOpenIDSubfolderForRedirectURLs,
    ...(Object.fromEntries(sent) as Body<'authSettings.update'>),
    ...(local === undefined && openid === undefined ? {} : { authActiveAuthMethods: methods }),
  };
}

export const groupsAt = (basePath: string, { authOpenIDSubfolderForRedirectURLs: stored }: AuthenticationValues) =>
  basePath !== '' || stored !== ''
    ? AUTHENTICATION_GROUPS
    : AUTHENTICATION_GROUPS.map(({ name, rows }) => ({
        name,
        rows: rows.filter(({ key }) => key !== 'authOpenIDSubfolderForRedirectURLs'),
      }));

/** None, the base path of this server, or the saved value. */
export const subfoldersAt = (basePath: string, values: AuthenticationValues): readonly string[] => [
  ...new Set(['', basePath, values.authOpenIDSubfolderForRedirectURLs]),
];

/** Callback URLs for the provider. `origin` without a trailing slash. */
export const callbacksAt = (
  origin: string,
  values: AuthenticationValues,
): readonly { name: 'web' | 'mobile'; url: string }[] => {
  const base = `${origin}${values.authOpenIDSubfolderForRedirectURLs}/auth/openid`;
  return [
    { name: 'web', url: `${base}/callback` },
    { name: 'mobile', url: `${base}/mobile-redirect` },
  ];
};

export const rulesOf = (values: AuthenticationValues): TrialRules => ({
  matchBy:
    values.authOpenIDMatchExistingBy === 'email' || values.authOpenIDMatchExistingBy === 'username'
      ? values.authOpenIDMatchExistingBy
      : null,
  autoRegister: values.authOpenIDAutoRegister,
  groupClaim: values.authOpenIDGroupClaim.trim(),
  permissionsClaim: values.authOpenIDAdvancedPermsClaim.trim(),
});

export const authenticationForm = settingsForm<AuthSettings, AuthenticationValues>({
  rows: AUTHENTICATION_GROUPS.flatMap(({ rows }) => rows),
  valuesOf: authenticationValuesOf,
  read: (api, signal) => api.call(getAuthSettings, undefined, signal),
  save: async (api, change, values, signal) => {
    await api.call(updateAuthSettings, authenticationChange(change, values), signal);
    return api.call(getAuthSettings, undefined, signal);
  },
});

/** The server appends the discovery path itself. */
export const issuerOf = (typed: string): string =>
  typed
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/\.well-known\/openid-configuration$/, '');

export function withDiscovered(values: AuthenticationValues, config: OpenIdConfig): AuthenticationValues {
  const algorithms = config.id_token_signing_alg_values_supported ?? [];
  const current = values.authOpenIDTokenSigningAlgorithm;
  return {
    ...values,
    authOpenIDIssuerURL: config.issuer,
    authOpenIDAuthorizationURL: config.authorization_endpoint,
    authOpenIDTokenURL: config.token_endpoint,
    authOpenIDUserInfoURL: config.userinfo_endpoint ?? values.authOpenIDUserInfoURL,
    authOpenIDJwksURL: config.jwks_uri,
    authOpenIDLogoutURL: config.end_session_endpoint ?? values.authOpenIDLogoutURL,
    authOpenIDTokenSigningAlgorithm:
      algorithms.length === 0 || algorithms.includes(current) ? current : (algorithms[0] ?? current),
  };
}

export const notNamedIn = (config: OpenIdConfig): readonly (keyof AuthenticationValues)[] =>
  config.userinfo_endpoint ? [] : ['authOpenIDUserInfoURL'];
