import { useSelector } from '@xstate/react';
import { useCallback, memo } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Check } from 'lucide-react';
import { MOST_UNSEARCHED, rowsOf, typedRow } from '../../../machines/playback/player/chapter-list.logic.ts';
import type { ChapterListRef } from '../../../machines/playback/player/chapter-list.machine.ts';
import {
  selectChapterListRef,
  selectChapters,
  selectPlayhead,
  shownChapterIndex,
} from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { cx } from '../../ui/cx.ts';
import { downToGrid, FindField } from '../../ui/find-field.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { formatClock } from '../../format/amounts.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Chapter } from '../../../schemas/api/audio-file.ts';

/** In rem: 44 px, the least size of a touch target. */
const ROW_REM = 2.75;
/** Largest share of the window in a dialog. */
const VIEW_SHARE = 0.6;

interface ChaptersProps {
  onChosen?: (() => void) | undefined;
  /** As high as the space; else as its rows, within 60 % of the window. */
  fills?: boolean | undefined;
}

/** The chapters of the open item, windowed. Long lists have a search, and typing goes to the next matching chapter. */
export function Chapters({ onChosen, fills = false }: ChaptersProps) {
  const list = useSelector(useActorRefOf('player'), selectChapterListRef);
  return list ? <ChaptersOf list={list} onChosen={onChosen} fills={fills} /> : null;
}

function ChaptersOf({ list, onChosen, fills }: ChaptersProps & { list: ChapterListRef }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const query = useSelector(list, ({ context }) => context.query);
  const current = useSelector(useSelector(player, selectPlayhead), shownChapterIndex(chapters));
  const rows = rowsOf(chapters, query);
  const choose = useCallback(
    (start: number) => {
      player.send({ type: 'player.seek', time: start, reason: 'chapter' });
      player.send({ type: 'player.resume' });
      onChosen?.();
    },
    [player, onChosen],
  );
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const row = rows[index];
      if (!row) return null;
      const place = row.index === current ? 'current' : row.index < current ? 'done' : 'ahead';
      return <ChapterButton chapter={row.chapter} place={place} tabIndex={tabIndex} onChoose={choose} />;
    },
    [rows, current, choose],
  );
  const type = (character: string, from: number) => {
    list.send({ type: 'chapterList.type', character });
    return typedRow(rows, list.getSnapshot().context.typed, from);
  };
  const isSearched = chapters.length > MOST_UNSEARCHED;
  // In search results, keys begin at the first one.
  const centre = query.trim() === '' ? rows.findIndex(({ index }) => index === current) : 0;
  return (
    <div data-search="" className={cx('flex flex-col gap-2', fills && 'h-full min-h-0')}>
      {isSearched && (
        <FindField
          label={t('findChapter')}
          value={query}
          onChange={(text) => list.send({ type: 'chapterList.filter', text })}
          onKeyDown={(event) => {
            downToGrid(event);
            searchKeys(event, list, rows[0]?.chapter.start, choose);
          }}
        />
      )}
      <p role="status" className={rows.length === 0 ? 'py-6 text-center text-sm text-ink-2' : 'sr-only'}>
        {query.trim() === '' ? '' : t('chaptersFound', { count: rows.length })}
      </p>
      <div
        data-scroller=""
        className={cx(
          '-mx-3 overflow-y-auto overscroll-contain',
          fills && 'min-h-0 flex-1',
          rows.length === 0 && 'hidden',
        )}
        style={fills ? undefined : { blockSize: `min(${VIEW_SHARE * 100}dvh, ${chapters.length * ROW_REM}rem)` }}
      >
        <VirtualList
          key={query}
          label={t('chapters')}
          count={rows.length}
          rowRem={ROW_REM}
          overscan={3}
          renderRow={renderRow}
          viewShare={fills ? undefined : VIEW_SHARE}
          centre={centre === -1 ? undefined : centre}
          onType={type}
        />
      </div>
    </div>
  );
}

/** Enter plays the first result; Escape clears the search before it closes anything. */
function searchKeys(
  event: KeyboardEvent<HTMLInputElement>,
  list: ChapterListRef,
  start: number | undefined,
  choose: (start: number) => void,
): void {
  if (event.key === 'Enter' && start !== undefined && !event.nativeEvent.isComposing) choose(start);
  if (event.key !== 'Escape' || event.currentTarget.value === '') return;
  event.preventDefault();
  event.stopPropagation();
  list.send({ type: 'chapterList.filter', text: '' });
}

interface ChapterButtonProps {
  chapter: Chapter;
  place: 'done' | 'current' | 'ahead';
  tabIndex: number;
  onChoose: (start: number) => void;
}

const INK = { done: 'text-ink-3', current: 'bg-surface-2 font-medium text-accent-text', ahead: 'text-ink' } as const;

const ChapterButton = memo(function ChapterButton({
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
