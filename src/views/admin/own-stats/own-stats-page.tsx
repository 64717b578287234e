import { useSelector } from '@xstate/react';
import { ChartNoAxesColumn } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import texts from '../../../locales/en-us/own-stats.json';
import type { HeardRef } from '../../../machines/admin/own-stats/heard.machine.ts';
import { countDays, topItems, streaksOf, type Streak } from '../../../machines/admin/own-stats/own-stats.logic.ts';
import type { OwnStatsRef } from '../../../machines/admin/own-stats/own-stats.machine.ts';
import {
  selectHeardRef,
  selectOwnStats,
  selectReadAt,
  selectToday,
  selectYearReview,
} from '../../../machines/admin/own-stats/own-stats.selectors.ts';
import { isSeason } from '../../../machines/admin/year-review/year-cards.logic.ts';
import { selectFinishedCount } from '../../../machines/playback/progress/progress.selectors.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { formatDuration } from '../../format/amounts.ts';
import { formatRelative } from '../../format/dates.ts';
import { DataContent } from '../../shared/data-content.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { AppLink, LinkButton, RowLink } from '../../ui/links.tsx';
import { BarList, StatTiles } from '../../ui/stats.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { CreditsChart, FinishedChart, HoursChart, WeekdaysChart } from './charts.tsx';
import { CsvButton } from './csv-button.tsx';
import { FigureCards } from './figure-cards.tsx';
import { useFigures } from './use-figures.ts';
import { YearReview } from './year-review.tsx';
import { WeekChart } from './week-chart.tsx';
import { YearCalendar } from './year-calendar.tsx';
import {
  selectHeard,
  selectHeardError,
  selectHeardState,
  selectHeardTotal,
} from '../../../machines/admin/own-stats/own-stats.selectors.ts';
import { joinSentences } from '../../format/lists.ts';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Stats />
    </WithTexts>
  );
}

function Stats() {
  const t = useTranslations('ownStats');
  return (
    <SettingsFrame title={t('title')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        <Content />
      </DataContent>
    </SettingsFrame>
  );
}

function Content() {
  const t = useTranslations('ownStats');
  const linkTo = useLinkTo();
  const stats = useSelector(usePageRef<OwnStatsRef>(), selectOwnStats);
  const library = useCurrentLibrary();
  const hasFinished = useSelector(useActorRefOf('progress'), (snapshot) => selectFinishedCount(snapshot) > 0);
  if (stats === null) return null;
  if (stats.totalTime > 0 || hasFinished) return <Filled stats={stats} />;
  return (
    <EmptyState
      icon={<ChartNoAxesColumn size={26} />}
      message={t('empty')}
      detail={t('emptyDetail')}
      action={library && <LinkButton {...linkTo({ name: 'library', libraryId: library.id })}>{t('toHome')}</LinkButton>}
    />
  );
}

function Filled({ stats }: { stats: ListeningStats }) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const today = useSelector(usePageRef<OwnStatsRef>(), selectToday);
  const finished = useSelector(useActorRefOf('progress'), selectFinishedCount);
  const now = useSelector(usePageRef<OwnStatsRef>(), selectReadAt);
  const review = useSelector(usePageRef<OwnStatsRef>(), selectYearReview);
  const heard = useSelector(usePageRef<OwnStatsRef>(), selectHeardRef);
  const yearReview = review && <YearReview review={review} now={now} />;
  const number = (amount: number) => amount.toLocaleString(locale);
  return (
    <PageInset className="flex max-w-6xl flex-col gap-8 pt-4 pb-8">
      {isSeason(now) && yearReview}
      <StatTiles
        label={t('totals')}
        tiles={[
          { name: t('finished'), text: number(finished) },
          { name: t('daysListened'), text: number(countDays(stats.days)) },
          { name: t('minutes'), text: number(Math.round(stats.totalTime / 60)) },
        ]}
      />
      {heard ? (
        <FromSessions stats={stats} heard={heard} />
      ) : (
        <Days stats={stats} streak={streaksOf(stats.days, today).current} />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-x-10 gap-y-8">
        <TopItems items={stats.items} />
        <Recent sessions={stats.recentSessions.items} />
      </div>
      {!isSeason(now) && yearReview}
    </PageInset>
  );
}

/** `streak`: the one in the figures below. */
function Days({ stats: { days }, streak }: { stats: ListeningStats; streak: Streak | null }) {
  const today = useSelector(usePageRef<OwnStatsRef>(), selectToday);
  return (
    <>
      <WeekChart days={days} today={today} streak={streak} />
      <YearCalendar days={days} today={today} />
    </>
  );
}

function FromSessions({ stats, heard }: { stats: ListeningStats; heard: HeardRef }) {
  const figures = useFigures(stats, heard);
  return (
    <>
      <Days stats={stats} streak={figures.streaks.current} />
      <FigureCards figures={figures} />
      <div className="flex flex-col gap-3">
        <HeardStatus heard={heard}>
          <CsvButton stats={stats} figures={figures} />
        </HeardStatus>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(30rem,100%),1fr))] gap-3">
          <HoursChart figures={figures} />
          <WeekdaysChart stats={stats} />
          <CreditsChart stats={stats} />
          <FinishedChart figures={figures} />
        </div>
      </div>
    </>
  );
}

