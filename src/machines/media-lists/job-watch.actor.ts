import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { findNamed } from '../app/system.ts';
import type { JobSettled, SettledJob } from './media-lists.protocol.ts';

/** Reports each settled change of a list to the parent. */
export const jobWatch = fromCallback<JobSettled, NonReducibleUnknown>(({ sendBack, system }) => {
  const jobs = findNamed(system, 'mediaLists');
  const settled = () =>
    (jobs?.getSnapshot() as { context?: { settled?: SettledJob | null } } | undefined)?.context?.settled;
  let last = settled();
  const subscription = jobs?.subscribe(() => {
    const now = settled();
    if (!now || now === last) return;
    last = now;
    sendBack({ type: 'listJob.settled', ...now } satisfies JobSettled);
  });
  return () => subscription?.unsubscribe();
});
