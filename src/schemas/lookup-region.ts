import { z } from './zod.ts';

export const lookupRegion = z.enum(['us', 'ca', 'uk', 'au', 'fr', 'de', 'jp', 'it', 'in', 'es']);
