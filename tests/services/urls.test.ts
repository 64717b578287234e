import { describe, expect, test } from 'vitest';
import { createUrls } from '../../src/services/urls.ts';

const root = createUrls('');
const below = createUrls('/audiobookshelf/');

test.each([
  ['', ''],
  ['/', ''],
  ['/audiobookshelf', '/audiobookshelf'],
  ['/audiobookshelf/', '/audiobookshelf'],
])('a base path of %j puts %j before everything (API-052)', (basePath, before) => {
  expect(createUrls(basePath).feed('my-feed')).toBe(`${before}/feed/my-feed`);
});

describe('covers', () => {
  test('have a time stamp that changes with the item (API-021)', () => {
    expect(root.cover('item-1', { updatedAt: 17 })).toBe('/api/items/item-1/cover?ts=17');
  });

  test('are requested in pixels and format', () => {
    expect(root.cover('item-1', { updatedAt: 17, width: 240, height: 360, format: 'webp' })).toBe(
      '/api/items/item-1/cover?width=240&height=360&format=webp&ts=17',
    );
  });

  test('come as stored on request (API-021)', () => {
    expect(root.cover('item-1', { updatedAt: 17, raw: true })).toBe('/api/items/item-1/cover?raw=1&ts=17');
  });

  test('of authors are alike (API-022)', () => {
    expect(below.authorImage('author-1', { updatedAt: 17, width: 80 })).toBe(
      '/audiobookshelf/api/authors/author-1/image?width=80&ts=17',
    );
  });
});

test.each([
  [root.sessionTrack('s', 2), '/public/session/s/track/2'],
  [root.hlsPlaylist('s'), '/hls/s/output.m3u8'],
  [root.itemFile('i', '77', 'tok'), '/api/items/i/file/77?token=tok'],
  [root.itemFileDownload('i', '77', 'tok'), '/api/items/i/file/77/download?token=tok'],
  [root.itemDownload('i', 'tok'), '/api/items/i/download?token=tok'],
  [root.itemsDownload('l', ['a', 'b'], 'tok'), '/api/libraries/l/download?token=tok&ids=a%2Cb'],
  [root.ebook('i', null, 'tok'), '/api/items/i/ebook?token=tok'],
  [root.ebook('i', '77', 'tok'), '/api/items/i/ebook/77?token=tok'],
  [root.backupDownload('2026-11-20T2335', 'tok'), '/api/backups/2026-11-20T2335/download?token=tok'],
  [root.sharePage('my share'), '/share/my%20share'],
  [root.shareTrack('raven', 1), '/public/share/raven/track/1'],
  [root.shareCover('raven'), '/public/share/raven/cover'],
  [root.shareDownload('raven'), '/public/share/raven/download'],
  [
    root.openIdStart('https://books.example/login?redirect=/a'),
    '/auth/openid?callback=https%3A%2F%2Fbooks.example%2Flogin%3Fredirect%3D%2Fa',
  ],
])('%s', (url, expected) => {
  expect(url).toBe(expected);
});

test('ids and slugs cannot leave their place in the path', () => {
  expect(root.cover('../../login', { updatedAt: 0 })).toBe('/api/items/..%2F..%2Flogin/cover?ts=0');
  expect(root.sharePage('a/b?c#d')).toBe('/share/a%2Fb%3Fc%23d');
});

test('a path that the server gave gets the base path once', () => {
  expect(below.fromServer('/hls/s/output.m3u8')).toBe('/audiobookshelf/hls/s/output.m3u8');
  expect(below.fromServer('/audiobookshelf/public/share/s/track/1')).toBe('/audiobookshelf/public/share/s/track/1');
  expect(root.fromServer('/hls/s/output.m3u8')).toBe('/hls/s/output.m3u8');
});
