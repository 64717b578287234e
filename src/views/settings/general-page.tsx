import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import texts from '../../locales/settings-en-us.json';
import type { GeneralSettingsRef } from '../../machines/settings/general-settings.machine.ts';
import {
  selectIsSaving,
  selectRefusal,
  selectShownSettings,
} from '../../machines/settings/general-settings.selectors.ts';
import {
  SETTING_GROUPS,
  isOn,
  isShown,
  patternsOf,
  type Setting,
} from '../../machines/settings/settings-table.logic.ts';
import { formatByPattern } from '../../machines/session/moment.logic.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { DataContent } from '../library/data-content.tsx';
import { errorText, serverWords, type Translate } from '../texts/error-text.ts';
import { WithTexts } from '../texts/with-texts.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { CacheTools } from './cache-tools.tsx';
import { NameControl } from './name-control.tsx';
import { Prefixes } from './prefixes.tsx';
import { SettingsFrame } from '../library/settings-frame.tsx';

/** In examples: 25 March 2014, 17:30. */
const EXAMPLE = new Date(2014, 2, 25, 17, 30);

export function Page() {
  return (
    <WithTexts texts={texts}>
      <General />
    </WithTexts>
  );
}

function General() {
  const t = useTranslations('settings');
  return (
    <SettingsFrame title={t('title')} intro={t('intro')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        <Settings />
      </DataContent>
    </SettingsFrame>
  );
}

function Settings() {
  const settings = useSelector(usePageRef<GeneralSettingsRef>(), selectShownSettings);
  return (
    <PageInset className="flex max-w-3xl flex-col gap-6 pb-8">
      <SaveState />
      {settings &&
        SETTING_GROUPS.map(({ name, rows }) => <Group key={name} name={name} rows={rows} settings={settings} />)}
      {settings && <CacheTools />}
    </PageInset>
  );
}

/** Moves nothing below it. */
function SaveState() {
  const t = useTranslations('settings');
  const isSaving = useSelector(usePageRef<GeneralSettingsRef>(), selectIsSaving);
  return (
    <p role="status" className="min-h-5 text-sm text-ink-2">
      {isSaving && t('saving')}
    </p>
  );
}

interface GroupProps {
  name: (typeof SETTING_GROUPS)[number]['name'];
  rows: readonly Setting[];
  settings: ServerSettings;
}

function Group({ name, rows, settings }: GroupProps) {
  const t = useTranslations('settings');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t(`group.${name}`)}
      </Heading>
      <div className="flex flex-col gap-1 rounded-lg bg-surface-1 px-4 py-2">
        {rows
          .filter((row) => isShown(row, settings))
          .map((row) => (
            <Row key={row.key} row={row} settings={settings} />
          ))}
        {name === 'general' && settings.sortingIgnorePrefix === true && <Prefixes />}
      </div>
    </section>
  );
}

function Row({ row, settings }: { row: Setting; settings: ServerSettings }) {
  const t = useTranslations();
  const refusal = useSelector(usePageRef<GeneralSettingsRef>(), selectRefusal);
  return (
    <div data-setting={row.key}>
      <Control row={row} settings={settings} />
      {refusal?.keys.includes(row.key) && (
        <p role="alert" className="pb-2 text-sm text-danger">
          {t('settings.notSaved', { reason: refusalText(t, refusal.error) })}
        </p>
      )}
    </div>
  );
}

function refusalText(t: Translate, error: AppError): string {
  const isAnswer = error.kind === 'rejected' || error.kind === 'server';
  return isAnswer ? serverWords(error.message) || t('settings.unknownError') : errorText(t, error);
}

function Control({ row, settings }: { row: Setting; settings: ServerSettings }) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const page = usePageRef<GeneralSettingsRef>();
  const change = (value: boolean | number | string) =>
    page.send({ type: 'settings.change', change: { [row.key]: value } });
  if (row.kind === 'toggle') {
    return (
      <Switch
        label={t(`label.${row.key}`)}
        help={t(`help.${row.key}`)}
        checked={isOn(row, settings)}
        onChange={(checked) => change(checked ? row.on : row.off)}
      />
    );
  }
  if (row.kind === 'name') return <NameControl name={row.key} settings={settings} />;
  const value = settings[row.key];
  return (
    <div className="max-w-sm py-2">
      <Select
        label={t(`label.${row.key}`)}
        help={t('example', { example: formatByPattern(EXAMPLE, value, locale) })}
        value={value}
        options={patternsOf(row, settings).map((pattern) => ({ value: pattern, label: pattern }))}
        onChange={change}
      />
    </div>
  );
}
