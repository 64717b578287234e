import { z } from '../../schemas/zod.ts';
import { defineStored } from '../../services/storage.ts';

/** In this tab: the page after the reload reports the restore. */
export const restoredMark = defineStored('earmark.backupRestored', z.literal(true));
