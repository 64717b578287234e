import type { SnapshotFrom } from 'xstate';
import type { editEpisodeMachine } from './edit-episode.machine.ts';
import { episodeAfter } from './edit-episode.setup.ts';

type EditSnapshot = SnapshotFrom<typeof editEpisodeMachine>;

/** What fills the dialog. */
export function selectEditState(snapshot: EditSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches({ fetching: 'failed' })) return 'failed';
  return snapshot.matches('fetching') ? 'loading' : 'ready';
}
export const selectEditedTitle = ({ context }: EditSnapshot) => context.title;
export const selectEditedEpisode = ({ context }: EditSnapshot) => context.known;
export const selectEpisodeTab = ({ context }: EditSnapshot) => context.tab;
export const selectEpisodeForm = ({ context }: EditSnapshot) => context.fields ?? undefined;
/** What was typed before the page was reloaded is back. */
export const selectIsEpisodeRestored = ({ context }: EditSnapshot) => context.isRestored;
export const selectIsSavingEpisode = (snapshot: EditSnapshot) => snapshot.matches({ ready: 'saving' });
/** What is under way closes the modal when it is done. */
export const selectClosesEpisode = (snapshot: EditSnapshot) =>
  selectIsSavingEpisode(snapshot) && snapshot.context.closes;
export const selectIsSearching = (snapshot: EditSnapshot) => snapshot.matches({ ready: { resting: 'searching' } });
export const selectIsMatching = (snapshot: EditSnapshot) => snapshot.matches({ ready: 'matching' });
export const selectTerm = ({ context }: EditSnapshot) => context.term;
export const selectMatches = ({ context }: EditSnapshot) => context.matches;
export const selectEditError = ({ context }: EditSnapshot) => context.error;
/** Whether it was opened from a list, and where there is another episode in it. */
export const selectSteps = ({ context }: EditSnapshot) => ({
  hasList: context.list.length > 1,
  hasPrevious: episodeAfter(context, -1) !== undefined,
  hasNext: episodeAfter(context, 1) !== undefined,
});
