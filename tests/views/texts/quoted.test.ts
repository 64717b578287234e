import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { allMessages } from '../../support/texts.ts';

const t = createTranslator({ locale: 'en-us', messages: allMessages as Record<string, object> }) as unknown as (
  key: string,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The rows: the key with its values, and the sentence of the specification, or one with its meaning. */
const sentences: readonly [string, string, Readonly<Record<string, string | number>>, string][] = [
  ['BAR-005', 'cast.insecure', {}, 'Casting requires a secure connection'],
  ['BKM-001', 'bookmarks.title', {}, 'Your bookmarks'],
  ['BKM-019, ERR-026', 'bookmarks.created', {}, 'Bookmark added'],
  ['BKM-020, ERR-027', 'bookmarks.removed', {}, 'Bookmark removed'],
  ['SLP-014', 'sleep.done', {}, 'Sleep timer done'],
  ['ERR-010', 'app.unreachable', {}, 'Server could not be reached'],
  ['ERR-012', 'errors.loadFailed', {}, 'Failed to load data'],
  ['ERR-014', 'player.streamFailed', { message: 'No encoder' }, 'Stream Failed: No encoder'],
  ['ERR-018', 'tasks.failed', {}, 'Failed to load tasks'],
  ['EVT-039', 'selection.matched', { updates: 3 }, 'Batch quick match complete! 3 Updated'],
  [
    'ERR-020',
    'selection.matchedSome',
    { updates: 3, unmatched: 2 },
    'Batch quick match complete! 3 Updated, 2 with no matches',
  ],
  ['ERR-021', 'selection.failed.quickMatch', {}, 'Batch quick match failed'],
  ['ERR-023', 'changelog.notice', { version: '2.27.1' }, 'Update is available! Check release notes for v2.27.1'],
  ['ERR-029', 'selection.failed.embed', { failed: 1, count: 3 }, 'Failed to embed metadata: 1 of 3'],
  ['ERR-030', 'selection.failed.scan', { failed: 1, count: 3 }, 'Failed to batch re-scan: 1 of 3'],
  ['ERR-031', 'selection.getFailed', {}, 'Failed to get items'],
  ['ERR-032', 'selection.failed.finish', { failed: 1, count: 3 }, 'Batch update failed: 1 of 3 not marked as finished'],
  ['ERR-033', 'selection.done.finish', { count: 3 }, 'Batch update success: 3 marked as finished'],
  ['ERR-048', 'mediaLists.nameRequired', {}, 'Name required'],
  ['ERR-049', 'authors.noUpdates', {}, 'No updates were necessary'],
  ['ERR-050', 'authors.invalidImageUrl', {}, 'Invalid image URL'],
  ['ERR-051', 'authors.notFoundByProvider', {}, 'Author not found'],
  ['ERR-052', 'item.failed', {}, 'Failed to fetch book'],
  ['ERR-053, POD-005', 'episodes.failed', {}, 'Failed to fetch episode'],
  ['ERR-053', 'findEpisodes.failed', {}, 'Failed to fetch episode'],
  ['ERR-053', 'editEpisode.failed', {}, 'Failed to fetch episode'],
  ['ERR-055', 'authors.updateFailed', {}, 'Failed to update'],
  ['ERR-058', 'mediaLists.collectionRemoved', {}, 'Collection removed'],
  ['ERR-059', 'mediaLists.collectionUpdated', {}, 'Collection updated'],
  ['ERR-060', 'mediaLists.playlistRemoved', {}, 'Playlist removed'],
  ['ERR-061', 'mediaLists.playlistUpdated', {}, 'Playlist updated'],
  ['ERR-062', 'authors.updated', {}, 'Author updated'],
  ['ERR-063', 'authors.merged', {}, 'Author merged'],
  ['ERR-064, AUR-008', 'authors.updatedWithoutImage', {}, 'Author updated (no image found)'],
  ['ERR-065', 'authors.imageRemoved', {}, 'Author image removed'],
  ['ERR-066', 'selection.done.quickMatch', { count: 3 }, 'Batch quick match of 3 items started'],
  ['ERR-067', 'rssFeed.notOpened', { reason: 'Slug is in use' }, 'Failed to open RSS Feed. Slug is in use'],
  ['ERR-068', 'feeds.closeFailed', {}, 'Failed to close RSS feed'],
  ['ERR-069', 'sharing.removeFailed', {}, 'Failed to delete share'],
  ['ERR-070', 'shareLink.notShared', { reason: 'Slug is in use' }, 'Failed to share item. Slug is in use'],
  ['ERR-073', 'settings.unknownError', {}, 'Unknown error'],
  ['CHG-006', 'changelog.none', {}, 'No Changelog Available'],
  ['SRC-002', 'search.thinking', {}, 'Thinking…'],
  ['SRC-003', 'search.fetching', {}, 'Fetching…'],
  ['SLP-002', 'sleep.endOfChapterMark', { count: 1 }, 'EoC'],
  ['BKM-006', 'bookmarks.note', {}, 'Note'],
  ['RSS-019, VAL-079', 'slug.missing', {}, 'Enter a link name'],
  ['SHR-009, SHR-013', 'shareLink.permanent', {}, 'Permanent'],
  ['SHR-014', 'shareLink.expired', {}, 'Expired'],
  ['SHR-015, AMB-80', 'shareLink.noShare', {}, 'Error'],
  ['PLR-055', 'player.nextChapter', {}, 'Next chapter'],
  ['WID-008', 'common.loading', {}, 'Please wait…'],
  ['WID-011', 'card.invalidCover', {}, 'Invalid Cover'],
  ['WID-019', 'card.emptyCollection', {}, 'Empty Collection'],
];

test.each(sentences)("the sentence of %s is the specification's: %s", (_rows, key, values, sentence) => {
  expect(t(key, values)).toBe(sentence);
});

test('lost syncs give advice, and say that the position is safe (ERR-013, SYN-005)', () => {
  expect(t('player.notSynced')).toMatch(/^Progress is not being synced, restart playback\. \S/);
});
