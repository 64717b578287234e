import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGES } from '../../../locales/languages.ts';
import texts from '../../../locales/en-us/settings.json';
import type { GeneralSettingsRef } from '../../../machines/admin/settings/general-settings.machine.ts';
import {
  selectIsSaving,
  selectRefusal,
  selectShownSettings,
  selectPurge,
  selectCoverProviders,
  selectPrefixForm,
} from '../../../machines/admin/settings/general-settings.selectors.ts';
import {
  SETTING_GROUPS,
  isOn,
  isShown,
  patternsOf,
  type Setting,
} from '../../../machines/admin/settings/settings-table.logic.ts';
import { formatByPattern } from '../../../machines/kit/moment.logic.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { errorText, serverWords, type Translate } from '../../texts/error-text.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { hasPrefixChanges, type PrefixForm } from '../../../machines/admin/settings/prefixes.logic.ts';
import { FormMessage } from '../../ui/field.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import { selectForm, selectIsSaving as selectIsFormSaving } from '../../../machines/kit/kit.selectors.ts';

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

function CacheTools() {
  const t = useTranslations('settings');
  const id = useId();
  const page = usePageRef<GeneralSettingsRef>();
  const purge = useSelector(page, selectPurge);
  const purged = useSelector(purge, (snapshot) => (snapshot?.hasTag('busy') ? snapshot.context.cache : null));
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t('cache')}
      </Heading>
      <div className="flex flex-col gap-1 rounded-lg bg-surface-1 px-4 py-2">
        {(['items', 'all'] as const).map((cache) => (
          <div key={cache} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <p className="min-w-40 flex-1 text-xs text-ink-2">
              {t(cache === 'all' ? 'purgeAllHelp' : 'purgeItemsHelp')}
            </p>
            <Button
              data-setting={cache === 'all' ? 'purgeAll' : 'purgeItems'}
              size="sm"
              busy={purged === cache}
              disabled={purged !== null && purged !== cache}
              onClick={() => page.send({ type: 'settings.purge', cache })}
            >
              {t(cache === 'all' ? 'purgeAll' : 'purgeItems')}
            </Button>
          </div>
        ))}
      </div>
    </section>
  );
}

interface NameControlProps {
  name: 'language' | 'scannerCoverProvider';
  settings: ServerSettings;
}

function NameControl({ name, settings }: NameControlProps) {
  const t = useTranslations('settings');
  const page = usePageRef<GeneralSettingsRef>();
  const providers = useSelector(page, selectCoverProviders);
  const options =
    name === 'language'
      ? LANGUAGES.filter(({ isPseudo }) => !isPseudo).map(({ code, name }) => ({
          value: code,
          label: name,
          lang: code,
        }))
      : providers.map((provider) => ({ value: provider.value, label: provider.name }));
  const value = settings[name] ?? 'google';
  const known = options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
  return (
    <div className="max-w-sm py-2">
      <Select
        label={t(`label.${name}`)}
        help={name === 'language' ? t('help.language') : undefined}
        value={value}
        options={known}
        onChange={(next) => page.send({ type: 'settings.change', change: { [name]: next } })}
      />
    </div>
  );
}

function Prefixes() {
  const form = useSelector(usePageRef<GeneralSettingsRef>(), selectPrefixForm);
  return form && <PrefixFields form={form} />;
}

const NONE: readonly string[] = [];

function PrefixFields({ form }: { form: PrefixForm }) {
  const t = useTranslations();
  const { values, problems, error } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsFormSaving);
  return (
    <form
      data-setting="prefixes"
      noValidate
      className="flex max-w-lg flex-col items-start gap-2 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: 'form.submit' });
      }}
    >
      {error && (
        <FormMessage tone="danger">{t('settings.prefixesFailed', { reason: errorText(t, error) })}</FormMessage>
      )}
      <div className="w-full">
        <TagsField
          label={t('settings.prefixes')}
          help={t('settings.prefixesHelp')}
          error={problems.prefixes ? t('settings.noPrefix') : null}
          values={values.prefixes}
          text={values.typed}
          suggestions={NONE}
          onChange={(value) => form.send({ type: 'form.change', field: 'prefixes', value })}
          onText={(value) => form.send({ type: 'form.change', field: 'typed', value })}
          removeLabel={(name) => t('settings.removePrefix', { name })}
          createLabel={(name) => t('settings.addPrefix', { name })}
          emptyLabel={t('settings.noPrefixes')}
        />
      </div>
      {(isSaving || hasPrefixChanges(values)) && (
        <Button type="submit" size="sm" variant="primary" busy={isSaving}>
          {t('settings.savePrefixes')}
        </Button>
      )}
    </form>
  );
}
