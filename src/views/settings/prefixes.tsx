import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectForm, selectIsSaving } from '../../machines/kit/kit.selectors.ts';
import type { GeneralSettingsRef } from '../../machines/settings/general-settings.machine.ts';
import { selectPrefixForm } from '../../machines/settings/general-settings.selectors.ts';
import { hasPrefixChanges, type PrefixForm } from '../../machines/settings/prefixes.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { TagsField } from '../ui/tags-field.tsx';

export function Prefixes() {
  const form = useSelector(usePageRef<GeneralSettingsRef>(), selectPrefixForm);
  return form && <PrefixFields form={form} />;
}

const NONE: readonly string[] = [];

function PrefixFields({ form }: { form: PrefixForm }) {
  const t = useTranslations();
  const { values, problems, error } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
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
