import { batchDraft } from '../../../schemas/drafts.ts';
import { defineStored } from '../../../services/storage.ts';

export const BATCH_DRAFT = defineStored('earmark.batchDraft', batchDraft);
