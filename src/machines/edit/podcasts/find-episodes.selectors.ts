import type { SnapshotFrom } from 'xstate';
import { newOnes } from './feed-rows.logic.ts';
import type { findEpisodesMachine } from './find-episodes.machine.ts';

type FindSnapshot = SnapshotFrom<typeof findEpisodesMachine>;

export function selectFindState(snapshot: FindSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.rows.length === 0 ? 'empty' : 'filled';
}
export const selectIsSending = (snapshot: FindSnapshot) => snapshot.matches({ shown: 'sending' });
export const selectFindError = ({ context }: FindSnapshot) => context.error;
export const selectFeedUrl = ({ context }: FindSnapshot) => context.feedUrl;
export const selectPodcastTitle = ({ context }: FindSnapshot) => context.podcast.title;
export const selectTyped = ({ context }: FindSnapshot) => context.typed;
export const selectSearched = ({ context }: FindSnapshot) => context.search;
export const selectIsDescending = ({ context }: FindSnapshot) => context.isDescending;
export const selectSince = ({ context }: FindSnapshot) => context.since;
export const selectShownRows = ({ context }: FindSnapshot) => context.shown;
export const selectPickedCount = ({ context }: FindSnapshot) => context.picked.size;
export const selectPicked = ({ context }: FindSnapshot) => context.picked;
export const selectUnreadableEntries = ({ context }: FindSnapshot) => context.unreadable;
export const selectSending = ({ context: { sent, queued, failed } }: FindSnapshot) => ({ sent, queued, failed });

export function selectShare({ context: { shown, picked } }: FindSnapshot): 'nothing' | 'none' | 'some' | 'all' {
  const all = newOnes(shown);
  if (all.length === 0) return 'nothing';
  const count = all.filter((key) => picked.has(key)).length;
  return count === 0 ? 'none' : count === all.length ? 'all' : 'some';
}
