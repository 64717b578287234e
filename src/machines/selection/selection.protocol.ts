import type { ListKind } from '../media-lists/media-list.logic.ts';
import type { Body } from '../../schemas/requests/index.ts';
import type { MatchesBefore } from '../quick-match/match-report.logic.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { QuickMatchInput } from '../../services/endpoints/item-batch.ts';

/** What the selection knows of an item or an episode: what a card has, and what the whole item has too. */
export interface KnownItem extends MediaRef {
  /** `keyOf` of it: of an item its own id. */
  readonly id: string;
  readonly libraryId: string;
  /** Milliseconds since 1970; changes with the cover. */
  readonly updatedAt: number;
  readonly mediaType: 'book' | 'podcast';
  readonly hasTracks: boolean;
  readonly title: string;
  /** Authors of a book, the podcast of an episode. */
  readonly subtitle: string;
  /** Series of a book, day of an episode. */
  readonly caption: string;
  /** Null when there is no cover. */
  readonly coverPath: string | null;
  /** Seconds. */
  readonly duration: number;
  /** Below the library folder; null where it is not known, as of an episode. */
  readonly folder: string | null;
  /** Bytes of all files; null where they are not known. */
  readonly size: number | null;
}

/** A selected item or episode; `item` is null while only its id is known (a book of a collapsed series). */
export interface PickedItem {
  readonly id: string;
  readonly item: KnownItem | null;
}

/** Where a range begins: a place in one list. */
export interface Anchor {
  readonly list: string;
  readonly index: number;
}

/** Pages of a shelf that belong to a range and are not held any more. */
export interface MissingPages {
  /** As the list has it (`ShelfQuery` on a bookshelf). */
  readonly query: unknown;
  /** First and last place of the range, both included. */
  readonly from: number;
  readonly to: number;
}

export type QuickMatchOptions = QuickMatchInput['options'];

/** All narrators of books, by the books' ids, in their order. */
export type NarratorsBefore = ReadonlyMap<string, readonly string[]>;

/** What gives items back the details that they had, by id. */
export type DetailsBefore = ReadonlyMap<string, Body<'items.update'>>;

/** The covers that items had, by id; null: none. */
export type CoversBefore = ReadonlyMap<string, Blob | null>;

/** Something that is done with all selected items. */
export type Job =
  | { readonly kind: 'play' | 'queue' | 'embed' | 'scan' | 'download' }
  /** On a page of its own, as cards or as a table. */
  | { readonly kind: 'edit'; readonly view?: 'table' }
  /** `asks`: a person is asked first. */
  | { readonly kind: 'finish' | 'unfinish'; readonly asks?: true }
  /** A person chooses the lists. */
  | { readonly kind: 'addToList'; readonly list: ListKind }
  /** `hard`: their files too; null: a person is asked. */
  | { readonly kind: 'delete'; readonly hard: boolean | null }
  /** Without options a person is asked. */
  | { readonly kind: 'quickMatch'; readonly options: QuickMatchOptions | null }
  /** Undo: each book has the narrators that it had. */
  | { readonly kind: 'restoreNarrators'; readonly before: NarratorsBefore }
  /** Undo: each item has the details that it had, and the cover. */
  | { readonly kind: 'restoreDetails'; readonly before: DetailsBefore; readonly covers?: CoversBefore };

export type JobKind = Job['kind'];

export type SelectionCommand =
  /** Selects these, or none of them when all are. A range begins at `anchor`. */
  | { type: 'selection.toggle'; picked: readonly PickedItem[]; anchor: Anchor | null }
  /** Selects the range from `anchor` on, instead of the last one that began there. */
  /** `cutTo`: more was meant; only so many items are selected as one range. */
  | {
      type: 'selection.extend';
      picked: readonly PickedItem[];
      anchor: Anchor;
      missing: MissingPages | null;
      cutTo?: number;
    }
  | { type: 'selection.clear' }
  /** Shows what the last quick match has changed. */
  | { type: 'selection.showMatches' }
  /** Does something with all that is selected; with `picked`, with these. */
  | { type: 'selection.run'; job: Job; picked?: readonly PickedItem[] };

/** From a batch: the server is about to match these. */
export interface MatchesBegun {
  type: 'matches.begun';
  before: MatchesBefore;
}

export interface BatchInput {
  readonly job: Job;
  readonly picked: readonly PickedItem[];
}

export interface BatchOutput {
  /** Ids of the items that are done with: they are not selected any more. */
  readonly done: readonly string[];
}
