import { memo } from 'react';
import type { ReactNode } from 'react';
import { BookOpen, SquareCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { chunk } from '../ui/chunk.tsx';
import { isReadable } from '../../machines/reader/formats.logic.ts';
import { cardToQueue } from '../../machines/playback/queue/queue-item.logic.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/progress.ts';
import { useLinkTo, useMenu } from '../app/actors-context.tsx';
import { Cover } from '../ui/cover.tsx';
import type { CoverAspect } from '../ui/cover-shape.ts';
import { EbookBadge, ExplicitBadge } from '../ui/title-badges.tsx';
import { BESIDE_COVER, LINE_COVER, MediaCard, type MediaCardProps } from '../ui/media-card.tsx';
import { entriesFrom, type MenuEntry } from '../ui/menu-button.tsx';
import { PlayIcon } from '../ui/player-icons.tsx';
import { useEditEntries, useListEntries, useQueueEntries, useFinishEntry } from './use-item-entries.tsx';
import { useSelect } from './selection-scope.ts';
import { useDayText } from './value-text.ts';
import { usePlay, usePlaybackOfAny, useRead, type PlayControl } from './use-play.ts';
import { usePictures } from './use-library.ts';
import { useProgress, useShare } from './use-progress.ts';

export const publicBadges = chunk(async () => (await import('./public-badges.tsx')).PublicBadges);

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
  const linkTo = useLinkTo();
  const { coverOf } = usePictures();
  const series = item.mediaType === 'book' ? item.collapsedSeries : undefined;
  const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
  const episodeId = episode?.id ?? null;
  const progress = useProgress(item.id, episodeId);
  const share = useShare(item.id, episodeId);
  const { title } = item.media.metadata;
  const ebook = ebookFormatOf(item);
  const by = episode ? title : authorOf(item);
  const name = series?.name ?? ((episode?.title ?? title) || tCommon('untitled'));
  const play = usePlay(item, episodeId, name, by);
  const seriesPlayback = usePlaybackOfAny(series?.libraryItemIds ?? []);
  const select = useSelect(item, index, name);
  const menu = useMenu(`card/${place}/${item.id}/${series?.id ?? episodeId}`);
  const hasPlay = !series && hasSound(item);
  const coverWidth = { below: width, beside: BESIDE_COVER, line: LINE_COVER }[layout];
  const entries = useCardEntries({ item, episodeId, name, index, play, select, progress, menuEntries });
  return (
    <MediaCard
      {...(series
        ? linkTo({ name: 'series', libraryId: item.libraryId, seriesId: series.id })
        : linkTo({ name: 'item', id: item.id }, item))}
      title={name}
      layout={layout}
      facts={facts}
      subtitle={ebook ? <BesideFormat format={ebook}>{subtitle ?? by}</BesideFormat> : (subtitle ?? by)}
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
      signs={hasSigns(item) && <Signs item={item} />}
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
          finishedLabel={!series && progress?.isFinished ? t('finished') : undefined}
          playback={series ? seriesPlayback : play.playback}
          mark={markOf(item)}
          flight={item.id}
        />
      }
    />
  );
});

interface CardEntriesInput extends Pick<ItemCardProps, 'item' | 'index' | 'menuEntries'> {
  episodeId: string | null;
  name: string;
  play: PlayControl;
  select: ReturnType<typeof useSelect>;
  progress: MediaProgress | null;
}

function useCardEntries({ item, episodeId, name, index, play, select, progress, menuEntries }: CardEntriesInput) {
  const t = useTranslations('common');
  const tSelection = useTranslations('selection');
  const series = item.mediaType === 'book' ? item.collapsedSeries : undefined;
  const hasPlay = !series && hasSound(item);
  const ebook = ebookFormatOf(item);
  const dayText = useDayText();
  const finishEntry = useFinishEntry(item.id, episodeId, name);
  const queueEntries = useQueueEntries(() => (hasPlay ? cardToQueue(item, dayText) : null));
  const listEntries = useListEntries();
  const editEntries = useEditEntries(item.id, item.media.metadata.title ?? '', index);
  const read = useRead();
  return () =>
    entriesFrom([
      hasPlay && {
        kind: 'action',
        id: 'play',
        label: t(play.isPlaying ? 'pause' : 'play'),
        icon: <PlayIcon isPlaying={play.isPlaying} size={16} />,
        onSelect: play.onPress,
      },
      isReadable(ebook) && {
        kind: 'action',
        id: 'read',
        label: t('read'),
        icon: <BookOpen size={16} />,
        onSelect: () => read(item.id),
      },
      ...queueEntries(),
      ...(canFinish(item)
        ? [finishEntry, ...listEntries({ libraryItemId: item.id, episodeId, libraryId: item.libraryId, title: name })]
        : []),
      ...(series ? [] : editEntries()),
      ...(menuEntries?.(progress) ?? []),
      select && {
        kind: 'action',
        id: 'select',
        label: tSelection('selectShort'),
        icon: <SquareCheck size={16} />,
        onSelect: () => select.onToggle(false),
      },
    ]);
}

/** The format of an ebook beside the author, where it takes no room from the title. */
function BesideFormat({ format, children }: { format: string; children: ReactNode }) {
  const t = useTranslations('card');
  return (
    <span className="flex items-center gap-1.5">
      <span className="truncate">{children}</span>
      <EbookBadge label={t('ebook', { format: format.toUpperCase() })} format={format} />
    </span>
  );
}

const ebookFormatOf = (item: LibraryItemMinified) =>
  item.mediaType === 'book' && !item.collapsedSeries ? item.media.ebookFormat : undefined;

const isShared = (item: LibraryItemMinified) =>
  item.mediaType === 'book' && !item.collapsedSeries && Boolean(item.mediaItemShare);

const hasSigns = (item: LibraryItemMinified) =>
  item.media.metadata.explicit || item.rssFeed || isShared(item) || item.isMissing || item.isInvalid;

function Signs({ item }: { item: LibraryItemMinified }) {
  const t = useTranslations('card');
  return (
    <>
      {(item.rssFeed || isShared(item)) && (
        <publicBadges.View hasFeed={Boolean(item.rssFeed)} isShared={isShared(item)} />
      )}
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
