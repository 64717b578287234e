/** What the caller already shows of an item, so that the bar can show it before the server has answered. */
export interface PlayPreview {
  readonly title: string;
  /** Names of the authors or of the podcast, as text. Empty: unknown. */
  readonly author: string;
  /** `updatedAt` of the item in ms, for the address of its cover; null when it has none. */
  readonly coverUpdatedAt: number | null;
  /** Seconds; 0 when not known yet. */
  readonly duration: number;
}

/** A book (`episodeId` null) or one episode of a podcast. */
export interface MediaRef {
  readonly libraryItemId: string;
  readonly episodeId: string | null;
}

/** What any part of the program may tell the player. Times in seconds of the whole item. */
export type PlayerCommand =
  | {
      type: 'player.play';
      libraryItemId: string;
      episodeId?: string | null;
      /** Default: where the server says the listener was. */
      startTime?: number;
      preview?: PlayPreview;
    }
  /** Somebody is about to press play: make the audio element ready. */
  | { type: 'player.warm' }
  | { type: 'player.toggle' }
  | { type: 'player.resume' }
  | { type: 'player.pause' }
  | { type: 'player.seek'; time: number }
  | { type: 'player.seekBy'; seconds: number }
  | { type: 'player.jumpForward' }
  | { type: 'player.jumpBackward' }
  | { type: 'player.previousChapter' }
  | { type: 'player.nextChapter' }
  | { type: 'player.setRate'; rate: number }
  | { type: 'player.rateUp' }
  | { type: 'player.rateDown' }
  | { type: 'player.setVolume'; volume: number }
  | { type: 'player.volumeUp' }
  | { type: 'player.volumeDown' }
  | { type: 'player.toggleMute' }
  /** Go back to where the position was before another device moved it. */
  | { type: 'player.undoMove' }
  | { type: 'player.dismissNotice' }
  /** The full-screen player of a phone. */
  | { type: 'player.expand' }
  | { type: 'player.collapse' }
  /** The key that closes what is in front: the sheet, else the player. */
  | { type: 'player.escape' }
  | { type: 'player.retry' }
  | { type: 'player.close' };

/** Same book or same episode. */
export function isSameMedia(one: MediaRef, other: MediaRef): boolean {
  return one.libraryItemId === other.libraryItemId && one.episodeId === other.episodeId;
}

/** A command's target: an absent episode is none. */
export function toMediaRef({ libraryItemId, episodeId = null }: { libraryItemId: string; episodeId?: string | null }): MediaRef {
  return { libraryItemId, episodeId };
}
