import { batchDraft } from '../../schemas/batch-draft.ts';
import { defineStored } from '../../services/storage.ts';

/** The items that this tab edits together, and what is not saved of that. */
export const BATCH_DRAFT = defineStored('earmark.batchDraft', batchDraft);
