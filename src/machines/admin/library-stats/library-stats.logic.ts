import { memoizeLast } from '../../kit/memo.ts';
import type { SnapshotFrom } from 'xstate';
import type { LibraryStats } from '../../../schemas/api/stats.ts';
import type { Route } from '../../kit/router/routes.ts';
import { shelfOf } from '../../browse/search/results.logic.ts';
import type { libraryStatsMachine } from './library-stats.machine.ts';

const GENRES = 5;
const MOST = 10;
/** In hours; longer lengths show days. */
const MANY_HOURS = 10_000;

export interface RankedRow {
  readonly id: string;
  readonly name: string | null;
  readonly route: Route;
  /** Items, seconds or bytes. */
  readonly amount: number;
  /** 0..1: of all items for genres, else of the first row. */
  readonly share: number;
}

export interface Ranking {
  readonly kind: 'genres' | 'authors' | 'longest' | 'largest';
  readonly rows: readonly RankedRow[];
}

export function rankingsOf(stats: LibraryStats, libraryId: string): readonly Ranking[] {
  const { authorsWithCount = [], genresWithCount, largestItems, longestItems, totalItems } = stats;
  const genres = genresWithCount.map(({ genre, count }) => ({
    id: genre,
    name: genre,
    route: shelfOf(libraryId, 'genres', genre),
    amount: count,
  }));
  const authors = authorsWithCount.map(({ id, name, count }) => ({
    id,
    name,
    route: { name: 'author', id } as const,
    amount: count,
  }));
  const items = (list: readonly { id: string; title: string | null }[], amountOf: (index: number) => number) =>
    list.map(({ id, title }, index) => ({
      id,
      name: title,
      route: { name: 'item', id } as const,
      amount: amountOf(index),
    }));
  const rankings: readonly Ranking[] = [
    { kind: 'genres', rows: shared(genres, GENRES, totalItems) },
    { kind: 'authors', rows: shared(authors, MOST) },
    {
      kind: 'longest',
      rows: shared(
        items(longestItems, (index) => longestItems[index]?.duration ?? 0),
        MOST,
      ),
    },
    {
      kind: 'largest',
      rows: shared(
        items(largestItems, (index) => largestItems[index]?.size ?? 0),
        MOST,
      ),
    },
  ];
  return rankings.filter(({ rows }) => rows.length > 0);
}

/** Share of `whole`, by default of the first row's amount. */
function shared(rows: readonly Omit<RankedRow, 'share'>[], count: number, whole?: number): readonly RankedRow[] {
  const first = rows.filter(({ amount }) => amount > 0).toSorted((a, b) => b.amount - a.amount);
  const all = whole ?? first[0]?.amount ?? 0;
  return first.slice(0, count).map((row) => ({ ...row, share: Math.min(1, all > 0 ? row.amount / all : 0) }));
}

export function wholeLength(seconds: number): { readonly unit: 'hours' | 'days'; readonly amount: number } {
  const hours = Math.round(Math.max(0, seconds) / 3600);
  return hours >= MANY_HOURS ? { unit: 'days', amount: Math.round(hours / 24) } : { unit: 'hours', amount: hours };
}

type LibraryStatsSnapshot = SnapshotFrom<typeof libraryStatsMachine>;

export const selectLibraryStats = ({ context }: LibraryStatsSnapshot): LibraryStats | null => context.stats;

export const shelfRoute = ({ context: { libraryId } }: LibraryStatsSnapshot): Route => ({
  name: 'bookshelf',
  libraryId,
});

const NONE: readonly Ranking[] = [];
const ranked = memoizeLast(rankingsOf);
export const selectRankings = ({ context: { libraryId, stats } }: LibraryStatsSnapshot): readonly Ranking[] =>
  stats === null ? NONE : ranked(stats, libraryId);
