import type { ServerContext } from '../context.ts';
import { canSeeLibrary } from '../http/access.ts';
import { contentRule } from './content-rule.ts';

/** Tells that an author or a series is gone; who may not see all books of the library gets no name. */
export function announceRemoval(
  { events }: Pick<ServerContext, 'events'>,
  event: 'author_removed' | 'series_removed',
  name: { readonly id: string; readonly libraryId: string },
): void {
  events.toEach(event, name, (user) => {
    if (!canSeeLibrary(user, name.libraryId)) return undefined;
    return contentRule(user).sql === '' ? name : { id: name.id, libraryId: name.libraryId };
  });
}
