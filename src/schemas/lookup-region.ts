import { z } from './zod.ts';

/** The shop that chapters were looked up at last. */
export const lookupRegion = z.enum(['us', 'ca', 'uk', 'au', 'fr', 'de', 'jp', 'it', 'in', 'es']);
