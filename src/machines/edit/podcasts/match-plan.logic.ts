import type { FeedEpisode } from '../../../schemas/api/podcast-feed.ts';
import type { PodcastEpisode } from '../../../schemas/api/podcast-episode.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { fold } from '../../kit/text.logic.ts';
import { changesFromFeed } from './episode-form.logic.ts';
import { fileKey } from './feed-rows.logic.ts';

const TEXTS = ['title', 'subtitle', 'season', 'episode', 'episodeType', 'description'] as const;

/** `publishedAt` in ms; a description is HTML. */
export type MatchField =
  | { readonly name: (typeof TEXTS)[number]; readonly now: string; readonly next: string }
  | { readonly name: 'publishedAt'; readonly now: number | null; readonly next: number };

export interface MatchRow {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly MatchField[];
  readonly change: Body<'podcasts.updateEpisode'>;
}

export interface MatchPlan {
  readonly rows: readonly MatchRow[];
  readonly same: number;
  readonly missing: number;
}

/** Skips keys that several share. */
function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string | null): ReadonlyMap<string, T> {
  const found = new Map<string, T | null>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null && key !== '') found.set(key, found.has(key) ? null : one);
  }
  return new Map([...found].filter((entry): entry is [string, T] => entry[1] !== null));
}

const titleOf = ({ title }: { readonly title: string }) => fold(title).trim();
const guidOf = ({ guid }: { readonly guid?: string | null | undefined }) => guid?.trim() || null;

/** Feed episode by library episode id: by guid, else file, else title, if unique on both sides and not paired yet. */
function pairs(episodes: readonly PodcastEpisode[], feed: readonly FeedEpisode[]): ReadonlyMap<string, FeedEpisode> {
  const byGuid = uniqueBy(feed, guidOf);
  const byFile = uniqueBy(feed, ({ enclosure }) => fileKey(enclosure.url));
  const sure = new Map<string, FeedEpisode>();
  for (const episode of episodes) {
    const guid = guidOf(episode);
    const url = episode.enclosure?.url;
    const found = (guid === null ? undefined : byGuid.get(guid)) ?? (url ? byFile.get(fileKey(url)) : undefined);
    if (found) sure.set(episode.id, found);
  }
  const taken = new Set(sure.values());
  const free = episodes.filter(({ id }) => !sure.has(id));
  const byTitle = uniqueBy(
    feed.filter((one) => !taken.has(one)),
    titleOf,
  );
  const alike = [...uniqueBy(free, titleOf)].flatMap(([title, { id }]) => {
    const found = byTitle.get(title);
    return found ? [[id, found] as const] : [];
  });
  return new Map([...sure, ...alike]);
}

function fieldsOf(change: Body<'podcasts.updateEpisode'>, episode: PodcastEpisode): readonly MatchField[] {
  const texts = TEXTS.flatMap((name): readonly MatchField[] => {
    const next = change[name];
    return typeof next === 'string' ? [{ name, now: episode[name] ?? '', next }] : [];
  });
  const { publishedAt: next } = change;
  return typeof next === 'number' ? [...texts, { name: 'publishedAt', now: episode.publishedAt ?? null, next }] : texts;
}

/** Newest first. */
export function matchPlan(episodes: readonly PodcastEpisode[], feed: readonly FeedEpisode[]): MatchPlan {
  const found = pairs(episodes, feed);
  const rows = episodes
    .toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0))
    .flatMap((episode): readonly MatchRow[] => {
      const theirs = found.get(episode.id);
      const change = theirs ? changesFromFeed(theirs, episode) : {};
      const fields = fieldsOf(change, episode);
      return fields.length === 0 ? [] : [{ id: episode.id, title: episode.title, fields, change }];
    });
  return { rows, same: found.size - rows.length, missing: episodes.length - found.size };
}
