import { z } from '../zod.ts';
import {
  amount,
  body,
  closedBody,
  description,
  fields,
  filledText,
  flag,
  ifValid,
  listOf,
  newPassword,
  orElse,
  text,
  texts,
  webAddress,
} from './fields.ts';

const filledPassword = (refusal?: string) => newPassword(refusal).check(z.minLength(1, refusal));

export const newRoot = body({
  newRoot: fields({ username: orElse(filledText(), 'root'), password: orElse(newPassword(), '') }),
});

export const credentials = body({ username: filledText(), password: text() });

const NO_PASSWORD = 'Missing or invalid password or new password';
export const passwordChange = body({ password: text(NO_PASSWORD), newPassword: filledPassword(NO_PASSWORD) });
/** Root may have no password. */
export const rootPasswordChange = body({ password: text(NO_PASSWORD), newPassword: newPassword(NO_PASSWORD) });

const permissions = fields({
  download: ifValid(flag),
  update: ifValid(flag),
  delete: ifValid(flag),
  upload: ifValid(flag),
  createEreader: ifValid(flag),
  accessAllLibraries: ifValid(flag),
  accessAllTags: ifValid(flag),
  accessExplicitContent: ifValid(flag),
  selectedTagsNotAccessible: ifValid(flag),
});

const access = {
  permissions: ifValid(permissions),
  librariesAccessible: ifValid(texts()),
  itemTagsSelected: ifValid(texts()),
};

const NO_NAME = 'Username and password are required';
const accountType = z.optional(z.enum(['admin', 'user', 'guest'], 'Invalid account type'));

export const newAccount = body({
  username: filledText(NO_NAME),
  password: filledPassword(NO_NAME),
  email: ifValid(z.nullable(text())),
  type: accountType,
  isActive: orElse(flag, false),
  ...access,
});

const names = {
  username: ifValid(filledText()),
  password: ifValid(filledPassword()),
  email: ifValid(z.nullable(text())),
};
/** Clients send these with the account; other calls change them. */
const elsewhere = ['id', 'lastSeen', 'hasOpenIDLink', 'seriesHideFromContinueListening'];
const cannotBeUpdated = (member: string) => `Key "${member}" cannot be updated`;

/** Any other member is refused. */
export const accountChange = closedBody(
  { ...names, type: accountType, isActive: ifValid(flag), ...access },
  elsewhere,
  cannotBeUpdated,
);
/** Root's type, state and rights never change. */
export const rootChange = closedBody(
  names,
  [...elsewhere, 'type', 'isActive', ...Object.keys(access)],
  cannotBeUpdated,
);

/** A century, in seconds. */
const LONGEST = 36_525 * 24 * 3600;
/** `expiresIn` in seconds; null or 0 for ever. */
export const newApiKey = body({
  name: filledText(),
  expiresIn: z.optional(z.nullable(amount(undefined, LONGEST))),
  isActive: orElse(flag, false),
  userId: text(),
});

export const apiKeyChange = body({ isActive: ifValid(flag), userId: z.optional(text()) });

const signInAddress = ifValid(z.nullable(webAddress()));
const signInText = ifValid(z.nullable(text()));

/** `authOpenIDClientSecret` is a secret. */
export const authSettingsChange = body({
  authLoginCustomMessage: ifValid(z.nullable(description())),
  authActiveAuthMethods: ifValid(listOf(z.enum(['local', 'openid']), undefined, 10).check(z.minLength(1))),
  authOpenIDIssuerURL: signInAddress,
  authOpenIDAuthorizationURL: signInAddress,
  authOpenIDTokenURL: signInAddress,
  authOpenIDUserInfoURL: signInAddress,
  authOpenIDJwksURL: signInAddress,
  authOpenIDLogoutURL: signInAddress,
  authOpenIDTokenSigningAlgorithm: ifValid(text()),
  authOpenIDButtonText: ifValid(text()),
  authOpenIDAutoLaunch: ifValid(flag),
  authOpenIDAutoRegister: ifValid(flag),
  authOpenIDMatchExistingBy: ifValid(z.nullable(z.enum(['email', 'username']))),
  authOpenIDClientID: signInText,
  authOpenIDClientSecret: signInText,
  authOpenIDMobileRedirectURIs: ifValid(texts()),
  authOpenIDGroupClaim: ifValid(text()),
  authOpenIDAdvancedPermsClaim: ifValid(text()),
  authOpenIDSubfolderForRedirectURLs: ifValid(text()),
});
