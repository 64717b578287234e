import type { SnapshotFrom } from 'xstate';
import type { editEpisodeMachine } from './edit-episode.machine.ts';
import { episodeAfter } from './edit-episode.setup.ts';

type EditSnapshot = SnapshotFrom<typeof editEpisodeMachine>;

/** Which part the dialog shows. */
export function selectEditState(snapshot: EditSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches({ fetching: 'failed' })) return 'failed';
  return snapshot.matches('fetching') ? 'loading' : 'ready';
}
export const selectEditedTitle = ({ context }: EditSnapshot) => context.title;
export const selectEditedEpisode = ({ context }: EditSnapshot) => context.known;
export const selectEpisodeTab = ({ context }: EditSnapshot) => context.tab;
export const selectEpisodeForm = ({ context }: EditSnapshot) => context.fields ?? undefined;
/** Edits from before a reload are back. */
export const selectIsEpisodeRestored = ({ context }: EditSnapshot) => context.isRestored;
export const selectIsSavingEpisode = (snapshot: EditSnapshot) => snapshot.matches({ ready: 'saving' });
/** Null: nothing is being saved. */
export const selectAfterEpisodeSave = (snapshot: EditSnapshot) =>
  selectIsSavingEpisode(snapshot) ? snapshot.context.afterSave : null;
export const selectIsSearching = (snapshot: EditSnapshot) => snapshot.matches({ ready: { resting: 'searching' } });
export const selectIsMatching = (snapshot: EditSnapshot) => snapshot.matches({ ready: 'matching' });
export const selectTerm = ({ context }: EditSnapshot) => context.term;
export const selectMatches = ({ context }: EditSnapshot) => context.matches;
export const selectEditError = ({ context }: EditSnapshot) => context.error;
export const selectSteps = ({ context }: EditSnapshot) => ({
  hasList: context.list.length > 1,
  hasPrevious: episodeAfter(context, -1) !== undefined,
  hasNext: episodeAfter(context, 1) !== undefined,
});
