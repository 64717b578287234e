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

/** `POST /init`: the first account. Without a name it is called root. */
export const newRoot = body({
  newRoot: fields({ username: orElse(filledText(), 'root'), password: orElse(newPassword(), '') }),
});

/** `POST /login`. */
export const credentials = body({ username: filledText(), password: text() });

const NO_PASSWORD = 'Missing or invalid password or new password';
/** `PATCH /api/me/password`. */
export const passwordChange = body({ password: text(NO_PASSWORD), newPassword: filledPassword(NO_PASSWORD) });
/** The same for root, who may have none. */
export const rootPasswordChange = body({ password: text(NO_PASSWORD), newPassword: newPassword(NO_PASSWORD) });

/** What an account may do; a right that is not sent stays as it is. */
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
  /** Library ids, read when `accessAllLibraries` is off. */
  librariesAccessible: ifValid(texts()),
  /** Tags, read when `accessAllTags` is off. */
  itemTagsSelected: ifValid(texts()),
};

const NO_NAME = 'Username and password are required';
/** Nobody makes a second root. */
const accountType = z.optional(z.enum(['admin', 'user', 'guest'], 'Invalid account type'));

/** `POST /api/users`. Without `isActive` the account is made inactive. */
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
/** Sent back with the account, changed elsewhere. */
const elsewhere = ['id', 'lastSeen', 'hasOpenIDLink', 'seriesHideFromContinueListening'];
const cannotBeUpdated = (member: string) => `Key "${member}" cannot be updated`;

/** `PATCH /api/users/:id`. Any other member is refused. */
export const accountChange = closedBody(
  { ...names, type: accountType, isActive: ifValid(flag), ...access },
  elsewhere,
  cannotBeUpdated,
);
/** The same for root, whose type, state and rights stay whatever is sent. */
export const rootChange = closedBody(
  names,
  [...elsewhere, 'type', 'isActive', ...Object.keys(access)],
  cannotBeUpdated,
);

/** Seconds of a century. */
const LONGEST = 36_525 * 24 * 3600;
/** `POST /api/api-keys`. `expiresIn` in seconds from now; null or 0 for ever. */
export const newApiKey = body({
  name: filledText(),
  expiresIn: z.optional(z.nullable(amount(undefined, LONGEST))),
  isActive: orElse(flag, false),
  /** The user it acts for. */
  userId: text(),
});

/** `PATCH /api/api-keys/:id`. */
export const apiKeyChange = body({ isActive: ifValid(flag), userId: z.optional(text()) });

const signInAddress = ifValid(z.nullable(webAddress()));
const signInText = ifValid(z.nullable(text()));

/** `PATCH /api/auth-settings`: how people sign in. `authOpenIDClientSecret` is a secret. */
export const authSettingsChange = body({
  /** HTML shown on the sign-in form. */
  authLoginCustomMessage: ifValid(z.nullable(description())),
  /** One at least. */
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
