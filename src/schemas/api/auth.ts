import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { serverSettings } from './server-settings.ts';
import { user } from './user.ts';

/** `users` counts only with `specificUsers`. All devices are sent back together, so unknown keys are kept. */
export const ereaderDevice = z.looseObject({
  name: z.string(),
  email: z.string(),
  availabilityOption: z.optional(z.string()),
  users: z.optional(z.nullable(z.array(z.string()))),
});
export type EreaderDevice = z.output<typeof ereaderDevice>;

const signedInFields = {
  userDefaultLibraryId: z.nullable(z.string()),
  serverSettings,
  ereaderDevices: tolerantList(ereaderDevice),
  /** `docker`, `debian`. */
  Source: z.nullish(z.string()),
};

export const authorized = z.object({ user, ...signedInFields });
export type Authorized = z.output<typeof authorized>;

export const signedIn = z.object({
  user: z.extend(user, { accessToken: z.string() }),
  ...signedInFields,
});
export type SignedIn = z.output<typeof signedIn>;

/** The page that ends the session at the OpenID provider, else null. */
export const signedOut = z.object({ redirect_url: z.nullish(z.string()) });
