import type { SnapshotFrom } from 'xstate';
import type { Preferences } from '../../../schemas/preferences.ts';
import { z } from '../../../schemas/zod.ts';
import type { AuthorsPageInput } from '../../../services/endpoints/library-lists.ts';
import { PAGE_SIZE } from '../../kit/windowed-list/window.logic.ts';
import type { authorsMachine } from './authors.machine.ts';

const authorsQuery = z.object({ libraryId: z.string(), sort: z.string(), desc: z.boolean() });

export type AuthorsQuery = Readonly<z.output<typeof authorsQuery>>;

/** `name`: first name first. */
export const AUTHOR_SORTS = ['name', 'lastFirst', 'numBooks', 'addedAt', 'updatedAt'] as const;
export type AuthorSort = (typeof AUTHOR_SORTS)[number];

export function authorsQueryOf(libraryId: string, { authorSortBy, authorSortDesc }: Preferences): AuthorsQuery {
  return { libraryId, sort: authorSortBy, desc: authorSortDesc };
}

export const isAuthorsQuery = (query: unknown): query is AuthorsQuery => z.safeParse(authorsQuery, query).success;

export function toAuthorsInput(query: AuthorsQuery, page: number, limit: number = PAGE_SIZE): AuthorsPageInput {
  return { ...query, limit, page };
}

type AuthorsSnapshot = SnapshotFrom<typeof authorsMachine>;

export const selectAuthorList = ({ context }: AuthorsSnapshot) => context.list;
export const selectAuthorLetters = ({ context }: AuthorsSnapshot) => context.letters;
export const selectAuthorsQuery = ({ context }: AuthorsSnapshot) => context.query;
export const selectMatching = (snapshot: AuthorsSnapshot) =>
  snapshot.matches('matching') ? snapshot.context.progress : null;
