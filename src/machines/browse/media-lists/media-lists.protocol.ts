import type { AppError } from '../../../schemas/app-error.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { ListKind, ListOutline, MediaList } from './media-list.logic.ts';

/** `list`: before the change. */
export type ListJob =
  | { readonly kind: 'add'; readonly list: ListOutline; readonly entries: readonly MediaRef[] }
  /** `title`: entry named in the undo toast; null for none. */
  | {
      readonly kind: 'remove';
      readonly list: ListOutline;
      readonly entries: readonly MediaRef[];
      readonly title: string | null;
    }
  /** Undo of a removal, in the old positions. */
  | { readonly kind: 'restore'; readonly list: ListOutline; readonly entries: readonly MediaRef[] }
  | { readonly kind: 'reorder'; readonly list: ListOutline; readonly entries: readonly MediaRef[] }
  | { readonly kind: 'edit'; readonly list: ListOutline; readonly change: ListWords }
  | { readonly kind: 'delete'; readonly list: ListOutline }
  /** The server assigns the id. */
  | { readonly kind: 'create' | 'recreate'; readonly list: ListOutline }
  | { readonly kind: 'copy'; readonly list: ListOutline };

export type ListWords = Pick<ListOutline, 'name' | 'description'>;

/** Changes run in order, even after their page has closed. */
export type MediaListsCommand = { type: 'mediaLists.change'; job: ListJob };

export interface SettledJob {
  readonly job: ListJob;
  /** The server's version; null after a failure or a removal. */
  readonly answer: MediaList | null;
  readonly error: AppError | null;
  /** No other change of this list is pending. */
  readonly isLast: boolean;
}

/** From `jobWatch` to its parent. */
export type JobSettled = { type: 'listJob.settled' } & SettledJob;

export interface NewList {
  readonly kind: ListKind;
  readonly libraryId: string;
  readonly name: string;
  readonly description: string | null;
  readonly entries: readonly MediaRef[];
}

export interface AddToListInput {
  readonly kind: ListKind;
  readonly libraryId: string;
  /** Books (`episodeId` null) or episodes; at least one. */
  readonly items: readonly MediaRef[];
  /** Null for several items. */
  readonly title: string | null;
}

export interface EditListInput {
  readonly list: ListOutline;
  readonly mayRemove: boolean;
  /** Values of a refused edit. */
  readonly typed?: ListWords;
}

/** `change`: null if nothing changed. `wantsRemoval`: the user pressed Remove. */
export interface EditListOutput {
  readonly change: ListWords | null;
  readonly wantsRemoval: boolean;
}
