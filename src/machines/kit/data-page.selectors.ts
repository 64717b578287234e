import type { ActorRef, Snapshot } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { PageRetry } from './data-page.ts';

export type DataPageRef = ActorRef<DataPageSnapshot, PageRetry>;

type DataPageSnapshot = Snapshot<unknown> & {
  readonly context: { readonly error: AppError | null };
  readonly matches: (state: 'loading' | 'failed') => boolean;
};

export function selectDataState(snapshot: DataPageSnapshot): 'loading' | 'failed' | 'shown' {
  if (snapshot.matches('loading')) return 'loading';
  return snapshot.matches('failed') ? 'failed' : 'shown';
}

export const selectDataError = ({ context }: DataPageSnapshot) => context.error;
