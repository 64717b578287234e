import { useId, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { calendarOf, monthsOf, type CalendarDay } from '../../../machines/admin/own-stats/own-stats.logic.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import { firstWeekday, formatDay } from '../../format/dates.ts';
import { formatDuration, speakDuration } from '../../format/amounts.ts';
import { Heading } from '../../ui/heading.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface YearCalendarProps {
  days: ListeningStats['days'];
  /** `yyyy-MM-dd` */
  today: string;
}

const LEVELS = [0, 1, 2, 3, 4] as const;
/** Weekdays with a label, 0 for Sunday. */
const NAMED = [1, 3, 5];
/** A Sunday, for names of weekdays. */
const SUNDAY = '2026-02-0';

/** The last 52 weeks, as many as fit; for screen readers months as text. */
export function YearCalendar({ days, today }: YearCalendarProps) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const id = useId();
  const firstDay = firstWeekday(locale);
  const weeks = useMemo(() => calendarOf(days, today, firstDay), [days, today, firstDay]);
  const months = useMemo(() => monthsOf(weeks), [weeks]);
  const count = months.reduce((sum, month) => sum + month.days, 0);
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t('year', { count })}
      </Heading>
      <div className="w-fit max-w-full rounded-lg bg-surface-1 px-4 py-3">
        <div aria-hidden="true" className="flex gap-2">
          <ol className="grid shrink-0 grid-rows-7 gap-0.5 pt-5 text-xs text-ink-3">
            {Array.from({ length: 7 }, (_, index) => (index + firstDay) % 7).map((weekday) => (
              <li key={weekday} className="h-3.5 leading-3.5">
                {NAMED.includes(weekday) && formatDay(`${SUNDAY}${weekday + 1}`, locale, 'short')}
              </li>
            ))}
          </ol>
          <ol className="flex h-[8.125rem] min-w-0 flex-1 flex-row-reverse flex-wrap gap-0.5 overflow-clip pe-4">
            {weeks.toReversed().map((week) => (
              <li key={week.days[0]?.date} className="flex w-3.5 shrink-0 flex-col">
                <span className="h-5 w-0 overflow-visible text-xs whitespace-nowrap text-ink-3">
                  {week.month !== null && formatDay(monthDay(week.month), locale, 'month')}
                </span>
                <span className="grid gap-0.5">
                  {week.days.map((day) => (
                    <Square
                      key={day.date}
                      level={day.level}
                      tip={t('dayIs', {
                        day: formatDay(day.date, locale, 'full'),
                        time: formatDuration(day.seconds, locale),
                      })}
                    />
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </div>
        <VisuallyHidden>
          <ul>
            {months.map(({ month, days: heard, seconds }) => (
              <li key={month}>
                {t('monthIs', {
                  month: formatDay(`${month}-01`, locale, 'monthYear'),
                  count: heard,
                  time: speakDuration(seconds, locale),
                })}
              </li>
            ))}
          </ul>
        </VisuallyHidden>
        <p aria-hidden="true" className="flex items-center justify-end gap-1 pt-2 text-xs text-ink-3">
          {t('less')}
          {LEVELS.map((level) => (
            <Square key={level} level={level} />
          ))}
          {t('more')}
        </p>
      </div>
    </section>
  );
}

const monthDay = (month: number): string => `2026-${String(month + 1).padStart(2, '0')}-01`;

const SHADES: Record<CalendarDay['level'], string> = {
  0: 'bg-surface-3 forced-colors:border',
  1: 'bg-accent/30 forced-colors:bg-[Highlight] forced-colors:opacity-40',
  2: 'bg-accent/55 forced-colors:bg-[Highlight] forced-colors:opacity-60',
  3: 'bg-accent/80 forced-colors:bg-[Highlight] forced-colors:opacity-80',
  4: 'bg-accent forced-colors:bg-[Highlight]',
};

function Square({ level, tip }: { level: CalendarDay['level']; tip?: string }) {
  return <span data-tip={tip} className={`block size-3.5 rounded-xs forced-color-adjust-none ${SHADES[level]}`} />;
}
