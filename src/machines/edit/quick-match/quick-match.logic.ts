import type { SnapshotFrom } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { MatchResult } from '../item-edit/match-result.logic.ts';
import {
  currentValue,
  draftOf,
  fieldsOf,
  isChange,
  withEmptyOnly,
  type MatchField,
  type MatchValue,
} from '../item-edit/match.logic.ts';
import type { quickMatchMachine } from './quick-match.machine.ts';

/** `match`: first result of the provider; null: none. */
export interface Previewed {
  readonly item: LibraryItemExpanded;
  readonly match: MatchResult | null;
}

export interface PreviewRow {
  readonly field: MatchField;
  readonly before: MatchValue;
  readonly after: MatchValue;
}

export function previewRows(
  { item, match }: Previewed,
  { overrideDetails, overrideCover }: { readonly overrideDetails: boolean; readonly overrideCover: boolean },
): readonly PreviewRow[] {
  if (!match) return [];
  const all = draftOf(item, match, {});
  const empty = withEmptyOnly(item, all);
  const isWanted = (field: MatchField) =>
    ((field === 'cover' ? overrideCover : overrideDetails) ? all : empty).ticks[field] ?? false;
  const draft = { ...all, ticks: Object.fromEntries(fieldsOf(all).map((field) => [field, isWanted(field)])) };
  return fieldsOf(draft)
    .filter((field) => isChange(item, draft, field))
    .map((field) => ({ field, before: currentValue(item, field), after: draft.values[field] ?? '' }));
}

type QuickMatchSnapshot = SnapshotFrom<typeof quickMatchMachine>;

export const selectOptions = ({ context }: QuickMatchSnapshot) => context;
export function selectProvidersState(snapshot: QuickMatchSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.hasTag('failed')) return 'failed';
  return snapshot.hasTag('busy') ? 'loading' : 'ready';
}
