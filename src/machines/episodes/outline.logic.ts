import type { PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';

export interface PodcastOutline {
  /** Id of the library item. */
  readonly id: string;
  readonly libraryId: string;
  readonly title: string;
  readonly author: string;
  readonly coverPath: string | null;
  /** ms since 1970; changes with the cover. */
  readonly updatedAt: number;
}

const outlines = new WeakMap<PodcastItemExpanded, PodcastOutline>();

/** Stable reference for the same item. */
export function outlineOf(item: PodcastItemExpanded): PodcastOutline {
  const known = outlines.get(item);
  if (known) return known;
  const { id, libraryId, updatedAt, media } = item;
  const { title, author } = media.metadata;
  const outline = { id, libraryId, title, author: author ?? '', coverPath: media.coverPath, updatedAt };
  outlines.set(item, outline);
  return outline;
}
