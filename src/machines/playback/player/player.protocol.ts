import type { Bookmark } from '../../../schemas/api/progress.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { JumpReason } from '../../../schemas/player-memory.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';

/** Known data of an item, shown before the server answers. */
export interface PlayPreview {
  readonly title: string;
  readonly author: string;
  readonly podcast?: string;
  /** In ms; null without a cover. */
  readonly coverUpdatedAt: number | null;
  /** Seconds; 0 when unknown. */
  readonly duration: number;
}

/** A book (`episodeId` null) or an episode. */
export interface PlayTarget {
  readonly libraryItemId: string;
  readonly episodeId?: string | null;
  /** Seconds. Default: the saved position. */
  readonly startTime?: number;
  readonly preview?: PlayPreview;
  /** Adds the previous position to the history, with undo. */
  readonly isJump?: true;
  /** Opened and loaded, but paused. */
  readonly isSilent?: true;
}

/** A created bookmark replaces one at the same time. */
export interface BookmarkJob {
  readonly kind: 'create' | 'update' | 'remove';
  readonly bookmark: Bookmark;
  /** Named by date and time. */
  readonly isUntitled?: true;
}

/** Commands for the player. Times in seconds of the whole item. */
export type PlayerCommand =
  | ({
      type: 'player.play';
      isAutomatic?: true;
    } & PlayTarget)
  /** Pauses this media when it plays, else plays it. */
  | ({ type: 'player.playOrPause' } & PlayTarget)
  /** Shows it paused without a playback session; ignored while something is open. */
  | {
      type: 'player.restore';
      media: MediaRef;
      preview: PlayPreview;
      startTime: number | null;
    }
  /** An item that a page has loaded, which saves a request. */
  | { type: 'player.describe'; item: LibraryItemExpanded }
  | { type: 'player.prefetch' }
  | { type: 'player.toggle' }
  | { type: 'player.resume' }
  | { type: 'player.pause' }
  /** `reason` for the history; default: the listener's own seek. */
  | { type: 'player.seek'; time: number; reason?: JumpReason }
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
  | { type: 'player.extendSleepTimer' }
  | { type: 'player.openChapters' }
  | { type: 'player.openBookmarks' }
  | { type: 'player.addBookmark' }
  | { type: 'player.noteBookmark'; bookmark: Bookmark }
  | { type: 'player.openQueue' }
  | { type: 'player.expand' }
  | { type: 'player.toggleFullScreen' }
  | { type: 'player.collapse' }
  | { type: 'player.escape' }
  | { type: 'player.retry'; isSilent?: true }
  | { type: 'player.shutDown' }
  /** Progress was edited: pauses at the new position without saving it; null: the saved one. */
  | { type: 'player.followProgress'; media: MediaRef; time: number | null }
  | { type: 'player.moveToReceiver' }
  /** The receiver is disconnected: continues here. */
  | { type: 'player.moveHere'; isPaused: boolean }
  | { type: 'player.close' }
  /** Closed by the listener, with undo. */
  | { type: 'player.closePressed' };

/** Requests a reload of the account, answered by `server.checked`: another device may have moved the position. */
export interface PlayerParentEvent {
  type: 'player.checkRequested';
}
