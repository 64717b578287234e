import { fromCallback } from 'xstate';
import { itemDraft } from '../../schemas/item-draft.ts';
import { defineStored } from '../../services/storage.ts';
import { getPorts } from '../app/ports.ts';
import { hasChanges, type DetailsFormRef } from './details-form.logic.ts';
import { draftOf } from './draft.logic.ts';

/** What this tab keeps of an edit, over a reload. */
export const ITEM_DRAFT = defineStored('earmark.itemDraft', itemDraft);

/**
 * Keeps what is typed in the details until it is saved or given up: a page that is reloaded ends without the end of
 * this actor, so that the draft is still there.
 */
export const draftKeeper = fromCallback<{ type: 'none' }, { readonly form: DetailsFormRef | null }>(
  ({ input: { form }, system }) => {
    const { tabStorage } = getPorts(system);
    const subscription = form?.subscribe(({ context: { values } }) => {
      if (hasChanges(values)) void tabStorage.write(ITEM_DRAFT, draftOf(values));
      else tabStorage.remove(ITEM_DRAFT);
    });
    return () => {
      subscription?.unsubscribe();
      tabStorage.remove(ITEM_DRAFT);
    };
  },
);
