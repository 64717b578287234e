import type { MediaItemShare } from '../../schemas/api/media-item-share.ts';

export interface ShareLinkInput {
  readonly title: string;
  /** The id of the media of the book, not of its item. */
  readonly mediaItemId: string;
  /** The link that is open; null: none. */
  readonly share: MediaItemShare | null;
  /** Where the account is in the book, in seconds: where a link may begin. */
  readonly position: number;
}

export type ShareLinkOutput = 'closed';
