import type { SnapshotFrom } from 'xstate';
import type { coverMachine } from './cover.machine.ts';

type CoverSnapshot = SnapshotFrom<typeof coverMachine>;

export const selectCandidate = ({ context }: CoverSnapshot) => context.candidate;
/** What is chosen is from before a reload. */
export const selectIsCoverRestored = ({ context }: CoverSnapshot) => context.isRestored;
export const selectPreview = ({ context }: CoverSnapshot) => context.preview;
/** From the address that is chosen comes no picture. */
export const selectIsMissed = (snapshot: CoverSnapshot) => snapshot.matches({ picture: { chosen: 'missed' } });
export const selectCoverProblem = ({ context }: CoverSnapshot) => context.problem;
export const selectCoverError = ({ context }: CoverSnapshot) => context.error;
/** How much of a file is sent, 0..1; null while none is. */
export const selectSentShare = ({ context }: CoverSnapshot) => context.share;
export const selectIsSending = (snapshot: CoverSnapshot) => snapshot.matches({ picture: { chosen: 'sending' } });
export const selectIsRemoving = (snapshot: CoverSnapshot) => snapshot.matches({ picture: 'removing' });
export const selectCoverAddress = ({ context }: CoverSnapshot) => context.address;
export const selectCoverSearch = ({ context: { providers, provider, title, author } }: CoverSnapshot) => ({
  providers,
  provider,
  title,
  author,
});
/** How far the search is. */
export function selectCoverResults(snapshot: CoverSnapshot): 'preparing' | 'failed' | 'resting' | 'searching' {
  if (snapshot.matches({ results: 'failed' })) return 'failed';
  if (!snapshot.matches({ results: 'ready' })) return 'preparing';
  return snapshot.matches({ results: { ready: 'searching' } }) ? 'searching' : 'resting';
}
export const selectFoundCovers = ({ context }: CoverSnapshot) => context.found;
/** How many services did not answer, of how many. */
export const selectSilent = ({ context }: CoverSnapshot) => context.silent;
