import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ItemEditRef } from '../../machines/item-edit/item-edit.machine.ts';
import { selectCloses, selectIsSavingDetails } from '../../machines/item-edit/item-edit.selectors.ts';
import { Button } from '../ui/button.tsx';
import { DETAILS_FORM } from './details-tab.tsx';

/** Save, and save and close. */
export function DetailsActions({ modal }: { modal: ItemEditRef }) {
  const t = useTranslations('itemEdit');
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const closes = useSelector(modal, selectCloses);
  return (
    <>
      <Button type="submit" form={DETAILS_FORM} busy={isSaving && !closes} disabled={closes}>
        {t('save')}
      </Button>
      <Button
        variant="primary"
        busy={closes}
        disabled={isSaving && !closes}
        onClick={() => modal.send({ type: 'itemEdit.saveAndClose' })}
      >
        {t('saveAndClose')}
      </Button>
    </>
  );
}
