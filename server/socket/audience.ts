import type { Announcement, Audience, CollectionJson } from '../events/events.ts';
import { canSeeItem, canSeeLibrary, isAdmin } from '../http/access.ts';
import type { ItemJson } from '../items/items.types.ts';
import type { User } from '../store/users.repo.ts';

interface Receiver {
  /** Of the socket. */
  readonly id: string;
  readonly userId: string;
}

export interface Delivery {
  readonly payload: unknown;
  /** Sockets that get this payload; never empty. */
  readonly ids: string[];
}

/** Receivers of an announcement, grouped by what they may see of it. */
export function payloadsByReceiver(
  { payload, audience }: Announcement,
  receivers: readonly Receiver[],
  userById: (id: string) => User | undefined,
): Delivery[] {
  const views = new Map<string, { key: string; payload: unknown } | undefined>();
  const groups = new Map<string, Delivery>();
  for (const { id, userId } of receivers) {
    if (!views.has(userId)) {
      const user = userById(userId);
      views.set(userId, user && viewOf(user, payload, audience));
    }
    const view = views.get(userId);
    if (!view) continue;
    const group = groups.get(view.key);
    if (group) group.ids.push(id);
    else groups.set(view.key, { payload: view.payload, ids: [id] });
  }
  return [...groups.values()];
}

/** A user's view of a payload, with a key that is the same for the same view; undefined for nothing. */
function viewOf(user: User, payload: unknown, audience: Audience): { key: string; payload: unknown } | undefined {
  if (audience.to === 'itemViewers') return itemView(user, payload as ItemJson | readonly ItemJson[]);
  if (audience.to === 'collectionViewers') return collectionView(user, payload as CollectionJson);
  if (audience.to === 'each') {
    const view = audience.view(user);
    return view === undefined ? undefined : { key: JSON.stringify(view), payload: view };
  }
  return isAddressed(user, audience) ? { key: '', payload } : undefined;
}

function isAddressed(
  user: User,
  audience: Exclude<Audience, { to: 'itemViewers' | 'collectionViewers' | 'each' }>,
): boolean {
  switch (audience.to) {
    case 'everyone':
      return true;
    case 'admins':
      return isAdmin(user);
    case 'user':
      return user.id === audience.userId;
    case 'library':
      return canSeeLibrary(user, audience.libraryId);
    case 'viewersOf':
      return canSeeItem(user, audience.item);
  }
}

const canSee = (user: User, { libraryId, media }: ItemJson): boolean =>
  canSeeItem(user, { libraryId, explicit: media.metadata.explicit, tags: media.tags });

function collectionView(user: User, collection: CollectionJson): { key: string; payload: unknown } | undefined {
  if (!canSeeLibrary(user, collection.libraryId)) return undefined;
  const books = collection.books.filter((book) => canSee(user, book));
  return { key: books.map(({ id }) => id).join(), payload: { ...collection, books } };
}

function itemView(user: User, payload: ItemJson | readonly ItemJson[]): { key: string; payload: unknown } | undefined {
  if (!isList(payload)) return canSee(user, payload) ? { key: '', payload } : undefined;
  const visible = payload.filter((item) => canSee(user, item));
  return visible.length === 0 ? undefined : { key: visible.map((item) => item.id).join(), payload: visible };
}

function isList(payload: ItemJson | readonly ItemJson[]): payload is readonly ItemJson[] {
  return Array.isArray(payload);
}
