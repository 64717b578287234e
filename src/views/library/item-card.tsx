import { memo } from 'react';
import type { ReactNode } from 'react';
import { CircleCheck, Pause, Play, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import { useActorRefOf, useLinkTo, useMenu } from '../app/actors-context.tsx';
import { Cover } from '../ui/cover.tsx';
import type { CoverAspect } from '../ui/cover.tsx';
import { ExplicitBadge } from '../ui/explicit-badge.tsx';
import { MediaCard } from '../ui/media-card.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';
import { usePlay } from './use-play.ts';
import { usePictures } from './use-pictures.ts';
import { useProgress } from './use-progress.ts';

export interface ItemCardProps {
  item: LibraryItemMinified;
  aspect: CoverAspect;
  /** Width of the card in CSS pixels. */
  width: number;
  tabIndex: number;
  /** 'high' for what the page opens with. */
  priority?: 'high' | 'auto' | undefined;
  /** Instead of the author. */
  subtitle?: ReactNode;
  /** Where the card stands, to tell its menu from that of another card of the same item. */
  place: string;
  /** Entries of this place, after those of every card. */
  menuEntries?: ((progress: MediaProgress | null) => readonly MenuEntry[]) | undefined;
}

/** A book, a podcast or a collapsed series on a shelf. Draws again when its own progress changes, not with others'. */
export const ItemCard = memo(function ItemCard({ item, aspect, width, tabIndex, priority, subtitle, place, menuEntries }: ItemCardProps) {
  const t = useTranslations('card');
  const linkTo = useLinkTo();
  const { coverOf } = usePictures();
  const series = item.mediaType === 'book' ? item.collapsedSeries : undefined;
  const episodeId = item.mediaType === 'podcast' ? (item.recentEpisode?.id ?? null) : null;
  const progress = useProgress(item.id, episodeId);
  const { title, explicit } = item.media.metadata;
  const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
  const by = episode ? title : authorOf(item);
  const name = series?.name ?? ((episode?.title ?? title) || t('untitled'));
  const play = usePlay(item, episodeId, name, by);
  const progressActor = useActorRefOf('progress');
  const menu = useMenu(`card/${place}/${item.id}/${episodeId}`);
  const hasPlay = !series && hasSound(item);
  const playLabel = t(play.isPlaying ? 'pause' : 'play', { title: name });
  const isFinished = progress?.isFinished ?? false;
  const entries = (): readonly MenuEntry[] => [
    ...(hasPlay ? [{ kind: 'action' as const, id: 'play', label: playLabel, icon: play.isPlaying ? <Pause size={16} /> : <Play size={16} />, onSelect: play.onPress }] : []),
    ...(canFinish(item) ? [{
      kind: 'action' as const, id: 'finished', label: isFinished ? t('markUnfinished') : t('markFinished'), icon: <CircleCheck size={16} />,
      onSelect: () => progressActor.send({ type: isFinished ? 'progress.markUnfinished' : 'progress.markFinished', libraryItemId: item.id, episodeId }),
    }] : []),
    ...(menuEntries?.(progress) ?? []),
  ];
  return (
    <MediaCard
      {...linkTo(series ? { name: 'series', libraryId: item.libraryId, seriesId: series.id } : { name: 'item', id: item.id })}
      title={name}
      subtitle={subtitle ?? by}
      tabIndex={tabIndex}
      play={hasPlay ? { label: playLabel, playing: play.isPlaying, onPlay: play.onPress } : undefined}
      more={hasPlay || canFinish(item) || menuEntries ? { label: t('more', { title: name }), ...menu, entries } : undefined}
      signs={
        <>
          {explicit && <ExplicitBadge label={t('explicit')} />}
          {(item.isMissing || item.isInvalid) && (
            <TriangleAlert size={14} role="img" aria-label={item.isMissing ? t('missing') : t('invalid')} className="shrink-0 text-warning" />
          )}
        </>
      }
      cover={
        <Cover
          {...coverOf(item, width)}
          aspect={aspect}
          width={width}
          title={name}
          author={by}
          invalidLabel={t('invalidCover')}
          priority={priority}
          progress={series ? 0 : shareOf(progress)}
          finishedLabel={!series && isFinished ? t('finished') : undefined}
          mark={markOf(item)}
        />
      }
    />
  );
});

/** Whether a press on play would sound: files of a book, or the episode that the card shows. */
function hasSound(item: LibraryItemMinified): boolean {
  if (item.isMissing || item.isInvalid) return false;
  return item.mediaType === 'book' ? item.media.numTracks > 0 : item.recentEpisode !== undefined;
}

/** Whether the card is about one thing that can be finished: a book, or the episode that it shows. */
function canFinish(item: LibraryItemMinified): boolean {
  return item.mediaType === 'book' ? item.collapsedSeries === undefined : item.recentEpisode !== undefined;
}

/** How far, 0 to 1: the sound when it was begun, else the ebook. */
export function shareOf(progress: { readonly progress: number; readonly ebookProgress: number | null } | null): number {
  return progress ? progress.progress || (progress.ebookProgress ?? 0) : 0;
}

/** Names of the authors of a book, or who makes the podcast. */
export function authorOf(item: LibraryItemMinified): string {
  return item.mediaType === 'book' ? item.media.metadata.authorName : (item.media.metadata.author ?? '');
}

/** The small mark in the corner: books of a series, number in it, episodes not heard. */
function markOf(item: LibraryItemMinified): string | undefined {
  if (item.mediaType === 'podcast') return item.numEpisodesIncomplete ? String(item.numEpisodesIncomplete) : undefined;
  if (item.collapsedSeries) return String(item.collapsedSeries.numBooks);
  const sequence = item.media.metadata.series?.sequence;
  return sequence ? `#${sequence}` : undefined;
}
