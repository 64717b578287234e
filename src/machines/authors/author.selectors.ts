import type { SnapshotFrom } from 'xstate';
import type { authorMachine } from './author.machine.ts';

type AuthorSnapshot = SnapshotFrom<typeof authorMachine>;

export function selectAuthorState(snapshot: AuthorSnapshot): 'loading' | 'failed' | 'missing' | 'ready' {
  for (const state of ['failed', 'missing', 'ready'] as const) if (snapshot.matches(state)) return state;
  return 'loading';
}

export const selectAuthor = ({ context }: AuthorSnapshot) => context.author;
export const selectAuthorError = ({ context }: AuthorSnapshot) => context.error;
export const selectIsDescriptionOpen = ({ context }: AuthorSnapshot) => context.isDescriptionOpen;
