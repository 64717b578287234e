import { z } from './zod.ts';

export const recentSearches = z.array(z.string().check(z.minLength(1)));
