import { fromPromise } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { getPorts } from '../app/ports.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import type { MediaList } from './media-list.logic.ts';
import type { ListJob } from './media-lists.protocol.ts';

/** What a change came to, and what is told of it. */
export interface JobResult {
  readonly answer: MediaList | null;
  readonly error: AppError | null;
  readonly toast: ToastsEvent | null;
}

/**
 * Makes a change. How it is made is no part of the session's code: it comes with the pages and modals that ask for
 * changes, so that a server that is away refuses a change and not its code. Rejects when it fails to load.
 */
export const runListJob = fromPromise<JobResult, { readonly job: ListJob | null }>(
  async ({ input: { job }, system, signal }) => {
    if (!job) return { answer: null, error: null, toast: null };
    const [{ runJob }, { doneToast, failedToast }] = await Promise.all([
      import('./list-calls.ts'),
      import('./job-toasts.logic.ts'),
    ]);
    try {
      const answer = await runJob(getPorts(system).api, job, signal);
      return { answer, error: null, toast: doneToast(job, answer) };
    } catch (cause) {
      return { answer: null, error: toAppError(cause), toast: failedToast(job, cause) };
    }
  },
);
