import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { CREDITS, creditsOf } from '../../../machines/admin/own-stats/credits.logic.ts';
import { toCsv } from '../../../machines/kit/csv.logic.ts';
import { countDays, weekdaysOf } from '../../../machines/admin/own-stats/own-stats.logic.ts';
import type { OwnStatsRef } from '../../../machines/admin/own-stats/own-stats.machine.ts';
import { selectFinishedCount } from '../../../machines/playback/progress/progress.selectors.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { firstWeekday, hourNames, weekdayNames } from '../../format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { useWordedFigures } from './figure-cards.tsx';
import type { Figures } from './use-figures.ts';

export function CsvButton({ stats, figures }: { stats: ListeningStats; figures: Figures }) {
  const t = useTranslations('ownStats');
  const page = usePageRef<OwnStatsRef>();
  const makeTable = useTable(stats, figures);
  const save = () =>
    page.send({ type: 'stats.saveTable', text: makeTable(), name: t('csvName', { day: figures.today }) });
  return (
    <Button icon={<Download size={16} />} size="sm" onClick={save}>
      {t('saveCsv')}
    </Button>
  );
}

function useTable(stats: ListeningStats, figures: Figures): () => string {
  const t = useTranslations('ownStats');
  const locale = useLocale();
  const finished = useSelector(useActorRefOf('progress'), selectFinishedCount);
  const worded = useWordedFigures(figures);
  return () => {
    const days = weekdayNames(locale);
    const hours = hourNames(locale);
    const [seconds, items, number] = [t('unit.seconds'), t('unit.items'), t('unit.days')];
    const whole = (value: number) => Math.round(value);
    const { streaks, speed, left, daysLeft } = figures;
    const values = [
      streaks.current?.days ?? 0,
      streaks.longest?.days ?? 0,
      figures.daily,
      speed,
      left.seconds,
      daysLeft,
    ];
    const units = [number, number, seconds, t('unit.speed'), seconds, number];
    return toCsv([
      [t('column.figure'), t('column.name'), t('column.value'), t('column.unit'), t('column.from')],
      [t('finished'), '', finished, items, ''],
      [t('daysListened'), '', countDays(stats.days), number, ''],
      [t('total'), '', whole(stats.totalTime), seconds, ''],
      ...worded.map(({ name, why }, index) => {
        const value = values[index] ?? null;
        return [
          name,
          '',
          value === null ? '' : index === 3 ? Number(value.toFixed(2)) : whole(value),
          units[index] ?? '',
          why,
        ];
      }),
      ...weekdaysOf(stats.dayOfWeek, firstWeekday(locale)).map((row) => [
        t('weekdays'),
        days[row.weekday] ?? '',
        whole(row.seconds),
        seconds,
        t('why.weekdays'),
      ]),
      ...figures.week.flatMap((day, weekday) =>
        day.map((heard, hour) => [
          t('hours'),
          t('hourOf', { day: days[weekday] ?? '', hour: hours[hour] ?? '' }),
          whole(heard),
          seconds,
          figures.source,
        ]),
      ),
      ...CREDITS.flatMap((kind) =>
        creditsOf(stats.items, kind).map(({ name, seconds: heard }) => [
          t(`credits.${kind}`),
          name,
          whole(heard),
          seconds,
          t('why.credits'),
        ]),
      ),
      ...figures.months.map(({ month, count }) => [t('finishedMonths'), month, count, items, t('why.finished')]),
      ...Object.values(stats.items).map(({ mediaMetadata, timeListening }) => [
        t('items'),
        mediaMetadata?.title ?? t('untitled'),
        whole(timeListening),
        seconds,
        '',
      ]),
      ...Object.keys(stats.days)
        .toSorted()
        .map((day) => [t('listenedOn'), day, whole(stats.days[day] ?? 0), seconds, '']),
    ]);
  };
}
