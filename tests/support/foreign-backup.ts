import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hashSync } from 'bcryptjs';
import Libsql from 'libsql';
import yazl from 'yazl';
import { demoLibrary } from '../../server/paths.ts';

/** Tables and columns of a real server of version 2.26, as far as a backup of one is read. */
const SCHEMA: Readonly<Record<string, string>> = {
  users:
    'username, email, pash, type, token, isActive, isLocked, lastSeen, permissions, bookmarks, extraData, createdAt, updatedAt',
  libraries:
    'name, displayOrder, icon, mediaType, provider, lastScan, lastScanVersion, settings, extraData, createdAt, updatedAt',
  libraryFolders: 'path, libraryId, createdAt, updatedAt',
  libraryItems:
    'ino, path, relPath, mediaId, mediaType, isFile, isMissing, isInvalid, mtime, ctime, birthtime, size, lastScan, lastScanVersion, libraryFiles, extraData, title, libraryId, libraryFolderId, createdAt, updatedAt',
  books:
    'title, subtitle, publishedYear, publishedDate, publisher, description, isbn, asin, language, explicit, abridged, coverPath, duration, narrators, audioFiles, ebookFile, chapters, tags, genres, createdAt, updatedAt',
  podcasts:
    'title, author, releaseDate, feedURL, imageURL, description, itunesPageURL, itunesId, itunesArtistId, language, podcastType, explicit, autoDownloadEpisodes, autoDownloadSchedule, lastEpisodeCheck, maxEpisodesToKeep, maxNewEpisodesToDownload, coverPath, tags, genres, createdAt, updatedAt',
  podcastEpisodes:
    '"index", season, episode, episodeType, title, subtitle, description, pubDate, enclosureURL, enclosureSize, enclosureType, publishedAt, audioFile, chapters, extraData, podcastId, createdAt, updatedAt',
  authors: 'name, lastFirst, asin, description, imagePath, libraryId, createdAt, updatedAt',
  series: 'name, nameIgnorePrefix, description, libraryId, createdAt, updatedAt',
  bookAuthors: 'bookId, authorId, createdAt',
  bookSeries: 'sequence, bookId, seriesId, createdAt',
  collections: 'name, description, libraryId, createdAt, updatedAt',
  collectionBooks: '"order", bookId, collectionId, createdAt',
  playlists: 'name, description, libraryId, userId, createdAt, updatedAt',
  playlistMediaItems: 'mediaItemId, mediaItemType, "order", playlistId, createdAt',
  mediaProgresses:
    'mediaItemId, mediaItemType, duration, currentTime, isFinished, hideFromContinueListening, ebookLocation, ebookProgress, finishedAt, extraData, podcastId, userId, createdAt, updatedAt',
  playbackSessions:
    'mediaItemId, mediaItemType, displayTitle, displayAuthor, duration, playMethod, mediaPlayer, startTime, currentTime, serverVersion, coverPath, timeListening, mediaMetadata, date, dayOfWeek, extraData, userId, deviceId, libraryId, createdAt, updatedAt',
  devices:
    'deviceId, clientName, clientVersion, ipAddress, deviceName, deviceVersion, extraData, userId, createdAt, updatedAt',
};

export const DATE = '2024-05-01 10:00:00.000 +00:00';
export const AT = Date.UTC(2024, 4, 1, 10);

