import { expect, test } from 'vitest';
import { nameOf } from '../../../../src/machines/browse/bookshelf/item-list.ts';
import { defaultPreferences } from '../../../../src/schemas/preferences.ts';
import { queryOf } from '../../../../src/machines/browse/bookshelf/query.logic.ts';
import type { LibraryItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';

const query = (sort: string) => ({
  ...queryOf({ name: 'bookshelf', libraryId: 'l' }, defaultPreferences),
  sort,
});
const item = (mediaType: string, metadata: object, rest: object = {}) =>
  ({ mediaType, media: { metadata }, ...rest }) as LibraryItemMinified;
const book = item('book', {
  title: 'The Dog',
  titleIgnorePrefix: 'Dog, The',
  authorName: 'Jane Roe',
  authorNameLF: 'Roe, Jane',
});
const podcast = item('podcast', { title: 'A Show', titleIgnorePrefix: 'Show, A', author: null });
const series = item(
  'book',
  { title: 'Zed', titleIgnorePrefix: 'Zed' },
  { collapsedSeries: { name: 'The Sea', nameIgnorePrefix: 'Sea, The' } },
);
const [TITLE, AUTHOR, LAST, PODCAST_AUTHOR] = [
  'media.metadata.title',
  'media.metadata.authorName',
  'media.metadata.authorNameLF',
  'media.metadata.author',
];

test.each([
  [book, TITLE, false, 'The Dog'],
  [book, TITLE, true, 'Dog, The'],
  [book, AUTHOR, true, 'Jane Roe'],
  [book, LAST, false, 'Roe, Jane'],
  [podcast, TITLE, false, 'A Show'],
  [podcast, TITLE, true, 'Show, A'],
  [podcast, PODCAST_AUTHOR, true, ''],
  [series, TITLE, false, 'The Sea'],
  [series, TITLE, true, 'Sea, The'],
])('a server sorts %o by %s (without prefix: %s) as %s', (of, sort, ignoresPrefix, name) => {
  expect(nameOf(of, query(sort), ignoresPrefix)).toBe(name);
});
