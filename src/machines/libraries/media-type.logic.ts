import type { MediaType } from '../../schemas/api/common.ts';
import type { Preferences } from '../../schemas/preferences.ts';

type Liked = Pick<Preferences, 'orderBy' | 'filterBy'>;

/** Sort keys that exist only with their filter. */
const OF_A_FILTER = { sequence: 'media.metadata.title', progress: 'media.metadata.title' };
const TO_PODCAST: Readonly<Record<string, string>> = {
  'media.metadata.authorName': 'media.metadata.author',
  'media.metadata.authorNameLF': 'media.metadata.author',
  'media.duration': 'media.numTracks',
  'media.metadata.publishedYear': 'media.metadata.title',
  ...OF_A_FILTER,
};
const TO_BOOK: Readonly<Record<string, string>> = {
  'media.metadata.author': 'media.metadata.authorName',
  'media.numTracks': 'media.duration',
  ...OF_A_FILTER,
};
const BOOK_FILTERS = [
  'series',
  'no-series',
  'authors',
  'narrators',
  'publishers',
  'publishedDecades',
  'progress',
  'missing',
  'tracks',
  'issues',
  'ebooks',
  'abridged',
  'languages',
  'share-open',
];

export function forMediaType(mediaType: MediaType, liked: Liked): Liked {
  if (mediaType === 'book') return { orderBy: TO_BOOK[liked.orderBy] ?? liked.orderBy, filterBy: liked.filterBy };
  const group = liked.filterBy.split('.')[0] ?? '';
  return {
    orderBy: TO_PODCAST[liked.orderBy] ?? liked.orderBy,
    filterBy: BOOK_FILTERS.includes(group) ? 'all' : liked.filterBy,
  };
}
