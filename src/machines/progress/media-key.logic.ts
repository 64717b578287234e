import type { MediaRef } from '../player/player.protocol.ts';

export function keyOf({ libraryItemId, episodeId }: MediaRef): string {
  return episodeId === null ? libraryItemId : `${libraryItemId}/${episodeId}`;
}
