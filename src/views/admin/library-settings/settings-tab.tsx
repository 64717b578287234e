import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import { SWITCHES, type LibraryForm } from '../../../machines/admin/library-settings/edit-library.logic.ts';
import { formChange } from '../../../machines/kit/form.logic.ts';
import type { LibraryValues } from '../../../machines/admin/library-settings/edit-library.logic.ts';
import { PODCAST_REGIONS } from '../../../machines/admin/library-settings/regions.logic.ts';
import { selectIsWatcherOff } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { formatRegion } from '../../format/names.ts';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/checkbox.tsx';

const WITH_HELP = [
  'audiobooksOnly',
  'hideSingleBookSeries',
  'onlyShowLaterBooksInContinueSeries',
  'epubsAllowScriptedContent',
] as const;
type WithHelp = (typeof WITH_HELP)[number];
const hasHelp = (name: string): name is WithHelp => WITH_HELP.some((one) => one === name);

export function SettingsTab({ form }: { form: LibraryForm }) {
  const t = useTranslations('libraryForm.settings');
  const tProblem = useTranslations('libraryForm.problem');
  const { values, problems } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const isWatcherOff = useSelector(useActorRefOf('session'), selectIsWatcherOff);
  const element = useFocusInvalid<HTMLDivElement>(problems);
  const change = changeOf(form);
  const amount = values.finishedBy === 'time' ? 'finishedTime' : 'finishedPercent';
  const amountName = t(`amount.${values.finishedBy}`);
  return (
    <div ref={element} className="flex flex-col gap-1">
      <Switch
        label={t('isSquare')}
        help={t('isSquareHelp')}
        checked={values.isSquare}
        disabled={isSaving}
        onChange={(is) => change('isSquare', is)}
      />
      <Switch
        label={t('isWatched')}
        help={isWatcherOff ? t('isWatchedOff') : t('isWatchedHelp')}
        checked={values.isWatched && !isWatcherOff}
        disabled={isSaving || isWatcherOff}
        onChange={(is) => change('isWatched', is)}
      />
      {SWITCHES[values.mediaType].map((name) => (
        <Switch
          key={name}
          label={t(name)}
          help={hasHelp(name) ? t(`${name}Help`) : undefined}
          checked={values.switches[name]}
          disabled={isSaving}
          onChange={(is) => change('switches', { ...values.switches, [name]: is })}
        />
      ))}
      {values.mediaType === 'podcast' && (
        <div className="max-w-sm py-2">
          <Select
            label={t('region')}
            disabled={isSaving}
            value={values.region}
            options={Object.entries(PODCAST_REGIONS).map(([code, language]) => ({
              value: code,
              label: formatRegion(code, language),
            }))}
            onChange={(code) => change('region', code)}
          />
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 pt-2 sm:grid-cols-2">
        <Select
          label={t('finished')}
          disabled={isSaving}
          value={values.finishedBy}
          options={(['time', 'percent'] as const).map((by) => ({ value: by, label: t(`finishedBy.${by}`) }))}
          onChange={(by) => change('finishedBy', by)}
        />
        <NumberField
          label={amountName}
          unit={values.finishedBy === 'time' ? t('seconds') : t('percent')}
          min={0}
          max={values.finishedBy === 'time' ? undefined : 100}
          disabled={isSaving}
          value={values[amount]}
          error={problems[amount] ? tProblem('noNumber') : null}
          decreaseLabel={t('decrease', { name: amountName })}
          increaseLabel={t('increase', { name: amountName })}
          onChange={(value) => change(amount, value)}
        />
      </div>
    </div>
  );
}

export const changeOf =
  (form: LibraryForm) =>
  <Field extends keyof LibraryValues>(field: Field, value: LibraryValues[Field]): void =>
    form.send(formChange<LibraryValues, Field>(field, value));