const file = (name: string, folder = '/audiobooks/Doyle/Scarlet') => ({
  ino: '7',
  metadata: {
    filename: name,
    ext: path.extname(name),
    path: `${folder}/${name}`,
    relPath: name,
    size: 5,
    mtimeMs: 1,
    ctimeMs: 1,
    birthtimeMs: 1,
  },
  addedAt: AT,
  updatedAt: AT,
});
const audio = (name: string) => ({
  ...file(name),
  index: 1,
  exclude: false,
  duration: 100,
  codec: 'mp3',
  mimeType: 'audio/mpeg',
  format: 'MP3',
});

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A household of two, a complete book, a podcast, and some orphaned rows. */
export const household: Rows = {
  users: [
    {
      id: 'u1',
      username: 'Root',
      pash: hashSync('root secret', 4),
      type: 'root',
      isActive: 1,
      permissions: {},
      bookmarks: [],
    },
    {
      id: 'u2',
      username: 'anna',
      email: 'anna@example.org',
      pash: hashSync('anna secret', 4),
      type: 'user',
      isActive: 1,
      permissions: { download: false, accessAllTags: true, accessAllLibraries: false, librariesAccessible: ['l1'] },
      bookmarks: [
        { libraryItemId: 'i1', title: 'The rope', time: 42, createdAt: AT },
        { libraryItemId: 'gone', title: 'Lost', time: 1, createdAt: AT },
      ],
      extraData: { seriesHideFromContinueListening: ['s1'] },
    },
    { id: 'u3', username: 'ANNA', pash: '', type: 'user', isActive: 1 },
  ],
  libraries: [
    {
      id: 'l1',
      name: 'Books',
      displayOrder: 1,
      icon: 'books-1',
      mediaType: 'book',
      provider: 'audible',
      settings: { coverAspectRatio: 0, hideSingleBookSeries: true, unknown: 1 },
    },
    {
      id: 'l2',
      name: 'Podcasts',
      displayOrder: 2,
      icon: 'podcast',
      mediaType: 'podcast',
      provider: 'itunes',
      settings: {},
    },
  ],
  libraryFolders: [
    { id: 'f1', path: '/audiobooks', libraryId: 'l1' },
    { id: 'f2', path: '/podcasts', libraryId: 'l2' },
  ],
  libraryItems: [
    {
      id: 'i1',
      path: '/audiobooks/Doyle/Scarlet',
      relPath: 'Doyle/Scarlet',
      mediaId: 'b1',
      mediaType: 'book',
      libraryId: 'l1',
      libraryFolderId: 'f1',
      mtime: DATE,
      libraryFiles: [{ ...file('1.mp3'), fileType: 'audio' }, { broken: true }],
    },
    {
      id: 'i2',
      path: '/podcasts/Daily',
      relPath: 'Daily',
      mediaId: 'p1',
      mediaType: 'podcast',
      libraryId: 'l2',
      libraryFolderId: 'f2',
      libraryFiles: [],
    },
    {
      id: 'i3',
      path: '/audiobooks/Nothing',
      relPath: 'Nothing',
      mediaId: 'gone',
      mediaType: 'book',
      libraryId: 'l1',
      libraryFolderId: 'f1',
      libraryFiles: [],
    },
  ],
  books: [
    {
      id: 'b1',
      title: 'A Study in Scarlet',
      subtitle: 'A novel',
      publishedYear: '1887',
      publisher: 'Ward',
      asin: 'B00',
      language: 'en',
      explicit: 0,
      abridged: 1,
      coverPath: '/metadata/items/i1/cover.jpg',
      duration: 100,
      narrators: ['Fry'],
      audioFiles: [audio('1.mp3')],
      chapters: [{ id: 0, start: 0, end: 100, title: 'One' }],
      tags: ['classic'],
      genres: ['Crime'],
    },
  ],
  podcasts: [
    {
      id: 'p1',
      title: 'Daily',
      author: 'Them',
      feedURL: 'https://example.org/feed',
      podcastType: 'episodic',
      autoDownloadEpisodes: 1,
      autoDownloadSchedule: '0 0 * * *',
      maxEpisodesToKeep: 3,
      tags: [],
      genres: [],
      coverPath: '/metadata/items/i2/cover.jpg',
    },
  ],
  podcastEpisodes: [
    {
      id: 'e1',
      title: 'Monday',
      publishedAt: DATE,
      enclosureURL: 'https://example.org/1.mp3',
      enclosureType: 'audio/mpeg',
      enclosureSize: 9,
      audioFile: audio('m.mp3'),
      chapters: [],
      extraData: { guid: 'g1' },
      podcastId: 'p1',
    },
  ],
  authors: [
    {
      id: 'a1',
      name: 'Arthur Conan Doyle',
      lastFirst: 'Doyle, Arthur Conan',
      description: 'Wrote',
      imagePath: '/metadata/authors/a1.jpg',
      libraryId: 'l1',
    },
  ],
  series: [{ id: 's1', name: 'Sherlock Holmes', nameIgnorePrefix: 'Sherlock Holmes', libraryId: 'l1' }],
  bookAuthors: [{ id: 'x1', bookId: 'b1', authorId: 'a1' }],
  bookSeries: [{ id: 'x2', bookId: 'b1', seriesId: 's1', sequence: '1' }],
  collections: [{ id: 'c1', name: 'Crime', description: 'Dark', libraryId: 'l1' }],
  collectionBooks: [{ id: 'x3', order: 1, bookId: 'b1', collectionId: 'c1' }],
  playlists: [{ id: 'pl1', name: 'Later', libraryId: 'l2', userId: 'u2' }],
  playlistMediaItems: [
    { id: 'x4', mediaItemId: 'e1', mediaItemType: 'podcastEpisode', order: 1, playlistId: 'pl1' },
    { id: 'x5', mediaItemId: 'gone', mediaItemType: 'podcastEpisode', order: 2, playlistId: 'pl1' },
  ],
  mediaProgresses: [
    {
      id: 'm1',
      mediaItemId: 'b1',
      mediaItemType: 'book',
      duration: 100,
      currentTime: 25,
      isFinished: 0,
      extraData: { libraryItemId: 'i1', progress: 0.25 },
      userId: 'u2',
    },
    {
      id: 'm2',
      mediaItemId: 'e1',
      mediaItemType: 'podcastEpisode',
      duration: 100,
      currentTime: 100,
      isFinished: 1,
      finishedAt: DATE,
      extraData: {},
      userId: 'u2',
    },
    { id: 'm3', mediaItemId: 'gone', mediaItemType: 'book', duration: 1, currentTime: 1, userId: 'u2' },
  ],
  playbackSessions: [
    {
      id: 'ps1',
      mediaItemId: 'b1',
      mediaItemType: 'book',
      displayTitle: 'A Study in Scarlet',
      displayAuthor: 'Arthur Conan Doyle',
      duration: 100,
      playMethod: 0,
      mediaPlayer: 'html5',
      startTime: 0,
      currentTime: 25,
      timeListening: 25,
      mediaMetadata: { title: 'A Study in Scarlet' },
      date: '2024-05-01',
      dayOfWeek: 'Wednesday',
      extraData: { libraryItemId: 'i1' },
      userId: 'u2',
      deviceId: 'd1',
      libraryId: 'l1',
    },
  ],
  devices: [{ id: 'd1', deviceId: 'phone', clientName: 'Abs Android', extraData: {}, userId: 'u2' }],
  settings: [
    {
      key: 'server-settings',
      value: {
        sortingIgnorePrefix: true,
        sortingPrefixes: ['the'],
        dateFormat: 'dd.MM.yyyy',
        backupPath: '/config/backups',
        tokenSecret: 'x',
        logLevel: 'broken',
        backupSchedule: '30 1 * * *',
      },
    },
  ],
};

