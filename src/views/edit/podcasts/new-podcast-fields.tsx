import { formChange } from '../../../machines/kit/form.logic.ts';
import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { PODCAST_TYPES } from '../../../machines/edit/item-edit/details.logic.ts';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import { selectLibraryFilterData } from '../../../machines/account/libraries/libraries.selectors.ts';
import {
  pathOf,
  type NewPodcastForm,
  type NewPodcastValues,
} from '../../../machines/edit/podcasts/new-podcast.logic.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { DescriptionField } from '../../shared/description-field.tsx';
import { Checkbox, Switch } from '../../ui/checkbox.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { Select } from '../../ui/select.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { submitting } from '../../ui/field.tsx';

const NONE: readonly string[] = [];

export function NewPodcastFields({ form }: { form: NewPodcastForm }) {
  const { problems } = useSelector(form, selectForm);
  const element = useFocusInvalid<HTMLFormElement>(problems);
  return (
    <form
      ref={element}
      noValidate
      className="grid min-w-0 flex-1 grid-cols-1 items-start gap-4 sm:grid-cols-2"
      onSubmit={submitting(() => form.send({ type: 'form.submit' }))}
    >
      <AboutFields form={form} />
      <KeepingFields form={form} />
    </form>
  );
}

function useFields(form: NewPodcastForm) {
  const t = useTranslations('newPodcast');
  const { values, problems } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const change = <Field extends keyof NewPodcastValues>(field: Field, value: NewPodcastValues[Field]) =>
    form.send(formChange<NewPodcastValues, Field>(field, value));
  const wording = (field: 'title' | 'folderId' | 'path') => {
    const problem = problems[field];
    return problem ? t(`problems.${problem}`) : null;
  };
  const line = (field: 'title' | 'author' | 'language' | 'path') =>
    ({
      label: t(`fields.${field}`),
      value: values[field] ?? '',
      readOnly: isSaving,
      dir: 'auto',
      autoComplete: 'off',
      onChange: (value: string) => change(field, value),
    }) as const;
  return { values, isSaving, change, wording, line };
}

/** What the feed says about the podcast. */
function AboutFields({ form }: { form: NewPodcastForm }) {
  const t = useTranslations('newPodcast');
  const { values, isSaving, change, wording, line } = useFields(form);
  const genres = useSelector(useActorRefOf('libraries'), selectLibraryFilterData)?.values.genres ?? NONE;
  return (
    <>
      <TextField {...line('title')} required error={wording('title')} />
      <TextField {...line('author')} />
      <TextField
        readOnly
        dir="ltr"
        autoComplete="off"
        label={t('fields.feedUrl')}
        value={values.source.feed.feedUrl}
        className="sm:col-span-2"
        onChange={() => undefined}
      />
      <TagsField
        label={t('fields.genres')}
        values={values.genres}
        text={values.genreText}
        suggestions={genres}
        onChange={(value) => change('genres', value)}
        onText={(text) => change('genreText', text)}
        removeLabel={(name) => t('removeGenre', { name })}
        createLabel={(name) => t('addGenre', { name })}
        emptyLabel={t('noGenres')}
      />
      <div className="grid grid-cols-2 gap-4">
        <Select
          label={t('fields.type')}
          value={values.type}
          options={PODCAST_TYPES.map((type): { value: string; label: string } => ({
            value: type,
            label: t(`types.${type}`),
          }))}
          onChange={(value) => change('type', value)}
        />
        <TextField {...line('language')} />
      </div>
      <DescriptionField
        label={t('fields.description')}
        readOnly={isSaving}
        value={values.description}
        className="sm:col-span-2"
        onChange={(value) => change('description', value)}
      />
    </>
  );
}

/** Where its files go, and what downloads them. */
function KeepingFields({ form }: { form: NewPodcastForm }) {
  const t = useTranslations('newPodcast');
  const { values, change, wording, line } = useFields(form);
  return (
    <>
      <Select
        label={t('fields.folder')}
        value={values.folderId === '' ? null : values.folderId}
        options={values.source.folders.map(({ id, fullPath }) => ({ value: id, label: fullPath }))}
        error={wording('folderId')}
        onChange={(value) => change('folderId', value)}
      />
      <TextField
        {...line('path')}
        dir="ltr"
        help={values.path === null ? t('pathHelp') : undefined}
        value={pathOf(values)}
        error={wording('path')}
      />
      <Checkbox
        label={t('fields.explicit')}
        checked={values.explicit}
        onChange={(checked) => change('explicit', checked)}
      />
      <Switch
        label={t('fields.autoDownload')}
        help={t('autoDownloadHelp')}
        checked={values.autoDownloadEpisodes}
        onChange={(checked) => change('autoDownloadEpisodes', checked)}
      />
    </>
  );
}
