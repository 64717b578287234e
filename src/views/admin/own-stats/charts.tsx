import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { CREDITS, creditsOf } from '../../../machines/admin/own-stats/credits.logic.ts';
import { countAxis, drawBars, drawColumns, drawGrid } from '../../../machines/admin/own-stats/drawing.logic.ts';
import { busiestHour } from '../../../machines/admin/own-stats/hours.logic.ts';
import { axisOf, weekdaysOf } from '../../../machines/admin/own-stats/own-stats.logic.ts';
import type { OwnStatsRef } from '../../../machines/admin/own-stats/own-stats.machine.ts';
import { selectCredit } from '../../../machines/admin/own-stats/own-stats.selectors.ts';
import { lastMonths } from '../../../machines/admin/own-stats/pace.logic.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { firstWeekday, hourNames, shortWeekdayNames, weekdayNames, formatDay } from '../../format/dates.ts';
import { formatDuration } from '../../format/amounts.ts';
import { useIsPhone } from '../../ui/media-query.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ChartCard } from './chart-card.tsx';
import type { Figures } from './use-figures.ts';
import { joinSentences } from '../../format/lists.ts';

/** Hours with a label. */
const NAMED_EVERY = 6;
const MOST_BARS = 10;
const MOST_ROWS = 50;

interface FiguresProps {
  figures: Figures;
}

interface StatsProps {
  stats: ListeningStats;
}

export function HoursChart({ figures: { week, zone, source } }: FiguresProps) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const isNarrow = useIsPhone();
  const days = weekdayNames(locale);
  const short = shortWeekdayNames(locale);
  const hours = hourNames(locale);
  const first = firstWeekday(locale);
  const order = Array.from({ length: 7 }, (_, index) => (index + first) % 7);
  const at = (weekday: number, hour: number) => week[weekday]?.[hour] ?? 0;
  const time = (seconds: number) => (seconds > 0 ? formatDuration(seconds, locale) : t('none'));
  const busiest = busiestHour(week);
  const nameOf = (weekday: number, hour: number) => t('hourOf', { day: days[weekday] ?? '', hour: hours[hour] ?? '' });
  return (
    <ChartCard
      chart="hours"
      title={t('hours')}
      note={joinSentences([t('why.hours'), t('from.hourZone', { zone }), source], locale)}
      drawing={
        busiest &&
        drawGrid({
          rows: order.map((weekday) => short[weekday] ?? ''),
          columns: hours.map((name, hour) => (hour % NAMED_EVERY === 0 ? name : '')),
          valueAt: (row, hour) => at(order[row] ?? 0, hour),
          tipAt: (row, hour) =>
            t('dayIs', { day: nameOf(order[row] ?? 0, hour), time: time(at(order[row] ?? 0, hour)) }),
          isNarrow,
        })
      }
      description={
        busiest
          ? t('mostOf', {
              name: nameOf(busiest.weekday, busiest.hour),
              amount: formatDuration(busiest.seconds, locale),
            })
          : ''
      }
      columns={[
        { id: 'hour', header: t('column.hour'), cell: (hour: number) => hours[hour], isRowHeader: true },
        ...order.map((weekday) => ({
          id: String(weekday),
          header: short[weekday] ?? '',
          numeric: true,
          cell: (hour: number) => time(at(weekday, hour)),
        })),
      ]}
      rows={hours.map((_, hour) => hour)}
      keyOf={String}
    />
  );
}

