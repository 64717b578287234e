import type { BatchItem, MediaChange } from '../batch-edit/drafts.logic.ts';
import { changesOf, valuesOf } from '../item-edit/details-form.logic.ts';
import { FIELDS, isSame, type DetailName, type Details } from '../item-edit/details.logic.ts';

/** An item before it is matched. */
export interface MatchedItem extends BatchItem {
  /** Its picture; null: it has none, or it was not kept, because it would not be replaced or there were too many. */
  readonly cover: Blob | null;
}
/** By id. */
export type MatchesBefore = ReadonlyMap<string, MatchedItem>;

/** One thing that is another one after the match. */
export type MatchRow =
  | {
      readonly key: string;
      readonly id: string;
      readonly title: string;
      readonly field: DetailName;
      readonly before: Details[DetailName];
      readonly after: Details[DetailName];
    }
  /** `canRestore`: the picture that it had was kept, or it had none. */
  | {
      readonly key: string;
      readonly id: string;
      readonly title: string;
      readonly field: 'cover';
      readonly canRestore: boolean;
    };

/** What has changed, item by item. `covers`: items with another picture. */
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

/** What gives items back what they had; of covers those that can be: null removes one. */
export interface WayBack {
  readonly details: ReadonlyMap<string, MediaChange>;
  readonly covers: ReadonlyMap<string, Blob | null>;
}

/** The way back for all that has changed. */
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
