import { libraryItemReduced } from '../../src/schemas/api/library-item-reduced.ts';
import type { MediaProgress } from '../../src/schemas/api/progress.ts';
import { z } from '../../src/schemas/zod.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { bookProgress } from './player-fixtures.ts';
import { recording } from './recordings.ts';

/** A book as the recorded server answers it. */
export const bookBody = recording('items/expanded').response.body as {
  id: string;
  updatedAt: number;
  media: { duration: number; metadata: { title: string; authorName: string } };
};

export const wholeBook = z.parse(getItem.output, bookBody);

/** The same as in server events. */
export const reducedBook = z.parse(libraryItemReduced, bookBody);
/** A podcast as in server events. */
export const reducedPodcast = z.parse(libraryItemReduced, recording('items/expanded-podcast').response.body);

/** Progress in that book: half of 100 seconds, but for `changes`. */
export const begunProgress = (changes: Partial<MediaProgress> = {}): MediaProgress =>
  bookProgress({ libraryItemId: bookBody.id, duration: 100, progress: 0.5, currentTime: 50, ...changes });

/** The page's question was answered. */
export const questionClosed = (accepted: boolean) =>
  ({ type: 'modal.closed', modal: 'confirm', tag: 'x', output: { accepted, checked: false } }) as const;

/** Failures of an item's reload, and the page's state then; `shown`: its state while the item may exist. */
export const readAgainInVain = (shown: string) =>
  [
    ['is gone', { kind: 'notFound', message: '' }, 'removed'],
    ['may not be seen any more', { kind: 'forbidden', message: '' }, 'removed'],
    ['could not be read again', { kind: 'network' }, shown],
  ] as const;
