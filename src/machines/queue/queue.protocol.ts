import type { QueueItem } from '../../schemas/queue.ts';
import type { MediaRef } from '../player/player.protocol.ts';

/** What any part of the program may tell the queue. */
export type QueueCommand =
  /**
   * Before or after everything that waits. What waits already only moves to the front; what is open is no part of it.
   * While nothing is open, in no tab, the first one is shown in the player, paused.
   */
  | { type: 'queue.add'; items: readonly QueueItem[]; place: 'next' | 'last' }
  /** Now; what waits before it stays. */
  | { type: 'queue.play'; media: MediaRef }
  | { type: 'queue.playNext' }
  /** To this place among those that wait, from 0. */
  | { type: 'queue.move'; media: MediaRef; index: number }
  /** `isUndo`: takes an addition back, and needs no undo itself. */
  | { type: 'queue.remove'; media: readonly MediaRef[]; isUndo?: true }
  | { type: 'queue.clear' }
  /** Back to where they were, from 0. */
  | { type: 'queue.restore'; items: readonly QueueItem[]; index: number }
  | { type: 'queue.setAutoplay'; isOn: boolean }
  /** A person closed the player (PLR-031). What waited comes back with what was open. */
  | { type: 'queue.close' };
