import type { AppError } from '../../schemas/app-error.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { ListKind, ListOutline, MediaList } from './media-list.logic.ts';

/** A change of a collection or a playlist. `list` is it before the change. */
export type ListJob =
  | { readonly kind: 'add'; readonly list: ListOutline; readonly entries: readonly MediaRef[] }
  /** `title`: what a notice calls it by that offers to undo this; null without one. */
  | {
      readonly kind: 'remove';
      readonly list: ListOutline;
      readonly entries: readonly MediaRef[];
      readonly title: string | null;
    }
  /** Undo of a removal: back to where they were. */
  | { readonly kind: 'restore'; readonly list: ListOutline; readonly entries: readonly MediaRef[] }
  /** `entries`: all of them in another order. */
  | { readonly kind: 'reorder'; readonly list: ListOutline; readonly entries: readonly MediaRef[] }
  /** Another name or description. */
  | { readonly kind: 'edit'; readonly list: ListOutline; readonly change: ListWords }
  | { readonly kind: 'delete'; readonly list: ListOutline }
  /** `list`, new or once more, under an id that the server gives. */
  | { readonly kind: 'create' | 'recreate'; readonly list: ListOutline }
  /** A playlist of the books of a collection. */
  | { readonly kind: 'copy'; readonly list: ListOutline };

/** What a list is called. */
export type ListWords = Pick<ListOutline, 'name' | 'description'>;

/** What any part of the program may tell. Changes are made one after the other, also when their page was left. */
export type MediaListsCommand = { type: 'mediaLists.change'; job: ListJob };

/** What became of a change. */
export interface SettledJob {
  readonly job: ListJob;
  /** What the server has now; null when it failed, and of what was removed. */
  readonly answer: MediaList | null;
  readonly error: AppError | null;
  /** No other change of the same list waits. */
  readonly isLast: boolean;
}

/** To who watches: a change was made, or failed. */
export type JobSettled = { type: 'listJob.settled' } & SettledJob;

/** A new list. */
export interface NewList {
  readonly kind: ListKind;
  readonly libraryId: string;
  readonly name: string;
  readonly description: string | null;
  readonly entries: readonly MediaRef[];
}

/** What the dialog of lists is opened with. */
export interface AddToListInput {
  readonly kind: ListKind;
  readonly libraryId: string;
  /** Books (`episodeId` null) or episodes; at least one. */
  readonly items: readonly MediaRef[];
  /** What the dialog calls a single one by; null for several. */
  readonly title: string | null;
}

/** What the dialog of name and description is opened with. */
export interface EditListInput {
  readonly list: ListOutline;
  /** The account may remove it (ROL-028, ROL-029). */
  readonly mayRemove: boolean;
  /** What was typed before, and refused. */
  readonly typed?: ListWords;
}

/** `change`: null when there is none. `wantsRemoval`: the visitor pressed Remove. */
export interface EditListOutput {
  readonly change: ListWords | null;
  readonly wantsRemoval: boolean;
}
