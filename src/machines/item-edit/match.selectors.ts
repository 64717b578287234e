import type { SnapshotFrom } from 'xstate';
import type { matchMachine } from './match.machine.ts';

type MatchSnapshot = SnapshotFrom<typeof matchMachine>;

export function selectMatchPart(snapshot: MatchSnapshot): 'preparing' | 'failed' | 'looking' | 'editing' | 'checking' {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('looking')) return 'looking';
  if (snapshot.matches({ comparing: 'editing' })) return 'editing';
  return snapshot.matches('comparing') ? 'checking' : 'preparing';
}
export const selectIsMatchSearching = (snapshot: MatchSnapshot) => snapshot.matches({ looking: 'searching' });
export const selectIsMatchSaving = (snapshot: MatchSnapshot) => snapshot.matches({ comparing: 'saving' });
export const selectMatchSearch = ({ context: { providers, provider, title, author } }: MatchSnapshot) => ({
  providers,
  provider,
  title,
  author,
});
export const selectMatchResults = ({ context }: MatchSnapshot) => context.results;
export const selectMatchError = ({ context }: MatchSnapshot) => context.error;
export const selectMatchDraft = ({ context }: MatchSnapshot) => context.draft;
export const selectIsReviewing = ({ context }: MatchSnapshot) => context.chosen !== null;
export const selectChosenMatch = ({ context }: MatchSnapshot) => context.chosen;
export const selectIsMatchRestored = ({ context }: MatchSnapshot) => context.isRestored;
