import { useSelector } from '@xstate/react';
import { FolderOpen, Plus, X } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import {
  lostFolders,
  withMediaType,
  withTypedFolder,
  type LibraryForm,
  selectProviders,
  selectProvidersError,
} from '../../../machines/admin/library-settings/edit-library.logic.ts';
import type { EditLibraryRef } from '../../../machines/admin/library-settings/edit-library.machine.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage } from '../../ui/field.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LIBRARY_ICONS, LibraryIcon } from '../../ui/library-icon.tsx';
import { changeOf } from './settings-tab.tsx';
import { formatList } from '../../format/lists.ts';

interface TabProps {
  modal: EditLibraryRef;
  form: LibraryForm;
}

export function DetailsTab({ modal, form }: TabProps) {
  const t = useTranslations();
  const tForm = useTranslations('libraryForm');
  const { values, problems } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const element = useFocusInvalid<HTMLDivElement>(problems);
  const change = changeOf(form);
  const listed = useSelector(modal, selectProviders)[values.mediaType];
  const providersError = useSelector(modal, selectProvidersError);
  const providers = listed.some(({ value }) => value === values.provider)
    ? listed
    : [...listed, { value: values.provider, name: values.provider }];
  return (
    <div ref={element} className="flex flex-col gap-5">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <TextField
          label={tForm('name')}
          required
          dir="auto"
          autoComplete="off"
          readOnly={isSaving}
          value={values.name}
          error={problems.name ? tForm('problem.nameMissing') : null}
          onChange={(value) => change('name', value)}
        />
        <Select
          label={tForm('mediaType')}
          help={values.base ? tForm('mediaTypeFixed') : undefined}
          disabled={values.base !== null || isSaving}
          value={values.mediaType}
          options={(['book', 'podcast'] as const).map((type) => ({ value: type, label: tForm(`mediaTypes.${type}`) }))}
          onChange={(value) => {
            const { mediaType, provider } = withMediaType(values, value);
            change('mediaType', mediaType);
            change('provider', provider);
          }}
        />
      </div>
      <IconPicker value={values.icon} disabled={isSaving} onChange={(value) => change('icon', value)} />
      <div className="max-w-sm">
        <Select
          label={tForm('provider')}
          help={providersError ? tForm('providersFailed', { reason: errorText(t, providersError) }) : undefined}
          disabled={isSaving}
          value={values.provider}
          options={providers.map(({ value, name }) => ({ value, label: name }))}
          onChange={(value) => change('provider', value)}
        />
      </div>
      <Folders modal={modal} form={form} />
    </div>
  );
}

function Folders({ modal, form }: TabProps) {
  const t = useTranslations('libraryForm');
  const locale = useLocale();
  const { values, problems } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const change = changeOf(form);
  const lost = lostFolders(values);
  const problem = problems.folderText ?? problems.folders;
  const add = () => {
    const { folders, folderText } = withTypedFolder(values);
    if (folders === values.folders) return;
    change('folders', folders);
    change('folderText', folderText);
  };
  const addByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || values.folderText.trim() === '') return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-ink">{t('folders')}</legend>
      <FolderList form={form} />
      {lost.length > 0 && (
        <FormMessage tone="info">{t('folderLost', { folders: formatList(lost, locale) })}</FormMessage>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-56 flex-1">
          <TextField
            onKeyDown={addByKey}
            onBlur={add}
            label={t('newFolder')}
            help={t('newFolderHelp')}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isSaving}
            value={values.folderText}
            error={problem ? t(`problem.${problem as 'folderMissing' | 'isTaken' | 'isAround' | 'isInside'}`) : null}
            onChange={(value) => change('folderText', value)}
          />
        </div>
        <div className="flex gap-2 pt-6.5">
          <Button icon={<Plus size={16} />} disabled={isSaving || values.folderText.trim() === ''} onClick={add}>
            {t('addFolder')}
          </Button>
          <Button
            icon={<FolderOpen size={16} />}
            disabled={isSaving}
            onClick={() => modal.send({ type: 'editLibrary.browse' })}
          >
            {t('browse')}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function FolderList({ form }: Pick<TabProps, 'form'>) {
  const t = useTranslations('libraryForm');
  const { folders } = useSelector(form, selectForm).values;
  const isSaving = useSelector(form, selectIsSaving);
  const change = changeOf(form);
  return (
    <ul className="flex flex-col gap-1.5">
      {folders.map(({ fullPath }, index) => (
        <li
          key={fullPath}
          ref={handFocusOn}
          className="flex min-h-10 items-center gap-2 rounded-md border border-line bg-surface-2 ps-3 pe-1 touch:min-h-11"
        >
          <bdi dir="ltr" className="min-w-0 flex-1 text-sm wrap-anywhere">
            {fullPath}
          </bdi>
          {folders.length > 1 && (
            <IconButton
              size="sm"
              label={t('removeFolder', { path: fullPath })}
              icon={<X size={16} />}
              disabled={isSaving}
              onClick={() =>
                change(
                  'folders',
                  folders.filter((_, other) => other !== index),
                )
              }
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface IconPickerProps {
  value: string;
  disabled: boolean;
  onChange: (name: string) => void;
}

/** Radio buttons to screen readers and keyboard. */
function IconPicker({ value, disabled, onChange }: IconPickerProps) {
  const t = useTranslations('libraryForm');
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="pb-1.5 text-sm font-medium text-ink">{t('icon')}</legend>
      <div className="flex flex-wrap gap-1">
        {LIBRARY_ICONS.map((icon) => (
          <label
            key={icon}
            data-tip={t(`icons.${icon}`)}
            className="relative grid size-9 place-items-center rounded-md text-ink-2 outline-offset-2 hover:bg-surface-2 has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 touch:size-11 forced-colors:has-checked:border"
          >
            <input
              type="radio"
              name={name}
              value={icon}
              checked={icon === value}
              aria-label={t(`icons.${icon}`)}
              onChange={() => onChange(icon)}
              className="absolute inset-0 opacity-0"
            />
            <LibraryIcon name={icon} size={20} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
