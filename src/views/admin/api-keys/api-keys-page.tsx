import { useSelector } from '@xstate/react';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/api-keys.json';
import { isExpired } from '../../../machines/admin/api-keys/api-keys.logic.ts';
import type { ApiKeysRef } from '../../../machines/admin/api-keys/api-keys.machine.ts';
import { selectKeyRemoval, selectKeys, selectReadAt } from '../../../machines/admin/api-keys/api-keys.selectors.ts';
import { selectRemoved } from '../../../machines/kit/kit.selectors.ts';
import type { ApiKey } from '../../../schemas/api/account.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { AddAction, DataContent } from '../../shared/data-content.tsx';
import { RelativeMoment, useDateText } from '../../shared/moment-text.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RowActions } from '../../ui/row-buttons.tsx';
import { RowLink } from '../../ui/links.tsx';
import { Table } from '../../ui/table.tsx';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Keys />
    </WithTexts>
  );
}

function Keys() {
  const t = useTranslations();
  const page = usePageRef<ApiKeysRef>();
  const add = <AddAction label={t('apiKeys.add')} onClick={() => page.send({ type: 'apiKeys.add' })} />;
  return (
    <SettingsFrame title={t('pages.configApiKeys')} intro={t('apiKeys.intro')} actions={add}>
      <DataContent loading={t('apiKeys.loading')} failed={t('apiKeys.failed')}>
        <Content />
      </DataContent>
    </SettingsFrame>
  );
}

function Content() {
  const t = useTranslations();
  const page = usePageRef<ApiKeysRef>();
  const keys = useSelector(page, selectKeys);
  const dateText = useDateText();
  if (keys.length === 0)
    return <EmptyState icon={<KeyRound size={26} />} message={t('apiKeys.empty')} detail={t('apiKeys.emptyDetail')} />;
  return (
    <PageInset className="pt-2 pb-8">
      <Table
        label={t('pages.configApiKeys')}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', header: t('apiKeys.name'), isRowHeader: true, cell: (key) => <Name apiKey={key} /> },
          { id: 'user', header: t('apiKeys.user'), wideOnly: true, cell: (key) => <User apiKey={key} /> },
          { id: 'expires', header: t('apiKeys.expires'), wideOnly: true, cell: (key) => <Expiry apiKey={key} /> },
          {
            id: 'created',
            header: t('apiKeys.created'),
            wideOnly: true,
            cell: ({ createdAt }) => <span className="tabular-nums">{dateText(Date.parse(createdAt))}</span>,
          },
          {
            id: 'actions',
            header: t('apiKeys.actions'),
            headerHidden: true,
            width: '5.5rem',
            cell: (key) => <Actions apiKey={key} />,
          },
        ]}
      />
    </PageInset>
  );
}

function Name({ apiKey }: { apiKey: ApiKey }) {
  const { name, isActive, lastUsedAt } = apiKey;
  const t = useTranslations('apiKeys');
  const now = useSelector(usePageRef<ApiKeysRef>(), selectReadAt);
  return (
    <div className="py-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="wrap-anywhere">{name}</bdi>
        {!isActive && <Badge tone="danger">{t('inactive')}</Badge>}
      </span>
      {lastUsedAt != null && (
        <span className="block text-xs font-normal text-ink-2">
          {t('lastUsed')} <RelativeMoment at={Date.parse(lastUsedAt)} now={now} />
        </span>
      )}
      <Beneath apiKey={apiKey} />
    </div>
  );
}

function Beneath({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('apiKeys');
  return (
    <dl className="hidden grid-cols-[auto_1fr] items-center gap-x-2 text-xs font-normal text-ink-2 phone:grid">
      <dt>{t('user')}</dt>
      <dd className="min-w-0 text-ink">
        <User apiKey={apiKey} />
      </dd>
      <dt>{t('expires')}</dt>
      <dd>
        <Expiry apiKey={apiKey} />
      </dd>
    </dl>
  );
}

function User({ apiKey: { user, userId } }: { apiKey: ApiKey }) {
  const t = useTranslations('apiKeys');
  const linkTo = useLinkTo();
  return <RowLink {...linkTo({ name: 'configUser', id: userId })} name={user?.username ?? t('unknownUser')} />;
}

function Expiry({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('apiKeys');
  const now = useSelector(usePageRef<ApiKeysRef>(), selectReadAt);
  const dateText = useDateText();
  if (apiKey.expiresAt == null) return t('never');
  if (isExpired(apiKey, now)) return <span className="font-medium text-danger">{t('expired')}</span>;
  return <span className="whitespace-nowrap tabular-nums">{dateText(Date.parse(apiKey.expiresAt))}</span>;
}

function Actions({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const t = useTranslations('apiKeys');
  const page = usePageRef<ApiKeysRef>();
  const removed = useSelector(useSelector(page, selectKeyRemoval), selectRemoved);
  return (
    <RowActions
      edit={{ label: t('edit', { name }), onClick: () => page.send({ type: 'apiKeys.edit', id }) }}
      remove={{
        label: t('delete', { name }),
        busy: removed?.id === id,
        onClick: () => page.send({ type: 'apiKeys.remove', id }),
      }}
    />
  );
}
