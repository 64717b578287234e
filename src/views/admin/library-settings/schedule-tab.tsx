import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import type { ScheduleProblem } from '../../../machines/kit/schedule.logic.ts';
import type { LibraryForm } from '../../../machines/admin/library-settings/edit-library.logic.ts';
import { ScheduleBuilder } from '../../shared/schedule-builder.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { changeOf } from './settings-tab.tsx';

export function ScheduleTab({ form }: { form: LibraryForm }) {
  const t = useTranslations('libraryForm.schedule');
  const { values, problems } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const element = useFocusInvalid<HTMLDivElement>(problems);
  const change = changeOf(form);
  return (
    <div ref={element} className="flex flex-col gap-4">
      <Switch
        label={t('isOn')}
        help={t('isOnHelp')}
        checked={values.isScheduled}
        disabled={isSaving}
        onChange={(is) => change('isScheduled', is)}
      />
      {values.isScheduled && (
        <ScheduleBuilder
          draft={values.draft}
          problem={problems.draft as ScheduleProblem | undefined}
          readOnly={isSaving}
          onChange={(draft) => change('draft', draft)}
        />
      )}
    </div>
  );
}
