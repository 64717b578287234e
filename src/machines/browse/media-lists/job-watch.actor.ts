import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { findNamed, getSettledJob } from '../../kit/system.ts';
import type { JobSettled } from './media-lists.protocol.ts';

/** Reports each settled change of a list to the parent. */
export const jobWatch = fromCallback<JobSettled, NonReducibleUnknown>(({ sendBack, system }) => {
  const jobs = findNamed(system, 'mediaLists');
  let last = getSettledJob(system);
  const subscription = jobs?.subscribe(() => {
    const now = getSettledJob(system);
    if (!now || now === last) return;
    last = now;
    sendBack({ type: 'listJob.settled', ...now } satisfies JobSettled);
  });
  return () => subscription?.unsubscribe();
});
