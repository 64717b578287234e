import { useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PACE_DAYS } from '../../../machines/admin/own-stats/pace.logic.ts';
import { formatDays } from '../../format/dates.ts';
import { formatDuration } from '../../format/amounts.ts';
import { Heading } from '../../ui/heading.tsx';
import type { Figures } from './use-figures.ts';
import type { Streak } from '../../../machines/admin/own-stats/own-stats.logic.ts';
import { joinSentences } from '../../format/lists.ts';

/** `why`: how it is computed, and from what. */
export interface WordedFigure {
  readonly name: string;
  readonly text: string;
  readonly detail: string | null;
  readonly why: string;
}

export function useWordedFigures({ streaks, daily, speed, left, daysLeft, zone, source }: Figures) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const streak = (name: string, of: Streak | null, why: string): WordedFigure => ({
    name,
    text: t('days', { count: of?.days ?? 0 }),
    detail: of && of.days > 1 ? formatDays(of.from, of.to, locale) : null,
    why: joinSentences([why, t('from.zone', { zone }), source], locale),
  });
  const figures: readonly WordedFigure[] = [
    streak(t('currentStreak'), streaks.current, t('why.currentStreak')),
    streak(t('longestStreak'), streaks.longest, t('why.longestStreak')),
    {
      name: t('pace'),
      text: t('perDay', { time: formatDuration(daily, locale) }),
      detail: null,
      why: t('why.pace', { count: PACE_DAYS }),
    },
    {
      name: t('speed'),
      text:
        speed === null ? t('none') : t('times', { speed: speed.toLocaleString(locale, { maximumFractionDigits: 2 }) }),
      detail: null,
      why: joinSentences([t('why.speed'), source], locale),
    },
    {
      name: t('left'),
      text: left.count === 0 ? t('none') : formatDuration(left.seconds, locale),
      detail: left.count === 0 ? null : t('leftIn', { count: left.count }),
      why: t('why.left'),
    },
    {
      name: t('daysLeft'),
      text: daysLeft === null || left.count === 0 ? t('none') : t('about', { count: daysLeft }),
      detail: null,
      why: t(speed === null ? 'why.daysLeftNormal' : 'why.daysLeft'),
    },
  ];
  return figures;
}

export function FigureCards({ figures }: { figures: Figures }) {
  const t = useTranslations('ownStats');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t('streaksAndPace')}
      </Heading>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-3">
        {useWordedFigures(figures).map(({ name, text, detail, why }) => (
          <div key={name} className="rounded-lg bg-surface-1 px-4 py-3">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-semibold tabular-nums">{text}</span>
              {detail !== null && <span className="text-sm text-ink-2">{detail}</span>}
            </dd>
            <dd className="pt-1 text-xs text-ink-3">{why}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