function TopItems({ items }: { items: ListeningStats['items'] }) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const rows = topItems(items).map(({ id, name, route, seconds, share }) => ({
    id,
    name: <RowLink {...linkTo(route)} name={name ?? t('untitled')} />,
    amount: formatDuration(seconds, locale),
    share,
  }));
  return rows.length > 0 && <BarList isRanked title={t('items')} rows={rows} />;
}

function Recent({ sessions }: { sessions: ListeningStats['recentSessions']['items'] }) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const now = useSelector(usePageRef<OwnStatsRef>(), selectReadAt);
  if (sessions.length === 0) return null;
  return (
    <section aria-label={t('recent')}>
      <Heading level={2} looksLike={3} className="pb-2">
        {t('recent')}
      </Heading>
      <ol className="flex flex-col gap-1">
        {sessions.map(({ id, libraryItemId, displayTitle, updatedAt, timeListening }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto_5rem] items-baseline gap-x-3 text-sm">
            {libraryItemId === null ? (
              <span dir="auto" className="truncate">
                {displayTitle || t('untitled')}
              </span>
            ) : (
              <RowLink {...linkTo({ name: 'item', id: libraryItemId })} name={displayTitle || t('untitled')} />
            )}
            <span className="text-ink-3">{formatRelative(updatedAt, now, locale)}</span>
            <span className="text-end text-ink-2 tabular-nums">{formatDuration(timeListening, locale)}</span>
          </li>
        ))}
      </ol>
      <AppLink
        {...linkTo({ name: 'accountSessions' })}
        className="mt-2 inline-flex min-h-6 items-center rounded-sm text-sm text-accent-text hover:underline touch:min-h-11"
      >
        {t('allSessions')}
      </AppLink>
    </section>
  );
}

interface HeardStatusProps {
  heard: HeardRef;
  children: ReactNode;
}

function HeardStatus({ heard, children }: HeardStatusProps) {
  const t = useTranslations('ownStats');
  const tAll = useTranslations();
  const locale = useLocale();
  const state = useSelector(heard, selectHeardState);
  const count = useSelector(heard, (snapshot) => selectHeard(snapshot).length);
  const total = useSelector(heard, selectHeardTotal);
  const error = useSelector(heard, selectHeardError);
  const all = (total ?? 0).toLocaleString(locale);
  const text = {
    reading: total === null ? t('sessions.loading') : t('sessions.reading', { count, total: all }),
    failed: joinSentences([t('sessions.failed'), error && errorText(tAll, error)], locale),
    part: t('from.part', { count, total: all }),
    most: t('sessions.most', { count, total: all }),
    whole: t('from.all', { count }),
  }[state];
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {/* The count changes with every page: screen readers read only the beginning and the end. */}
        <p role={state === 'reading' ? undefined : 'status'} className="min-w-0 flex-1 text-ink-2 tabular-nums">
          {text}
        </p>
        <div className="flex flex-wrap gap-2">
          {state === 'reading' && (
            <Button ref={handFocusOn} size="sm" onClick={() => heard.send({ type: 'heard.stop' })}>
              {t('sessions.stop')}
            </Button>
          )}
          {(state === 'part' || state === 'failed') && (
            <Button ref={handFocusOn} size="sm" onClick={() => heard.send({ type: 'heard.readOn' })}>
              {state === 'part' ? t('sessions.readAll') : tAll('common.retry')}
            </Button>
          )}
          {children}
        </div>
      </div>
      {state === 'reading' && (
        <ProgressLine label={t('sessions.loading')} value={total === null ? null : total === 0 ? 1 : count / total} />
      )}
    </div>
  );
}
