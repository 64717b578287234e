import { describe, expect, test } from 'vitest';
import { accepted, acknowledgement } from '../../src/schemas/api/common.ts';
import { signedIn } from '../../src/schemas/api/auth.ts';
import { libraryWithFilterData } from '../../src/schemas/api/filter-data.ts';
import { libraryItemExpanded } from '../../src/schemas/api/library-item-expanded.ts';
import { libraryItemMinified } from '../../src/schemas/api/library-item-minified.ts';
import { listeningSession } from '../../src/schemas/api/listening-session.ts';
import { bookMatches, chapterLookup, searchProviders } from '../../src/schemas/api/provider-search.ts';
import { parseServerEvent } from '../../src/schemas/socket/server-events.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';

type Json = Record<string, unknown>;
const body = (name: string) => structuredClone(recording(name).response.body) as Json;
const without = (value: Json, ...keys: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

describe('the account', () => {
  test('never keeps the permanent token nor the refresh token', () => {
    const parsed = z.parse(signedIn, body('auth/login-return-tokens'));
    expect(Object.keys(parsed.user)).not.toContain('token');
    expect(Object.keys(parsed.user)).not.toContain('refreshToken');
    expect(parsed.user.accessToken).toBe('<accessToken>');
  });

  test('lacks the rights that its server does not know', () => {
    const answer = body('auth/login-root');
    const user = answer['user'] as Json;
    answer['user'] = {
      ...user,
      permissions: without(user['permissions'] as Json, 'createEreader', 'selectedTagsNotAccessible'),
    };
    expect(z.parse(signedIn, answer).user.permissions).toMatchObject({
      createEreader: false,
      selectedTagsNotAccessible: false,
    });
  });

  test('can sign in although one entry of progress is broken', () => {
    const answer = body('auth/login-root');
    const user = answer['user'] as Json;
    answer['user'] = { ...user, mediaProgress: [...(user['mediaProgress'] as Json[]), { libraryItemId: null }] };
    const { mediaProgress } = z.parse(signedIn, answer).user;
    expect(mediaProgress.items).toHaveLength((user['mediaProgress'] as Json[]).length);
    expect(mediaProgress.dropped).toHaveLength(1);
  });
});

test('a missing setting blocks no sign-in', () => {
  const answer = body('auth/login-root');
  const vital = [
    'id',
    'homeBookshelfView',
    'bookshelfView',
    'sortingIgnorePrefix',
    'sortingPrefixes',
    'chromecastEnabled',
  ];
  const kept = [...vital, 'dateFormat', 'timeFormat', 'language', 'version'];
  const settings = answer['serverSettings'] as Json;
  answer['serverSettings'] = Object.fromEntries(kept.map((key) => [key, settings[key]]));
  expect(z.parse(signedIn, answer).serverSettings).toEqual(answer['serverSettings']);
});

test('an unmeasured value reads as 0, and the item stays in its list', () => {
  const [item] = body('libraries/items-final-minified')['results'] as Json[];
  const unmeasured = { ...item, size: null, mtimeMs: null, birthtimeMs: null };
  expect(z.parse(libraryItemMinified, unmeasured)).toMatchObject({ size: 0, mtimeMs: 0, birthtimeMs: 0 });
});

test('an item whose folder has no inode number opens', () => {
  expect(z.parse(libraryItemExpanded, { ...body('items/expanded'), ino: null }).id).toBe(body('items/expanded')['id']);
});

test('a file of an old scan with few findings does not block its book', () => {
  const item = body('items/expanded') as { media: { audioFiles: Json[] } };
  item.media.audioFiles = item.media.audioFiles.map(({ ino, metadata }) => ({ ino, metadata }));
  const parsed = z.parse(libraryItemExpanded, item);
  expect(parsed.mediaType === 'book' && parsed.media.audioFiles.items.map(({ ino }) => ino)).toEqual(
    item.media.audioFiles.map(({ ino }) => ino),
  );
});

describe('newer servers', () => {
  test('leave the custom providers out of the library', () => {
    const answer = without(body('libraries/one-filterdata'), 'customMetadataProviders');
    expect(z.parse(libraryWithFilterData, answer).customMetadataProviders).toBeUndefined();
  });

  test('name the providers in a call of their own', () => {
    const providers = {
      books: [{ value: 'google', text: 'Google Books' }],
      booksCovers: [],
      podcasts: [{ value: 'itunes', text: 'iTunes' }],
    };
    expect(z.parse(searchProviders, { providers })).toEqual({ providers });
  });

  test('send the tags of a match as a list; 2.26.0 joins them', () => {
    const tagsOf = (tags: unknown) => z.parse(bookMatches, [{ title: 'A', tags }]).items[0]?.tags;
    expect(tagsOf(['a', 'b'])).toEqual(['a', 'b']);
    expect(tagsOf('a, b,')).toEqual(['a', 'b']);
  });

  test('send empty texts for unknown values of a device', () => {
    const page = body('me/listening-sessions')['sessions'] as Json[];
    const session = { ...page[0], deviceInfo: { deviceId: '', osName: '', manufacturer: '', sdkVersion: '' } };
    expect(z.parse(listeningSession, session).deviceInfo).toEqual({
      deviceId: '',
      osName: '',
      manufacturer: '',
      sdkVersion: '',
    });
  });

  test('count the books of authors in an event', () => {
    const payload = { libraryId: 'l', authors: [{ id: 'a', numBooks: 3 }] };
    expect(parseServerEvent('authors_num_books_updated', [payload])).toEqual({
      kind: 'event',
      event: { type: 'server.authors.counted', counts: payload },
    });
  });

  test('name the library of a removed item', () => {
    expect(parseServerEvent('item_removed', [{ id: 'i', libraryId: 'l' }])).toEqual({
      kind: 'event',
      event: { type: 'server.item.removed', item: { id: 'i', libraryId: 'l' } },
    });
  });
});

test('a cleared title reads as empty', () => {
  const items = body('libraries/items-final-minified')['results'] as { media: { metadata: Json } }[];
  const [item] = items;
  if (item) item.media.metadata['title'] = null;
  expect(z.parse(libraryItemMinified, item).media.metadata.title).toBe('');
});

test('missing chapters arrive as text, with status 200', () => {
  expect(z.parse(chapterLookup, body('search/chapters-not-found'))).toEqual({
    error: 'Chapters not found',
    stringKey: 'MessageChaptersNotFound',
  });
});

test.each([
  ['OK', true],
  ['', true],
  ['Backup path unchanged', true],
  ['<!DOCTYPE html><title>Sign in to the hotel network</title>', false],
  ['\n <html>', false],
])('%j counts as success: %s', (text, passes) => {
  expect(z.safeParse(acknowledgement, text).success).toBe(passes);
});

test.each([
  ['OK', true],
  ['', false],
  ['ok', false],
  ['Service resumed', false],
  ['{"ok":true}', false],
])('%j with status 200 counts as a saved position: %s', (text, passes) => {
  expect(z.safeParse(accepted, text).success).toBe(passes);
});
