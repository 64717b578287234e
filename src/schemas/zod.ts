/** The only import of zod. The page forbids `eval`, so schemas run without the compiled fast path. */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
