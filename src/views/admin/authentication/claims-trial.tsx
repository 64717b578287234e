import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { Check, CircleX } from 'lucide-react';
import {
  rulesOf,
  type AuthenticationFormRef,
} from '../../../machines/admin/authentication/authentication-form.logic.ts';
import type { AuthenticationRef } from '../../../machines/admin/authentication/authentication.machine.ts';
import {
  selectTrial,
  selectIsTrialLoading,
  selectIsTrialOpen,
  selectTrialContext,
  selectTrialFailure,
  trialResult,
} from '../../../machines/admin/authentication/authentication.selectors.ts';
import type { ClaimsTrialRef } from '../../../machines/admin/authentication/claims-trial.machine.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type {
  TrialAccess,
  TrialAccount,
  TrialOutcome,
} from '../../../machines/admin/authentication/claims-rule.logic.ts';
import { formatList } from '../../format/lists.ts';

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

type Admitted = Exclude<TrialOutcome, { kind: 'refused' }>;

function TrialOutcomeView({ outcome, accounts }: { outcome: TrialOutcome; accounts: readonly TrialAccount[] }) {
  const t = useTranslations('authentication.trial');
  if (outcome.kind === 'refused')
    return (
      <div className="flex items-start gap-2.5 rounded-md bg-surface-2 px-3.5 py-3 text-sm">
        <CircleX size={18} className="mt-px shrink-0 text-danger" />
        <div>
          <p className="font-medium">{t('refused')}</p>
          <p>{t(`reason.${outcome.reason}`)}</p>
        </div>
      </div>
    );
  const before = outcome.kind === 'registered' ? null : accounts.find(({ id }) => id === outcome.accountId);
  const name = outcome.kind === 'registered' ? outcome.username : (before?.username ?? '');
  return (
    <div className="flex items-start gap-2.5 rounded-md bg-surface-2 px-3.5 py-3 text-sm">
      <Check size={18} className="mt-px shrink-0 text-success" />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="font-medium wrap-anywhere">{t(outcome.kind, { name })}</p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {outcome.kind === 'registered' && <Fact name={t('email')} value={outcome.email ?? t('none')} />}
          <Fact name={t('type')} value={typeText(outcome, before ?? null)} />
          <Permissions outcome={outcome} before={before ?? null} />
        </dl>
      </div>
    </div>
  );

  function typeText({ type }: Admitted, account: TrialAccount | null): string {
    const now = t(`types.${type}`);
    return account && account.type !== type ? t('typeChanged', { now, before: t(`types.${account.type}`) }) : now;
  }
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </>
  );
}

function Permissions({ outcome, before }: { outcome: Admitted; before: TrialAccount | null }) {
  const t = useTranslations('authentication.trial');
  const locale = useLocale();
  if (outcome.access === null) {
    const isKept = before !== null && before.type === outcome.type;
    return <Fact name={t('permissions')} value={t(isKept ? 'permissionsKept' : 'permissionsOfType')} />;
  }
  return (
    <>
      <Fact name={t('permissions')} value={permissionsText(outcome.access)} />
      <Fact name={t('libraries')} value={scopeText(outcome.access, 'accessAllLibraries')} />
      <Fact
        name={t(outcome.access.permissions.selectedTagsNotAccessible ? 'hiddenTags' : 'tags')}
        value={scopeText(outcome.access, 'accessAllTags')}
      />
    </>
  );

  function permissionsText({ permissions }: TrialAccess): string {
    const names = (
      ['download', 'update', 'delete', 'upload', 'createEreader', 'accessExplicitContent'] as const
    ).filter((name) => permissions[name]);
    return names.length === 0
      ? t('none')
      : formatList(
          names.map((name) => t(`permission.${name}`)),
          locale,
        );
  }

  function scopeText(access: TrialAccess, all: 'accessAllLibraries' | 'accessAllTags'): string {
    if (access.permissions[all]) return t('all');
    const list = all === 'accessAllLibraries' ? access.librariesAccessible : access.itemTagsSelected;
    return list.length === 0 ? t('none') : formatList(list, locale);
  }
}
