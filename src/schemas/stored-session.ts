import { z } from './zod.ts';

/**
 * What lets the next page load go on without signing in: the access token and whose it is. The refresh
 * token is not here: it is in a cookie that no script can read.
 */
export const storedSession = z.object({
  accessToken: z.string().check(z.minLength(1)),
  /** null right after the return from an identity provider, until the account is known. */
  userId: z.nullable(z.string()),
});

export type StoredSession = z.output<typeof storedSession>;
