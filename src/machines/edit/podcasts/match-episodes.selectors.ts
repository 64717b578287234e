import type { SnapshotFrom } from 'xstate';
import type { matchEpisodesMachine } from './match-episodes.machine.ts';

type MatchSnapshot = SnapshotFrom<typeof matchEpisodesMachine>;

export function selectMatchState(snapshot: MatchSnapshot): 'loading' | 'failed' | 'empty' | 'list' | 'one' {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.context.plan.rows.length === 0) return 'empty';
  return snapshot.context.shown === null ? 'list' : 'one';
}
export const selectMatchPlan = ({ context }: MatchSnapshot) => context.plan;
export const selectMatchedFeed = ({ context }: MatchSnapshot) => context.feedUrl;
export const selectMatchedPodcast = ({ context }: MatchSnapshot) => context.podcast.title;
export const selectIsUpdating = (snapshot: MatchSnapshot) => snapshot.matches('updating');
export const selectIsStopping = (snapshot: MatchSnapshot) =>
  snapshot.matches('updating') &&
  snapshot.context.queue.length === 1 &&
  snapshot.context.settled + 1 < snapshot.context.sent;
export const selectMatchError = ({ context }: MatchSnapshot) => context.error;
export const selectPickedMatches = ({ context }: MatchSnapshot) => context.picked;
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
