import { getItems } from '../../../services/endpoints/item-batch.ts';
import type { Ports } from '../../kit/ports.ts';
import { batchItemOf, type BatchItem } from '../batch-edit/drafts.logic.ts';
import { partsOf } from '../../browse/selection/selection.logic.ts';
import type { MatchedItem, MatchesBefore } from './match-report.logic.ts';

/** Limits of covers kept for undo: count, and bytes in total. */
const MOST_COVERS = 200;
const MOST_BYTES = 64_000_000;

export async function readItems(
  { api }: Pick<Ports, 'api'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BatchItem>> {
  const items = new Map<string, BatchItem>();
  for (const itemIds of partsOf(ids)) {
    const { libraryItems } = await api.call(getItems, { itemIds }, signal);
    for (const item of libraryItems.items) items.set(item.id, batchItemOf(item));
  }
  return items;
}

/** Items before the match, with replaceable covers that load. Rejects with `AppException`. */
export async function lookBefore(
  ports: Pick<Ports, 'api' | 'files'>,
  ids: readonly string[],
  isCoverReplaced: boolean,
  signal: AbortSignal,
): Promise<MatchesBefore> {
  const items = await readItems(ports, ids, signal);
  const before = new Map<string, MatchedItem>();
  let [count, bytes] = [0, 0];
  for (const item of items.values()) {
    const isKept = isCoverReplaced && item.coverPath !== null && count < MOST_COVERS && bytes < MOST_BYTES;
    const cover = isKept ? await ports.files.fetchCover(item.id, signal).catch(() => null) : null;
    if (cover) [count, bytes] = [count + 1, bytes + cover.size];
    before.set(item.id, { ...item, cover });
  }
  return before;
}

/** Ids of items with a new cover. Rejects with `AppException`. */
export async function changedCovers(
  { files }: Pick<Ports, 'files'>,
  before: MatchesBefore,
  after: ReadonlyMap<string, BatchItem>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const { id, coverPath, updatedAt, cover } of before.values()) {
    const now = after.get(id);
    if (!now || now.updatedAt === updatedAt || now.coverPath === null) continue;
    if (now.coverPath !== coverPath) changed.add(id);
    else if (cover && !(await areSame(cover, await files.fetchCover(id, signal)))) changed.add(id);
  }
  return changed;
}

async function areSame(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [left, right] = [new Uint8Array(await one.arrayBuffer()), new Uint8Array(await other.arrayBuffer())];
  return left.every((byte, at) => byte === right[at]);
}
