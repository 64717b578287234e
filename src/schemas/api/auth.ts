import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { ereaderDevice } from './ereader-device.ts';
import { serverSettings } from './server-settings.ts';
import { user } from './user.ts';

const signedInFields = {
  /** The library to open first; null when the account has none. */
  userDefaultLibraryId: z.nullable(z.string()),
  serverSettings,
  ereaderDevices: tolerantList(ereaderDevice),
  /** How the server was installed (`docker`, `debian`). */
  Source: z.nullish(z.string()),
};

/** `POST /api/authorize`: everything about the account of a token already held. */
export const authorized = z.object({ user, ...signedInFields });
export type Authorized = z.output<typeof authorized>;

/** `POST /login` and `POST /auth/refresh`: the same with a new access token; the refresh token stays in its cookie. */
export const signedIn = z.object({
  user: z.extend(user, { accessToken: z.string() }),
  ...signedInFields,
});
export type SignedIn = z.output<typeof signedIn>;

/** `POST /logout`: where to send the browser to end the session at the OpenID provider, else null. */
export const signedOut = z.object({ redirect_url: z.nullish(z.string()) });
export type SignedOut = z.output<typeof signedOut>;
