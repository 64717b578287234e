import type { MediaItemShare } from '../../schemas/api/media-item-share.ts';

export interface ShareLinkInput {
  readonly title: string;
  /** Id of the book's media, not of the item. */
  readonly mediaItemId: string;
  readonly share: MediaItemShare | null;
  /** Media progress in seconds: a possible start. */
  readonly position: number;
}

export type ShareLinkOutput = 'closed';
