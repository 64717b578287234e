import type { SnapshotFrom } from 'xstate';
import type { addPodcastMachine } from './add-podcast.machine.ts';
import type { editEpisodeMachine } from './edit-episode.machine.ts';
import { episodeAfter } from './edit-episode.setup.ts';
import { newOnes } from './feed-rows.logic.ts';
import type { findEpisodesMachine } from './find-episodes.machine.ts';
import type { matchEpisodesMachine } from './match-episodes.machine.ts';

type AddPodcastSnapshot = SnapshotFrom<typeof addPodcastMachine>;

/** Results of the last search stay during another one. */
export function selectSearchState(snapshot: AddPodcastSnapshot): 'empty' | 'loading' | 'failed' | 'none' | 'shown' {
  const { results } = snapshot.context;
  if (snapshot.matches({ searching: 'failed' })) return 'failed';
  if (selectIsSearching(snapshot)) return results.length > 0 ? 'shown' : 'loading';
  if (!snapshot.matches({ searching: 'shown' })) return 'empty';
  return results.length > 0 ? 'shown' : 'none';
}

export const selectIsSearching = (snapshot: AddPodcastSnapshot) => snapshot.matches({ searching: 'loading' });
export const selectSelected = ({ context }: AddPodcastSnapshot) => context.selected;
/** Adding or finished; blocks another import until dismissed. */
export const selectFeedImport = (snapshot: AddPodcastSnapshot) =>
  snapshot.matches({ adding: 'following' }) ? snapshot.children.feedImport : undefined;

type FindSnapshot = SnapshotFrom<typeof findEpisodesMachine>;

export function selectFindState(snapshot: FindSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.rows.length === 0 ? 'empty' : 'filled';
}
export const selectIsSending = (snapshot: FindSnapshot) => snapshot.matches({ shown: 'sending' });
export const selectSending = ({ context: { sent, queued, failed } }: FindSnapshot) => ({ sent, queued, failed });

export function selectShare({ context: { shown, picked } }: FindSnapshot): 'nothing' | 'none' | 'some' | 'all' {
  const all = newOnes(shown);
  if (all.length === 0) return 'nothing';
  const count = all.filter((key) => picked.has(key)).length;
  return count === 0 ? 'none' : count === all.length ? 'all' : 'some';
}

type MatchSnapshot = SnapshotFrom<typeof matchEpisodesMachine>;

export function selectMatchState(snapshot: MatchSnapshot): 'loading' | 'failed' | 'empty' | 'list' | 'one' {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.context.plan.rows.length === 0) return 'empty';
  return snapshot.context.shown === null ? 'list' : 'one';
}
export const selectMatchPlan = ({ context }: MatchSnapshot) => context.plan;
export const selectIsUpdating = (snapshot: MatchSnapshot) => snapshot.matches('updating');
export const selectIsStopping = (snapshot: MatchSnapshot) =>
  snapshot.matches('updating') &&
  snapshot.context.queue.length === 1 &&
  snapshot.context.settled + 1 < snapshot.context.sent;
export const matchStateOf =
  (id: string) =>
  ({ context: { updated, failed } }: MatchSnapshot): 'updated' | 'failed' | null =>
    updated.has(id) ? 'updated' : failed.has(id) ? 'failed' : null;
export const selectShownMatch = ({ context: { plan, shown } }: MatchSnapshot) =>
  plan.rows.find(({ id }) => id === shown);
/** Undefined for none. */
export function selectLastPlace({ context: { plan, last } }: MatchSnapshot): number | undefined {
  const place = plan.rows.findIndex(({ id }) => id === last);
  return place === -1 ? undefined : place;
}
export const selectMatchCounts = ({ context: { sent, settled, failed, updated, picked } }: MatchSnapshot) => ({
  sent,
  settled,
  failed: failed.size,
  updated: updated.size,
  picked: picked.size,
});
export function selectMatchShare({
  context: { plan, picked, updated },
}: MatchSnapshot): 'nothing' | 'none' | 'some' | 'all' {
  const all = plan.rows.length - updated.size;
  if (all === 0) return 'nothing';
  return picked.size === 0 ? 'none' : picked.size === all ? 'all' : 'some';
}

type EditSnapshot = SnapshotFrom<typeof editEpisodeMachine>;

/** Which part the dialog shows. */
export function selectEditState(snapshot: EditSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches({ fetching: 'failed' })) return 'failed';
  return snapshot.matches('fetching') ? 'loading' : 'ready';
}
export const selectIsSavingEpisode = (snapshot: EditSnapshot) => snapshot.matches({ ready: 'saving' });
/** Null: nothing is being saved. */
export const selectAfterEpisodeSave = (snapshot: EditSnapshot) =>
  selectIsSavingEpisode(snapshot) ? snapshot.context.afterSave : null;
export const selectIsMatching = (snapshot: EditSnapshot) => snapshot.matches({ ready: 'matching' });
export const selectSteps = ({ context }: EditSnapshot) => ({
  hasList: context.list.length > 1,
  hasPrevious: episodeAfter(context, -1) !== undefined,
  hasNext: episodeAfter(context, 1) !== undefined,
});
