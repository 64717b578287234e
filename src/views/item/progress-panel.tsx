import { useSelector } from '@xstate/react';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { Fragment } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { selectDateFormat } from '../../machines/session/session.selectors.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { formatByPattern } from '../format/date.ts';
import { formatDuration } from '../format/duration.ts';
import { formatPercent } from '../format/percent.ts';
import { shareOf } from '../library/item-card.tsx';
import { useProgress } from '../library/use-progress.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';

/** How far one is, since when, and a way to forget it (areas 28.3). */
export function ProgressPanel({ itemId, episodeId }: { itemId: string; episodeId: string | null }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const page = usePageRef<ItemRef>();
  const progress = useProgress(itemId, episodeId);
  const pattern = useSelector(useActorRefOf('session'), selectDateFormat);
  if (!progress) return null;
  const date = (moment: number) => formatByPattern(moment, pattern, locale);
  const left = progress.duration - progress.currentTime;
  const share = shareOf(progress);
  const facts = progress.isFinished
    ? [progress.finishedAt !== null && t('finishedOn', { date: date(progress.finishedAt) })]
    : [formatPercent(share, locale), progress.duration > 0 && progress.currentTime > 0 && t('left', { time: formatDuration(left, locale) })];
  const shown = [...facts, progress.startedAt !== null && t('startedOn', { date: date(progress.startedAt) })].filter((fact) => fact !== false);
  return (
    <section aria-label={t('progress')} className="flex max-w-xl items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex items-center gap-2 text-sm text-ink-2 tabular-nums">
          {progress.isFinished && <CircleCheck size={16} className="shrink-0 text-success" />}
          <span>{shown.map((fact, index) => <Fragment key={fact}>{index > 0 && ' · '}{fact}</Fragment>)}</span>
        </p>
        <ProgressLine value={progress.isFinished ? 1 : share} tone={progress.isFinished ? 'success' : 'accent'} />
      </div>
      <IconButton label={t('resetProgress')} icon={<RotateCcw size={17} />} onClick={() => page.send({ type: 'item.resetProgress', episodeId })} />
    </section>
  );
}
