import { useSelector } from '@xstate/react';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectChapters, selectPlayhead, shownChapterIndex } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { cx } from '../ui/cx.ts';
import { Popover } from '../ui/popover.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/** The chapters to jump to: the current one marked and in the middle, those before it ticked off (PLR-058 to PLR-062). */
export function ChaptersPopover({ anchor, onDismiss }: { anchor: HTMLElement | null; onDismiss: () => void }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const current = useSelector(useSelector(player, selectPlayhead), shownChapterIndex(chapters));
  const choose = (start: number) => {
    player.send({ type: 'player.seek', time: start });
    onDismiss();
  };
  return (
    <Popover open anchor={anchor} label={t('chapters')} width={400} side="top" onDismiss={onDismiss}>
      <ol className="max-h-[60dvh] overflow-y-auto overscroll-contain p-1.5">
        {chapters.map(({ id, title, start }, index) => (
          <li key={id}>
            <button
              type="button"
              ref={index === current ? showInMiddle : undefined}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => choose(start)}
              className={cx(
                'flex min-h-10 w-full items-center gap-3 rounded-sm px-3 py-1.5 text-start text-sm hover:bg-surface-2 touch:min-h-11',
                index === current ? 'bg-surface-2 font-medium text-accent-text' : index < current ? 'text-ink-3' : 'text-ink',
              )}
            >
              <span dir="auto" className="min-w-0 flex-1 truncate">{title}</span>
              {index < current && <><Check size={14} className="shrink-0" /><VisuallyHidden>{t('chapterDone')}</VisuallyHidden></>}
              <span className="shrink-0 text-ink-2 tabular-nums">{formatClock(start)}</span>
            </button>
          </li>
        ))}
      </ol>
    </Popover>
  );
}

function showInMiddle(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center' });
}
