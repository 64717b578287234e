import type { PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../../schemas/api/podcast-episode.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';

/** Newest first, without a date last. */
export function newestFirst(episodes: readonly PodcastEpisodeExpanded[]): readonly PodcastEpisodeExpanded[] {
  return episodes.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
}

/** The last episode in progress, else the first unplayed (oldest of a serial). `listed`: newest first. */
export function episodeToPlay(
  listed: readonly PodcastEpisodeExpanded[],
  isSerial: boolean,
  progressOf: (episodeId: string) => MediaProgress | null,
): PodcastEpisodeExpanded | null {
  let underWay: { readonly episode: PodcastEpisodeExpanded; readonly heardAt: number } | null = null;
  for (const episode of listed) {
    const progress = progressOf(episode.id);
    if (!progress || progress.isFinished || progress.currentTime <= 0) continue;
    if (!underWay || progress.lastUpdate > underWay.heardAt) underWay = { episode, heardAt: progress.lastUpdate };
  }
  if (underWay) return underWay.episode;
  const isUnheard = ({ id }: PodcastEpisodeExpanded) => !progressOf(id)?.isFinished;
  return (isSerial ? listed.findLast(isUnheard) : listed.find(isUnheard)) ?? null;
}

const STAMP = /[([]?\b\d{1,2}:\d{2}(?::\d{2})?\b[)\]]?\s*[-–—:.]?\s*/g;

/** Beginning of an episode's notes (plain text), without the times of a list of chapters. */
export function excerptOf(notes: string): string {
  const stamps = [...notes.matchAll(STAMP)];
  const start = stamps[0]?.index ?? 0;
  if (stamps.length < 2) return notes;
  return (start > 0 ? notes.slice(0, start) : notes.replace(STAMP, '')).trim();
}

const sorted = new WeakMap<readonly PodcastEpisodeExpanded[], readonly PodcastEpisodeExpanded[]>();

/** Newest first, with a stable reference. */
export function episodesOf({ media }: PodcastItemExpanded): readonly PodcastEpisodeExpanded[] {
  const known = sorted.get(media.episodes.items) ?? newestFirst(media.episodes.items);
  sorted.set(media.episodes.items, known);
  return known;
}
