import { useSelector } from '@xstate/react';
import { Bookmark } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isPartOpen } from '../../machines/item/item.selectors.ts';
import { chapterAt, chapterIndexAt } from '../../machines/player/chapters.logic.ts';
import { soundOf } from '../../machines/player/player.selectors.ts';
import { shareAt } from '../../machines/progress/share.logic.ts';
import type { Chapter } from '../../schemas/api/audio-file.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { usePlayed, useProgress } from '../library/use-progress.ts';
import { cx } from '../ui/cx.ts';
import { Equaliser } from '../ui/equaliser.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { ChapterRow, COLUMN } from './chapter-row.tsx';

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
