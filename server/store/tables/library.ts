/**
 * Libraries and what is in them. `libraryItems` holds what lists are sorted and filtered by, plus
 * `media`, a small JSON of the descriptive part (metadata, tags, podcast options). The long JSON
 * lists (audio files, chapters, files on disk) sit in `itemFiles`, so that scanning 10,000 items
 * does not read them.
 */
export const libraryTables = `
CREATE TABLE libraries (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  displayOrder INTEGER NOT NULL,
  icon TEXT NOT NULL,
  mediaType TEXT NOT NULL,
  provider TEXT NOT NULL,
  settings TEXT NOT NULL,
  lastScan INTEGER,
  lastScanVersion TEXT,
  createdAt INTEGER NOT NULL,
  lastUpdate INTEGER NOT NULL
);
CREATE TABLE libraryFolders (
  id TEXT PRIMARY KEY,
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  fullPath TEXT NOT NULL,
  addedAt INTEGER NOT NULL
);
CREATE INDEX libraryFoldersByLibrary ON libraryFolders(libraryId);

CREATE TABLE libraryItems (
  id TEXT PRIMARY KEY,
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  folderId TEXT NOT NULL REFERENCES libraryFolders(id) ON DELETE CASCADE,
  mediaId TEXT NOT NULL UNIQUE,
  mediaType TEXT NOT NULL,
  ino TEXT,
  path TEXT NOT NULL,
  relPath TEXT NOT NULL,
  isFile INTEGER NOT NULL DEFAULT 0,
  isMissing INTEGER NOT NULL DEFAULT 0,
  isInvalid INTEGER NOT NULL DEFAULT 0,
  mtimeMs INTEGER NOT NULL,
  ctimeMs INTEGER NOT NULL,
  birthtimeMs INTEGER NOT NULL,
  addedAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  lastScan INTEGER,
  scanVersion TEXT,
  title TEXT NOT NULL,
  titleIgnorePrefix TEXT NOT NULL,
  subtitle TEXT,
  authorName TEXT NOT NULL DEFAULT '',
  authorNameLF TEXT NOT NULL DEFAULT '',
  narratorName TEXT NOT NULL DEFAULT '',
  seriesName TEXT NOT NULL DEFAULT '',
  publishedYear TEXT,
  publisher TEXT,
  language TEXT,
  isbn TEXT,
  asin TEXT,
  itunesId TEXT,
  feedUrl TEXT,
  description TEXT,
  explicit INTEGER NOT NULL DEFAULT 0,
  abridged INTEGER NOT NULL DEFAULT 0,
  coverPath TEXT,
  duration REAL NOT NULL DEFAULT 0,
  size INTEGER NOT NULL DEFAULT 0,
  numTracks INTEGER NOT NULL DEFAULT 0,
  numAudioFiles INTEGER NOT NULL DEFAULT 0,
  numChapters INTEGER NOT NULL DEFAULT 0,
  numSupplementaryEbooks INTEGER NOT NULL DEFAULT 0,
  ebookFormat TEXT,
  media TEXT NOT NULL
);
CREATE UNIQUE INDEX libraryItemsByPath ON libraryItems(libraryId, path);
CREATE INDEX libraryItemsByTitle ON libraryItems(libraryId, title COLLATE NOCASE);
CREATE INDEX libraryItemsByTitleIgnorePrefix ON libraryItems(libraryId, titleIgnorePrefix COLLATE NOCASE);
CREATE INDEX libraryItemsByAuthor ON libraryItems(libraryId, authorName COLLATE NOCASE, title COLLATE NOCASE);
CREATE INDEX libraryItemsByAuthorLF ON libraryItems(libraryId, authorNameLF COLLATE NOCASE, title COLLATE NOCASE);
CREATE INDEX libraryItemsByAdded ON libraryItems(libraryId, addedAt);
CREATE INDEX libraryItemsByUpdated ON libraryItems(libraryId, updatedAt);
CREATE INDEX libraryItemsByDuration ON libraryItems(libraryId, duration);
CREATE INDEX libraryItemsBySize ON libraryItems(libraryId, size);
CREATE INDEX libraryItemsByYear ON libraryItems(libraryId, publishedYear);
CREATE INDEX libraryItemsByIno ON libraryItems(ino);

CREATE TABLE itemFiles (
  itemId TEXT PRIMARY KEY REFERENCES libraryItems(id) ON DELETE CASCADE,
  audioFiles TEXT NOT NULL DEFAULT '[]',
  chapters TEXT NOT NULL DEFAULT '[]',
  ebookFile TEXT,
  libraryFiles TEXT NOT NULL DEFAULT '[]'
);
CREATE TABLE itemValues (
  itemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('tag', 'genre', 'narrator')),
  value TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (itemId, kind, value)
) WITHOUT ROWID;
CREATE INDEX itemValuesByValue ON itemValues(kind, value, itemId);

CREATE TABLE authors (
  id TEXT PRIMARY KEY,
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  lastFirst TEXT NOT NULL,
  asin TEXT,
  description TEXT,
  imagePath TEXT,
  addedAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE UNIQUE INDEX authorsByName ON authors(libraryId, name COLLATE NOCASE);
CREATE TABLE bookAuthors (
  itemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  authorId TEXT NOT NULL REFERENCES authors(id) ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (itemId, authorId)
) WITHOUT ROWID;
CREATE INDEX bookAuthorsByAuthor ON bookAuthors(authorId, itemId);

CREATE TABLE series (
  id TEXT PRIMARY KEY,
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  nameIgnorePrefix TEXT NOT NULL,
  description TEXT,
  addedAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE UNIQUE INDEX seriesByName ON series(libraryId, name COLLATE NOCASE);
CREATE TABLE bookSeries (
  itemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  seriesId TEXT NOT NULL REFERENCES series(id) ON DELETE CASCADE,
  sequence TEXT,
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (itemId, seriesId)
) WITHOUT ROWID;
CREATE INDEX bookSeriesBySeries ON bookSeries(seriesId, itemId);

CREATE TABLE podcastEpisodes (
  id TEXT PRIMARY KEY,
  itemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 0,
  season TEXT,
  episode TEXT,
  episodeType TEXT,
  title TEXT NOT NULL,
  subtitle TEXT,
  description TEXT,
  pubDate TEXT,
  publishedAt INTEGER,
  guid TEXT,
  enclosure TEXT,
  chapters TEXT NOT NULL DEFAULT '[]',
  audioFile TEXT,
  duration REAL NOT NULL DEFAULT 0,
  size INTEGER NOT NULL DEFAULT 0,
  addedAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE INDEX podcastEpisodesByItem ON podcastEpisodes(itemId, publishedAt);
CREATE INDEX podcastEpisodesByDate ON podcastEpisodes(publishedAt);
`;

/** Indexes that answer the home shelves, totals and sorting by year without touching the rows. */
export const libraryIndexes = `
CREATE INDEX libraryItemsByMedia ON libraryItems(libraryId, explicit, mediaId, id);
CREATE INDEX libraryItemsByYearNumber ON libraryItems(libraryId, CAST(publishedYear AS INTEGER));
CREATE INDEX libraryItemsByTotals ON libraryItems(libraryId, size, duration, numAudioFiles);
`;
