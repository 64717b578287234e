import type { SnapshotFrom } from 'xstate';
import type { ListeningStats } from '../../schemas/api/listening-session.ts';
import { dayAndTime } from '../podcasts/episode-form.logic.ts';
import type { CreditKind } from './credits.logic.ts';
import type { Chart, ownStatsMachine } from './own-stats.machine.ts';

type OwnStatsSnapshot = SnapshotFrom<typeof ownStatsMachine>;

export const selectOwnStats = ({ context }: OwnStatsSnapshot): ListeningStats | null => context.stats;
/** When the numbers came, in ms. */
export const selectReadAt = ({ context }: OwnStatsSnapshot): number => context.readAt;
/** The day of that, local, as `yyyy-MM-dd`. */
export const selectToday = ({ context }: OwnStatsSnapshot): string => dayAndTime(context.readAt).day;
/** The year in review, a part of the page. */
export const selectYearReview = ({ children }: OwnStatsSnapshot) => children.yearReview;
/** The sessions of the account, as far as they are loaded. */
export const selectHeardRef = ({ children }: OwnStatsSnapshot) => children.heard;
export const selectPictureRef = ({ children }: OwnStatsSnapshot) => children.picture;
/** Time zone of this device, by its name. */
export const selectZone = ({ context }: OwnStatsSnapshot): string => context.zone;
/** Charts that are shown as tables. */
export const selectTables = ({ context }: OwnStatsSnapshot): readonly Chart[] => context.tables;
export const selectCredit = ({ context }: OwnStatsSnapshot): CreditKind => context.credit;
