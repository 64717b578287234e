import { memo } from 'react';
import type { ReactNode } from 'react';
import { BookOpen, SquareCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { chunk } from '../ui/chunk.tsx';
import { isReadable } from '../../machines/reader/formats.logic.ts';
import { cardToQueue } from '../../machines/queue/queue-item.logic.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/progress.ts';
import { useLinkTo, useMenu } from '../app/actors-context.tsx';
import { Cover } from '../ui/cover.tsx';
import type { CoverAspect } from '../ui/cover-shape.ts';
import { EbookBadge, ExplicitBadge } from '../ui/title-badges.tsx';
import { BESIDE_COVER, LINE_COVER, MediaCard, type MediaCardProps } from '../ui/media-card.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import { PlayIcon } from '../ui/player-icons.tsx';
import { useEditEntries, useListEntries, useQueueEntries, useFinishEntry } from './use-item-entries.tsx';
import { useSelect } from './selection-scope.ts';
import { useDayText } from './value-text.ts';
import { usePlay, usePlaybackOfAny, useRead } from './use-play.ts';
import { usePictures } from './use-library.ts';
import { useProgress, useShare } from './use-progress.ts';

export const openSigns = chunk(async () => (await import('./open-signs.tsx')).OpenSigns);

interface ItemCardProps {
  item: LibraryItemMinified;
  aspect: CoverAspect;
  width: number;
  tabIndex: number;
  priority?: 'high' | 'auto' | undefined;
  subtitle?: ReactNode;
  layout?: MediaCardProps['layout'];
  facts?: ReactNode;
  index: number;
  /** Distinguishes menus of cards of the same item. */
  place: string;
  menuEntries?: ((progress: MediaProgress | null) => readonly MenuEntry[]) | undefined;
}

/** A book, a podcast or a collapsed series. Rerenders when its own progress changes. */
export const ItemCard = memo(function ItemCard({
  item,
  aspect,
  width,
  tabIndex,
  priority,
  subtitle,
  layout = 'below',
  facts,
  index,
  place,
  menuEntries,
}: ItemCardProps) {
  const t = useTranslations('card');
  const tCommon = useTranslations('common');
  const tSelection = useTranslations('selection');
  const linkTo = useLinkTo();
  const { coverOf } = usePictures();
  const series = item.mediaType === 'book' ? item.collapsedSeries : undefined;
  const episodeId = item.mediaType === 'podcast' ? (item.recentEpisode?.id ?? null) : null;
  const progress = useProgress(item.id, episodeId);
  const share = useShare(item.id, episodeId);
  const { title, explicit } = item.media.metadata;
  const book = item.mediaType === 'book' && !series ? item : null;
  const ebook = book?.media.ebookFormat;
  const isShared = Boolean(book?.mediaItemShare);
  const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
  const by = episode ? title : authorOf(item);
  const name = series?.name ?? ((episode?.title ?? title) || tCommon('untitled'));
  const play = usePlay(item, episodeId, name, by);
  const seriesPlayback = usePlaybackOfAny(series?.libraryItemIds ?? []);
  const finishEntry = useFinishEntry(item.id, episodeId, name);
  const select = useSelect(item, index, name);
  const dayText = useDayText();
  const queueEntries = useQueueEntries(() => (hasPlay ? cardToQueue(item, dayText) : null));
  const listEntries = useListEntries();
  const editEntries = useEditEntries(item.id, title ?? '', index);
  const read = useRead();
  const menu = useMenu(`card/${place}/${item.id}/${series?.id ?? episodeId}`);
  const hasPlay = !series && hasSound(item);
  const coverWidth = { below: width, beside: BESIDE_COVER, line: LINE_COVER }[layout];
  const isFinished = progress?.isFinished ?? false;
  const entries = (): readonly MenuEntry[] => [
    ...(hasPlay
      ? [
          {
            kind: 'action' as const,
            id: 'play',
            label: tCommon(play.isPlaying ? 'pause' : 'play'),
            icon: <PlayIcon isPlaying={play.isPlaying} size={16} />,
            onSelect: play.onPress,
          },
        ]
      : []),
    ...(isReadable(ebook)
      ? [
          {
            kind: 'action' as const,
            id: 'read',
            label: tCommon('read'),
            icon: <BookOpen size={16} />,
            onSelect: () => read(item.id),
          },
        ]
      : []),
    ...queueEntries(),
    ...(canFinish(item)
      ? [finishEntry, ...listEntries({ libraryItemId: item.id, episodeId, libraryId: item.libraryId, title: name })]
      : []),
    ...(series ? [] : editEntries()),
    ...(menuEntries?.(progress) ?? []),
    ...(select
      ? [
          {
            kind: 'action' as const,
            id: 'select',
            label: tSelection('selectShort'),
            icon: <SquareCheck size={16} />,
            onSelect: () => select.onToggle(false),
          },
        ]
      : []),
  ];
  return (
    <MediaCard
      {...(series
        ? linkTo({ name: 'series', libraryId: item.libraryId, seriesId: series.id })
        : linkTo({ name: 'item', id: item.id }, item))}
      title={name}
      layout={layout}
      facts={facts}
      subtitle={
        ebook ? (
          // Beside the author, where it takes no room from the title.
          <span className="flex items-center gap-1.5">
            <span className="truncate">{subtitle ?? by}</span>
            <EbookBadge label={t('ebook', { format: ebook.toUpperCase() })} format={ebook} />
          </span>
        ) : (
          (subtitle ?? by)
        )
      }
      tabIndex={tabIndex}
      play={
        hasPlay
          ? {
              label: tCommon(play.isPlaying ? 'pauseTitle' : 'playTitle', { title: name }),
              tip: tCommon(play.isPlaying ? 'pause' : 'play'),
              playing: play.isPlaying,
              onPlay: play.onPress,
            }
          : undefined
      }
      more={
        hasPlay || canFinish(item) || menuEntries || select
          ? { label: t('more', { title: name }), tip: t('moreShort'), ...menu, entries }
          : undefined
      }
      select={select}
      signs={
        (explicit || item.rssFeed || isShared || item.isMissing || item.isInvalid) && (
          <Signs item={item} isShared={isShared} />
        )
      }
      cover={
        <Cover
          {...coverOf(item, coverWidth)}
          aspect={aspect}
          width={coverWidth}
          title={name}
          author={by}
          invalidLabel={t('invalidCover')}
          priority={priority}
          progress={series ? 0 : share}
          finishedLabel={!series && isFinished ? t('finished') : undefined}
          playback={series ? seriesPlayback : play.playback}
          mark={markOf(item)}
          flight={item.id}
        />
      }
    />
  );
});

function Signs({ item, isShared }: { item: LibraryItemMinified; isShared: boolean }) {
  const t = useTranslations('card');
  return (
    <>
      {(item.rssFeed || isShared) && <openSigns.View hasFeed={Boolean(item.rssFeed)} isShared={isShared} />}
      {item.media.metadata.explicit && <ExplicitBadge label={t('explicit')} />}
      {(item.isMissing || item.isInvalid) && (
        <TriangleAlert
          size={14}
          role="img"
          aria-label={item.isMissing ? t('missing') : t('invalid')}
          className="shrink-0 text-warning"
        />
      )}
    </>
  );
}

/** A book with audio files, or a card of an episode. */
export function hasSound(item: LibraryItemMinified): boolean {
  if (item.isMissing || item.isInvalid) return false;
  return item.mediaType === 'book' ? item.media.numTracks > 0 : item.recentEpisode !== undefined;
}

function canFinish(item: LibraryItemMinified): boolean {
  return item.mediaType === 'book' ? item.collapsedSeries === undefined : item.recentEpisode !== undefined;
}

export function authorOf(item: LibraryItemMinified): string {
  return item.mediaType === 'book' ? item.media.metadata.authorName : (item.media.metadata.author ?? '');
}

function markOf(item: LibraryItemMinified): string | undefined {
  if (item.mediaType === 'podcast') return item.numEpisodesIncomplete ? String(item.numEpisodesIncomplete) : undefined;
  if (item.collapsedSeries) {
    const { numBooks, seriesSequenceList } = item.collapsedSeries;
    return seriesSequenceList ? `#${seriesSequenceList}` : String(numBooks);
  }
  const sequence = item.media.metadata.series?.sequence;
  return sequence ? `#${sequence}` : undefined;
}