export function WeekdaysChart({ stats: { dayOfWeek } }: StatsProps) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const isNarrow = useIsPhone();
  const names = weekdayNames(locale);
  const short = shortWeekdayNames(locale);
  const rows = weekdaysOf(dayOfWeek, firstWeekday(locale)).map(({ weekday, seconds }) => ({
    name: names[weekday] ?? '',
    short: short[weekday] ?? '',
    value: seconds,
    amount: seconds > 0 ? formatDuration(seconds, locale) : t('none'),
  }));
  const best = rows.toSorted((a, b) => b.value - a.value)[0];
  return (
    <ChartCard
      chart="weekdays"
      title={t('weekdays')}
      note={t('why.weekdays')}
      drawing={
        best && best.value > 0
          ? drawColumns({
              columns: rows.map((row) => ({
                ...row,
                name: row.short,
                tip: t('dayIs', { day: row.name, time: row.amount }),
              })),
              axis: axisOf(best.value).map((value) => ({
                value,
                text: value === 0 ? '0' : formatDuration(value, locale),
              })),
              isNarrow,
            })
          : null
      }
      description={best ? t('mostOf', { name: best.name, amount: best.amount }) : ''}
      columns={[
        { id: 'day', header: t('column.day'), cell: ({ name }) => name, isRowHeader: true },
        { id: 'time', header: t('column.listened'), cell: ({ amount }) => amount, numeric: true },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}

export function CreditsChart({ stats: { items } }: StatsProps) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const isNarrow = useIsPhone();
  const page = usePageRef<OwnStatsRef>();
  const kind = useSelector(page, selectCredit);
  const rows = creditsOf(items, kind).map((credit) => ({
    ...credit,
    value: credit.seconds,
    amount: formatDuration(credit.seconds, locale),
  }));
  const [first] = rows;
  return (
    <ChartCard
      chart="credits"
      title={t(`credits.${kind}`)}
      note={t('why.credits')}
      drawing={
        first
          ? drawBars(
              rows.slice(0, MOST_BARS).map((row) => ({ ...row, tip: t('dayIs', { day: row.name, time: row.amount }) })),
              isNarrow,
            )
          : null
      }
      description={first ? t('mostOf', { name: first.name, amount: first.amount }) : ''}
      columns={[
        { id: 'name', header: t('column.name'), cell: ({ name }) => <bdi>{name}</bdi>, isRowHeader: true },
        { id: 'items', header: t('column.items'), cell: (row) => row.items.toLocaleString(locale), numeric: true },
        { id: 'time', header: t('column.listened'), cell: ({ amount }) => amount, numeric: true },
      ]}
      rows={rows.slice(0, MOST_ROWS)}
      keyOf={({ name }) => name}
    >
      <SegmentedControl
        label={t('creditsOf')}
        labelHidden
        value={kind}
        segments={CREDITS.map((value) => ({ value, label: t(`credit.${value}`) }))}
        onChange={(credit) => page.send({ type: 'stats.showCredit', credit })}
      />
    </ChartCard>
  );
}

export function FinishedChart({ figures: { months, today, zone } }: FiguresProps) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const isNarrow = useIsPhone();
  const rows = lastMonths(months, today).map(({ month, count }) => ({
    month,
    name: formatDay(`${month}-01`, locale, 'monthYear'),
    value: count,
    amount: count.toLocaleString(locale),
  }));
  const best = rows.toSorted((a, b) => b.value - a.value)[0];
  return (
    <ChartCard
      chart="finished"
      title={t('finishedMonths')}
      note={joinSentences([t('why.finished'), t('from.hourZone', { zone })], locale)}
      drawing={
        best && best.value > 0
          ? drawColumns({
              columns: rows.map((row) => ({
                ...row,
                name: formatDay(`${row.month}-01`, locale, isNarrow ? 'monthLetter' : 'month'),
                tip: t('dayIs', { day: row.name, time: row.amount }),
              })),
              axis: countAxis(best.value).map((value) => ({ value, text: value.toLocaleString(locale) })),
              isNarrow,
            })
          : null
      }
      description={best ? t('mostOf', { name: best.name, amount: best.amount }) : ''}
      columns={[
        { id: 'month', header: t('column.month'), cell: ({ name }) => name, isRowHeader: true },
        { id: 'count', header: t('column.finished'), cell: ({ amount }) => amount, numeric: true },
      ]}
      rows={rows}
      keyOf={({ month }) => month}
    />
  );
}
