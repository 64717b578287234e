import type { AppError } from '../../../schemas/app-error.ts';
import type { BatchDraft } from '../../../schemas/drafts.ts';
import {
  keepMine,
  takeTheirs,
  typedDetails,
  type DetailChange,
  type DetailsValues,
} from '../item-edit/details-form.logic.ts';
import type { DetailName } from '../item-edit/details.logic.ts';
import type { CellChange } from '../batch-table/cells.logic.ts';
import type { TableData } from '../batch-table/table.logic.ts';
import { historyOf, withDraft, type DraftHistory } from '../../kit/history.logic.ts';
import {
  changedItems,
  clashesAfter,
  faultyItems,
  formerOf,
  payloadsOf,
  restored,
  reverted,
  savedItems,
  valuesOf,
  withCells,
  withChange,
  withForms,
  withoutDrafts,
  type BatchItem,
  type BatchItems,
  type Clashes,
  type Drafts,
  type MediaChange,
} from './drafts.logic.ts';
import { mapDetailsOf, mapped, populated, populatedFrom, usedFields, type MapDetails } from './map-details.logic.ts';
import type { Refusal, UpdateInput } from './update-sender.actor.ts';

export type BatchView = 'cards' | 'table';

export interface SaveReport {
  readonly saved: number;
  readonly failed: ReadonlyMap<string, Refusal>;
}

export interface BatchEditContext {
  readonly ids: readonly string[];
  readonly view: BatchView;
  readonly loaded: number;
  readonly items: BatchItems;
  readonly history: DraftHistory<Drafts>;
  readonly clashes: Clashes;
  /** Draft kept over a reload; null if none, and once restored. */
  readonly kept: BatchDraft | null;
  readonly isRestored: boolean;
  readonly map: MapDetails;
  readonly isMapOpen: boolean;
  /** Items changed by the last Apply; null after the next change. */
  readonly applied: number | null;
  readonly isRefused: boolean;
  /** A new object scrolls this item into view and focuses its first mistake. */
  readonly follow: { readonly id: string } | null;
  readonly sending: number;
  readonly report: SaveReport | null;
  /** Values before the saves of this page, by id, to undo them. */
  readonly former: ReadonlyMap<string, MediaChange>;
  readonly fed: TableData | null;
  readonly error: AppError | null;
}

type Change = Partial<BatchEditContext>;

export const draftsOf = ({ history }: Pick<BatchEditContext, 'history'>): Drafts => history.draft;
export const changedOf = (context: BatchEditContext): readonly BatchItem[] =>
  changedItems(context.items, draftsOf(context));
export const faultyOf = (context: BatchEditContext): readonly BatchItem[] =>
  faultyItems(context.items, draftsOf(context));
export const hasClashes = ({ clashes }: Pick<BatchEditContext, 'clashes'>): boolean => clashes.size > 0;

export const maySave = (context: BatchEditContext): boolean =>
  changedOf(context).length > 0 && faultyOf(context).length === 0 && !hasClashes(context);

export function formIn(context: BatchEditContext, id: string): DetailsValues | null {
  const item = context.items.get(id);
  return item ? valuesOf(item, draftsOf(context), context.clashes) : null;
}

const formsIn = (context: BatchEditContext): readonly DetailsValues[] =>
  [...context.items.values()].map((item) => valuesOf(item, draftsOf(context), context.clashes));

export function itemsBy(ids: readonly string[], items: readonly BatchItem[]): BatchItems {
  const found = new Map(items.map((item) => [item.id, item]));
  return new Map(
    ids.flatMap((id) => {
      const item = found.get(id);
      return item ? [[id, item] as const] : [];
    }),
  );
}

export function opened({ ids, kept }: BatchEditContext, loaded: readonly BatchItem[]): Change {
  const items = itemsBy(ids, loaded);
  const begun = { items, error: null, kept: null, map: mapDetailsOf(loaded[0]?.mediaType ?? 'book') };
  const back = kept && restored(items, kept);
  if (!back || changedItems(items, back.drafts).length === 0) return begun;
  const history = withDraft<Drafts>(historyOf(new Map()), back.drafts, null);
  return { ...begun, history, clashes: back.clashes, isRestored: true };
}

/** After a reload: edits stay; a detail that changed elsewhere too becomes a clash. */
export function followed(context: BatchEditContext, loaded: readonly BatchItem[]): Change {
  const items = itemsBy(context.ids, loaded);
  return { items, clashes: clashesAfter(context.items, draftsOf(context), context.clashes, items) };
}

