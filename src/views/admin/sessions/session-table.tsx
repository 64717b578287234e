import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import {
  deviceParts,
  listenerName,
  methodOf,
  type SessionSort,
} from '../../../machines/admin/sessions/sessions.logic.ts';
import type { SessionPlace } from '../../../machines/admin/sessions/session-details.protocol.ts';
import type { SessionsRef } from '../../../machines/admin/sessions/sessions.machine.ts';
import {
  selectList,
  selectQuery,
  selectReadAt,
  selectScope,
  selectSelected,
} from '../../../machines/admin/sessions/sessions.selectors.ts';
import type { ListeningSession } from '../../../schemas/api/listening-session.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatClock, formatDuration } from '../../format/amounts.ts';
import { RelativeMoment } from '../../shared/moment-text.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { BeneathOnPhones, Table, type Column } from '../../ui/table.tsx';

interface SessionTableProps {
  label: string;
  sessions: readonly ListeningSession[];
  place: SessionPlace;
}

const SORTS: Readonly<Record<string, SessionSort>> = {
  item: 'displayTitle',
  method: 'playMethod',
  listened: 'timeListening',
  position: 'currentTime',
  updated: 'updatedAt',
};
const columnOf = (sort: SessionSort) => Object.keys(SORTS).find((id) => SORTS[id] === sort) ?? 'updated';

export function SessionTable({ label, sessions, place }: SessionTableProps) {
  const page = usePageRef<SessionsRef>();
  const { sort, isDescending } = useSelector(page, selectQuery);
  const columns = useColumns(place);
  const isSortable = useSelector(page, selectScope).kind === 'all' && place === 'stored';
  return (
    <Table
      label={label}
      columns={columns}
      rows={sessions}
      keyOf={({ id }) => id}
      sort={isSortable ? { id: columnOf(sort), descending: isDescending } : undefined}
      onSort={
        isSortable
          ? (id) => {
              const chosen = SORTS[id];
              if (chosen) page.send({ type: 'sessions.sort', sort: chosen });
            }
          : undefined
      }
    />
  );
}

function useColumns(place: SessionPlace): readonly Column<ListeningSession>[] {
  const t = useTranslations('sessions');
  const locale = useLocale();
  const page = usePageRef<SessionsRef>();
  const { kind } = useSelector(page, selectScope);
  const now = useSelector(page, selectReadAt);
  const isOfAll = kind === 'all';
  const select: Column<ListeningSession> = {
    id: 'select',
    header: t('selectColumn'),
    headerHidden: true,
    width: '2.5rem',
    cell: (session) => <Selection session={session} />,
  };
  const user: Column<ListeningSession> = {
    id: 'user',
    header: t('user'),
    wideOnly: true,
    cell: (session) => <Listener session={session} place={place} />,
  };
  return [
    ...(isOfAll && place === 'stored' ? [select] : []),
    {
      id: 'item',
      header: t('item'),
      isRowHeader: true,
      fills: true,
      sortable: true,
      cell: (session) => (
        <>
          <Item session={session} place={place} />
          <BeneathOnPhones>{t('listenedFor', { time: formatDuration(session.timeListening, locale) })}</BeneathOnPhones>
        </>
      ),
    },
    ...(isOfAll ? [user] : []),
    {
      id: 'method',
      header: t('method'),
      sortable: true,
      wideOnly: true,
      cell: (session) => t(`methods.${methodOf(session) ?? 'directPlay'}`),
    },
    { id: 'device', header: t('device'), roomyOnly: true, cell: (session) => <Device session={session} /> },
    {
      id: 'listened',
      header: t('listened'),
      sortable: true,
      numeric: true,
      wideOnly: true,
      cell: ({ timeListening }) => formatDuration(timeListening, locale),
    },
    {
      id: 'position',
      header: t('position'),
      sortable: true,
      numeric: true,
      wideOnly: true,
      cell: ({ currentTime }) => formatClock(currentTime),
    },
    {
      id: 'updated',
      header: t('updated'),
      sortable: true,
      cell: ({ updatedAt }) => <RelativeMoment at={updatedAt} now={now} />,
    },
  ];
}

function Item({ session, place }: { session: ListeningSession; place: SessionPlace }) {
  const t = useTranslations('sessions');
  const page = usePageRef<SessionsRef>();
  const title = session.displayTitle || t('untitled');
  return (
    <button
      type="button"
      aria-label={t('details', { title })}
      onClick={() => page.send({ type: 'sessions.show', session, place })}
      className="block w-full max-w-72 rounded-sm py-0.5 text-start hover:text-accent-text touch:min-h-11"
    >
      <bdi className="block truncate font-medium phone:line-clamp-2 phone:whitespace-normal">{title}</bdi>
      <bdi className="block truncate text-xs font-normal text-ink-2">{session.displayAuthor}</bdi>
    </button>
  );
}

function Listener({ session, place }: { session: ListeningSession; place: SessionPlace }) {
  const t = useTranslations('sessions');
  const listeners = useSelector(usePageRef<SessionsRef>(), selectList)?.listeners ?? [];
  if (place === 'shared') return t('visitor');
  return <bdi>{listenerName(session, listeners) ?? t('unknownUser')}</bdi>;
}

function Device({ session }: { session: ListeningSession }) {
  const t = useTranslations('sessions');
  const parts = deviceParts(session.deviceInfo);
  if (parts.length === 0) return <span className="text-ink-3">{t('unknown')}</span>;
  return (
    <span className="block py-0.5 text-xs text-ink-2">
      {parts.map((part) => (
        <span key={part} className="block max-w-44 truncate">
          {part}
        </span>
      ))}
    </span>
  );
}

function Selection({ session }: { session: ListeningSession }) {
  const t = useTranslations('sessions');
  const page = usePageRef<SessionsRef>();
  const isSelected = useSelector(page, (snapshot) => selectSelected(snapshot).includes(session.id));
  return (
    <Checkbox
      labelHidden
      label={t('select', { title: session.displayTitle || t('untitled') })}
      checked={isSelected}
      onChange={(checked) => page.send({ type: 'sessions.select', id: session.id, isSelected: checked })}
    />
  );
}
