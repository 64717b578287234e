import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { BatchDraft } from '../../schemas/batch-draft.ts';
import type { Body } from '../../schemas/requests/index.ts';
import {
  changesOf,
  detailsProblems,
  hasChanges,
  takeTheirs,
  typedDetails,
  valuesOf as formOf,
  withTheirs,
  type DetailChange,
  type DetailsValues,
} from '../item-edit/details-form.logic.ts';
import { detailsOf, FIELDS, type DetailName, type Details, type TokenField } from '../item-edit/details.logic.ts';
import type { CellChange } from '../batch-table/cells.logic.ts';
import type { MediaType } from '../router/routes.ts';

/** An item of the batch, as the server has it. */
export interface BatchItem {
  readonly id: string;
  readonly libraryId: string;
  readonly mediaType: MediaType;
  /** Milliseconds since 1970; changes with the cover. */
  readonly updatedAt: number;
  /** Null when there is no cover. */
  readonly coverPath: string | null;
  /** Below the library folder, with `/` between its parts. */
  readonly path: string;
  /** It is one file, not a folder. */
  readonly isFile: boolean;
  readonly base: Details;
}
/** By id, in the order in which they were selected. */
export type BatchItems = ReadonlyMap<string, BatchItem>;

type SomeDetails = { readonly [Field in DetailName]?: Details[Field] | undefined };

/** What is edited of an item: details that are others than the server's, and text that is no token yet. */
export interface Draft {
  readonly changed: SomeDetails;
  readonly typed: DetailsValues['typed'];
}
/** Of items that something is edited of, by id. */
export type Drafts = ReadonlyMap<string, Draft>;
/** Details that were changed elsewhere while they were edited here, and nobody has decided about, by item. */
export type Clashes = ReadonlyMap<string, readonly DetailName[]>;
export type MediaChange = Body<'items.update'>;

export function batchItemOf(item: LibraryItemExpanded): BatchItem {
  const { id, libraryId, mediaType, updatedAt, media, relPath: path, isFile } = item;
  return { id, libraryId, mediaType, updatedAt, coverPath: media.coverPath, path, isFile, base: detailsOf(item) };
}

const NO_CLASHES: readonly DetailName[] = [];

/** The form of an item: what the server has, with what is edited. */
export function valuesOf(item: BatchItem, drafts: Drafts, clashes: Clashes = new Map()): DetailsValues {
  const values = formOf(item.id, item.mediaType, item.base);
  const draft = drafts.get(item.id);
  if (!draft) return values;
  return {
    ...values,
    ...(draft.changed as Partial<Details>),
    typed: draft.typed,
    clashes: clashes.get(item.id) ?? NO_CLASHES,
  };
}

/** What of a form is not as the server has it; null: nothing. */
function draftOf(values: DetailsValues): Draft | null {
  const touched = FIELDS[values.mediaType].filter(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(values.base[field]),
  );
  const typed = Object.fromEntries(Object.entries(values.typed).filter(([, text]) => text !== ''));
  if (touched.length === 0 && Object.keys(typed).length === 0) return null;
  return { changed: Object.fromEntries(touched.map((field) => [field, values[field]])), typed };
}

/** The drafts with these forms; the same object when nothing becomes another. */
export function withForms(drafts: Drafts, forms: readonly DetailsValues[]): Drafts {
  const changed = forms.flatMap((values) => {
    const draft = draftOf(values);
    const before = drafts.get(values.itemId) ?? null;
    return JSON.stringify(draft) === JSON.stringify(before) ? [] : [[values.itemId, draft] as const];
  });
  if (changed.length === 0) return drafts;
  const after = new Map(drafts);
  for (const [id, draft] of changed) {
    if (draft) after.set(id, draft);
    else after.delete(id);
  }
  return after;
}

/** The drafts after a change in the form of an item. */
export function withChange(drafts: Drafts, item: BatchItem, { field, value }: DetailChange): Drafts {
  return withForms(drafts, [{ ...valuesOf(item, drafts), [field]: value }]);
}

/** The drafts after these details got these values; text that is no token yet goes from a list that got another. */
export function withCells(items: BatchItems, drafts: Drafts, cells: readonly CellChange[]): Drafts {
  const forms = new Map<string, DetailsValues>();
  for (const { id, field, value } of cells) {
    const item = items.get(id);
    if (!item) continue;
    const form = forms.get(id) ?? valuesOf(item, drafts);
    const { [field as TokenField]: _typed, ...typed } = form.typed;
    forms.set(id, { ...form, [field]: value, typed });
  }
  return withForms(drafts, [...forms.values()]);
}

/** The drafts without what is edited of this item; with `field`, of this detail of it. */
export function reverted(drafts: Drafts, item: BatchItem, field: DetailName | null): Drafts {
  const values = field === null ? formOf(item.id, item.mediaType, item.base) : valuesOf(item, drafts);
  return withForms(drafts, [field === null ? values : takeTheirs(values, field)]);
}

