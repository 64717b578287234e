import { batchDraft } from '../../schemas/batch-draft.ts';
import { defineStored } from '../../services/storage.ts';

export const BATCH_DRAFT = defineStored('earmark.batchDraft', batchDraft);
