import type { ItemJson } from '../items/items.types.ts';
import type { User } from '../store/users.repo.ts';

/** Name and payload of every socket event that this server sends on its own. */
export interface ServerEvents {
  user_online: unknown;
  user_offline: unknown;
  user_stream_update: unknown;
  user_added: unknown;
  user_removed: unknown;
  user_updated: unknown;
  user_item_progress_updated: unknown;
  user_session_closed: string;
  library_added: unknown;
  library_updated: unknown;
  library_removed: unknown;
  item_added: ItemJson;
  item_updated: ItemJson;
  items_added: readonly ItemJson[];
  items_updated: readonly ItemJson[];
  item_removed: { id: string };
  author_added: unknown;
  author_updated: unknown;
  author_removed: unknown;
  series_added: unknown;
  series_updated: unknown;
  series_removed: unknown;
  collection_added: CollectionJson;
  collection_updated: CollectionJson;
  collection_removed: CollectionJson;
  playlist_added: unknown;
  playlist_updated: unknown;
  playlist_removed: unknown;
  episode_added: unknown;
  episode_download_queued: unknown;
  episode_download_started: unknown;
  episode_download_finished: unknown;
  episode_download_queue_cleared: string;
  task_started: unknown;
  task_finished: unknown;
  task_progress: unknown;
  track_started: unknown;
  track_progress: unknown;
  track_finished: unknown;
  metadata_embed_queue_update: unknown;
  batch_quickmatch_complete: unknown;
  stream_open: unknown;
  stream_progress: unknown;
  stream_ready: undefined;
  stream_closed: string;
  stream_error: unknown;
  stream_reset: unknown;
  rss_feed_open: unknown;
  rss_feed_closed: unknown;
  share_open: unknown;
  share_closed: unknown;
  backup_applied: undefined;
  notifications_updated: unknown;
  'ereader-devices-updated': unknown;
  custom_metadata_provider_added: unknown;
  custom_metadata_provider_removed: unknown;
  admin_message: string;
}

export type ServerEventName = keyof ServerEvents;

/**
 * Who gets an event. `itemViewers` and `collectionViewers` filter by each receiver's rights; lists are reduced to the
 * visible entries.
 */
export type Audience =
  | { readonly to: 'everyone' }
  | { readonly to: 'admins' }
  | { readonly to: 'user'; readonly userId: string }
  | { readonly to: 'library'; readonly libraryId: string }
  | { readonly to: 'itemViewers' }
  | { readonly to: 'collectionViewers' }
  | { readonly to: 'viewersOf'; readonly item: ItemFacts }
  | { readonly to: 'each'; readonly view: View };

/** The payload for one account; undefined sends nothing. */
export type View = (user: User) => unknown;

/** The fields that decide who may see an item. */
export interface ItemFacts {
  readonly libraryId: string;
  readonly explicit: boolean;
  readonly tags: readonly string[];
}

export interface Announcement {
  readonly event: ServerEventName;
  readonly payload: unknown;
  readonly audience: Audience;
}

/** A collection with its books, as events and answers send it. */
export interface CollectionJson {
  readonly id: string;
  readonly libraryId: string;
  readonly books: readonly ItemJson[];
}

type CollectionEvent = 'collection_added' | 'collection_updated' | 'collection_removed';
type ItemEvent = 'item_added' | 'item_updated';
type ItemsEvent = 'items_added' | 'items_updated';

export type EventHub = ReturnType<typeof createEventHub>;

/** The one place to announce events; the socket layer subscribes, and tests may. */
export function createEventHub() {
  const listeners = new Set<(announcement: Announcement) => void>();
  const announce = (event: ServerEventName, payload: unknown, audience: Audience): void => {
    for (const listener of listeners) listener({ event, payload, audience });
  };
  return {
    /** Returns the function that ends the subscription. */
    subscribe: (listener: (announcement: Announcement) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    toEveryone: <Name extends ServerEventName>(event: Name, payload: ServerEvents[Name]) =>
      announce(event, payload, { to: 'everyone' }),
    toAdmins: <Name extends ServerEventName>(event: Name, payload: ServerEvents[Name]) =>
      announce(event, payload, { to: 'admins' }),
    toUser: <Name extends ServerEventName>(userId: string, event: Name, payload: ServerEvents[Name]) =>
      announce(event, payload, { to: 'user', userId }),
    toLibrary: <Name extends ServerEventName>(libraryId: string, event: Name, payload: ServerEvents[Name]) =>
      announce(event, payload, { to: 'library', libraryId }),
    /** About an item, to the users who can see it. */
    toViewers: <Name extends ServerEventName>(item: ItemFacts, event: Name, payload: ServerEvents[Name]) =>
      announce(event, payload, { to: 'viewersOf', item }),
    /** A payload that differs by account. */
    toEach: <Name extends ServerEventName>(event: Name, payload: ServerEvents[Name], view: View) =>
      announce(event, payload, { to: 'each', view }),
    /** A collection with all its books; every receiver gets the ones that it can see. */
    collection: (event: CollectionEvent, collection: CollectionJson) =>
      announce(event, collection, { to: 'collectionViewers' }),
    /** One expanded item, to the users who can see it. */
    item: (event: ItemEvent, item: ItemJson) => announce(event, item, { to: 'itemViewers' }),
    /** Several expanded items; every receiver gets the ones that it can see. Send chunks of up to 10. */
    items: (event: ItemsEvent, items: readonly ItemJson[]) => announce(event, items, { to: 'itemViewers' }),
  };
}
