import type { SnapshotFrom } from 'xstate';
import type { coverMachine } from './cover.machine.ts';
import type { folderPicturesMachine } from './folder-pictures.machine.ts';

type CoverSnapshot = SnapshotFrom<typeof coverMachine>;

export const selectCandidate = ({ context }: CoverSnapshot) => context.candidate;
export const selectIsCoverRestored = ({ context }: CoverSnapshot) => context.isRestored;
export const selectPreview = ({ context }: CoverSnapshot) => context.preview;
export const selectIsMissed = (snapshot: CoverSnapshot) => snapshot.matches({ picture: { chosen: 'missed' } });
export const selectCoverProblem = ({ context }: CoverSnapshot) => context.problem;
export const selectCoverError = ({ context }: CoverSnapshot) => context.error;
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
export function selectCoverResults(snapshot: CoverSnapshot): 'preparing' | 'failed' | 'resting' | 'searching' {
  if (snapshot.matches({ results: 'failed' })) return 'failed';
  if (!snapshot.matches({ results: 'ready' })) return 'preparing';
  return snapshot.matches({ results: { ready: 'searching' } }) ? 'searching' : 'resting';
}
export const selectFoundCovers = ({ context }: CoverSnapshot) => context.found;
export const selectSilent = ({ context }: CoverSnapshot) => context.silent;

/** Null: can't be shown. Undefined: not loaded. */
export const pictureBy =
  (ino: string) =>
  ({ context }: SnapshotFrom<typeof folderPicturesMachine>): string | null | undefined =>
    context.sources[ino];
