import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { rulesOf, type AuthenticationFormRef } from '../../machines/authentication/authentication-form.logic.ts';
import type { AuthenticationRef } from '../../machines/authentication/authentication.machine.ts';
import {
  selectTrial,
  selectIsTrialLoading,
  selectIsTrialOpen,
  selectTrialContext,
  selectTrialFailure,
  trialResult,
} from '../../machines/authentication/authentication.selectors.ts';
import type { ClaimsTrialRef } from '../../machines/authentication/claims-trial.machine.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Select } from '../ui/select.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TrialOutcomeView } from './trial-outcome.tsx';

/** The effect of a sign-in with these claims, by the unsaved settings. */
export function ClaimsTrial({ form }: { form: AuthenticationFormRef }) {
  const t = useTranslations('authentication.trial');
  const trial = useSelector(usePageRef<AuthenticationRef>(), selectTrial);
  const isOn = useSelector(form, ({ context }) => context.values.openid);
  const isOpen = useSelector(trial, (snapshot) => snapshot !== undefined && selectIsTrialOpen(snapshot));
  if (!trial || !isOn) return null;
  return (
    <Disclosure heading={t('title')} open={isOpen} onToggle={() => trial.send({ type: 'trial.toggle' })}>
      <Fields form={form} trial={trial} />
    </Disclosure>
  );
}

function Fields({ form, trial }: { form: AuthenticationFormRef; trial: ClaimsTrialRef }) {
  const t = useTranslations();
  const context = useSelector(trial, selectTrialContext);
  const isLoading = useSelector(trial, selectIsTrialLoading);
  const failure = useSelector(trial, selectTrialFailure);
  const values = useSelector(form, (snapshot) => snapshot.context.values);
  const { pasted, accounts, accountId } = context;
  const result = trialResult(context, rulesOf(values));
  const linked = (accounts ?? []).filter(({ isLinked }) => isLinked);
  if (isLoading) return <Spinner label={t('authentication.trial.loading')} />;
  if (failure)
    return (
      <div className="flex flex-col items-start gap-3">
        <FormMessage tone="danger">{t('authentication.trial.failed', { reason: errorText(t, failure) })}</FormMessage>
        <Button onClick={() => trial.send({ type: 'trial.retry' })}>{t('common.retry')}</Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">{t('authentication.trial.intro')}</p>
      <TextArea
        label={t('authentication.trial.claims')}
        help={t('authentication.trial.claimsHelp')}
        error={result === 'unreadable' ? t('authentication.trial.unreadable') : null}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        placeholder={'{ "sub": "1234", "preferred_username": "alice", "groups": ["user"] }'}
        value={pasted}
        onChange={(next) => trial.send({ type: 'trial.paste', pasted: next })}
      />
      {linked.length > 0 && (
        <div className="max-w-sm">
          <Select
            label={t('authentication.trial.who')}
            help={t('authentication.trial.whoHelp')}
            value={accountId ?? ''}
            options={[
              { value: '', label: t('authentication.trial.firstTime') },
              ...linked.map(({ id, username }) => ({ value: id, label: username })),
            ]}
            onChange={(id) => trial.send({ type: 'trial.choose', accountId: id === '' ? null : id })}
          />
        </div>
      )}
      <div role="status">
        {result !== null && result !== 'unreadable' && <TrialOutcomeView outcome={result} accounts={accounts ?? []} />}
      </div>
    </div>
  );
}
