import { useLocale, useTranslations } from 'use-intl';
import { shallowEqual, useSelector } from '@xstate/react';
import texts from '../../locales/en-us/schedule.json';
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
import { weekdayNames, monthNames } from '../format/dates.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { readCron } from '../../machines/kit/cron.logic.ts';
import { selectMomentFormats } from '../../machines/app/session/session.selectors.ts';
import { formatByPattern, formatMoment } from '../../machines/kit/moment.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { nextTimes, cronWords, type CronWords } from '../../machines/kit/cron.logic.ts';
import { joinClauses } from '../format/lists.ts';

interface ScheduleBuilderProps {
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

const SHOWN = 5;

interface ScheduleSummaryProps {
  expression: string | null;
  problem: ScheduleProblem | null;
}

function ScheduleSummary({ expression, problem }: ScheduleSummaryProps) {
  const t = useTranslations('schedule');
  const locale = useLocale();
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const sentence = useSentence();
  const schedule = expression === null ? null : readCron(expression);
  const times = expression === null ? [] : nextTimes(expression, SHOWN);
  const names = weekdayNames(locale);
  return (
    <div>
      <p role="status" className="min-h-5 text-sm font-medium text-ink">
        {schedule && sentence(cronWords(schedule))}
        {problem && <span className="font-normal text-ink-2">{t(`problem.${problem}`)}</span>}
      </p>
      {schedule && times.length === 0 && <p className="mt-1 text-sm text-ink-2">{t('never')}</p>}
      {times.length > 0 && (
        <>
          <p className="mt-2 text-sm text-ink-2">{t('next')}</p>
          <ul className="mt-1 text-sm text-ink-2 tabular-nums">
            {times.map((time) => (
              <li key={time}>
                {names[new Date(time).getDay()]} {formatMoment(time, formats, locale)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function useSentence(): (words: CronWords) => string {
  const t = useTranslations('schedule');
  const locale = useLocale();
  const { time } = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const list = new Intl.ListFormat(locale);
  const listOf = (values: readonly (string | number)[]) => list.format(values.map(String));
  const clock = (hour: number, minute: number) =>
    formatByPattern(new Date(2026, 0, 1, hour, minute).getTime(), time, locale);

  const minutesText = ({ minutes }: CronWords): string => {
    if (minutes.kind === 'list')
      return t('minutes.list', { count: minutes.values.length, minutes: listOf(minutes.values) });
    return minutes.kind === 'every' ? t('minutes.every') : t(`minutes.${minutes.kind}`, { ...minutes });
  };
  const hoursText = ({ hours }: CronWords): string | null => {
    if (hours.kind === 'every') return null;
    if (hours.kind === 'step') return t('hours.step', { step: hours.step });
    if (hours.kind === 'range') return t('hours.range', { from: clock(hours.from, 0), to: clock(hours.to, 59) });
    return t('hours.list', {
      count: hours.values.length,
      hours: listOf(hours.values.map((hour) => clock(hour, 0))),
    });
  };
  const timeText = (words: CronWords): string | null => {
    const { times, minutes } = words;
    if (times) return t('at', { times: listOf(times.map(({ hour, minute }) => clock(hour, minute))) });
    const isOnTheHour = minutes.kind === 'list' && minutes.values.length === 1 && minutes.values[0] === 0;
    if (!isOnTheHour) return joinClauses([minutesText(words), hoursText(words)], locale);
    return words.hours.kind === 'step' ? hoursText(words) : joinClauses([t('everyHour'), hoursText(words)], locale);
  };
  const daysText = ({ times, days, weekdays, months }: CronWords): string | null => {
    const names = weekdayNames(locale);
    const onWeekdays = weekdays && listOf(weekdays.map((day) => names[day] ?? ''));
    if (days && onWeekdays) return t('daysOrWeekday', { days: listOf(days), weekdays: onWeekdays });
    if (days) return t('days', { days: listOf(days) });
    if (onWeekdays) return t('weekday', { weekdays: onWeekdays });
    return times && !months ? t('everyDay') : null;
  };
  const monthsText = ({ months }: CronWords): string | null => {
    const names = monthNames(locale);
    return months && t('months', { months: listOf(months.map((month) => names[month - 1] ?? '')) });
  };
  return (words) => t('runs', { when: joinClauses([timeText(words), daysText(words), monthsText(words)], locale) });
}
