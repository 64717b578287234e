import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp, Headphones, Search, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/sessions.json';
import { NO_FIND, PAGE_SIZES, SORTS, type SessionFind } from '../../../machines/admin/sessions/sessions.logic.ts';
import type { SessionsRef } from '../../../machines/admin/sessions/sessions.machine.ts';
import {
  selectIsFinding,
  selectIsRemoving,
  selectIsTurning,
  selectList,
  selectListenerName,
  selectQuery,
  selectScope,
  selectSelected,
} from '../../../machines/admin/sessions/sessions.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SessionExport } from './session-export.tsx';
import { SessionTable } from './session-table.tsx';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Sessions />
    </WithTexts>
  );
}

function Sessions() {
  const t = useTranslations();
  const page = usePageRef<SessionsRef>();
  const scope = useSelector(page, selectScope);
  const name = useSelector(page, selectListenerName);
  const content = (
    <DataContent loading={t('sessions.loading')} failed={t('sessions.failed')}>
      <Content />
    </DataContent>
  );
  switch (scope.kind) {
    case 'all':
      return (
        <SettingsFrame title={t('pages.configSessions')} intro={t('sessions.intro')}>
          {content}
        </SettingsFrame>
      );
    case 'own':
      return (
        <SettingsFrame
          title={t('sessions.ownTitle')}
          intro={t('sessions.ownIntro')}
          back={{ to: { name: 'configStats' }, label: t('pages.configStats') }}
        >
          {content}
        </SettingsFrame>
      );
    case 'user':
      return (
        <SettingsFrame
          title={name === null ? t('pages.configUserSessions') : t('sessions.userTitle', { name })}
          back={{ to: { name: 'configUser', id: scope.id }, label: name ?? t('pages.configUser') }}
        >
          {content}
        </SettingsFrame>
      );
  }
}

function Content() {
  const t = useTranslations('sessions');
  const page = usePageRef<SessionsRef>();
  const list = useSelector(page, selectList);
  const isOfAll = useSelector(page, selectScope).kind === 'all';
  const { userId } = useSelector(page, selectQuery);
  const isFinding = useSelector(page, selectIsFinding);
  if (list === null) return null;
  const sessions = list.listed.sessions.items;
  const isEmpty = sessions.length === 0 && list.open.length === 0 && list.shared.length === 0;
  if (isEmpty && userId === null && !isFinding)
    return <EmptyState icon={<Headphones size={26} />} message={t('empty')} detail={t('emptyDetail')} />;
  return (
    <PageInset className="flex flex-col gap-8 pt-4 pb-8">
      {list.open.length > 0 && <OpenSessions title={t('open')} place="open" />}
      {list.shared.length > 0 && <OpenSessions title={t('shared')} place="shared" />}
      <section aria-label={t('list')} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {isOfAll && (
            <Heading level={2} looksLike={3}>
              {t('list')}
            </Heading>
          )}
          <SessionExport />
        </div>
        <Find />
        {isOfAll && <Bar />}
        {sessions.length === 0 ? (
          <p className="rounded-lg bg-surface-1 px-4 py-6 text-sm text-ink-2">{t(isFinding ? 'noMatch' : 'empty')}</p>
        ) : (
          <>
            <SessionTable label={t('list')} sessions={sessions} place="stored" />
            <Pages />
          </>
        )}
      </section>
    </PageInset>
  );
}

function OpenSessions({ title, place }: { title: string; place: 'open' | 'shared' }) {
  const list = useSelector(usePageRef<SessionsRef>(), selectList);
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <Heading level={2} looksLike={3}>
        {title}
      </Heading>
      <SessionTable label={title} sessions={list?.[place] ?? []} place={place} />
    </section>
  );
}

