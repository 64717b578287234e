import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { RenameNarratorRef } from '../../../machines/browse/narrators/rename-narrator.machine.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The name of another narrator merges the two. */
export function Modal({ modal }: { modal: RenameNarratorRef }) {
  const t = useTranslations();
  const field = useRef<HTMLInputElement>(null);
  const { narrator, name, others, error } = useSelector(modal, ({ context }) => context);
  const isSaving = useSelector(modal, (snapshot) => snapshot.hasTag('busy'));
  const isEmpty = name.trim() === '';
  const merges = others.includes(name.trim());
  return (
    <Dialog
      open
      persistent={isSaving}
      title={t('narrators.renameTitle', { name: narrator.name })}
      closeLabel={t('common.close')}
      initialFocus={field}
      onDismiss={() => modal.send({ type: 'narrator.cancel' })}
      footer={
        <CancelAndSave
          busy={isSaving}
          disabled={isEmpty}
          onCancel={() => modal.send({ type: 'narrator.cancel' })}
          onClick={() => modal.send({ type: 'narrator.submit' })}
        >
          {t(merges ? 'narrators.merge' : 'narrators.rename')}
        </CancelAndSave>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          modal.send({ type: 'narrator.submit' });
        }}
      >
        <TextField
          ref={field}
          label={t('narrators.name')}
          value={name}
          autoComplete="off"
          error={isEmpty ? t('narrators.nameMissing') : error ? errorText(t, error) : null}
          help={merges ? t('narrators.merges', { name: name.trim() }) : undefined}
          onChange={(value) => modal.send({ type: 'narrator.change', name: value })}
        />
      </form>
    </Dialog>
  );
}
