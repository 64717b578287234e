import type { Preferences } from '../../schemas/preferences.ts';
import { z } from '../../schemas/zod.ts';
import type { AuthorsPageInput } from '../../services/endpoints/library-lists.ts';
import { PAGE_SIZE } from '../windowed-list/window.logic.ts';

const authorsQuery = z.object({ libraryId: z.string(), sort: z.string(), desc: z.boolean() });

/** In which order the authors of a library are shown. */
export type AuthorsQuery = Readonly<z.output<typeof authorsQuery>>;

/** The orders that a list of authors knows: `name` with the first name first. */
export const AUTHOR_SORTS = ['name', 'lastFirst', 'numBooks', 'addedAt', 'updatedAt'] as const;
export type AuthorSort = (typeof AUTHOR_SORTS)[number];

/** What the user likes on this device (STO-014, STO-015). */
export function authorsQueryOf(libraryId: string, { authorSortBy, authorSortDesc }: Preferences): AuthorsQuery {
  return { libraryId, sort: authorSortBy, desc: authorSortDesc };
}

/** Whether a stored value says how authors are shown. */
export const isAuthorsQuery = (query: unknown): query is AuthorsQuery => z.safeParse(authorsQuery, query).success;

/** The call for one page. */
export function toAuthorsInput(query: AuthorsQuery, page: number, limit: number = PAGE_SIZE): AuthorsPageInput {
  return { ...query, limit, page };
}