/** What is known of a draft, and of which state of its item. */
interface Verdict {
  readonly item: BatchItem;
  readonly isChanged: boolean;
  readonly isFaulty: boolean;
}
const verdicts = new WeakMap<Draft, Verdict>();

/** Whether something would be saved of an item, and can't be; looked into once for each draft: there may be 1,000. */
function verdictOf(item: BatchItem, drafts: Drafts): Verdict | null {
  const draft = drafts.get(item.id);
  if (!draft) return null;
  const last = verdicts.get(draft);
  if (last?.item === item) return last;
  const values = valuesOf(item, drafts);
  const isChanged = hasChanges(values);
  const isFaulty = isChanged && Object.keys(detailsProblems(values)).length > 0;
  const verdict = { item, isChanged, isFaulty };
  verdicts.set(draft, verdict);
  return verdict;
}

/** Items of which something would be saved, in their order. */
export function changedItems(items: BatchItems, drafts: Drafts): readonly BatchItem[] {
  return [...items.values()].filter((item) => verdictOf(item, drafts)?.isChanged);
}

/** What is sent of each item: only what is changed. */
export function payloadsOf(items: readonly BatchItem[], drafts: Drafts): ReadonlyMap<string, MediaChange> {
  return new Map(items.map((item) => [item.id, changesOf(valuesOf(item, drafts))]));
}

/** What gives each item back what it had of that. */
export function formerOf(items: readonly BatchItem[], drafts: Drafts): ReadonlyMap<string, MediaChange> {
  return new Map(
    items.map((item) => {
      const saved = typedDetails(valuesOf(item, drafts));
      return [item.id, changesOf({ ...formOf(item.id, item.mediaType, saved), ...item.base })];
    }),
  );
}

/** Items with what was saved of them as theirs. */
export function savedItems(items: BatchItems, drafts: Drafts, ids: readonly string[]): BatchItems {
  const after = new Map(items);
  for (const id of ids) {
    const item = items.get(id);
    if (!item) continue;
    const details = typedDetails(valuesOf(item, drafts));
    const base = Object.fromEntries(FIELDS[item.mediaType].map((field) => [field, details[field]]));
    after.set(id, { ...item, base: { ...item.base, ...base } });
  }
  return after;
}

export function withoutDrafts(drafts: Drafts, ids: readonly string[]): Drafts {
  const gone = new Set(ids);
  return [...drafts.keys()].some((id) => gone.has(id)) ? new Map([...drafts].filter(([id]) => !gone.has(id))) : drafts;
}

/** Items with a mistake in what is edited (EDT-031, EDT-032), in their order. */
export function faultyItems(items: BatchItems, drafts: Drafts): readonly BatchItem[] {
  return [...items.values()].filter((item) => verdictOf(item, drafts)?.isFaulty);
}

/** What clashes once the server has these items: see `withTheirs`. */
export function clashesAfter(before: BatchItems, drafts: Drafts, clashes: Clashes, after: BatchItems): Clashes {
  const found = [...after.values()].flatMap((item) => {
    const known = before.get(item.id);
    if (!known || !drafts.has(item.id)) return [];
    const fields = withTheirs(valuesOf(known, drafts, clashes), item.base).clashes;
    return fields.length > 0 ? [[item.id, fields] as const] : [];
  });
  return new Map(found);
}

/** What a tab keeps of it. */
export function keptOf(ids: readonly string[], items: BatchItems, drafts: Drafts, clashes: Clashes): BatchDraft {
  const kept = [...drafts].flatMap(([id, { changed, typed }]) => {
    const item = items.get(id);
    if (!item) return [];
    const fields = [...Object.keys(changed), ...Object.keys(typed)] as DetailName[];
    const base = Object.fromEntries(fields.map((field) => [field, item.base[field]]));
    return [{ id, changed, typed, base, clashes: clashes.get(id) ?? NO_CLASHES }];
  });
  return structuredClone({ ids, drafts: kept }) as BatchDraft;
}

/** What a tab kept, as far as the items are still there; what the server has another of since then clashes. */
export function restored(items: BatchItems, kept: BatchDraft): { readonly drafts: Drafts; readonly clashes: Clashes } {
  const forms = kept.drafts.flatMap(({ id, changed, typed, base, clashes }) => {
    const item = items.get(id);
    if (!item) return [];
    const before = formOf(id, item.mediaType, { ...item.base, ...(base as Partial<Details>) });
    const mine = { ...(changed as Partial<Details>), typed: typed as DetailsValues['typed'], clashes };
    return [withTheirs({ ...before, ...mine }, item.base)];
  });
  const clashing = forms.filter(({ clashes }) => clashes.length > 0);
  return {
    drafts: withForms(new Map(), forms),
    clashes: new Map(clashing.map(({ itemId, clashes }) => [itemId, clashes])),
  };
}
