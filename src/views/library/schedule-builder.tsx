import { useLocale, useTranslations } from 'use-intl';
import texts from '../../locales/schedule-en-us.json';
import {
  expressionOf,
  inMode,
  SCHEDULE_CHOICES,
  scheduleProblem,
  withWeekday,
  type ScheduleChoice,
  type ScheduleDraft,
  type ScheduleProblem,
} from '../../machines/kit/schedule.logic.ts';
import { weekdayNames } from '../format/calendar-names.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { ScheduleSummary } from './schedule-summary.tsx';

export interface ScheduleBuilderProps {
  /** From `draftOf`; `expressionOf` is its inverse. */
  draft: ScheduleDraft;
  onChange: (draft: ScheduleDraft) => void;
  /** From the last save. Before that, missing values show quietly. */
  problem?: ScheduleProblem | undefined;
  readOnly?: boolean | undefined;
}

/** Builds a cron expression. Imports Base UI and croner: load it with `chunk`. */
export function ScheduleBuilder(props: ScheduleBuilderProps) {
  return (
    <WithTexts texts={texts}>
      <Builder {...props} />
    </WithTexts>
  );
}

function Builder({ draft, onChange, problem, readOnly }: ScheduleBuilderProps) {
  const t = useTranslations('schedule');
  return (
    <div role="group" aria-label={t('label')} className="flex flex-col gap-4">
      <SegmentedControl
        label={t('how')}
        labelHidden
        value={draft.mode}
        segments={(['simple', 'advanced'] as const).map((mode) => ({
          value: mode,
          label: t(`mode.${mode}`),
          disabled: readOnly,
        }))}
        onChange={(mode) => onChange(inMode(draft, mode))}
      />
      {draft.mode === 'simple' ? (
        <Choices draft={draft} onChange={onChange} problem={problem} readOnly={readOnly} />
      ) : (
        <TextField
          label={t('expression')}
          help={t('expressionHelp')}
          error={problem ? t(`problem.${problem}`) : null}
          value={draft.text}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={readOnly}
          className="max-w-96"
          onChange={(text) => onChange({ ...draft, text })}
        />
      )}
      <ScheduleSummary expression={expressionOf(draft)} problem={problem ? null : scheduleProblem(draft)} />
    </div>
  );
}

const hasTime = (choice: ScheduleChoice): boolean => choice === 'daily' || choice === 'weekly';

function Choices({ draft, onChange, problem, readOnly }: ScheduleBuilderProps) {
  const t = useTranslations('schedule');
  const locale = useLocale();
  // 'Every minute' would keep a server busy: it shows only where it is set.
  const choices = SCHEDULE_CHOICES.filter((choice) => choice !== 'everyMinute' || draft.choice === choice);
  return (
    <>
      <div className="flex flex-wrap items-start gap-4">
        <div className="min-w-56">
          <Select
            label={t('choice')}
            value={draft.choice}
            disabled={readOnly}
            options={choices.map((choice) => ({ value: choice, label: t(`choices.${choice}`) }))}
            onChange={(choice) => onChange({ ...draft, choice })}
          />
        </div>
        {hasTime(draft.choice) && (
          <TextField
            type="time"
            label={t('time')}
            value={draft.time}
            required
            readOnly={readOnly}
            error={problem === 'noTime' ? t('problem.noTime') : null}
            onChange={(time) => onChange({ ...draft, time: time.slice(0, 5) })}
          />
        )}
      </div>
      {draft.choice === 'weekly' && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium text-ink">{t('weekdays')}</legend>
          <div className="flex flex-wrap gap-x-5">
            {weekdayNames(locale).map((name, weekday) => (
              <Checkbox
                key={name}
                label={name}
                checked={draft.weekdays.includes(weekday)}
                disabled={readOnly}
                onChange={(isOn) => onChange(withWeekday(draft, weekday, isOn))}
              />
            ))}
          </div>
          {problem === 'noWeekday' && (
            <p role="alert" className="text-sm text-danger">
              {t('problem.noWeekday')}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
