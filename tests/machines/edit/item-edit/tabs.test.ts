import { describe, expect, test } from 'vitest';
import { tabsOf } from '../../../../src/machines/edit/item-edit/tabs.logic.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import type { LibraryItemExpanded } from '../../../../src/schemas/api/library-item-expanded.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { wholePodcast } from '../../../support/episode-fixtures.ts';
import { wholeBook } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const ebook = z.parse(getItem.output, recording('items/expanded-ebook-epub').response.body);
const account = (type: 'admin' | 'user', update: boolean, download: boolean) => ({
  type,
  permissions: { update, download },
});
const all = account('admin', true, true);
const missing: LibraryItemExpanded = { ...wholeBook, isMissing: true };

describe('the tabs', () => {
  test.each<[string, LibraryItemExpanded, ReturnType<typeof account>, readonly string[]]>([
    ['of a book (EDT-004, EDT-008)', wholeBook, all, ['details', 'cover', 'chapters', 'files', 'match', 'tools']],
    ['of an ebook (EDT-005)', ebook, all, ['details', 'cover', 'files', 'match', 'tools']],
    ['of a missing book (EDT-010)', missing, all, ['details', 'cover', 'chapters', 'files', 'match']],
    [
      'of a podcast (EDT-006, EDT-011)',
      wholePodcast,
      all,
      ['details', 'cover', 'episodes', 'files', 'match', 'schedule'],
    ],
    [
      'of a book for no administrator (EDT-009)',
      wholeBook,
      account('user', true, true),
      ['details', 'cover', 'chapters', 'files', 'match'],
    ],
    [
      'of a podcast for no administrator (EDT-012, ROL-017)',
      wholePodcast,
      account('user', true, true),
      ['details', 'cover', 'episodes', 'files', 'match'],
    ],
    [
      'without the right to update (EDT-016, EDT-018, EDT-019)',
      wholeBook,
      account('admin', false, true),
      ['files', 'tools'],
    ],
    [
      'of a podcast without the right to update (EDT-020, EDT-021)',
      wholePodcast,
      account('admin', false, true),
      ['files'],
    ],
    [
      'without the right to download (EDT-015, ROL-032, AMB-33)',
      wholeBook,
      account('admin', true, false),
      ['details', 'cover', 'chapters', 'match'],
    ],
    ['without both (EDT-013)', wholeBook, account('admin', false, false), []],
  ])('%s', (_name, item, one, tabs) => {
    expect(tabsOf(item, one)).toEqual(tabs);
  });

  test.each([
    ['details', 'EDT-001'],
    ['cover', 'EDT-002'],
    ['match', 'EDT-003'],
    ['files', 'EDT-007'],
  ])('%s is there for books and podcasts (%s)', (tab) => {
    expect([wholeBook, wholePodcast].map((item) => tabsOf(item, all).includes(tab as 'files'))).toEqual([true, true]);
  });

  test.each([
    ['chapters', 'EDT-004'],
    ['tools', 'EDT-008'],
  ])('%s is there for books only (%s)', (tab) => {
    expect([wholeBook, wholePodcast].map((item) => tabsOf(item, all).includes(tab as 'files'))).toEqual([true, false]);
  });

  test.each([
    ['cover', 'ROL-022', wholeBook],
    ['episodes', 'ROL-024', wholePodcast],
    ['schedule', 'ROL-026, AMB-33', wholePodcast],
  ])('the right to update gives an administrator %s (%s)', (tab, _rows, item) => {
    const has = (update: boolean) => tabsOf(item, account('admin', update, true)).includes(tab as 'files');
    expect([has(true), has(false)]).toEqual([true, false]);
  });
});
