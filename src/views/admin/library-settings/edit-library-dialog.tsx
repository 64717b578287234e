import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/library-settings.json';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import {
  hasLibraryChanges,
  selectFolders,
  selectLibraryForm,
  selectTab,
  libraryTabs,
} from '../../../machines/admin/library-settings/edit-library.logic.ts';
import type { EditLibraryRef } from '../../../machines/admin/library-settings/edit-library.machine.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { errorText } from '../../texts/error-text.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DetailsTab } from './details-tab.tsx';
import { FolderActions, FolderChooser } from './folder-chooser.tsx';
import { SettingsTab } from './settings-tab.tsx';

const scanner = chunk(async () => (await import('./scanner-tab.tsx')).ScannerTab);
const schedule = chunk(async () => (await import('./schedule-tab.tsx')).ScheduleTab);
const tools = chunk(async () => (await import('./tools-tab.tsx')).ToolsTab);
// Preloaded before one is chosen: a missing one is empty, and the dialog would collapse.
for (const tab of [scanner, schedule, tools]) void tab.preload();

/** Connects the submit button at the foot of the dialog. */
const FORM = 'edit-library';

export function Modal({ modal }: { modal: EditLibraryRef }) {
  return (
    <WithTexts texts={texts}>
      <EditDialog modal={modal} />
    </WithTexts>
  );
}

function EditDialog({ modal }: { modal: EditLibraryRef }) {
  const t = useTranslations('libraryForm');
  const tCommon = useTranslations('common');
  const form = useSelector(modal, selectLibraryForm);
  const { values } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const folders = useSelector(modal, selectFolders);
  const hasSave = useSelector(modal, selectTab) !== 'tools';
  const { base } = values;
  return (
    <Dialog
      open
      title={folders ? t('chooser.title') : base ? t('edit', { name: base.name }) : t('new')}
      closeLabel={tCommon('close')}
      width={800}
      maxHeight={650}
      steady
      persistent={isSaving || hasLibraryChanges(values)}
      onDismiss={() => modal.send({ type: 'editLibrary.close' })}
      footer={folders ? <FolderActions folders={folders} /> : hasSave && <Actions modal={modal} />}
    >
      {folders ? <FolderChooser folders={folders} /> : <Filled modal={modal} />}
    </Dialog>
  );
}

function Actions({ modal }: { modal: EditLibraryRef }) {
  const t = useTranslations('libraryForm');
  const form = useSelector(modal, selectLibraryForm);
  const isSaving = useSelector(form, selectIsSaving);
  const { base } = useSelector(form, selectForm).values;
  return (
    <CancelAndSave form={FORM} busy={isSaving} onCancel={() => modal.send({ type: 'editLibrary.close' })}>
      {base ? t('save') : t('create')}
    </CancelAndSave>
  );
}

function Filled({ modal }: { modal: EditLibraryRef }) {
  const t = useTranslations();
  const form = useSelector(modal, selectLibraryForm);
  const { values, error } = useSelector(form, selectForm);
  const tab = useSelector(modal, selectTab);
  const tabs = libraryTabs(values.mediaType, values.base === null);
  return (
    <form
      id={FORM}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        modal.send({ type: 'editLibrary.save' });
      }}
    >
      {error && <FormMessage tone="danger">{t('libraryForm.notSaved', { reason: errorText(t, error) })}</FormMessage>}
      <Tabs
        label={t('libraryForm.tabs')}
        tabs={tabs.map((id) => ({ id, label: t(`libraryForm.tab.${id}`) }))}
        active={tab}
        onChange={(next) => modal.send({ type: 'editLibrary.showTab', tab: next })}
      >
        {tab === 'details' && <DetailsTab modal={modal} form={form} />}
        {tab === 'settings' && <SettingsTab form={form} />}
        {tab === 'scanner' && <scanner.View form={form} />}
        {tab === 'schedule' && <schedule.View form={form} />}
        {tab === 'tools' && <tools.View modal={modal} />}
      </Tabs>
    </form>
  );
}