/** Writes such a database. */
export function foreignDatabase(target: string, rows: Rows = household): void {
  const database = new Libsql(target);
  database.exec('CREATE TABLE settings (key TEXT PRIMARY KEY, value JSON, createdAt, updatedAt)');
  for (const [table, columns] of Object.entries(SCHEMA))
    database.exec(`CREATE TABLE "${table}" (id UUID PRIMARY KEY, ${columns})`);
  for (const [table, list] of Object.entries(rows))
    for (const row of list) {
      const full: Record<string, unknown> = {
        createdAt: DATE,
        ...(/At\b/.test(SCHEMA[table] ?? 'updatedAt') && /updatedAt/.test(SCHEMA[table] ?? 'updatedAt')
          ? { updatedAt: DATE }
          : {}),
        ...row,
      };
      const values = Object.values(full).map((value) =>
        value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
      );
      database
        .prepare(
          `INSERT INTO "${table}" (${Object.keys(full)
            .map((key) => `"${key}"`)
            .join(', ')}) VALUES (${values.map(() => '?').join(', ')})`,
        )
        .run(...values);
    }
  database.close();
}

/** Packs entries into a backup as a real server does. */
export async function foreignBackup(target: string, entries: Readonly<Record<string, Buffer>>): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name);
  zip.end();
  await pipeline(zip.outputStream, fs.createWriteStream(target));
}

/** The archive's details. */
export const DETAILS = Buffer.from(`2024-05-01T1000\nsqlite\n${AT}\n2.26.0`);

/** A backup of the household, its database changed by `change`. The database is left beside it. */
export async function householdBackup(
  target: string,
  change: (database: string) => void = () => undefined,
): Promise<void> {
  const database = path.join(path.dirname(target), 'absdatabase.sqlite');
  fs.rmSync(database, { force: true });
  foreignDatabase(database);
  change(database);
  const jpeg = fs.readFileSync(path.join(demoLibrary, 'podcasts', 'Fables Daily', 'cover.jpg'));
  await foreignBackup(target, {
    details: DETAILS,
    'absdatabase.sqlite': fs.readFileSync(database),
    'metadata-items/i1/cover.jpg': jpeg,
    'metadata-items/i1/metadata.json': Buffer.from('{}'),
    'metadata-authors/a1.jpg': jpeg,
  });
}
