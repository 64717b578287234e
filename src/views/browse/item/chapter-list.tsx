import { useSelector } from '@xstate/react';
import { Bookmark } from 'lucide-react';
import { useCallback, memo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { isPartOpen } from '../../../machines/browse/item/item.selectors.ts';
import { chapterAt, chapterIndexAt } from '../../../machines/playback/player/chapters.logic.ts';
import { soundOf } from '../../../machines/playback/player/player.selectors.ts';
import { shareAt } from '../../../machines/playback/progress/share.logic.ts';
import type { Chapter } from '../../../schemas/api/audio-file.ts';
import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { usePlayed, useProgress } from '../../shared/use-progress.ts';
import { cx } from '../../ui/cx.ts';
import { Equaliser } from '../../ui/cover.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

/** Longer lists are windowed. */
const MOST_ROWS = 150;
/** Rem. */
const ROW_REM = 2.75;

export function ChapterList({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const open = useSelector(page, isPartOpen('chapters'));
  const { items: chapters } = item.media.chapters;
  if (chapters.length === 0) return null;
  return (
    <Disclosure
      heading={t('chapters')}
      note={chapters.length}
      open={open}
      onToggle={() => page.send({ type: 'item.toggle', part: 'chapters' })}
    >
      <Rows item={item} />
    </Disclosure>
  );
}

function Rows({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const {
    id,
    media: {
      chapters: { items: chapters },
      tracks: { items: tracks },
    },
  } = item;
  const current = useChapter(item);
  const play = useCallback(
    (chapter: Chapter) => page.send({ type: 'item.playFrom', episodeId: null, startTime: chapter.start }),
    [page],
  );
  const row = useCallback(
    (chapter: Chapter, index: number, tabIndex?: number) => (
      <ChapterRow
        chapter={chapter}
        number={index + 1}
        label={t('playChapter', { chapter: chapter.title, time: formatClock(chapter.start) })}
        mark={chapter === current ? <ChapterMark id={id} /> : undefined}
        fill={chapter === current ? <ChapterFill id={id} chapter={chapter} /> : undefined}
        canPlay={tracks.length > 0}
        tabIndex={tabIndex}
        onPlay={play}
      />
    ),
    [current, id, tracks.length, play, t],
  );
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const chapter = chapters[index];
      return chapter ? row(chapter, index, tabIndex) : null;
    },
    [chapters, row],
  );
  return (
    <>
      <p aria-hidden="true" className="flex gap-3 pe-2 pb-1 text-xs text-ink-3">
        <span className={COLUMN.number} />
        <span className="flex-1" />
        <span className={COLUMN.wideTime}>{t('duration')}</span>
        <span className={COLUMN.time}>{t('starts')}</span>
        <span className={cx(COLUMN.time, 'max-xl:hidden')}>{t('ends')}</span>
      </p>
      {chapters.length <= MOST_ROWS ? (
        <ol>
          {chapters.map((chapter, index) => (
            <li key={chapter.id}>{row(chapter, index)}</li>
          ))}
        </ol>
      ) : (
        <VirtualList
          label={t('chapters')}
          count={chapters.length}
          rowRem={ROW_REM}
          overscan={6}
          renderRow={renderRow}
        />
      )}
    </>
  );
}

/** Of the playhead while the book is open in the player, else of the saved position. */
function useChapter({
  id,
  media: {
    chapters: { items: chapters },
  },
}: BookItemExpanded): Chapter | null {
  const progress = useProgress(id);
  const played = usePlayed(id, null, (time) => chapterIndexAt(chapters, time));
  if (played !== null) return chapters[played] ?? null;
  return progress && !progress.isFinished && progress.currentTime > 0
    ? chapterAt(chapters, progress.currentTime)
    : null;
}

/** Replaces the number: bars while it sounds, else a bookmark. */
function ChapterMark({ id }: { id: string }) {
  const sounds = useSelector(useActorRefOf('player'), soundOf(id, null));
  return sounds ? <Equaliser moves /> : <Bookmark size={16} fill="currentColor" />;
}

/** In whole percent. */
function ChapterFill({ id, chapter: { start, end } }: { id: string; chapter: Chapter }) {
  const progress = useProgress(id);
  const share = (time: number) => Math.floor(shareAt(time - start, end - start) * 100);
  const percent = usePlayed(id, null, share) ?? share(progress?.currentTime ?? 0);
  return (
    <span
      className="absolute inset-y-0 start-0 -z-1 bg-accent-soft forced-colors:top-auto forced-colors:h-0.5 forced-colors:bg-accent"
      style={{ inlineSize: `${percent}%` }}
    />
  );
}

const COLUMN = {
  number: 'w-8 shrink-0 text-end',
  time: 'w-18 shrink-0 text-end',
  wideTime: 'w-18 shrink-0 text-end max-lg:hidden',
} as const;

/** A play triangle on hover, without an element: a book may have hundreds of rows. */
const PLAY =
  'before:absolute before:inset-y-0 before:end-0 before:my-auto before:size-3 before:bg-ink-2 before:opacity-0 before:[clip-path:polygon(12%_0,100%_50%,12%_100%)] group-hover:text-transparent group-hover:before:opacity-100 group-disabled:group-hover:before:opacity-0';

interface ChapterRowProps {
  chapter: Chapter;
  /** From 1. */
  number: number;
  /** 'Chapter 3, play from 12:30'. */
  label: string;
  mark?: ReactNode;
  /** Behind the text: the part of the current chapter before the position. */
  fill?: ReactNode;
  canPlay: boolean;
  tabIndex?: number | undefined;
  onPlay: (chapter: Chapter) => void;
}

const ChapterRow = memo(function ChapterRow({
  chapter,
  number,
  label,
  mark,
  fill,
  canPlay,
  tabIndex,
  onPlay,
}: ChapterRowProps) {
  const { title, start, end } = chapter;
  return (
    <button
      type="button"
      disabled={!canPlay}
      tabIndex={tabIndex}
      aria-current={mark ? true : undefined}
      aria-label={label}
      onClick={() => onPlay(chapter)}
      className={cx(
        'group relative isolate flex h-11 w-full items-center gap-3 overflow-hidden rounded-sm pe-2 text-start text-sm hover:bg-surface-2',
        mark ? 'font-medium text-accent-text' : 'text-ink',
      )}
    >
      {fill}
      <span
        className={cx('relative tabular-nums', COLUMN.number, mark ? 'grid justify-items-end' : cx('text-ink-3', PLAY))}
      >
        {mark ?? number}
      </span>
      <span className="min-w-0 flex-1 truncate">
        <bdi>{title}</bdi>
      </span>
      <span className={cx('text-ink-3 tabular-nums', COLUMN.wideTime)}>{formatClock(end - start)}</span>
      <span className={cx('text-ink-2 tabular-nums', COLUMN.time)}>{formatClock(start)}</span>
      <span className={cx('text-ink-3 tabular-nums max-xl:hidden', COLUMN.time)}>{formatClock(end)}</span>
    </button>
  );
});
