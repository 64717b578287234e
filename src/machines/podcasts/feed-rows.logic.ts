import type { FeedEpisode } from '../../schemas/api/podcast-feed.ts';
import { fold } from '../kit/fold.ts';

/** What says which episode of a feed it is. */
export interface EpisodeMark {
  readonly guid: string | null;
  /** Address of its file; null where that is not known. */
  readonly url: string | null;
}

/** An episode that a feed offers, at its place in the feed. `have`: the library has it; `loading`: it is on its way. */
export interface FeedRow {
  readonly key: number;
  readonly episode: FeedEpisode;
  readonly state: 'new' | 'have' | 'loading';
}

/**
 * The address of a file without what changes from one reading of a feed to the next: its query, but for `id` (areas
 * 25.6).
 */
export function fileKey(url: string): string {
  if (!URL.canParse(url)) return url.trim();
  const { origin, pathname, searchParams } = new URL(url);
  const id = searchParams.get('id');
  return `${origin}${pathname}${id === null ? '' : `?id=${id}`}`;
}

const guidOf = ({ guid }: { readonly guid?: string | null | undefined }): string | null => guid?.trim() || null;

/**
 * The episodes of a feed with what the library has of them: those of the same guid, else of the same file. A guid that
 * the feed gives to several episodes says nothing.
 *
 * @param loading addresses of the files that are on their way
 */
export function feedRows(
  episodes: readonly FeedEpisode[],
  have: readonly EpisodeMark[],
  loading: ReadonlySet<string>,
): readonly FeedRow[] {
  const counts = new Map<string, number>();
  for (const episode of episodes) {
    const guid = guidOf(episode);
    if (guid !== null) counts.set(guid, (counts.get(guid) ?? 0) + 1);
  }
  const guids = new Set(have.flatMap((one) => (guidOf(one) === null ? [] : [guidOf(one)])));
  const files = new Set(have.flatMap(({ url }) => (url === null ? [] : [fileKey(url)])));
  return episodes.map((episode, key) => {
    const guid = guidOf(episode);
    const { url } = episode.enclosure;
    if (loading.has(url)) return { key, episode, state: 'loading' };
    const isKnown = (guid !== null && counts.get(guid) === 1 && guids.has(guid)) || files.has(fileKey(url));
    return { key, episode, state: isKnown ? 'have' : 'new' };
  });
}

const texts = new WeakMap<FeedEpisode, string>();

function textOf(episode: FeedEpisode): string {
  const known = texts.get(episode);
  if (known !== undefined) return known;
  const { title, subtitle, season, episode: number } = episode;
  const text = fold(`${title} ${subtitle ?? ''} ${season ?? ''} ${number ?? ''}`);
  texts.set(episode, text);
  return text;
}

/** When it was published, in ms; null where the feed does not say, or says nonsense. */
export function momentOf({ publishedAt }: FeedEpisode): number | null {
  return publishedAt != null && Number.isFinite(new Date(publishedAt).getTime()) ? publishedAt : null;
}

/** Those that have all these words, by date; what has no date comes last, and equal ones as the feed has them. */
export function arrangeRows(rows: readonly FeedRow[], search: string, isDescending: boolean): readonly FeedRow[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const direction = isDescending ? -1 : 1;
  return rows
    .filter(({ episode }) => words.every((word) => textOf(episode).includes(word)))
    .toSorted((one, other) => {
      const [first, second] = [momentOf(one.episode), momentOf(other.episode)];
      if (first === null || second === null) return first === second ? one.key - other.key : first === null ? 1 : -1;
      return direction * (first - second) || one.key - other.key;
    });
}

/** The places of those that can be downloaded. */
export const newOnes = (rows: readonly FeedRow[]): readonly number[] =>
  rows.filter(({ state }) => state === 'new').map(({ key }) => key);

/** The same of those that were published since this day (`2026-03-24`, local time). Empty for what is no day. */
export function newSince(rows: readonly FeedRow[], day: string): readonly number[] {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return [];
  const from = new Date(Number(year), Number(month) - 1, Number(date)).getTime();
  return newOnes(rows.filter(({ episode }) => (momentOf(episode) ?? -Infinity) >= from));
}

/** The most that is sent in one call, in bytes: a server takes 10 MB (server facts 24). */
const PART_BYTES = 8_000_000;

/** In parts that a server takes, in this order. One that is larger by itself goes alone. */
export function downloadParts(rows: readonly FeedRow[], most = PART_BYTES): readonly (readonly FeedRow[])[] {
  const encoder = new TextEncoder();
  const parts: FeedRow[][] = [];
  let size = Infinity;
  for (const row of rows) {
    const bytes = encoder.encode(JSON.stringify(row.episode)).length + 1;
    if (size + bytes > most) {
      parts.push([]);
      size = 2;
    }
    size += bytes;
    parts.at(-1)?.push(row);
  }
  return parts;
}
