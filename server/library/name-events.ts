import type { ServerContext } from '../context.ts';
import type { View } from '../events/events.ts';
import { canSeeLibrary } from '../http/access.ts';
import type { Database } from '../store/database.ts';
import type { User } from '../store/users.repo.ts';
import type { AuthorRow } from '../items/authors.repo.ts';
import { countedAuthorJson, seenAuthor } from './query/authors.ts';
import { isSeriesSeen } from './query/series.ts';

type Announcing = Pick<ServerContext, 'store' | 'events'>;

/** Series are visible to users with a book of them. */
export const seriesView =
  (
    database: Database,
    { id, libraryId }: { readonly id: string; readonly libraryId: string },
    payload: unknown,
  ): View =>
  (user: User) =>
    canSeeLibrary(user, libraryId) && isSeriesSeen(database, user, id) ? payload : undefined;

/** Announces an author to users who may see one of his books, with the number of those books. */
export function announceAuthor(
  { store, events }: Announcing,
  event: 'author_added' | 'author_updated',
  author: AuthorRow,
): void {
  events.toEach(event, countedAuthorJson(author), (user) => {
    const seen = canSeeLibrary(user, author.libraryId) ? seenAuthor(store.database, user, author.id) : undefined;
    return seen && countedAuthorJson(seen);
  });
}
