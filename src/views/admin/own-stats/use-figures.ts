import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { HeardRef } from '../../../machines/admin/own-stats/heard.machine.ts';
import { daysOfHours, hoursOfSession, weekHoursOf } from '../../../machines/admin/own-stats/hours.logic.ts';
import type { OwnStatsRef } from '../../../machines/admin/own-stats/own-stats.machine.ts';
import {
  selectToday,
  selectZone,
  selectHeard,
  selectHeardTotal,
  selectIsWhole,
} from '../../../machines/admin/own-stats/own-stats.selectors.ts';
import {
  dailyAverage,
  daysLeft,
  finishedMonths,
  leftToHear,
  usualSpeed,
} from '../../../machines/admin/own-stats/pace.logic.ts';
import { ownDays, streaksOf } from '../../../machines/admin/own-stats/own-stats.logic.ts';
import { selectProgressEntries } from '../../../machines/playback/progress/progress.selectors.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';

export type Figures = ReturnType<typeof useFigures>;

export function useFigures(stats: ListeningStats, heard: HeardRef) {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const page = usePageRef<OwnStatsRef>();
  const today = useSelector(page, selectToday);
  const zone = useSelector(page, selectZone);
  const sessions = useSelector(heard, selectHeard);
  const total = useSelector(heard, selectHeardTotal);
  const isWhole = useSelector(heard, selectIsWhole);
  const entries = useSelector(useActorRefOf('progress'), selectProgressEntries);
  const fromSessions = useMemo(() => {
    const hours = sessions.flatMap((session) => hoursOfSession(session, zone));
    return {
      week: weekHoursOf(hours),
      streaks: streaksOf(ownDays(daysOfHours(hours), stats.days, isWhole), today),
      speed: usualSpeed(sessions),
    };
  }, [sessions, zone, stats.days, isWhole, today]);
  const fromProgress = useMemo(() => {
    const progress = Object.values(entries).filter((entry) => entry !== undefined);
    return { months: finishedMonths(progress, zone), left: leftToHear(progress) };
  }, [entries, zone]);
  const daily = dailyAverage(stats.days, today);
  const source =
    total === null
      ? t('from.none')
      : isWhole
        ? t('from.all', { count: sessions.length })
        : t('from.part', { count: sessions.length, total: total.toLocaleString(locale) });
  return {
    ...fromSessions,
    ...fromProgress,
    daily,
    daysLeft: daysLeft(fromProgress.left, daily, fromSessions.speed),
    loaded: sessions.length,
    source,
    today,
    zone,
  };
}
