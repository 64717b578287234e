import type { SnapshotFrom } from 'xstate';
import type { authorMachine } from './author.machine.ts';
import type { editAuthorMachine } from './edit-author.machine.ts';

type AuthorSnapshot = SnapshotFrom<typeof authorMachine>;

export function selectAuthorState(snapshot: AuthorSnapshot): 'loading' | 'failed' | 'missing' | 'ready' {
  for (const state of ['failed', 'missing', 'ready'] as const) if (snapshot.matches(state)) return state;
  return 'loading';
}

export const selectAuthor = ({ context }: AuthorSnapshot) => context.author;
export const selectAuthorError = ({ context }: AuthorSnapshot) => context.error;
export const selectIsDescriptionOpen = ({ context }: AuthorSnapshot) => context.isDescriptionOpen;

type EditAuthorSnapshot = SnapshotFrom<typeof editAuthorMachine>;

export function selectEditAuthorState(snapshot: EditAuthorSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.author ? 'ready' : 'loading';
}

export const selectEditedAuthor = ({ context }: EditAuthorSnapshot) => context.author;
export const selectEditedName = ({ context }: EditAuthorSnapshot) => context.author?.name ?? context.name;
export const selectEditAuthorError = ({ context }: EditAuthorSnapshot) => context.error;
export const selectIsBusy = (snapshot: EditAuthorSnapshot) => snapshot.hasTag('busy');
export const selectIsMatching = (snapshot: EditAuthorSnapshot) => snapshot.matches({ ready: 'matching' });
export const selectFieldsForm = ({ context }: EditAuthorSnapshot) => context.fields ?? undefined;
export const selectImageForm = ({ context }: EditAuthorSnapshot) => context.image ?? undefined;
