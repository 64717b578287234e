import type { MediaProgress } from '../../schemas/api/progress.ts';
import type { ChangeBody } from '../../schemas/pending-change.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { ProgressEdit } from './progress.logic.ts';

export type Target = { libraryItemId: string; episodeId?: string | null; title: string };

export interface MediaEdit {
  readonly media: MediaRef;
  readonly edit: ProgressEdit;
}

export interface RecordedPosition {
  readonly libraryId: string;
  readonly currentTime: number;
  readonly duration: number;
  readonly hasEnded: boolean;
}

/** Each edit shows at once; a toast offers undo. */
export type ProgressCommand =
  | ({ type: 'progress.markFinished' } & Target)
  /** Returns to the place of finishing; from the start when that was the end. */
  | ({ type: 'progress.markUnfinished' } & Target)
  | ({ type: 'progress.reset' } & Target)
  /** Hidden from the continue shelves until played again. */
  | ({ type: 'progress.hide' } & Target)
  | { type: 'progress.hideSeries'; seriesId: string; title: string }
  /** Undo; null: no entry. */
  | { type: 'progress.restore'; media: MediaRef; entry: MediaProgress | null }
  /** Undo: back in its place on the continue shelves. */
  | { type: 'progress.unhide'; media: MediaRef; lastUpdate: number }
  | { type: 'progress.showSeries'; seriesId: string }
  /** Several at once, as one pending change, without a toast. */
  | { type: 'progress.editMany'; edits: readonly MediaEdit[] }
  /** A place in the main ebook: CFI or page from 1, and share 0..1. Shows no toast. */
  | { type: 'progress.read'; media: MediaRef; location: string; share: number }
  /** A position was saved or the end reached; finishes the item by its library's rule. */
  | ({ type: 'progress.recorded'; media: MediaRef } & RecordedPosition);

export type Saving = Extract<ChangeBody, { kind: 'progress' }>['saving'];
