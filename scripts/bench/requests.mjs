/**
 * Limits in ms and MB. Up to 10,000 books (issue 3): lists, shelves and search 30 ms, the values of all filters 100 ms,
 * 250 MB of memory in all. Above (issue 10): lists 50 ms, 200 ms for 99 of 100 while a scan runs, heap 500 MB, no pause
 * of the loop over 100 ms.
 */
export function limitsFor(items) {
  const isLarge = items > 10_000;
  return {
    list: isLarge ? 50 : 30,
    filters: isLarge ? 200 : 100,
    p99: 200,
    pause: 100,
    heap: 500,
    memory: isLarge ? null : 250,
  };
}

const filter = (group, value) =>
  `filter=${encodeURIComponent(`${group}.${encodeURIComponent(Buffer.from(value).toString('base64'))}`)}`;

/** Measured requests: names, limits in ms, addresses; `isList` also during a scan. */
export function requestsFor(libraryId, itemId, limits) {
  const library = `/api/libraries/${libraryId}`;
  const page = (query) => `${library}/items?limit=50&minified=1&${query}`;
  const list = (name, path) => ({ name, limit: limits.list, path, isList: true });
  const other = (name, path, limit) => ({ name, limit, path, isList: false });
  return [
    list('Items by title, first page', page('page=0&sort=media.metadata.title')),
    list('Items by title, page 150', page('page=150&sort=media.metadata.title')),
    list('Items by author, page 20', page('page=20&sort=media.metadata.authorNameLF')),
    list('Items by year, last page', page('page=199&sort=media.metadata.publishedYear&desc=1')),
    list('Items by time of addition', page('page=0&sort=addedAt&desc=1')),
    list('Items by size', page('page=3&sort=size')),
    list('Items by duration', page('page=3&sort=media.duration&desc=1')),
    list('Items at random', page('sort=random')),
    list('Items of a genre', page(`sort=media.metadata.title&${filter('genres', 'History')}`)),
    list('Items with a tag', page(`sort=media.metadata.title&${filter('tags', 'favourite')}`)),
    list('Items not started', page(`sort=media.metadata.title&${filter('progress', 'not-started')}`)),
    list('Items in progress, last heard first', page(`sort=progress&desc=1&${filter('progress', 'in-progress')}`)),
    list('Items without a narrator', page(`sort=media.metadata.title&${filter('missing', 'narrators')}`)),
    list('Items with series collapsed', page('page=5&sort=media.metadata.title&collapseseries=1')),
    list('Series by name', `${library}/series?limit=50&page=0&sort=name`),
    list('Series by number of books', `${library}/series?limit=50&page=0&sort=numBooks&desc=1`),
    list('Authors by name', `${library}/authors?limit=50&page=0&sort=name`),
    list('Authors by number of books', `${library}/authors?limit=50&page=0&sort=numBooks&desc=1`),
    list('Home shelves', `${library}/personalized?include=rssfeed,numEpisodesIncomplete,share`),
    list('Search for a frequent word', `${library}/search?q=river&limit=12`),
    list('Search for two letters', `${library}/search?q=an&limit=12`),
    list('Search for nothing', `${library}/search?q=zzzzqq&limit=12`),
    list('One item', `/api/items/${itemId}?expanded=1&include=progress`),
    other('Filter data', `${library}?include=filterdata`, limits.filters),
    other('Statistics', `${library}/stats`, limits.filters),
    other('All authors', `${library}/authors?sort=name`, limits.filters),
    other('Narrators', `${library}/narrators`, limits.filters),
    other('Numbers of the server', '/api/stats/server', limits.filters),
    other('Own account with all progress', '/api/me', limits.filters),
    other('Own statistics', '/api/me/listening-stats', limits.filters),
  ];
}
