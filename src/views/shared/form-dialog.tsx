import { useSelector } from '@xstate/react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { AfterSave, FormRef } from '../../machines/kit/form.machine.ts';
import { selectForm, selectIsDirty, selectIsSaving } from '../../machines/kit/kit.selectors.ts';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFocusInvalid } from '../ui/focus-moves.ts';
import { FormMessage } from '../ui/field.tsx';

/** A press outside keeps typed text. `failedText`: for a failed save where no field is to blame. */
export function FormDialog<Values, Problem extends string>({
  form,
  title,
  saveLabel,
  width,
  failedText,
  onClose,
  children,
}: {
  form: FormRef<Values, Problem>;
  title: string;
  saveLabel: string;
  width?: number;
  failedText: (reason: string) => string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslations();
  const id = useId();
  const { problems, error } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const isDirty = useSelector(form, selectIsDirty);
  const element = useFocusInvalid<HTMLFormElement>(problems);
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('common.close')}
      {...(width === undefined ? {} : { width })}
      persistent={isSaving || isDirty}
      onDismiss={onClose}
      footer={
        <CancelAndSave form={id} busy={isSaving} onCancel={onClose}>
          {saveLabel}
        </CancelAndSave>
      }
    >
      <form
        ref={element}
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.send({ type: 'form.submit' });
        }}
      >
        {error && Object.keys(problems).length === 0 && (
          <FormMessage tone="danger">{failedText(errorText(t, error))}</FormMessage>
        )}
        {children}
      </form>
    </Dialog>
  );
}

/** The buttons at the foot of a dialog with a draft. `form`: what the second one submits. */
export function CancelAndSave({
  onCancel,
  ...save
}: Omit<ComponentProps<typeof Button>, 'type' | 'shortcut'> & { onCancel: () => void }) {
  const t = useTranslations('common');
  return (
    <>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button
        variant="primary"
        type={save.form === undefined ? 'button' : 'submit'}
        shortcut="Control+Enter"
        {...save}
      />
    </>
  );
}

interface SaveButtonsProps {
  form: string;
  /** What follows the save that runs; null: none runs. */
  saving: AfterSave | null;
  onSaveAndClose: () => void;
  /** Of an entry in a list, but its last one. */
  onSaveAndNext: (() => void) | null;
}

export function SaveButtons({ form, saving, onSaveAndClose, onSaveAndNext }: SaveButtonsProps) {
  const t = useTranslations('itemEdit');
  const stateOf = (after: AfterSave) => ({ busy: saving === after, disabled: saving !== null && saving !== after });
  return (
    <>
      <Button type="submit" form={form} shortcut="Control+S" {...stateOf('stay')}>
        {t('save')}
      </Button>
      {onSaveAndNext && (
        <Button {...stateOf('next')} onClick={onSaveAndNext}>
          {t('saveAndNext')}
        </Button>
      )}
      <Button variant="primary" shortcut="Control+Enter" {...stateOf('close')} onClick={onSaveAndClose}>
        {t('saveAndClose')}
      </Button>
    </>
  );
}
