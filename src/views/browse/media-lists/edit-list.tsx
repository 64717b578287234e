import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import type { EditListForm, EditListRef } from '../../../machines/browse/media-lists/edit-list.machine.ts';
import { selectEditForm, selectEditing } from '../../../machines/browse/media-lists/media-list.selectors.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function Modal({ modal }: { modal: EditListRef }) {
  const form = useSelector(modal, selectEditForm);
  return form && <EditDialog modal={modal} form={form} />;
}

function EditDialog({ modal, form }: { modal: EditListRef; form: EditListForm }) {
  const t = useTranslations('mediaLists');
  const tCommon = useTranslations('common');
  const { list, mayRemove } = useSelector(modal, selectEditing);
  const { values, problems } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const submit = () => form.send({ type: 'form.submit' });
  const element = useFocusInvalid<HTMLFormElement>(problems);
  return (
    <Dialog
      open
      title={list.kind === 'collection' ? t('editCollection') : t('editPlaylist')}
      closeLabel={tCommon('close')}
      width={700}
      persistent={isSaving}
      onDismiss={() => modal.send({ type: 'editList.close' })}
      footer={
        <>
          {mayRemove && (
            <Button
              variant="ghost"
              icon={<Trash2 size={16} />}
              className="me-auto text-danger!"
              onClick={() => modal.send({ type: 'editList.remove' })}
            >
              {t('remove')}
            </Button>
          )}
          <CancelAndSave busy={isSaving} onCancel={() => modal.send({ type: 'editList.close' })} onClick={submit}>
            {t('save')}
          </CancelAndSave>
        </>
      }
    >
      <form
        ref={element}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('name')}
          dir="auto"
          autoComplete="off"
          required
          value={values.name}
          error={problems.name && t('nameMissing')}
          onChange={(value) => form.send({ type: 'form.change', field: 'name', value })}
        />
        <TextArea
          label={t('description')}
          hint={t('optional')}
          dir="auto"
          value={values.description}
          onChange={(value) => form.send({ type: 'form.change', field: 'description', value })}
        />
      </form>
    </Dialog>
  );
}
