import { useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { axisOf, weekOf, type Streak } from '../../../machines/admin/own-stats/own-stats.logic.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import { formatDay } from '../../format/dates.ts';
import { formatDuration, speakDuration } from '../../format/amounts.ts';
import { Heading } from '../../ui/heading.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface WeekChartProps {
  days: ListeningStats['days'];
  /** `yyyy-MM-dd` */
  today: string;
  /** Up to today or yesterday, by the own time zone. */
  streak: Streak | null;
}

export function WeekChart({ days, today, streak }: WeekChartProps) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const id = useId();
  const week = weekOf(days, today);
  const facts = [
    { name: t('weekTotal'), text: formatDuration(week.total, locale) },
    { name: t('average'), text: formatDuration(week.average, locale) },
    {
      name: t('best'),
      text: week.best
        ? t('dayIs', {
            day: formatDay(week.best.date, locale, 'weekday'),
            time: formatDuration(week.best.seconds, locale),
          })
        : t('none'),
    },
    { name: t('currentStreak'), text: t('days', { count: streak?.days ?? 0 }) },
  ];
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t('week')}
      </Heading>
      <div className="flex flex-wrap gap-x-10 gap-y-4 rounded-lg bg-surface-1 px-4 pt-5 pb-3">
        <Line days={week.days} />
        <dl className="grid flex-[1_1_14rem] content-start gap-y-2 text-sm">
          {facts.map(({ name, text }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-2">{name}</dt>
              <dd className="font-medium tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Line({ days }: { days: ReturnType<typeof weekOf>['days'] }) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const marks = axisOf(Math.max(...days.map(({ seconds }) => seconds)));
  const top = marks.at(-1) ?? 1;
  const left = (index: number) => ((index + 0.5) / days.length) * 100;
  const points = days.map(({ seconds }, index) => `${left(index)},${100 - (seconds / top) * 100}`);
  return (
    <div className="relative ms-18 h-44 min-w-0 flex-[3_1_24rem] max-[22.5rem]:ms-14 max-[22.5rem]:text-[0.625rem]">
      {marks.map((mark) => (
        <div
          key={mark}
          aria-hidden="true"
          className="absolute inset-x-0 border-t border-line"
          style={{ insetBlockStart: `${(1 - mark / top) * 84}%` }}
        >
          <span className="absolute end-full me-2 -translate-y-1/2 text-xs whitespace-nowrap text-ink-3 tabular-nums">
            {mark === 0 ? '0' : formatDuration(mark, locale)}
          </span>
        </div>
      ))}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-x-0 top-0 h-[84%] w-full overflow-visible text-accent rtl:-scale-x-100 forced-colors:text-[Highlight]"
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <ol className="absolute inset-0 grid grid-cols-7">
        {days.map(({ date, seconds }) => (
          <li
            key={date}
            className="relative"
            data-tip={t('dayIs', { day: formatDay(date, locale, 'full'), time: formatDuration(seconds, locale) })}
          >
            <span
              aria-hidden="true"
              className="absolute start-1/2 -ms-1 -mt-1 size-2 rounded-full bg-accent forced-colors:bg-[Highlight]"
              style={{ insetBlockStart: `${(1 - seconds / top) * 84}%` }}
            />
            <span
              aria-hidden="true"
              className="absolute inset-x-0 bottom-0 text-center text-xs text-ink-3 max-[22.5rem]:text-[0.625rem]"
            >
              {formatDay(date, locale, 'short')}
            </span>
            <VisuallyHidden>
              {t('dayIs', { day: formatDay(date, locale, 'full'), time: speakDuration(seconds, locale) })}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
    </div>
  );
}
