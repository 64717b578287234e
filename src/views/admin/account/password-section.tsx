import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { AccountRef } from '../../../machines/admin/account/account.machine.ts';
import {
  selectHasPasswords,
  selectPasswordForm,
  type PasswordForm,
} from '../../../machines/admin/account/account.logic.ts';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function PasswordSection() {
  const t = useTranslations('accountPage');
  const id = useId();
  const page = usePageRef<AccountRef>();
  const form = useSelector(page, selectPasswordForm);
  const hasPasswords = useSelector(page, selectHasPasswords);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <Heading level={2} looksLike={3} id={id}>
        {t('password')}
      </Heading>
      {form ? (
        <PasswordFields form={form} />
      ) : (
        <p className="rounded-lg bg-surface-1 px-4 py-3 text-sm text-ink-2">
          {t(hasPasswords ? 'guestPassword' : 'noPasswords')}
        </p>
      )}
    </section>
  );
}

const FIELDS = [
  ['password', 'current-password'],
  ['newPassword', 'new-password'],
  ['repeatedPassword', 'new-password'],
] as const;

function PasswordFields({ form }: { form: PasswordForm }) {
  const t = useTranslations();
  const { values, problems, error, isRevealed } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const element = useFocusInvalid<HTMLFormElement>(problems);
  const textOf = (field: (typeof FIELDS)[number][0]) => {
    const problem = problems[field];
    if (problem === undefined) return null;
    return problem === 'refused' ? error && errorText(t, error) : t(`accountPage.problem.${problem}`);
  };
  const isAtField = Object.values(problems).includes('refused');
  return (
    <form
      ref={element}
      noValidate
      aria-label={t('accountPage.password')}
      className="flex flex-col gap-4 rounded-lg bg-surface-1 p-4 *:w-full *:max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: 'form.submit' });
      }}
    >
      {error && !isAtField && (
        <FormMessage tone="danger">{t('accountPage.notChanged', { reason: errorText(t, error) })}</FormMessage>
      )}
      {values.mayBeEmpty && <p className="text-sm text-ink-2">{t('accountPage.rootHelp')}</p>}
      {FIELDS.map(([field, autoComplete]) => (
        <TextField
          key={field}
          label={t(`accountPage.field.${field}`)}
          type={isRevealed ? 'text' : 'password'}
          autoComplete={autoComplete}
          required={!values.mayBeEmpty}
          value={values[field]}
          error={textOf(field)}
          onChange={(value) => form.send({ type: 'form.change', field, value })}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox
          label={t('accountPage.show')}
          checked={isRevealed}
          onChange={() => form.send({ type: 'form.toggleReveal' })}
        />
        <Button type="submit" variant="primary" busy={isSaving}>
          {t('accountPage.change')}
        </Button>
      </div>
    </form>
  );
}
