import { Check, CircleX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { TrialAccess, TrialAccount, TrialOutcome } from '../../machines/authentication/claims-rule.logic.ts';

type Admitted = Exclude<TrialOutcome, { kind: 'refused' }>;

export function TrialOutcomeView({ outcome, accounts }: { outcome: TrialOutcome; accounts: readonly TrialAccount[] }) {
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
    return names.length === 0 ? t('none') : names.map((name) => t(`permission.${name}`)).join(', ');
  }

  function scopeText(access: TrialAccess, all: 'accessAllLibraries' | 'accessAllTags'): string {
    if (access.permissions[all]) return t('all');
    const list = all === 'accessAllLibraries' ? access.librariesAccessible : access.itemTagsSelected;
    return list.length === 0 ? t('none') : list.join(', ');
  }
}
