import type { MediaRef } from '../player/player.protocol.ts';

/** A key for a book or an episode. */
export function keyOf({ libraryItemId, episodeId }: MediaRef): string {
  return episodeId === null ? libraryItemId : `${libraryItemId}/${episodeId}`;
}
