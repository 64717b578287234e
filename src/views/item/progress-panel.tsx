import { CircleCheck, RotateCcw } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { formatPercent } from '../format/percent.ts';
import { useDayText } from '../library/use-day-text.ts';
import { useLeftText, useProgress, useShare } from '../library/use-progress.ts';
import { Dotted } from '../ui/dotted.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { focusBeside } from '../ui/roving.ts';

export function ProgressPanel({ itemId, episodeId }: { itemId: string; episodeId: string | null }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const page = usePageRef<ItemRef>();
  const progress = useProgress(itemId, episodeId);
  const share = useShare(itemId, episodeId);
  const left = useLeftText(itemId, episodeId);
  const date = useDayText();
  if (!progress && share === 0) return null;
  const isFinished = progress?.isFinished ?? false;
  const finishedAt = progress?.finishedAt ?? null;
  const startedAt = progress?.startedAt ?? null;
  return (
    <section ref={handFocusOn} aria-label={t('progress')} className="flex max-w-xl items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex items-center gap-2 text-sm text-ink-2 tabular-nums">
          {isFinished && <CircleCheck size={16} className="shrink-0 text-success" />}
          <span>
            <Dotted>
              {isFinished
                ? finishedAt !== null && t('finishedOn', { date: date(finishedAt) })
                : formatPercent(share, locale)}
              {!isFinished && left}
              {startedAt !== null && t('startedOn', { date: date(startedAt) })}
            </Dotted>
          </span>
        </p>
        <ProgressLine value={isFinished ? 1 : share} tone={isFinished ? 'success' : 'accent'} />
      </div>
      {progress && (
        <IconButton
          label={t('resetProgress')}
          icon={<RotateCcw size={17} />}
          onClick={({ currentTarget }) => {
            page.send({ type: 'item.resetProgress', episodeId });
            focusBeside(currentTarget);
          }}
        />
      )}
    </section>
  );
}
