export interface MediaRef {
  readonly libraryItemId: string;
  readonly episodeId: string | null;
}

export function keyOf({ libraryItemId, episodeId }: MediaRef): string {
  return episodeId === null ? libraryItemId : `${libraryItemId}/${episodeId}`;
}

export function isSameMedia(one: MediaRef, other: MediaRef): boolean {
  return one.libraryItemId === other.libraryItemId && one.episodeId === other.episodeId;
}

/** A missing episode becomes null. */
export function toMediaRef({
  libraryItemId,
  episodeId = null,
}: {
  libraryItemId: string;
  episodeId?: string | null;
}): MediaRef {
  return { libraryItemId, episodeId };
}
