import type { SnapshotFrom } from 'xstate';
import type { authorsMachine } from './authors.machine.ts';

type AuthorsSnapshot = SnapshotFrom<typeof authorsMachine>;

/** The list of the authors: read it by `windowed-list.selectors`. */
export const selectAuthorList = ({ context }: AuthorsSnapshot) => context.list;
export const selectAuthorLetters = ({ context }: AuthorsSnapshot) => context.letters;
export const selectAuthorsQuery = ({ context }: AuthorsSnapshot) => context.query;
/** How far the matching of all authors is; null while none is under way. */
export const selectMatching = (snapshot: AuthorsSnapshot) =>
  snapshot.matches('matching') ? snapshot.context.progress : null;
