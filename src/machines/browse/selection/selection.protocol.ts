import type { ListKind } from '../media-lists/media-list.logic.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import type { MatchesBefore } from '../../edit/quick-match/match-report.logic.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { QuickMatchInput } from '../../../services/endpoints/item-batch.ts';

/** Fields that both a card and a full item have. */
export interface KnownItem extends MediaRef {
  /** `keyOf` the media; an item's own id. */
  readonly id: string;
  readonly libraryId: string;
  /** Ms since 1970; changes with the cover. */
  readonly updatedAt: number;
  readonly mediaType: 'book' | 'podcast';
  readonly hasTracks: boolean;
  readonly title: string;
  /** Authors, or the podcast of an episode. */
  readonly subtitle: string;
  /** Series, or the day of an episode. */
  readonly caption: string;
  readonly coverPath: string | null;
  /** Seconds. */
  readonly duration: number;
  /** Below the library folder; null when unknown, as of an episode. */
  readonly folder: string | null;
  /** Bytes of all files. */
  readonly size: number | null;
}

/** `item` is null while only its id is known (a book of a collapsed series). */
export interface PickedItem {
  readonly id: string;
  readonly item: KnownItem | null;
}

export interface Anchor {
  readonly list: string;
  readonly index: number;
}

/** Pages of a range that the list no longer holds. */
export interface MissingPages {
  /** The list's own query (`ShelfQuery` on a bookshelf). */
  readonly query: unknown;
  readonly from: number;
  readonly to: number;
}

export type QuickMatchOptions = QuickMatchInput['options'];

export type NarratorsBefore = ReadonlyMap<string, readonly string[]>;

export type DetailsBefore = ReadonlyMap<string, Body<'items.update'>>;

export type CoversBefore = ReadonlyMap<string, Blob | null>;

export type Job =
  | { readonly kind: 'play' | 'queue' | 'embed' | 'scan' | 'download' }
  | { readonly kind: 'edit'; readonly view?: 'table' }
  /** `asks`: needs confirmation. */
  | { readonly kind: 'finish' | 'unfinish'; readonly asks?: true }
  | { readonly kind: 'addToList'; readonly list: ListKind }
  /** `hard`: with files; null: a dialog decides. */
  | { readonly kind: 'delete'; readonly hard: boolean | null }
  /** Null: a dialog asks for them. */
  | { readonly kind: 'quickMatch'; readonly options: QuickMatchOptions | null }
  | { readonly kind: 'restoreNarrators'; readonly before: NarratorsBefore }
  | { readonly kind: 'restoreDetails'; readonly before: DetailsBefore; readonly covers?: CoversBefore };

export type JobKind = Job['kind'];

export type SelectionCommand =
  /** Selects these, or none when all were selected. A range begins at `anchor`. */
  | { type: 'selection.toggle'; picked: readonly PickedItem[]; anchor: Anchor | null }
  /** Replaces the last range that began at `anchor`. */
  /** `cutTo`: the range was cut to this number of items. */
  | {
      type: 'selection.extend';
      picked: readonly PickedItem[];
      anchor: Anchor;
      missing: MissingPages | null;
      cutTo?: number;
    }
  | { type: 'selection.clear' }
  | { type: 'selection.showMatches' }
  /** Runs a job on the selection, or on `picked`. */
  | { type: 'selection.run'; job: Job; picked?: readonly PickedItem[] };

export interface MatchesBegun {
  type: 'matches.begun';
  before: MatchesBefore;
}

export interface BatchInput {
  readonly job: Job;
  readonly picked: readonly PickedItem[];
}

export interface BatchOutput {
  readonly done: readonly string[];
}
