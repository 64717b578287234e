import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { EditEpisodeRef } from '../../../machines/edit/podcasts/edit-episode.machine.ts';
import { selectIsSavingEpisode } from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import {
  EPISODE_TYPES,
  hasEpisodeChanges,
  type EpisodeDetail,
  type EpisodeFormRef,
} from '../../../machines/edit/podcasts/episode-form.logic.ts';
import { formatBytes, formatDuration } from '../../format/amounts.ts';
import { DescriptionField } from '../../shared/description-field.tsx';
import { ClashBox, RestoredNote } from '../../ui/form-notes.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { htmlToText } from '../../ui/html-text.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { submitting } from '../../ui/field.tsx';

/** Connects the submit button at the foot of the dialog. */
export const EPISODE_FORM = 'episode-details';

interface FieldsProps {
  modal: EditEpisodeRef;
  form: EpisodeFormRef;
}

export function EpisodeFields({ modal, form }: FieldsProps) {
  const t = useTranslations('editEpisode');
  const element = useFocusInvalid<HTMLFormElement>(useSelector(form, ({ context }) => context.problems));
  const type = useSelector(form, ({ context }) => context.values.episodeType);
  const types = EPISODE_TYPES.map((value): { value: string; label: string } => ({ value, label: t(`types.${value}`) }));
  const isOther = type !== '' && types.every(({ value }) => value !== type);
  return (
    <form
      ref={element}
      id={EPISODE_FORM}
      noValidate
      className="grid grid-cols-2 items-start gap-4 sm:grid-cols-5"
      onSubmit={submitting(() => modal.send({ type: 'editEpisode.save' }))}
    >
      <Restored modal={modal} form={form} />
      <Detail modal={modal} form={form} field="season" />
      <Detail modal={modal} form={form} field="episode" />
      <div className="min-w-0 max-sm:col-span-2">
        <Select
          label={t('field.episodeType')}
          value={type === '' ? null : type}
          placeholder={t('noType')}
          options={isOther ? [...types, { value: type, label: type }] : types}
          onChange={(value) => form.send({ type: 'form.change', field: 'episodeType', value })}
        />
        <Clash modal={modal} form={form} field="episodeType" />
      </div>
      <Detail modal={modal} form={form} field="day" type="date" />
      <Detail modal={modal} form={form} field="time" type="time" />
      <div className="col-span-full flex flex-col gap-4">
        <Detail modal={modal} form={form} field="title" />
        <Detail modal={modal} form={form} field="subtitle" />
        <Description modal={modal} form={form} />
        <File modal={modal} />
      </div>
    </form>
  );
}

function Restored({ modal, form }: FieldsProps) {
  const t = useTranslations('editEpisode');
  const isRestored = useSelector(modal, ({ context }) => context.isRestored);
  const isSaving = useSelector(modal, selectIsSavingEpisode);
  const isChanged = useSelector(form, ({ context }) => hasEpisodeChanges(context.values));
  if (!isRestored || !isChanged) return null;
  return (
    <RestoredNote
      text={t('restored')}
      discardLabel={t('discardRestored')}
      disabled={isSaving}
      onDiscard={() => modal.send({ type: 'editEpisode.forgetDraft' })}
    />
  );
}

function Detail({ modal, form, field, type }: FieldsProps & { field: EpisodeDetail; type?: 'date' | 'time' }) {
  const t = useTranslations('editEpisode');
  const isSaving = useSelector(modal, selectIsSavingEpisode);
  const value = useSelector(form, ({ context }) => context.values[field]);
  const problem = useSelector(form, ({ context }) => context.problems[field]);
  const error = problem ? t(problem) : null;
  return (
    <div className="min-w-0">
      <TextField
        label={t(`field.${field}`)}
        type={type}
        dir={type ? undefined : 'auto'}
        value={value}
        autoComplete="off"
        readOnly={isSaving}
        required={field === 'title'}
        error={error}
        onChange={(next) => form.send({ type: 'form.change', field, value: next })}
      />
      <Clash modal={modal} form={form} field={field} />
    </div>
  );
}

function Description({ modal, form }: FieldsProps) {
  const t = useTranslations('editEpisode');
  const isSaving = useSelector(modal, selectIsSavingEpisode);
  const value = useSelector(form, ({ context }) => context.values.description);
  return (
    <div>
      <DescriptionField
        label={t('field.description')}
        value={value}
        readOnly={isSaving}
        onChange={(next) => form.send({ type: 'form.change', field: 'description', value: next })}
      />
      <Clash modal={modal} form={form} field="description" />
    </div>
  );
}

function Clash({ modal, form, field }: FieldsProps & { field: EpisodeDetail }) {
  const t = useTranslations('editEpisode');
  const isClash = useSelector(form, ({ context }) => context.values.clashes.includes(field));
  const value = useSelector(form, ({ context }) => context.values.base[field]);
  if (!isClash) return null;
  const isKnownType = field === 'episodeType' && EPISODE_TYPES.some((type) => type === value);
  const plain = field === 'description' ? htmlToText(value) : value;
  const text = isKnownType ? t(`types.${value as (typeof EPISODE_TYPES)[number]}`) : plain;
  return (
    <ClashBox
      message={t('changedElsewhere', { value: text === '' ? t('emptyValue') : text })}
      choices={(['takeTheirs', 'keepMine'] as const).map((action) => ({
        text: t(action),
        label: t('forField', { action: t(action), field: t(`field.${field}`) }),
        onChoose: () => modal.send({ type: `editEpisode.${action}`, field }),
      }))}
    />
  );
}

function File({ modal }: { modal: EditEpisodeRef }) {
  const t = useTranslations('editEpisode');
  const locale = useLocale();
  const episode = useSelector(modal, ({ context }) => context.known);
  const file = episode?.audioFile;
  const url = episode?.enclosure?.url;
  if (!file && !url) return null;
  return (
    <dl className="flex flex-col gap-1 border-t border-line pt-3 text-xs text-ink-3">
      {file && (
        <div className="flex flex-wrap gap-x-2">
          <dt className="font-medium">{t('file')}</dt>
          <dd dir="ltr" className="min-w-0 wrap-anywhere tabular-nums">
            <Dotted>
              <bdi>{file.metadata.path}</bdi>
              {file.metadata.size > 0 && formatBytes(file.metadata.size, locale)}
              {file.duration ? formatDuration(file.duration, locale) : null}
            </Dotted>
          </dd>
        </div>
      )}
      {url && (
        <div className="flex flex-wrap gap-x-2">
          <dt className="font-medium">{t('enclosure')}</dt>
          <dd dir="ltr" className="min-w-0 wrap-anywhere">
            {url}
          </dd>
        </div>
      )}
    </dl>
  );
}
