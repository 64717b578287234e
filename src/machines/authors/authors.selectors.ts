import type { SnapshotFrom } from 'xstate';
import type { authorsMachine } from './authors.machine.ts';

type AuthorsSnapshot = SnapshotFrom<typeof authorsMachine>;

export const selectAuthorList = ({ context }: AuthorsSnapshot) => context.list;
export const selectAuthorLetters = ({ context }: AuthorsSnapshot) => context.letters;
export const selectAuthorsQuery = ({ context }: AuthorsSnapshot) => context.query;
export const selectMatching = (snapshot: AuthorsSnapshot) =>
  snapshot.matches('matching') ? snapshot.context.progress : null;
