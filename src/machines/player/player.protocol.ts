import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { JumpReason } from '../../schemas/position-history.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

/** What the caller already shows of an item, so that the bar can show it before the server has answered. */
export interface PlayPreview {
  readonly title: string;
  /** Names of the authors of the book or podcast, as text. Empty: unknown. */
  readonly author: string;
  /** Of an episode: the podcast's name. */
  readonly podcast?: string;
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

/** What to play, and from where. */
export interface PlayTarget {
  readonly libraryItemId: string;
  readonly episodeId?: string | null;
  /** Seconds. Default: where the server says the listener was. */
  readonly startTime?: number;
  readonly preview?: PlayPreview;
  /** Somebody goes to another place: where the listener was goes into the history, with a way back. */
  readonly isJump?: true;
  /** Opened and loaded, and paused there. */
  readonly isSilent?: true;
}

/** A change of one bookmark. One that is created replaces what is at the same time. */
export interface BookmarkJob {
  readonly kind: 'create' | 'update' | 'remove';
  readonly bookmark: Bookmark;
  /** It was made without a note, and is called by date and time. */
  readonly isUntitled?: true;
}

/** What any part of the program may tell the player. Times in seconds of the whole item. */
export type PlayerCommand =
  /** What is open already goes on, from another place if one is given. */
  | ({
      type: 'player.play';
      /** Nobody has pressed for it. */ isAutomatic?: true;
    } & PlayTarget)
  /** A press on the play button of this media: pauses what sounds, plays everything else. What is open goes on. */
  | ({ type: 'player.playOrPause' } & PlayTarget)
  /**
   * Show it paused, without a playback session: nothing is asked of the server before somebody plays it. Not while
   * something is open.
   */
  | {
      type: 'player.restore';
      media: MediaRef;
      preview: PlayPreview;
      /** Null: where the account says. */ startTime: number | null;
    }
  /** An item that a page has read: what is only shown need not ask for it again. */
  | { type: 'player.describe'; item: LibraryItemExpanded }
  /** Somebody is about to press play: make the audio element ready. */
  | { type: 'player.prefetch' }
  | { type: 'player.toggle' }
  | { type: 'player.resume' }
  | { type: 'player.pause' }
  /** `reason`: why, for the history; by the time line, a button or a key when absent. */
  | { type: 'player.seek'; time: number; reason?: JumpReason }
  /** Back to before the last jump. */
  | { type: 'player.undoJump' }
  | { type: 'player.seekBy'; seconds: number }
  | { type: 'player.jumpForward' }
  | { type: 'player.jumpBackward' }
  | { type: 'player.seekToPreviousChapter' }
  | { type: 'player.seekToNextChapter' }
  | { type: 'player.setRate'; rate: number }
  | { type: 'player.raiseRate' }
  | { type: 'player.lowerRate' }
  | { type: 'player.setVolume'; volume: number }
  | { type: 'player.raiseVolume' }
  | { type: 'player.lowerVolume' }
  | { type: 'player.toggleMute' }
  /** More time for the sleep timer, in its last seconds. */
  | { type: 'player.extendSleepTimer' }
  /** Shows the list of chapters; nothing happens when the open item has none. */
  | { type: 'player.openChapters' }
  /** Shows the bookmarks of the open book; nothing happens while an episode is open. */
  | { type: 'player.openBookmarks' }
  /** Makes a bookmark where the sound is, at once; nothing happens while an episode is open. */
  | { type: 'player.addBookmark' }
  /** Shows the bookmarks of the open book, with this one to be given a note; nothing happens while another is open. */
  | { type: 'player.noteBookmark'; bookmark: Bookmark }
  | { type: 'player.openQueue' }
  /** The full-screen player. */
  | { type: 'player.expand' }
  | { type: 'player.toggleFullScreen' }
  | { type: 'player.collapse' }
  /** The key that closes what is in front: the sheet, else the player. */
  | { type: 'player.escape' }
  | { type: 'player.retry' }
  /** The account leaves: as closing, also while something is being opened. */
  | { type: 'player.shutDown' }
  /**
   * The listener changed the progress of this media by hand. What sounds pauses, and is from then on at the changed
   * position, which is not saved again; null: where the server has it.
   */
  | { type: 'player.followProgress'; media: MediaRef; time: number | null }
  /** The sound goes to a receiver, from where it is now. */
  | { type: 'player.moveToReceiver' }
  /** The receiver is no more: the sound comes from here, paused or as it was. */
  | { type: 'player.moveHere'; isPaused: boolean }
  /** Closed by the program. */
  | { type: 'player.close' }
  /** Closed by a person, who can have it back. */
  | { type: 'player.closePressed' };

/** Same book or same episode. */
export function isSameMedia(one: MediaRef, other: MediaRef): boolean {
  return one.libraryItemId === other.libraryItemId && one.episodeId === other.episodeId;
}

/** A command's target: an absent episode is none. */
export function toMediaRef({
  libraryItemId,
  episodeId = null,
}: {
  libraryItemId: string;
  episodeId?: string | null;
}): MediaRef {
  return { libraryItemId, episodeId };
}

/** Sound goes on, and another device may have moved the position: read the account, then tell `server.checked`. */
export interface PlayerParentEvent {
  type: 'player.checkRequested';
}