/** `about`: see {@link DraftHistory}. */
export function edited(context: BatchEditContext, drafts: Drafts, about: string | null): Change {
  const history = withDraft(context.history, drafts, about);
  if (history === context.history) return {};
  return { history, clashes: stillClashing({ ...context, history }), applied: null };
}

export function stillClashing(context: BatchEditContext): Clashes {
  if (context.clashes.size === 0) return context.clashes;
  return clashesAfter(context.items, draftsOf(context), context.clashes, context.items);
}

export function changedDetail(context: BatchEditContext, id: string, change: DetailChange): Change {
  const item = context.items.get(id);
  if (!item) return {};
  return edited(context, withChange(draftsOf(context), item, change), `${id} ${change.field}`);
}

export const changedCells = (context: BatchEditContext, cells: readonly CellChange[]): Change =>
  cells.length === 0 ? {} : edited(context, withCells(context.items, draftsOf(context), cells), null);

export const tableDataOf = (context: BatchEditContext): TableData => ({
  items: context.items,
  drafts: draftsOf(context),
});
export const isTableStale = (context: BatchEditContext): boolean =>
  context.fed?.items !== context.items || context.fed.drafts !== draftsOf(context);

export function revertedItem(context: BatchEditContext, id: string, field: DetailName | null): Change {
  const item = context.items.get(id);
  return item ? edited(context, reverted(draftsOf(context), item, field), null) : {};
}

export function appliedToAll(context: BatchEditContext): Change {
  if (usedFields(context.map).length === 0) return {};
  const before = formsIn(context);
  const after = before.map((form) => mapped(context.map, form));
  const count = after.filter((form, at) => isOther(form, before[at])).length;
  return { ...edited(context, withForms(draftsOf(context), after), null), applied: count };
}

const isOther = (one: DetailsValues, other: DetailsValues | undefined): boolean =>
  other === undefined || JSON.stringify(typedDetails(one)) !== JSON.stringify(typedDetails(other));

export const populatedFromAll = (context: BatchEditContext): Change => ({
  map: populated(context.map, formsIn(context)),
  applied: null,
});

export function populatedFromOne(context: BatchEditContext, id: string): Change {
  const form = formIn(context, id);
  return form ? { map: populatedFrom(context.map, form), isMapOpen: true, applied: null } : {};
}

export function decided(
  context: BatchEditContext,
  whose: 'theirs' | 'mine',
  one: { readonly id: string; readonly field: DetailName | null } | null,
): Change {
  const rule = whose === 'theirs' ? takeTheirs : keepMine;
  const forms = [...context.clashes].flatMap(([id, fields]) => {
    const form = formIn(context, id);
    if (!form || (one && one.id !== id)) return [];
    return fields.filter((field) => (one?.field ?? field) === field).reduce(rule, form);
  });
  const clashes = new Map(context.clashes);
  for (const { itemId, clashes: left } of forms) {
    if (left.length > 0) clashes.set(itemId, left);
    else clashes.delete(itemId);
  }
  return { ...edited(context, withForms(draftsOf(context), forms), null), clashes };
}

export function updateOf(context: BatchEditContext): UpdateInput {
  const changed = changedOf(context);
  const drafts = draftsOf(context);
  return {
    payloads: payloadsOf(changed, drafts),
    forms: new Map(changed.map((item) => [item.id, valuesOf(item, drafts)])),
  };
}

export function settledPart(
  context: BatchEditContext,
  saved: readonly string[],
  failed: ReadonlyMap<string, Refusal>,
): Change {
  const drafts = draftsOf(context);
  const done = saved.flatMap((id) => context.items.get(id) ?? []);
  const former = new Map(context.former);
  for (const [id, change] of formerOf(done, drafts)) {
    const earlier = former.get(id);
    former.set(id, { ...change, ...earlier, metadata: { ...change.metadata, ...earlier?.metadata } });
  }
  return {
    items: savedItems(context.items, drafts, saved),
    history: historyOf(withoutDrafts(drafts, saved)),
    clashes: new Map([...context.clashes].filter(([id]) => !saved.includes(id))),
    former,
    report: {
      saved: (context.report?.saved ?? 0) + saved.length,
      failed: new Map([...(context.report?.failed ?? []), ...failed]),
    },
  };
}

export function refused(context: BatchEditContext): Change {
  const [first] = faultyOf(context);
  return { isRefused: true, follow: first ? { id: first.id } : null };
}
