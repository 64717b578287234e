import type { ItemDraft } from '../../schemas/item-draft.ts';
import type { MediaType } from '../router/routes.ts';
import { hasChanges, valuesOf, withTheirs, type DetailsValues } from './details-form.logic.ts';
import type { Details } from './details.logic.ts';

export function draftOf({ itemId, base, typed, mediaType: _kind, clashes, ...details }: DetailsValues): ItemDraft {
  return { itemId, base: mutable(base), details: mutable(details), clashes: [...clashes], typed: { ...typed } };
}

function mutable(details: Details): ItemDraft['details'] {
  const { authors, narrators, series, genres, tags } = details;
  return {
    ...details,
    authors: [...authors],
    narrators: [...narrators],
    series: series.map((one) => ({ ...one })),
    genres: [...genres],
    tags: [...tags],
  };
}

/** Merges a kept draft with the server's details. */
export function begunWith(
  kept: ItemDraft | null,
  itemId: string,
  mediaType: MediaType,
  theirs: Details,
): { readonly values: DetailsValues; readonly isRestored: boolean } {
  const values = valuesOf(itemId, mediaType, theirs);
  if (kept?.itemId !== itemId) return { values, isRestored: false };
  const { base, details, clashes, typed } = kept;
  const restored = withTheirs({ ...valuesOf(itemId, mediaType, base), ...details, clashes, typed }, theirs);
  return hasChanges(restored) ? { values: restored, isRestored: true } : { values, isRestored: false };
}

export const discarded = ({ itemId, mediaType, base }: DetailsValues): DetailsValues =>
  valuesOf(itemId, mediaType, base);
