import type { ServerEvent } from '../../schemas/socket/server-events.ts';

/** The children of the session that hear server events. */
export type Listener = 'libraries' | 'page' | 'player' | 'progress';

/** Which children hear which family of server events: `server.library.added` is of the family `library`. */
const FAMILIES: Readonly<Record<string, readonly Listener[]>> = {
  library: ['libraries', 'page'],
  progress: ['progress', 'player', 'page'],
  session: ['player', 'page'],
  socket: [],
  user: ['progress', 'page'],
};

/** The children that hear this event; the open page hears every family that is not named. */
export function listenersOf(event: ServerEvent): readonly Listener[] {
  const family = event.type.split('.')[1] ?? '';
  return FAMILIES[family] ?? ['page'];
}
