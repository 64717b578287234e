import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { bodyOf, stringList } from '../http/input.ts';
import type { ServerSettings } from './server-settings.ts';

/** Settings of sign-in that only administrators see: the rest is part of the server settings. */
interface HiddenAuthSettings {
  authOpenIDClientID: string | null;
  authOpenIDClientSecret: string | null;
  authOpenIDMobileRedirectURIs: string[];
  authOpenIDGroupClaim: string;
  authOpenIDAdvancedPermsClaim: string;
  authOpenIDSubfolderForRedirectURLs: string | undefined;
}

const hiddenDefaults: HiddenAuthSettings = {
  authOpenIDClientID: null,
  authOpenIDClientSecret: null,
  authOpenIDMobileRedirectURIs: ['audiobookshelf://oauth'],
  authOpenIDGroupClaim: '',
  authOpenIDAdvancedPermsClaim: '',
  authOpenIDSubfolderForRedirectURLs: undefined,
};

/** What an advanced permissions claim has to look like; shown to the administrator as an example. */
const samplePermissions = {
  canDownload: false, canUpload: false, canDelete: false, canUpdate: false, canAccessExplicitContent: false,
  canAccessAllLibraries: false, canAccessAllTags: false, canCreateEReader: false, tagsAreDenylist: false,
  allowedLibraries: ['5406ba8a-16e1-451d-96d7-4931b0a0d966', '918fd848-7c1d-4a02-818a-847435a879ca'],
  allowedTags: ['ExampleTag', 'AnotherTag', 'ThirdTag'],
};

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => value === null || typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isAddress: Check = (value) => value === null || (typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value));
const isMethods: Check = (value) => {
  const methods = stringList(value);
  return methods !== undefined && methods.length > 0 && methods.every((method) => method === 'local' || method === 'openid');
};

const shown: Partial<Record<keyof ServerSettings, Check>> = {
  authLoginCustomMessage: isTextOrNull,
  authActiveAuthMethods: isMethods,
  authOpenIDIssuerURL: isAddress,
  authOpenIDAuthorizationURL: isAddress,
  authOpenIDTokenURL: isAddress,
  authOpenIDUserInfoURL: isAddress,
  authOpenIDJwksURL: isAddress,
  authOpenIDLogoutURL: isAddress,
  authOpenIDTokenSigningAlgorithm: isText,
  authOpenIDButtonText: isText,
  authOpenIDAutoLaunch: isFlag,
  authOpenIDAutoRegister: isFlag,
  authOpenIDMatchExistingBy: (value) => value === null || value === 'email' || value === 'username',
};
const hidden: Record<keyof HiddenAuthSettings, Check> = {
  authOpenIDClientID: isTextOrNull,
  authOpenIDClientSecret: isTextOrNull,
  authOpenIDMobileRedirectURIs: (value) => stringList(value) !== undefined,
  authOpenIDGroupClaim: isText,
  authOpenIDAdvancedPermsClaim: isText,
  authOpenIDSubfolderForRedirectURLs: isText,
};

/** How people sign in: for administrators. Invalid values are passed over, as the real server does. */
export const registerAuthSettings: Area = (app, ctx) => {
  const admin = { preHandler: requireAdmin };
  const read = (): HiddenAuthSettings => ({ ...hiddenDefaults, ...ctx.store.settings.get<Partial<HiddenAuthSettings>>('auth', {}) });
  const toJson = () => {
    const settings = ctx.settings.get();
    const visible = Object.fromEntries(Object.keys(shown).map((key) => [key, settings[key as keyof ServerSettings]]));
    return { ...visible, ...read(), authOpenIDSamplePermissions: JSON.stringify(samplePermissions, null, 2) };
  };

  app.get('/api/auth-settings', admin, async () => toJson());

  app.patch('/api/auth-settings', admin, async (request) => {
    const body = bodyOf(request);
    const valid = (checks: Readonly<Record<string, Check>>) =>
      Object.fromEntries(Object.entries(checks).flatMap(([key, check]) => (key in body && check(body[key]) ? [[key, body[key]]] : [])));
    const changedShown = ctx.settings.update(valid(shown as Record<string, Check>) as Partial<ServerSettings>);
    const before = read();
    const after = { ...before, ...valid(hidden) };
    const changedHidden = JSON.stringify(before) !== JSON.stringify(after);
    if (changedHidden) ctx.store.settings.set('auth', after);
    return { updated: changedShown || changedHidden, serverSettings: ctx.settings.toJson() };
  });
};
