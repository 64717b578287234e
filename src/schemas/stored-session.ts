import { z } from './zod.ts';

/** Without the refresh token, which is in a cookie that scripts can't read. */
export const storedSession = z.object({
  accessToken: z.string().check(z.minLength(1)),
  /** null after the return from an identity provider, until the account has loaded. */
  userId: z.nullable(z.string()),
});

export type StoredSession = z.output<typeof storedSession>;
