import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '../../locales/languages.ts';
import texts from '../../locales/en-us/language.json';
import { offeredLanguages } from '../../machines/account/locale/locale.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { Select } from '../ui/select.tsx';

const AUTOMATIC = 'automatic';

/** The person's language; each has its own name. Imports Base UI: load it lazily. */
export function LanguageSelect() {
  return (
    <WithTexts texts={texts}>
      <OwnLanguage />
    </WithTexts>
  );
}

function OwnLanguage() {
  const t = useTranslations('language');
  const preferences = useActorRefOf('preferences');
  const own = useSelector(preferences, ({ context }) => context.language);
  const hasFailed = useSelector(useActorRefOf('locale'), (snapshot) => snapshot.hasTag('failed'));
  const offered = LANGUAGES.filter(
    ({ code, isPseudo }) => offeredLanguages().includes(code) && (import.meta.env.DEV || !isPseudo),
  );
  return (
    <Select
      label={t('label')}
      error={hasFailed ? t('failed') : null}
      value={own ?? AUTOMATIC}
      options={[
        { value: AUTOMATIC, label: t('automatic'), subtext: t('automaticHelp') },
        ...offered.map(({ code, name }) => ({ value: code, label: name, lang: code })),
      ]}
      onChange={(value) =>
        preferences.send({ type: 'preferences.set', change: { language: value === AUTOMATIC ? null : value } })
      }
    />
  );
}
