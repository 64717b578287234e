import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { matchAuthor } from '../../services/endpoints/authors.ts';
import { listAllAuthors } from '../../services/endpoints/library-lists.ts';
import { getPorts } from '../app/ports.ts';
import { fieldsOf, matchOf } from './edit-author.logic.ts';

export interface MatchProgress {
  readonly done: number;
  readonly total: number;
  readonly updated: number;
}

export type MatchAllReport =
  | { type: 'match.moved'; progress: MatchProgress }
  | { type: 'match.ended' }
  | { type: 'match.failed'; error: AppError };

export interface MatchAllInput {
  readonly libraryId: string;
  readonly provider: string;
}

/** Matches authors one by one. Skips unknown authors; any other failure ends it. Stopping aborts the call. */
export const matchAll = fromCallback<NonReducibleUnknown & { type: string }, MatchAllInput>(
  ({ sendBack, input, system }) => {
    const { api } = getPorts(system);
    const stop = new AbortController();
    const report = (event: MatchAllReport) => {
      if (!stop.signal.aborted) sendBack(event);
    };
    const run = async () => {
      const { authors } = await api.call(listAllAuthors, { libraryId: input.libraryId }, stop.signal);
      const total = authors.items.length;
      let progress: MatchProgress = { done: 0, total, updated: 0 };
      report({ type: 'match.moved', progress });
      for (const author of authors.items) {
        const body = matchOf(fieldsOf(author), input.provider);
        const isUpdated =
          body !== null &&
          (await api.call(matchAuthor, { id: author.id, ...body }, stop.signal).then(
            ({ updated }) => updated === true,
            (cause: unknown) => {
              if (toAppError(cause).kind === 'notFound') return false;
              throw cause;
            },
          ));
        progress = { done: progress.done + 1, total, updated: progress.updated + Number(isUpdated) };
        report({ type: 'match.moved', progress });
      }
      report({ type: 'match.ended' });
    };
    run().catch((cause: unknown) => report({ type: 'match.failed', error: toAppError(cause) }));
    return () => stop.abort();
  },
);
