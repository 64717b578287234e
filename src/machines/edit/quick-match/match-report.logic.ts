import type { BatchItem, MediaChange } from '../batch-edit/drafts.logic.ts';
import { changesOf, valuesOf } from '../item-edit/details-form.logic.ts';
import { FIELDS, isSame, type DetailName, type Details } from '../item-edit/details.logic.ts';

export interface MatchedItem extends BatchItem {
  /** Null: no cover, or not kept (no replacement expected, or over the limit). */
  readonly cover: Blob | null;
}
export type MatchesBefore = ReadonlyMap<string, MatchedItem>;

export type MatchRow =
  | {
      readonly key: string;
      readonly id: string;
      readonly title: string;
      readonly field: DetailName;
      readonly before: Details[DetailName];
      readonly after: Details[DetailName];
    }
  /** `canRestore`: the old cover was kept, or there was none. */
  | {
      readonly key: string;
      readonly id: string;
      readonly title: string;
      readonly field: 'cover';
      readonly canRestore: boolean;
    };

/** Changes item by item. `covers`: items with a new cover. */
export function matchRows(
  before: MatchesBefore,
  after: ReadonlyMap<string, BatchItem>,
  covers: ReadonlySet<string>,
): readonly MatchRow[] {
  return [...before.values()].flatMap((item): readonly MatchRow[] => {
    const { id, base, mediaType } = item;
    const now = after.get(id);
    if (!now) return [];
    const { title } = base;
    const details = FIELDS[mediaType].flatMap((field): readonly MatchRow[] =>
      isSame(base[field], now.base[field])
        ? []
        : [{ key: `${id} ${field}`, id, title, field, before: base[field], after: now.base[field] }],
    );
    if (!covers.has(id)) return details;
    const canRestore = item.coverPath === null || item.cover !== null;
    return [...details, { key: `${id} cover`, id, title, field: 'cover', canRestore }];
  });
}

/** Undo data. A `null` cover removes it. */
export interface WayBack {
  readonly details: ReadonlyMap<string, MediaChange>;
  readonly covers: ReadonlyMap<string, Blob | null>;
}

export function wayBack(
  before: MatchesBefore,
  after: ReadonlyMap<string, BatchItem>,
  covers: ReadonlySet<string>,
): WayBack {
  const details = new Map<string, MediaChange>();
  const pictures = new Map<string, Blob | null>();
  for (const { id, field } of matchRows(before, after, covers)) {
    const [item, now] = [before.get(id), after.get(id)];
    if (!item || !now) continue;
    details.set(id, changesOf({ ...valuesOf(id, item.mediaType, now.base), ...item.base }));
    if (field === 'cover' && (item.coverPath === null || item.cover)) pictures.set(id, item.cover);
  }
  return { details, covers: pictures };
}
