import { enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { named, type SystemRef } from '../../kit/system.ts';
import type { ChangeSettled, PendingChangesCommand } from '../../playback/pending-changes/pending-changes.protocol.ts';
import { doneToast, failedToast } from './job-toasts.logic.ts';
import { refOf } from './media-list.logic.ts';
import type { ListJob, MediaListsCommand, SettledJob } from './media-lists.protocol.ts';

interface MediaListsContext {
  readonly settled: SettledJob | null;
}

/** Makes list changes pending changes, which outlive their page. Toasts report results and offer undo. */
export const mediaListsMachine = setup({
  types: {
    context: {} as MediaListsContext,
    events: {} as MediaListsCommand | ChangeSettled,
  },
  actions: {
    make: sendTo(named('pendingChanges'), (_, { job }: { job: ListJob }): PendingChangesCommand => ({
      type: 'pendingChanges.add',
      body: { kind: 'list', job: withoutItems(job) },
    })),
    settle: enqueueActions(({ enqueue }, { body, answer, error, isLast, isSent, again }: ChangeSettled) => {
      if (body.kind !== 'list') return;
      const { job } = body;
      const list = answer && 'entries' in answer ? answer : null;
      enqueue.assign({ settled: { job, answer: list, error, isLast } });
      const toast = error ? failedToast(job, error, again) : isSent ? doneToast(job, list) : null;
      if (toast) enqueue.sendTo(named('toasts'), toast);
    }),
  },
}).createMachine({
  id: 'mediaLists',
  context: { settled: null },
  on: {
    'mediaLists.change': { actions: by('make') },
    'change.settled': { actions: by('settle') },
  },
});

/** The journal keeps references, not items. */
function withoutItems(job: ListJob): ListJob {
  const { kind, id, libraryId, name, description, entries } = job.list;
  const list = { kind, id, libraryId, name, description, entries: entries.map(refOf) };
  return 'entries' in job ? { ...job, list, entries: job.entries.map(refOf) } : { ...job, list };
}

export type MediaListsRef = SystemRef<'mediaLists', ActorRefFrom<typeof mediaListsMachine>>;
