import { formatFilter } from '../../services/filter-value.ts';
import type { Route } from '../router/routes.ts';

export function wholeListOf(shelfId: string, libraryId: string): Route | null {
  const filtered = (value: string): Route => ({
    name: 'bookshelf',
    libraryId,
    filter: formatFilter({ group: 'progress', value }),
  });
  switch (shelfId) {
    case 'continue-listening':
    case 'continue-reading':
      return filtered('in-progress');
    case 'listen-again':
    case 'read-again':
      return filtered('finished');
    case 'recently-added':
      return { name: 'bookshelf', libraryId, sort: 'addedAt', desc: '1' };
    case 'recent-series':
      return { name: 'librarySeries', libraryId };
    case 'newest-authors':
      return { name: 'libraryAuthors', libraryId };
    case 'newest-episodes':
      return { name: 'libraryLatest', libraryId };
    default:
      return null;
  }
}
