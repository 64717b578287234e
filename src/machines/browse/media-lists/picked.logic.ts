import type { MediaRef } from '../../kit/media.logic.ts';
import { has, without } from '../../playback/queue/queue.logic.ts';
import { refOf, type ListOutline } from './media-list.logic.ts';
import type { ListJob } from './media-lists.protocol.ts';

type Lists = readonly ListOutline[];
type Items = readonly MediaRef[];

export function heldBy({ entries }: ListOutline, items: Items): 'all' | 'some' | 'none' {
  const count = items.filter((item) => has(entries, item)).length;
  return count === items.length ? 'all' : count > 0 ? 'some' : 'none';
}

export function inPickOrder<List extends ListOutline & { readonly lastUpdate: number }>(
  lists: readonly List[],
  items: Items,
): readonly List[] {
  const rank = (list: ListOutline) => Number(heldBy(list, items) === 'none');
  return lists.toSorted((one, other) => rank(one) - rank(other) || other.lastUpdate - one.lastUpdate);
}

/** Adds missing items, or removes all if none is missing. The server deletes an empty playlist: it is created again. */
export function jobOf(list: ListOutline, items: Items): ListJob {
  if (heldBy(list, items) === 'all') return { kind: 'remove', list, entries: items.map(refOf), title: null };
  if (list.kind === 'playlist' && list.entries.length === 0)
    return { kind: 'recreate', list: { ...list, entries: items.map(refOf) } };
  return { kind: 'add', list, entries: without(items, list.entries).map(refOf) };
}

export function changedBy(job: ListJob): Items {
  if (job.kind === 'remove') return without(job.list.entries, job.entries);
  return job.kind === 'add' ? [...job.list.entries, ...job.entries] : job.list.entries;
}

export function withList(lists: Lists, id: string, list: ListOutline): Lists {
  if (!lists.some((other) => other.id === id)) return [list, ...lists];
  return lists.map((other) => (other.id === id ? list : other));
}

export function withName(lists: Lists, search: string): Lists {
  const wanted = search.trim().toLowerCase();
  return lists.filter(({ name }) => name.toLowerCase().includes(wanted));
}
