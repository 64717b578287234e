import type { SnapshotFrom } from 'xstate';
import type { editAuthorMachine } from './edit-author.machine.ts';

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
