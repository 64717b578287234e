import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { GeneralSettingsRef } from '../../machines/settings/general-settings.machine.ts';
import { selectCoverProviders } from '../../machines/settings/general-settings.selectors.ts';
import { SERVER_LANGUAGES } from '../../machines/settings/settings-table.logic.ts';
import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { nativeLanguageName } from '../format/language.ts';
import { Select } from '../ui/select.tsx';

interface NameControlProps {
  name: 'language' | 'scannerCoverProvider';
  settings: ServerSettings;
}

export function NameControl({ name, settings }: NameControlProps) {
  const t = useTranslations('settings');
  const page = usePageRef<GeneralSettingsRef>();
  const providers = useSelector(page, selectCoverProviders);
  const options =
    name === 'language'
      ? SERVER_LANGUAGES.map((code) => ({ value: code as string, label: nativeLanguageName(code) }))
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
