import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isPartOpen } from '../../machines/item/item.selectors.ts';
import { chapterAt, playStateOf, selectPlayhead, shownChapterIndex } from '../../machines/player/player.selectors.ts';
import type { Chapter } from '../../schemas/api/chapter.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { useProgress } from '../library/use-progress.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { VirtualGrid } from '../ui/virtual-grid.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { ChapterRow } from './chapter-row.tsx';

/** Longer lists keep only the rows in view on the page. */
const MOST_ROWS = 150;
/** Height of a row, in rem. */
const ROW_REM = 2.75;

/** The chapters, to play from; the one that one is in is marked (ITM-019). */
export function ChapterList({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const open = useSelector(page, isPartOpen('chapters'));
  const { chapters } = item.media;
  if (chapters.length === 0) return null;
  return (
    <Disclosure heading={t('chapters')} note={chapters.length} open={open} onToggle={() => page.send({ type: 'item.toggle', part: 'chapters' })}>
      <Rows item={item} />
    </Disclosure>
  );
}

function Rows({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const player = useActorRefOf('player');
  const { id, media: { chapters } } = item;
  const progress = useProgress(id);
  const isPlayed = useSelector(player, playStateOf(id, null)) !== 'none';
  const played = useSelector(useSelector(player, selectPlayhead), shownChapterIndex(chapters));
  const reached = progress && !progress.isFinished && progress.currentTime > 0 ? chapterAt(chapters, progress.currentTime) : null;
  const current = isPlayed ? (chapters[played] ?? null) : reached;
  const play = useCallback((chapter: Chapter) => {
    if (isPlayed) player.send({ type: 'player.seek', time: chapter.start });
    else page.send({ type: 'item.playFrom', episodeId: null, startTime: chapter.start, shown: progress });
  }, [isPlayed, player, page, progress]);
  const row = useCallback((chapter: Chapter, tabIndex?: number) => (
    <ChapterRow chapter={chapter} isCurrent={chapter === current} canPlay={item.media.tracks.length > 0} tabIndex={tabIndex} onPlay={play} />
  ), [current, item.media.tracks.length, play]);
  const renderCell = useCallback(({ index, tabIndex }: CellPlace) => {
    const chapter = chapters[index];
    return chapter ? row(chapter, tabIndex) : null;
  }, [chapters, row]);
  if (chapters.length <= MOST_ROWS) return <ol>{chapters.map((chapter) => <li key={chapter.id}>{row(chapter)}</li>)}</ol>;
  return <VirtualGrid label={t('chapters')} count={chapters.length} minCellWidth={10_000} gap={0} ratio={0} textRem={ROW_REM} overscan={6} renderCell={renderCell} onWindow={ignoreMove} />;
}

/** Nothing is loaded as one scrolls: all chapters are there. */
function ignoreMove(): void {}
