import type { QueueItem } from '../../../schemas/queue.ts';
import type { MediaRef } from '../../kit/media.logic.ts';

export type QueueCommand =
  /** Queued items only move to the front; the open one is skipped. Into an empty player, the first shows paused. */
  | { type: 'queue.add'; items: readonly QueueItem[]; place: 'next' | 'last' }
  /** Plays it now; earlier items stay. */
  | { type: 'queue.play'; media: MediaRef }
  | { type: 'queue.playNext' }
  /** `index` from 0. */
  | { type: 'queue.move'; media: MediaRef; index: number }
  /** `isUndo`: undoes an addition, and offers no undo itself. */
  | { type: 'queue.remove'; media: readonly MediaRef[]; isUndo?: true }
  | { type: 'queue.clear' }
  /** `index` from 0. */
  | { type: 'queue.restore'; items: readonly QueueItem[]; index: number }
  | { type: 'queue.setAutoplay'; isOn: boolean }
  /** A person closed the player. Reopening the same media restores the queue. */
  | { type: 'queue.close' };
