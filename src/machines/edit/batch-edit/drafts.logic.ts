import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { BatchDraft } from '../../../schemas/drafts.ts';
import type { Body } from '../../../schemas/requests/index.ts';
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
import type { MediaType } from '../../kit/router/routes.ts';

export interface BatchItem {
  readonly id: string;
  readonly libraryId: string;
  readonly mediaType: MediaType;
  /** ms since 1970; changes with the cover. */
  readonly updatedAt: number;
  readonly coverPath: string | null;
  /** Relative to the library folder, with `/` as separator. */
  readonly path: string;
  readonly isFile: boolean;
  readonly base: Details;
}
export type BatchItems = ReadonlyMap<string, BatchItem>;

type SomeDetails = { readonly [Field in DetailName]?: Details[Field] | undefined };

/** Details that differ from the server's, and typed text that is no token yet. */
export interface Draft {
  readonly changed: SomeDetails;
  readonly typed: DetailsValues['typed'];
}
export type Drafts = ReadonlyMap<string, Draft>;
/** Details changed here and elsewhere, not yet resolved, by item. */
export type Clashes = ReadonlyMap<string, readonly DetailName[]>;
export type MediaChange = Body<'items.update'>;

export function batchItemOf(item: LibraryItemExpanded): BatchItem {
  const { id, libraryId, mediaType, updatedAt, media, relPath: path, isFile } = item;
  return { id, libraryId, mediaType, updatedAt, coverPath: media.coverPath, path, isFile, base: detailsOf(item) };
}

const NO_CLASHES: readonly DetailName[] = [];

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

function draftOf(values: DetailsValues): Draft | null {
  const touched = FIELDS[values.mediaType].filter(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(values.base[field]),
  );
  const typed = Object.fromEntries(Object.entries(values.typed).filter(([, text]) => text !== ''));
  if (touched.length === 0 && Object.keys(typed).length === 0) return null;
  return { changed: Object.fromEntries(touched.map((field) => [field, values[field]])), typed };
}

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

export function withChange(drafts: Drafts, item: BatchItem, { field, value }: DetailChange): Drafts {
  return withForms(drafts, [{ ...valuesOf(item, drafts), [field]: value }]);
}

/** Drops typed text of a list that gets another value. */
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

export function reverted(drafts: Drafts, item: BatchItem, field: DetailName | null): Drafts {
  const values = field === null ? formOf(item.id, item.mediaType, item.base) : valuesOf(item, drafts);
  return withForms(drafts, [field === null ? values : takeTheirs(values, field)]);
}

interface Verdict {
  readonly item: BatchItem;
  readonly isChanged: boolean;
  readonly isFaulty: boolean;
}
const verdicts = new WeakMap<Draft, Verdict>();

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

export function changedItems(items: BatchItems, drafts: Drafts): readonly BatchItem[] {
  return [...items.values()].filter((item) => verdictOf(item, drafts)?.isChanged);
}

export function payloadsOf(items: readonly BatchItem[], drafts: Drafts): ReadonlyMap<string, MediaChange> {
  return new Map(items.map((item) => [item.id, changesOf(valuesOf(item, drafts))]));
}

export function formerOf(items: readonly BatchItem[], drafts: Drafts): ReadonlyMap<string, MediaChange> {
  return new Map(
    items.map((item) => {
      const saved = typedDetails(valuesOf(item, drafts));
      return [item.id, changesOf({ ...formOf(item.id, item.mediaType, saved), ...item.base })];
    }),
  );
}

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

export function faultyItems(items: BatchItems, drafts: Drafts): readonly BatchItem[] {
  return [...items.values()].filter((item) => verdictOf(item, drafts)?.isFaulty);
}

/** See `withTheirs`. */
export function clashesAfter(before: BatchItems, drafts: Drafts, clashes: Clashes, after: BatchItems): Clashes {
  const found = [...after.values()].flatMap((item) => {
    const known = before.get(item.id);
    if (!known || !drafts.has(item.id)) return [];
    const fields = withTheirs(valuesOf(known, drafts, clashes), item.base).clashes;
    return fields.length > 0 ? [[item.id, fields] as const] : [];
  });
  return new Map(found);
}

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

/** Drafts of items that still exist; details that changed on the server since become clashes. */
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
