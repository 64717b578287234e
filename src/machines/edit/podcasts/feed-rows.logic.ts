import type { FeedEpisode } from '../../../schemas/api/podcast-feed.ts';
import { fold } from '../../kit/text.logic.ts';

export interface EpisodeMark {
  readonly guid: string | null;
  readonly url: string | null;
}

/** `have`: in the library; `loading`: queued. */
export interface FeedRow {
  readonly key: number;
  readonly episode: FeedEpisode;
  readonly state: 'new' | 'have' | 'loading';
}

/** File address without its query (except `id`), which changes between reads of a feed. */
export function fileKey(url: string): string {
  if (!URL.canParse(url)) return url.trim();
  const { origin, pathname, searchParams } = new URL(url);
  const id = searchParams.get('id');
  return `${origin}${pathname}${id === null ? '' : `?id=${id}`}`;
}

const guidOf = ({ guid }: { readonly guid?: string | null | undefined }): string | null => guid?.trim() || null;

/**
 * Matches episodes by guid, else by file. Ignores a guid that several episodes share.
 * @param loading file addresses in the queue
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

/** In ms; null when missing or invalid. */
/** More is an error of the feed, in seconds. */
const LONGEST_S = 100 * 3600;
const LEAST_BYTES = 1024;

export function momentOf({ publishedAt }: FeedEpisode): number | null {
  return publishedAt != null && Number.isFinite(new Date(publishedAt).getTime()) ? publishedAt : null;
}

/** Seconds; feeds write them as '26', '24:10' or '01:24:10'. Null: unknown. */
export function lengthOf({ durationSeconds, duration }: FeedEpisode): number | null {
  const said = /^\d+(?::\d{1,2}){0,2}$/.test(duration ?? '') ? (duration ?? '').split(':') : [];
  const length = durationSeconds ?? said.reduce((total, part) => total * 60 + Number(part), 0);
  return length > 0 && length < LONGEST_S ? length : null;
}

/** Size of the file; null: unknown, or what feeds write for want of one. */
export function bytesOf({ enclosure }: FeedEpisode): number | null {
  const bytes = Number(enclosure.length ?? NaN);
  return bytes >= LEAST_BYTES && Number.isSafeInteger(bytes) ? bytes : null;
}

/** Rows with all words, by date; undated last, ties in feed order. */
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

export const newOnes = (rows: readonly FeedRow[]): readonly number[] =>
  rows.filter(({ state }) => state === 'new').map(({ key }) => key);

/** Published since this local day (`2026-03-24`). Empty for an invalid day. */
export function newSince(rows: readonly FeedRow[], day: string): readonly number[] {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return [];
  const from = new Date(Number(year), Number(month) - 1, Number(date)).getTime();
  return newOnes(rows.filter(({ episode }) => (momentOf(episode) ?? -Infinity) >= from));
}

/** In bytes: the server takes 10 MB per call (server facts 24). */
const PART_BYTES = 8_000_000;

/** A row larger than a part goes alone. */
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
