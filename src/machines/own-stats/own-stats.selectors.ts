import type { SnapshotFrom } from 'xstate';
import type { ListeningStats } from '../../schemas/api/listening-session.ts';
import { dayAndTime } from '../podcasts/episode-form.logic.ts';
import type { CreditKind } from './credits.logic.ts';
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
