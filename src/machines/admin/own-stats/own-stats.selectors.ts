import type { SnapshotFrom } from 'xstate';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { dayAndTime } from '../../edit/podcasts/episode-form.logic.ts';
import type { CreditKind } from './credits.logic.ts';
import { MOST_HEARD, type heardMachine } from './heard.machine.ts';
import type { HeardSession } from './hours.logic.ts';
import type { Chart, ownStatsMachine } from './own-stats.machine.ts';

type OwnStatsSnapshot = SnapshotFrom<typeof ownStatsMachine>;

export const selectOwnStats = ({ context }: OwnStatsSnapshot): ListeningStats | null => context.stats;
export const selectReadAt = ({ context }: OwnStatsSnapshot): number => context.readAt;
/** `yyyy-MM-dd`, local. */
export const selectToday = ({ context }: OwnStatsSnapshot): string => dayAndTime(context.readAt).day;
export const selectYearReview = ({ children }: OwnStatsSnapshot) => children.yearReview;
export const selectHeardRef = ({ children }: OwnStatsSnapshot) => children.heard;
export const selectPictureRef = ({ children }: OwnStatsSnapshot) => children.picture;
export const selectZone = ({ context }: OwnStatsSnapshot): string => context.zone;
export const selectTables = ({ context }: OwnStatsSnapshot): readonly Chart[] => context.tables;
export const selectCredit = ({ context }: OwnStatsSnapshot): CreditKind => context.credit;

type HeardSnapshot = SnapshotFrom<typeof heardMachine>;

type HeardState = 'reading' | 'failed' | 'whole' | 'part' | 'most';

/** `part`: more can be loaded; `most`: the limit is reached. */
export function selectHeardState(snapshot: HeardSnapshot): HeardState {
  const { sessions, isWhole } = snapshot.context;
  if (snapshot.matches('reading')) return 'reading';
  if (snapshot.matches('failed')) return 'failed';
  if (isWhole) return 'whole';
  return sessions.length < MOST_HEARD ? 'part' : 'most';
}

export const selectHeard = ({ context }: HeardSnapshot): readonly HeardSession[] => context.sessions;
export const selectHeardTotal = ({ context }: HeardSnapshot): number | null => context.total;
export const selectIsWhole = ({ context }: HeardSnapshot): boolean => context.isWhole;
export const selectHeardError = ({ context }: HeardSnapshot): AppError | null => context.error;
