import { Check } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Chapter } from '../../schemas/api/audio-file.ts';
import { formatClock } from '../format/clock.ts';
import { cx } from '../ui/cx.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

export interface ChapterButtonProps {
  chapter: Chapter;
  place: 'done' | 'current' | 'ahead';
  tabIndex: number;
  onChoose: (start: number) => void;
}

const INK = { done: 'text-ink-3', current: 'bg-surface-2 font-medium text-accent-text', ahead: 'text-ink' } as const;

export const ChapterButton = memo(function ChapterButton({
  chapter: { title, start },
  place,
  tabIndex,
  onChoose,
}: ChapterButtonProps) {
  const t = useTranslations('player');
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-current={place === 'current' ? 'true' : undefined}
      onClick={() => onChoose(start)}
      className={cx(
        'flex h-11 w-full items-center gap-3 rounded-sm px-3 text-start text-sm outline-offset-[-2px] hover:bg-surface-2',
        INK[place],
      )}
    >
      <span className="min-w-0 flex-1 truncate">
        <bdi>{title}</bdi>
      </span>
      {place === 'done' && (
        <>
          <Check size={14} className="shrink-0" />
          <VisuallyHidden>{t('chapterDone')}</VisuallyHidden>
        </>
      )}
      <span className="shrink-0 text-ink-2 tabular-nums">{formatClock(start)}</span>
    </button>
  );
});
