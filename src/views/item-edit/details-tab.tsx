import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { hasChanges, type DetailsFormRef } from '../../machines/item-edit/details-form.logic.ts';
import type { ItemEditRef } from '../../machines/item-edit/item-edit.machine.ts';
import {
  selectDetailsForm,
  selectIsRestored,
  selectIsSavingDetails,
} from '../../machines/item-edit/item-edit.selectors.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useFocusInvalid } from '../ui/focus-invalid.ts';
import { RestoredNote } from '../ui/restored-note.tsx';
import { Clash } from '../library/clash.tsx';
import { Detail, detailPlace, ORDER } from '../library/detail.tsx';

/** Connects the submit button at the foot of the dialog. */
export const DETAILS_FORM = 'item-details';

export function DetailsTab({ modal, item }: { modal: ItemEditRef; item: LibraryItemExpanded }) {
  const form = useSelector(modal, selectDetailsForm);
  return form && <DetailsFields modal={modal} form={form} item={item} />;
}

function DetailsFields({ modal, form, item }: { modal: ItemEditRef; form: DetailsFormRef; item: LibraryItemExpanded }) {
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const t = useTranslations('editItem');
  const isRestored = useSelector(modal, selectIsRestored);
  const isChanged = useSelector(form, ({ context }) => hasChanges(context.values));
  const element = useFocusInvalid<HTMLFormElement>(useSelector(form, ({ context }) => context.problems));
  return (
    <form
      ref={element}
      id={DETAILS_FORM}
      noValidate
      className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        modal.send({ type: 'itemEdit.save' });
      }}
    >
      {isRestored && isChanged && (
        <RestoredNote
          text={t('restored')}
          discardLabel={t('discardRestored')}
          disabled={isSaving}
          onDiscard={() => modal.send({ type: 'itemEdit.forgetDraft' })}
        />
      )}
      {ORDER[item.mediaType].map((field) => (
        <div key={field} className={detailPlace(field)}>
          <Detail form={form} field={field} isLocked={isSaving} />
          <Clash
            form={form}
            field={field}
            onTakeTheirs={() => modal.send({ type: 'itemEdit.takeTheirs', field })}
            onKeepMine={() => modal.send({ type: 'itemEdit.keepMine', field })}
          />
        </div>
      ))}
    </form>
  );
}
