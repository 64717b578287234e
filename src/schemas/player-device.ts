import { z } from './zod.ts';

/** A text that names this browser, or this tab, to the server. */
export const deviceToken = z.string().check(z.regex(/^[\w-]{4,64}$/));

/** When a tab of this browser last began to play, in ms since 1970. */
export const playingSince = z.object({ at: z.number() });
