import { useSelector } from '@xstate/react';
import { Pencil } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/users.json';
import { selectUser } from '../../../machines/app/session/session.selectors.ts';
import { mayEdit } from '../../../machines/admin/users/users.logic.ts';
import { progressOf, shareOf, type UserDetail } from '../../../machines/admin/users/user-page.logic.ts';
import type { UserPageRef } from '../../../machines/admin/users/user-page.machine.ts';
import { selectDetailReadAt, selectUserDetail } from '../../../machines/admin/users/users.selectors.ts';
import type { NamedProgress } from '../../../schemas/api/account.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { formatDuration, formatPercent } from '../../format/amounts.ts';
import { DataContent } from '../../shared/data-content.tsx';
import { RelativeMoment, useDateText } from '../../shared/moment-text.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { LinkButton, RowLink } from '../../ui/links.tsx';
import { StatTiles } from '../../ui/stats.tsx';
import { Table } from '../../ui/table.tsx';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <User />
    </WithTexts>
  );
}

function User() {
  const t = useTranslations();
  const detail = useSelector(usePageRef<UserPageRef>(), selectUserDetail);
  return (
    <SettingsFrame
      title={detail?.user.username ?? t('pages.configUser')}
      back={{ to: { name: 'configUsers' }, label: t('pages.configUsers') }}
      actions={<Edit />}
    >
      <DataContent loading={t('userPage.loading')} failed={t('userPage.failed')}>
        {detail && (
          <PageInset className="flex flex-col gap-8 pt-4 pb-8">
            <Facts detail={detail} />
            <Listening detail={detail} />
            <Progress detail={detail} />
          </PageInset>
        )}
      </DataContent>
    </SettingsFrame>
  );
}

function Edit() {
  const t = useTranslations('userPage');
  const page = usePageRef<UserPageRef>();
  const detail = useSelector(page, selectUserDetail);
  const viewer = useSelector(useActorRefOf('session'), selectUser);
  if (detail === null || viewer === null || !mayEdit(detail.user, viewer)) return null;
  return (
    <Button icon={<Pencil size={16} />} onClick={() => page.send({ type: 'userPage.edit' })}>
      {t('edit')}
    </Button>
  );
}

function Facts({ detail: { user, isOnline } }: { detail: UserDetail }) {
  const t = useTranslations();
  const now = useSelector(usePageRef<UserPageRef>(), selectDetailReadAt);
  const dateText = useDateText();
  const seen = user.lastSeen === null ? t('users.never') : <RelativeMoment at={user.lastSeen} now={now} />;
  return (
    <section aria-label={t('userPage.facts')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 rounded-lg bg-surface-1 px-4 py-3 text-sm">
        <dt className="text-ink-2">{t('users.type')}</dt>
        <dd>{t(`users.types.${user.type}`)}</dd>
        <dt className="text-ink-2">{t('userPage.state')}</dt>
        <dd>{user.isActive ? t('userPage.active') : t('users.inactive')}</dd>
        {user.email && (
          <>
            <dt className="text-ink-2">{t('userPage.email')}</dt>
            <dd className="wrap-anywhere">
              <bdi>{user.email}</bdi>
            </dd>
          </>
        )}
        <dt className="text-ink-2">{t('users.lastSeen')}</dt>
        <dd>{isOnline ? t('userPage.online') : seen}</dd>
        <dt className="text-ink-2">{t('users.created')}</dt>
        <dd className="tabular-nums">{dateText(user.createdAt)}</dd>
      </dl>
    </section>
  );
}

function Listening({ detail: { user, stats, sessionCount, lastSession } }: { detail: UserDetail }) {
  const t = useTranslations();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const now = useSelector(usePageRef<UserPageRef>(), selectDetailReadAt);
  return (
    <div className="flex flex-col gap-3">
      <Heading level={2} looksLike={3}>
        {t('userPage.listening')}
      </Heading>
      <StatTiles
        label={t('userPage.listening')}
        tiles={[
          { name: t('userPage.sessions'), text: sessionCount.toLocaleString(locale) },
          { name: t('userPage.total'), text: formatDuration(stats.totalTime, locale) },
          { name: t('userPage.today'), text: formatDuration(stats.today, locale) },
        ]}
      />
      {lastSession && (
        <p className="text-sm text-ink-2">
          <bdi>{t('userPage.lastSession', { title: lastSession.displayTitle || t('users.untitled') })}</bdi>
          {' · '}
          <RelativeMoment at={lastSession.updatedAt} now={now} />
          {' · '}
          {formatDuration(lastSession.timeListening, locale)}
        </p>
      )}
      {sessionCount > 0 && (
        <LinkButton {...linkTo({ name: 'configUserSessions', id: user.id })} className="self-start">
          {t('userPage.allSessions')}
        </LinkButton>
      )}
    </div>
  );
}

function Progress({ detail: { user } }: { detail: UserDetail }) {
  const t = useTranslations('userPage');
  const locale = useLocale();
  const now = useSelector(usePageRef<UserPageRef>(), selectDetailReadAt);
  const rows = progressOf(user);
  return (
    <section aria-label={t('progress')} className="flex flex-col gap-2">
      <Heading level={2} looksLike={3}>
        {t('progress')}
      </Heading>
      {rows.length === 0 ? (
        <p className="rounded-lg bg-surface-1 px-4 py-6 text-sm text-ink-2">{t('noProgress')}</p>
      ) : (
        <Table
          label={t('progress')}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { id: 'item', header: t('item'), isRowHeader: true, fills: true, cell: (row) => <Item row={row} /> },
            {
              id: 'share',
              header: t('share'),
              numeric: true,
              cell: (row) => (row.isFinished ? t('finished') : formatPercent(shareOf(row), locale)),
            },
            {
              id: 'started',
              header: t('started'),
              wideOnly: true,
              cell: ({ startedAt }) => startedAt !== null && <RelativeMoment at={startedAt} now={now} />,
            },
            {
              id: 'updated',
              header: t('updated'),
              cell: ({ lastUpdate }) => <RelativeMoment at={lastUpdate} now={now} />,
            },
          ]}
        />
      )}
    </section>
  );
}

function Item({ row }: { row: NamedProgress }) {
  const t = useTranslations('users');
  const linkTo = useLinkTo();
  return (
    <div className="max-w-96 py-0.5">
      <RowLink {...linkTo({ name: 'item', id: row.libraryItemId })} name={row.displayTitle ?? t('untitled')} />
      {row.displaySubtitle && (
        <bdi className="block truncate text-xs font-normal text-ink-2">{row.displaySubtitle}</bdi>
      )}
    </div>
  );
}
