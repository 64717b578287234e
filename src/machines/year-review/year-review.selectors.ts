import type { SnapshotFrom } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { YearData, YearScope } from './year-cards.logic.ts';
import type { yearReviewMachine } from './year-review.machine.ts';

type YearReviewSnapshot = SnapshotFrom<typeof yearReviewMachine>;

export type YearReviewState = 'closed' | 'loading' | 'failed' | 'shown';

export function selectReviewState(snapshot: YearReviewSnapshot): YearReviewState {
  if (snapshot.matches('closed')) return 'closed';
  if (snapshot.matches({ open: 'failed' })) return 'failed';
  return snapshot.matches({ open: 'shown' }) ? 'shown' : 'loading';
}

export const selectYear = ({ context }: YearReviewSnapshot): number => context.year;
export const selectScope = ({ context }: YearReviewSnapshot): YearScope => context.scope;
export const selectYearData = ({ context }: YearReviewSnapshot): YearData | null => context.data;
export const selectCardIndex = ({ context }: YearReviewSnapshot): number => context.card;
export const selectCanShare = ({ context }: YearReviewSnapshot): boolean => context.canShare;
export const selectReviewError = ({ context }: YearReviewSnapshot): AppError | null => context.error;
export const selectIsPainting = (snapshot: YearReviewSnapshot): boolean =>
  snapshot.matches({ open: { shown: 'saving' } }) || snapshot.matches({ open: { shown: 'sharing' } });
