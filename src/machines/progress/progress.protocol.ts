import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { ChangeBody } from '../../schemas/pending-change.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { ProgressEdit } from './progress.logic.ts';

/** A book or an episode, with the title that a notice calls it by. */
export type Target = { libraryItemId: string; episodeId?: string | null; title: string };

/** An edit of one book or episode. */
export interface MediaEdit {
  readonly media: MediaRef;
  readonly edit: ProgressEdit;
}

/** Where an item was heard to, in seconds. */
export interface RecordedPosition {
  readonly libraryId: string;
  readonly currentTime: number;
  readonly duration: number;
  /** The sound came to its end there. */
  readonly hasEnded: boolean;
}

/** What any feature may tell. Each edit shows at once, and a notice offers to undo it. */
export type ProgressCommand =
  | ({ type: 'progress.markFinished' } & Target)
  /** Back to the place where it was marked finished; from the start when it was heard to the end. */
  | ({ type: 'progress.markUnfinished' } & Target)
  /** Forgets everything about it. */
  | ({ type: 'progress.reset' } & Target)
  /** Off the continue shelves until it is played again. */
  | ({ type: 'progress.hide' } & Target)
  | { type: 'progress.hideSeries'; seriesId: string; title: string }
  /** Undo: the entry is as it was; null: there was none. */
  | { type: 'progress.restore'; media: MediaRef; entry: MediaProgress | null }
  /** Undo: on the continue shelves again, in the place that it had. */
  | { type: 'progress.unhide'; media: MediaRef; lastUpdate: number }
  /** Undo: the series is on its continue shelf again. */
  | { type: 'progress.showSeries'; seriesId: string }
  /** Several at once, as one change: finished, not finished, or back to what they were. No notice offers to undo it. */
  | { type: 'progress.editMany'; edits: readonly MediaEdit[] }
  /** A person turned to this place of the main ebook: a CFI, or a page from 1, and its share 0..1. No notice tells. */
  | { type: 'progress.read'; media: MediaRef; location: string; share: number }
  /** A position was saved, or the end was reached. What that finishes by the rule of the library is finished. */
  | ({ type: 'progress.recorded'; media: MediaRef } & RecordedPosition);

/** What the server is asked to do with the progress of one book or episode. Changes go one after the other. */
export type Saving = Extract<ChangeBody, { kind: 'progress' }>['saving'];
