import { z } from '../schemas/zod.ts';
import { defineStored } from './storage.ts';

/** The next start of this tab records a tape; `panel`: with the inspector in the page. */
export const TAPE_MARK = defineStored('earmark.tape', z.enum(['panel', 'window']));
