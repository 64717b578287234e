import type { SnapshotFrom } from 'xstate';
import type { LibraryStats } from '../../schemas/api/library-stats.ts';
import type { Route } from '../router/routes.ts';
import { rankingsOf, type Ranking } from './library-stats.logic.ts';
import type { libraryStatsMachine } from './library-stats.machine.ts';

type LibraryStatsSnapshot = SnapshotFrom<typeof libraryStatsMachine>;

export const selectLibraryStats = ({ context }: LibraryStatsSnapshot): LibraryStats | null => context.stats;

export const shelfRoute = ({ context: { libraryId } }: LibraryStatsSnapshot): Route => ({
  name: 'bookshelf',
  libraryId,
});

const NONE: readonly Ranking[] = [];
const ranked = new WeakMap<LibraryStats, readonly Ranking[]>();

export function selectRankings({ context: { libraryId, stats } }: LibraryStatsSnapshot): readonly Ranking[] {
  if (stats === null) return NONE;
  const known = ranked.get(stats) ?? rankingsOf(stats, libraryId);
  ranked.set(stats, known);
  return known;
}
