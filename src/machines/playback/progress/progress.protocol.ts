import type { ChangeBody } from '../../../schemas/pending-change.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { ProgressEdit } from './progress.logic.ts';

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

/** Each edit shows at once. */
export type ProgressCommand =
  /** A toast with the title offers undo of `finish`, `unfinish`, `reset` and `hide`. */
  | ({ type: 'progress.edit'; title?: string } & MediaEdit)
  /** Several at once, as one pending change, without a toast. */
  | { type: 'progress.editMany'; edits: readonly MediaEdit[] }
  | { type: 'progress.hideSeries'; seriesId: string; title: string }
  | { type: 'progress.showSeries'; seriesId: string }
  /** A position was saved or the end reached; finishes the item by its library's rule. */
  | ({ type: 'progress.recorded'; media: MediaRef } & RecordedPosition);

export type Saving = Extract<ChangeBody, { kind: 'progress' }>['saving'];
