import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectForm } from '../../../machines/kit/kit.selectors.ts';
import type { SeriesNameForm } from '../../../machines/browse/series/rename-series.logic.ts';
import type { RenameSeriesRef } from '../../../machines/browse/series/rename-series.machine.ts';
import { selectSeriesNameForm } from '../../../machines/browse/series/series.selectors.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function Modal({ modal }: { modal: RenameSeriesRef }) {
  const form = useSelector(modal, selectSeriesNameForm);
  return form && <RenameDialog modal={modal} form={form} />;
}

function RenameDialog({ modal, form }: { modal: RenameSeriesRef; form: SeriesNameForm }) {
  const t = useTranslations('series');
  const { values, problems } = useSelector(form, selectForm);
  return (
    <FormDialog
      form={form}
      title={t('renameTitle', { name: values.series.name })}
      saveLabel={t('rename')}
      failedText={(reason) => t('notRenamed', { reason })}
      onClose={() => modal.send({ type: 'renameSeries.close' })}
    >
      <TextField
        label={t('name')}
        dir="auto"
        autoComplete="off"
        required
        value={values.name}
        error={problems.name && t(problems.name)}
        onChange={(value) => form.send({ type: 'form.change', field: 'name', value })}
      />
    </FormDialog>
  );
}
