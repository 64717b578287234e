import { useSelector } from '@xstate/react';
import { Megaphone, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/users.json';
import { selectRemoved } from '../../../machines/kit/kit.selectors.ts';
import { selectUser } from '../../../machines/app/session/session.selectors.ts';
import {
  foundUsers,
  mayDelete,
  mayEdit,
  type Viewer,
  activityOf,
  type OnlineUsers,
} from '../../../machines/admin/users/users.logic.ts';
import type { UsersRef } from '../../../machines/admin/users/users.machine.ts';
import {
  selectOnline,
  selectReadAt,
  selectUserQuery,
  selectUserRemoval,
  selectUsers,
} from '../../../machines/admin/users/users.selectors.ts';
import { selectLibraries } from '../../../machines/account/libraries/libraries.selectors.ts';
import type { Account } from '../../../schemas/api/account.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { AddAction, DataContent } from '../../shared/data-content.tsx';
import { RelativeMoment, useDateText, useMomentText } from '../../shared/moment-text.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { AppLink } from '../../ui/links.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { RowActions } from '../../ui/row-buttons.tsx';
import { Table } from '../../ui/table.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { PermissionSummary } from './permission-summary.tsx';
import { deviceParts } from '../../../machines/admin/sessions/sessions.logic.ts';

/** More users get a search. */
const FIND_FROM = 12;
/** Height of a row that was never in view, in rem. */
const ROW_REM = { wide: 3.75, phone: 5.25 } as const;

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Users />
    </WithTexts>
  );
}

function Users() {
  const t = useTranslations();
  const page = usePageRef<UsersRef>();
  const add = <AddAction label={t('users.add')} onClick={() => page.send({ type: 'users.add' })} />;
  return (
    <SettingsFrame title={t('pages.configUsers')} intro={t('users.intro')} actions={add}>
      <DataContent loading={t('users.loading')} failed={t('users.failed')}>
        <Content />
      </DataContent>
    </SettingsFrame>
  );
}

function Content() {
  const t = useTranslations('users');
  const page = usePageRef<UsersRef>();
  const users = useSelector(page, selectUsers);
  const online = useSelector(page, selectOnline);
  const query = useSelector(page, selectUserQuery);
  const found = useMemo(() => foundUsers(users, query), [users, query]);
  const viewer = useSelector(useActorRefOf('session'), selectUser);
  const modals = useActorRefOf('modals');
  if (viewer === null) return null;
  const announce = () => {
    const connected = users.filter(({ id }) => online[id]).map(({ id }) => id);
    modals.send({ type: 'modals.open', modal: 'broadcast', input: { online: connected }, tag: 'broadcast' });
  };
  return (
    <PageInset className="flex flex-col gap-2 pt-2 pb-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-ink-2 tabular-nums">
          {query === '' && t('count', { count: users.length, online: users.filter(({ id }) => online[id]).length })}
          <span role="status">{query !== '' && t('found', { count: found.length, all: users.length })}</span>
        </p>
        <Button data-setting="announce" size="sm" icon={<Megaphone size={16} />} onClick={announce}>
          {t('announce')}
        </Button>
      </div>
      {(users.length >= FIND_FROM || query !== '') && (
        <FindField
          label={t('find')}
          value={query}
          onChange={(text) => page.send({ type: 'users.search', query: text })}
        />
      )}
      {found.length === 0 ? (
        <EmptyState icon={<SearchX size={26} />} message={t('noMatch')} />
      ) : (
        <UserTable users={found} viewer={viewer} />
      )}
    </PageInset>
  );
}

function UserTable({ users, viewer }: { users: readonly Account[]; viewer: Viewer }) {
  const t = useTranslations();
  const page = usePageRef<UsersRef>();
  const online = useSelector(page, selectOnline);
  const momentText = useMomentText();
  const dateText = useDateText();
  const isPhone = useIsPhone();
  const libraries = useSelector(useActorRefOf('libraries'), selectLibraries);
  return (
    <Table
      label={t('pages.configUsers')}
      windowedRem={isPhone ? ROW_REM.phone : ROW_REM.wide}
      keyOf={({ id }) => id}
      rows={users}
      columns={[
        {
          id: 'username',
          header: t('users.username'),
          isRowHeader: true,
          width: isPhone ? undefined : '22%',
          cell: (account) => <Name account={account} isYou={account.id === viewer.id} />,
        },
        {
          id: 'type',
          header: t('users.type'),
          wideOnly: true,
          width: '26%',
          cell: (account) => (
            <>
              {t(`users.types.${account.type}`)}
              <span className="block text-xs text-ink-2">
                <PermissionSummary user={account} libraries={libraries} />
              </span>
            </>
          ),
        },
        {
          id: 'activity',
          header: t('users.activity'),
          wideOnly: true,
          cell: (account) => (
            <div className="max-w-72 contain-inline-size">
              <UserActivity account={account} online={online} />
            </div>
          ),
        },
        {
          id: 'lastSeen',
          header: t('users.lastSeen'),
          wideOnly: true,
          width: '7rem',
          cell: (account) => <LastSeen account={account} />,
        },
        {
          id: 'created',
          header: t('users.created'),
          roomyOnly: true,
          width: '7rem',
          cell: ({ createdAt }) => (
            <span className="whitespace-nowrap tabular-nums" data-tip={momentText(createdAt)}>
              {dateText(createdAt)}
            </span>
          ),
        },
        {
          id: 'actions',
          header: t('users.actions'),
          headerHidden: true,
          width: '6.5rem',
          cell: (account) => <Actions account={account} viewer={viewer} />,
        },
      ]}
    />
  );
}

