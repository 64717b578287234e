import type { SnapshotFrom } from 'xstate';
import type { ListeningStats } from '../../schemas/api/listening-session.ts';
import { dayAndTime } from '../podcasts/episode-form.logic.ts';
import type { ownStatsMachine } from './own-stats.machine.ts';

type OwnStatsSnapshot = SnapshotFrom<typeof ownStatsMachine>;

export const selectOwnStats = ({ context }: OwnStatsSnapshot): ListeningStats | null => context.stats;
/** When the numbers came, in ms. */
export const selectReadAt = ({ context }: OwnStatsSnapshot): number => context.readAt;
/** The day of that, local, as `yyyy-MM-dd`. */
export const selectToday = ({ context }: OwnStatsSnapshot): string => dayAndTime(context.readAt).day;
/** The year in review, a part of the page. */
export const selectYearReview = ({ children }: OwnStatsSnapshot) => children.yearReview;
