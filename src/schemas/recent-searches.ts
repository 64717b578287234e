import { z } from './zod.ts';

/** Texts that an account has searched for in this browser, the latest first. */
export const recentSearches = z.array(z.string().check(z.minLength(1)));