/** By words and days, which are looked up here: servers can't. */
function Find() {
  const t = useTranslations('sessions');
  const page = usePageRef<SessionsRef>();
  const { words, from, to } = useSelector(page, selectQuery);
  const find = (changed: Partial<SessionFind>) => page.send({ type: 'sessions.find', find: changed });
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <TextField
        className="min-w-60 flex-1"
        type="search"
        label={t('find')}
        value={words}
        startIcon={<Search size={18} />}
        autoComplete="off"
        onChange={(typed) => find({ words: typed })}
      />
      <TextField type="date" label={t('from')} value={from} max={to} onChange={(day) => find({ from: day })} />
      <TextField type="date" label={t('to')} value={to} min={from} onChange={(day) => find({ to: day })} />
      <Button variant="ghost" disabled={!useSelector(page, selectIsFinding)} onClick={() => find(NO_FIND)}>
        {t('clearFind')}
      </Button>
    </div>
  );
}

function Bar() {
  const t = useTranslations('sessions');
  const page = usePageRef<SessionsRef>();
  const list = useSelector(page, selectList);
  const { userId } = useSelector(page, selectQuery);
  const selected = useSelector(page, selectSelected);
  const isRemoving = useSelector(page, selectIsRemoving);
  const count = list?.listed.sessions.items.length ?? 0;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="w-60 max-w-full phone:w-full">
        <Select
          label={t('filter')}
          value={userId ?? ''}
          options={[
            { value: '', label: t('allUsers') },
            ...(list?.listeners ?? []).map(({ id, username }) => ({ value: id, label: username })),
          ]}
          onChange={(value) => page.send({ type: 'sessions.filter', userId: value === '' ? null : value })}
        />
      </div>
      {count > 0 && <Sort />}
      {count > 0 && (
        <div className="flex min-h-10 flex-wrap items-center gap-x-4">
          <Checkbox
            label={selected.length > 0 ? t('selected', { count: selected.length }) : t('selectAll')}
            checked={selected.length === count}
            mixed={selected.length > 0 && selected.length < count}
            onChange={(isSelected) => page.send({ type: 'sessions.selectAll', isSelected })}
          />
          <Button
            icon={<Trash2 size={16} />}
            disabled={selected.length === 0}
            busy={isRemoving}
            onClick={() => page.send({ type: 'sessions.remove' })}
          >
            {t('remove')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Sort() {
  const t = useTranslations('sessions');
  const page = usePageRef<SessionsRef>();
  const { sort, isDescending } = useSelector(page, selectQuery);
  const choose = (wanted: typeof sort) => page.send({ type: 'sessions.sort', sort: wanted });
  return (
    <div className="hidden w-full items-end gap-1 phone:flex">
      <div className="min-w-0 flex-1">
        <Select
          label={t('sort')}
          value={sort}
          options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          onChange={choose}
        />
      </div>
      <IconButton
        label={t(isDescending ? 'descending' : 'ascending')}
        icon={isDescending ? <ArrowDown size={18} /> : <ArrowUp size={18} />}
        onClick={() => choose(sort)}
      />
    </div>
  );
}

function Pages() {
  const t = useTranslations('sessions');
  const page = usePageRef<SessionsRef>();
  const query = useSelector(page, selectQuery);
  const listed = useSelector(page, selectList)?.listed;
  const isTurning = useSelector(page, selectIsTurning);
  if (!listed) return null;
  const first = listed.page * listed.itemsPerPage;
  return (
    <Pager
      label={t('pages')}
      page={query.page}
      pages={listed.numPages}
      busy={isTurning}
      previousLabel={t('previous')}
      nextLabel={t('next')}
      range={t('range', { from: first + 1, to: first + listed.sessions.items.length, total: listed.total })}
      onTurn={(to) => page.send({ type: 'sessions.turn', page: to })}
    >
      <div className="w-40">
        <Select
          label={t('pageSize')}
          value={query.size}
          options={PAGE_SIZES.map((value) => ({ value, label: value }))}
          onChange={(size) => page.send({ type: 'sessions.setSize', size })}
        />
      </div>
    </Pager>
  );
}
