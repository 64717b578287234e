import { useSelector } from '@xstate/react';
import type { ItemEditRef } from '../../machines/item-edit/item-edit.machine.ts';
import { selectCloses, selectIsSavingDetails } from '../../machines/item-edit/item-edit.selectors.ts';
import { SaveButtons } from '../library/save-buttons.tsx';
import { DETAILS_FORM } from './details-tab.tsx';

/** Saves the details. */
export function DetailsActions({ modal }: { modal: ItemEditRef }) {
  return (
    <SaveButtons
      form={DETAILS_FORM}
      isSaving={useSelector(modal, selectIsSavingDetails)}
      closes={useSelector(modal, selectCloses)}
      onSaveAndClose={() => modal.send({ type: 'itemEdit.saveAndClose' })}
    />
  );
}
