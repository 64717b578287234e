import type { ServerEvent } from '../../schemas/socket/server-events.ts';

/** What the server tells about the things that lists of a library show. */
export type LibraryServerEvent = Extract<
  ServerEvent,
  {
    type:
      | `server.item.${string}` | `server.items.${string}` | 'server.author.updated' | 'server.author.removed'
      | 'server.series.updated' | 'server.series.removed' | 'server.episode.added' | 'server.progress.updated'
      | 'server.user.updated';
  }
>;
