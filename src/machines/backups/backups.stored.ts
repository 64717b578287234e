import { z } from '../../schemas/zod.ts';
import { defineStored } from '../../services/storage.ts';

/** In this tab: a backup was restored from here, which the page that comes after the reload tells. */
export const restoredMark = defineStored('earmark.backupRestored', z.literal(true));
