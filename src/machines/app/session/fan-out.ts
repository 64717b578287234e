import type { ServerEvent } from '../../../schemas/socket/server-events.ts';
import type { LibrariesEvent } from '../../account/libraries/libraries.protocol.ts';
import type { ModalsEvent } from '../modals/modals.protocol.ts';
import type { PlayerEvent } from '../../playback/player/player.context.ts';
import type { ProgressEvent } from '../../playback/progress/progress.machine.ts';
import type { QueueEvent } from '../../playback/queue/queue.setup.ts';
import type { SelectionEvent } from '../../browse/selection/selection.machine.ts';
import type { FailedDownloadsEvent } from '../../edit/podcasts/failed-downloads.machine.ts';
import type { TasksEvent } from '../../browse/tasks/tasks.protocol.ts';

/** Receivers of server events: children of the session, and the modals. The page host gets all events. */
interface Listeners {
  readonly background: TasksEvent | FailedDownloadsEvent;
  readonly libraries: LibrariesEvent;
  readonly modals: ModalsEvent;
  readonly player: PlayerEvent;
  readonly progress: ProgressEvent;
  readonly queue: QueueEvent;
  readonly selection: SelectionEvent;
}

type Listener = keyof Listeners;

type ForListener<Name extends Listener> = Extract<ServerEvent, { type: Listeners[Name]['type'] }>;

/** One row per event: a missing or extra one does not compile. */
export const EVENTS_FOR: { readonly [Name in Listener]: Readonly<Record<ForListener<Name>['type'], true>> } = {
  background: {
    'server.task.started': true,
    'server.task.finished': true,
    'server.task.progressed': true,
    'server.embedQueue.updated': true,
    'server.episodeDownload.queued': true,
    'server.episodeDownload.started': true,
    'server.episodeDownload.finished': true,
  },
  libraries: {
    'server.library.added': true,
    'server.library.updated': true,
    'server.library.removed': true,
    'server.item.added': true,
    'server.item.updated': true,
    'server.item.removed': true,
    'server.items.added': true,
    'server.items.updated': true,
    'server.author.added': true,
    'server.author.updated': true,
    'server.author.removed': true,
    'server.series.added': true,
    'server.series.updated': true,
    'server.series.removed': true,
    'server.playlist.added': true,
    'server.playlist.removed': true,
  },
  modals: {
    'server.library.updated': true,
    'server.library.removed': true,
    'server.item.updated': true,
    'server.items.updated': true,
    'server.item.removed': true,
    'server.episodeDownload.queued': true,
    'server.episodeDownload.started': true,
    'server.episodeDownload.finished': true,
    'server.episodeDownload.queueCleared': true,
    'server.adminMessage.received': true,
    'server.user.online': true,
    'server.user.offline': true,
    'server.share.opened': true,
    'server.share.closed': true,
    'server.rssFeed.opened': true,
    'server.rssFeed.closed': true,
    'server.customProvider.added': true,
    'server.customProvider.removed': true,
  },
  player: {
    'server.item.updated': true,
    'server.items.updated': true,
    'server.progress.updated': true,
    'server.session.closed': true,
    'server.stream.failed': true,
    'server.stream.reset': true,
    'server.user.updated': true,
  },
  progress: {
    'server.progress.updated': true,
    'server.user.updated': true,
  },
  queue: { 'server.item.removed': true },
  selection: {
    'server.item.removed': true,
    'server.item.updated': true,
    'server.items.updated': true,
    'server.quickMatch.completed': true,
  },
};

export function isFor<Name extends Listener>(name: Name, event: ServerEvent): event is ForListener<Name> {
  return Object.hasOwn(EVENTS_FOR[name], event.type);
}

/** Events that may change search results. An edited or removed episode arrives as an update of its podcast. */
const SEARCHED: Readonly<Partial<Record<ServerEvent['type'], true>>> = {
  'server.item.added': true,
  'server.items.added': true,
  'server.item.updated': true,
  'server.items.updated': true,
  'server.item.removed': true,
  'server.episode.added': true,
  'server.author.added': true,
  'server.author.updated': true,
  'server.author.removed': true,
  'server.series.added': true,
  'server.series.updated': true,
  'server.series.removed': true,
};

export function changesSearch({ type }: ServerEvent): boolean {
  return SEARCHED[type] === true;
}
