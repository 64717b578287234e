import { authSettingsChange } from '../../src/schemas/requests/accounts.ts';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { readHiddenAuthSettings } from './auth-settings.ts';
import type { ServerSettings } from './server-settings.ts';

/** Example of an advanced permissions claim, shown to the administrator. */
const samplePermissions = {
  canDownload: false,
  canUpload: false,
  canDelete: false,
  canUpdate: false,
  canAccessExplicitContent: false,
  canAccessAllLibraries: false,
  canAccessAllTags: false,
  canCreateEReader: false,
  tagsAreDenylist: false,
  allowedLibraries: ['5406ba8a-16e1-451d-96d7-4931b0a0d966', '918fd848-7c1d-4a02-818a-847435a879ca'],
  allowedTags: ['ExampleTag', 'AnotherTag', 'ThirdTag'],
};

/** The part of the server settings that every account may read. */
const shown = [
  'authLoginCustomMessage',
  'authActiveAuthMethods',
  'authOpenIDIssuerURL',
  'authOpenIDAuthorizationURL',
  'authOpenIDTokenURL',
  'authOpenIDUserInfoURL',
  'authOpenIDJwksURL',
  'authOpenIDLogoutURL',
  'authOpenIDTokenSigningAlgorithm',
  'authOpenIDButtonText',
  'authOpenIDAutoLaunch',
  'authOpenIDAutoRegister',
  'authOpenIDMatchExistingBy',
] as const satisfies readonly (keyof ServerSettings)[];

/** Settings of sign-in, for administrators. As on the real server, invalid values are ignored. */
export const registerAuthSettings: Area = (app, ctx) => {
  const admin = { preHandler: requireAdmin };
  const read = () => readHiddenAuthSettings(ctx.store);
  const toJson = () => {
    const settings = ctx.settings.get();
    const visible = Object.fromEntries(shown.map((key) => [key, settings[key]]));
    return { ...visible, ...read(), authOpenIDSamplePermissions: JSON.stringify(samplePermissions, null, 2) };
  };

  app.get('/api/auth-settings', admin, async () => toJson());

  app.patch('/api/auth-settings', admin, async (request) => {
    const change = readBody(request, authSettingsChange);
    const isShown = ([key]: [string, unknown]) => shown.some((name) => name === key);
    const entries = Object.entries(change);
    const changedShown = ctx.settings.update(Object.fromEntries(entries.filter(isShown)));
    const before = read();
    const after = { ...before, ...Object.fromEntries(entries.filter((entry) => !isShown(entry))) };
    const changedHidden = JSON.stringify(before) !== JSON.stringify(after);
    if (changedHidden) ctx.store.settings.set('auth', after);
    return { updated: changedShown || changedHidden, serverSettings: ctx.settings.toJson() };
  });
};
