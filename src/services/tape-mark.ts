import { z } from '../schemas/zod.ts';
import { defineStored } from './storage.ts';

/** Kept for the next start of this tab, which shall be on a tape; `panel`: with the inspector in the page again. */
export const TAPE_MARK = defineStored('earmark.tape', z.enum(['panel', 'window']));