function LastSeen({ account: { id, lastSeen } }: { account: Account }) {
  const t = useTranslations('users');
  const page = usePageRef<UsersRef>();
  const isOnline = useSelector(page, selectOnline)[id] !== undefined;
  const now = useSelector(page, selectReadAt);
  if (isOnline) return t('onlineNow');
  return lastSeen === null ? (
    <span className="text-ink-3">{t('never')}</span>
  ) : (
    <RelativeMoment at={lastSeen} now={now} />
  );
}

function Name({ account, isYou }: { account: Account; isYou: boolean }) {
  const t = useTranslations('users');
  const linkTo = useLinkTo();
  const online = useSelector(usePageRef<UsersRef>(), selectOnline);
  const isOnline = online[account.id] !== undefined;
  return (
    <div className="min-w-0 py-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden="true"
            className={cx('size-2 shrink-0 rounded-full', isOnline ? 'bg-success' : 'border border-line-strong')}
          />
          <AppLink
            {...linkTo({ name: 'configUser', id: account.id })}
            dir="auto"
            className={cx(
              'inline-flex min-h-6 items-center rounded-sm no-underline wrap-anywhere hover:text-accent-text touch:min-h-11',
              account.isActive ? 'text-ink' : 'text-ink-3',
            )}
          >
            {account.username}
          </AppLink>
        </span>
        {isOnline && <VisuallyHidden>{t('online')}</VisuallyHidden>}
        {isYou && <Badge>{t('you')}</Badge>}
        {!account.isActive && <Badge tone="danger">{t('inactive')}</Badge>}
      </div>
      <Beneath account={account} />
    </div>
  );
}

function Beneath({ account }: { account: Account }) {
  const t = useTranslations('users');
  const page = usePageRef<UsersRef>();
  const online = useSelector(page, selectOnline);
  const now = useSelector(page, selectReadAt);
  const { id, type, lastSeen } = account;
  return (
    <div className="hidden flex-col gap-0.5 ps-4 text-xs font-normal text-ink-2 contain-inline-size phone:flex">
      <span>
        <Dotted>
          {t(`types.${type}`)}
          {online[id]
            ? t('online')
            : lastSeen === null
              ? t('neverSeen')
              : t.rich('seen', { moment: () => <RelativeMoment at={lastSeen} now={now} /> })}
        </Dotted>
      </span>
      <UserActivity account={account} online={online} />
    </div>
  );
}

function Actions({ account, viewer }: { account: Account; viewer: Viewer }) {
  const t = useTranslations('users');
  const page = usePageRef<UsersRef>();
  const removed = useSelector(useSelector(page, selectUserRemoval), selectRemoved);
  const { id, username: name } = account;
  return (
    <RowActions
      edit={
        mayEdit(account, viewer)
          ? { label: t('edit', { name }), onClick: () => page.send({ type: 'users.edit', id }) }
          : null
      }
      remove={
        mayDelete(account, viewer)
          ? {
              label: t('delete', { name }),
              busy: removed?.id === id,
              onClick: () => page.send({ type: 'users.remove', id }),
            }
          : null
      }
    />
  );
}

function UserActivity({ account, online }: { account: Account; online: OnlineUsers }) {
  const t = useTranslations('users');
  const activity = activityOf(account, online);
  if (activity === null) return <span className="text-ink-3">{t('nothing')}</span>;
  const { kind, session } = activity;
  const title = session.displayTitle || t('untitled');
  const device = deviceParts(session.deviceInfo).join(' · ');
  return (
    <span className="block min-w-0">
      <bdi className={kind === 'listening' ? 'block truncate text-accent-text' : 'block truncate text-ink-2'}>
        {kind === 'listening' ? t('listening', { title }) : t('last', { title })}
      </bdi>
      {device !== '' && (
        <span className="block truncate text-xs text-ink-3" data-tip={device}>
          {device}
        </span>
      )}
    </span>
  );
}
