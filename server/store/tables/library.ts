/**
 * Libraries and their content. `libraryItems` holds the columns for sorting and filtering, plus `media`, a small JSON
 * of the descriptive part (metadata, tags, podcast options). The long JSON lists (audio files, chapters, files on disk)
 * are in `itemFiles`, so that scanning 10,000 items does not read them.
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

/** Indexes that answer the home shelves, totals and sorting by year without reading the rows. */
export const libraryIndexes = `
CREATE INDEX libraryItemsByMedia ON libraryItems(libraryId, explicit, mediaId, id);
CREATE INDEX libraryItemsByYearNumber ON libraryItems(libraryId, CAST(publishedYear AS INTEGER));
CREATE INDEX libraryItemsByTotals ON libraryItems(libraryId, size, duration, numAudioFiles);
`;

/**
 * Columns by which lists filter, count and sort, for all items of a library: none of their rows is read. Single items
 * are found by id when a query names the library, too.
 */
export const libraryListIndexes = `
CREATE INDEX libraryItemsFacts ON libraryItems(libraryId, id, mediaId, explicit, isMissing, isInvalid, title, titleIgnorePrefix,
  addedAt, updatedAt, duration, size, numTracks, numAudioFiles, ebookFormat, authorName, narratorName, seriesName, publishedYear,
  publisher, language);
CREATE INDEX authorsByAdded ON authors(libraryId, addedAt);
`;

/**
 * Books by author, then by the time they were added: the order of lists without a sort key. And a whole library in disk
 * order, for queries that read every row.
 */
export const libraryOrder = `
CREATE INDEX libraryItemsInOrder ON libraryItems(libraryId, authorNameLF COLLATE NOCASE, addedAt);
CREATE INDEX libraryItemsByLibrary ON libraryItems(libraryId);
DROP INDEX libraryItemsFacts;
CREATE INDEX libraryItemsFacts ON libraryItems(libraryId, id, mediaId, explicit, isMissing, isInvalid, title, titleIgnorePrefix,
  addedAt, updatedAt, duration, size, numTracks, numAudioFiles, ebookFormat, authorName, authorNameLF, narratorName, seriesName,
  publishedYear, publisher, language);
`;

/** Keeps the number of books of an author or a series with it, and all their names side by side. */
const countBooks = (names: 'authors' | 'series', links: 'bookAuthors' | 'bookSeries', key: 'authorId' | 'seriesId') => `
ALTER TABLE ${names} ADD COLUMN numBooks INTEGER NOT NULL DEFAULT 0;
UPDATE ${names} SET numBooks = (SELECT count(*) FROM ${links} b WHERE b.${key} = ${names}.id);
CREATE TRIGGER ${links}Added AFTER INSERT ON ${links} BEGIN
  UPDATE ${names} SET numBooks = numBooks + 1 WHERE id = NEW.${key};
END;
CREATE TRIGGER ${links}Removed AFTER DELETE ON ${links} BEGIN
  UPDATE ${names} SET numBooks = numBooks - 1 WHERE id = OLD.${key};
END;
CREATE INDEX ${names}ByNumBooks ON ${names}(libraryId, numBooks DESC, name COLLATE NOCASE);
CREATE INDEX ${names}Names ON ${names}(libraryId, name COLLATE NOCASE, id);
CREATE INDEX ${names}Empty ON ${names}(id) WHERE numBooks = 0;
`;

/** Items are counted by what lists need: whether they are explicit, and whether they have no series. */
const countItem = (row: 'NEW') =>
  `INSERT INTO itemCounts (libraryId, explicit, isAlone, numItems) VALUES (${row}.libraryId, ${row}.explicit, ${row}.seriesName = '', 1)
    ON CONFLICT (libraryId, explicit, isAlone) DO UPDATE SET numItems = numItems + 1;`;
const discountItem = (row: 'OLD') =>
  `UPDATE itemCounts SET numItems = numItems - 1 WHERE libraryId = ${row}.libraryId AND explicit = ${row}.explicit AND isAlone = (${row}.seriesName = '');`;

/**
 * Counts over whole libraries: items, and books by names, tags, genres and narrators, which therefore know their
 * library. The books of a series are stored in order, titles next to other texts that are searched for one or two
 * letters; small indexes cover the few items or columns that are read for all.
 */
export const libraryCounts = `
${countBooks('authors', 'bookAuthors', 'authorId')}${countBooks('series', 'bookSeries', 'seriesId')}
DROP INDEX bookSeriesBySeries;
CREATE INDEX bookSeriesBySeries ON bookSeries(seriesId, CASE WHEN sequence GLOB '[0-9]*' THEN CAST(sequence AS REAL) END, itemId, sequence);
ALTER TABLE itemValues ADD COLUMN libraryId TEXT NOT NULL DEFAULT '';
UPDATE itemValues SET libraryId = (SELECT i.libraryId FROM libraryItems i WHERE i.id = itemValues.itemId);
CREATE TABLE valueCounts (
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  numItems INTEGER NOT NULL,
  PRIMARY KEY (libraryId, kind, value)
) WITHOUT ROWID;
INSERT INTO valueCounts (libraryId, kind, value, numItems)
  SELECT libraryId, kind, value, count(*) FROM itemValues GROUP BY libraryId, kind, value;
CREATE TRIGGER itemValuesAdded AFTER INSERT ON itemValues BEGIN
  INSERT INTO valueCounts (libraryId, kind, value, numItems) VALUES (NEW.libraryId, NEW.kind, NEW.value, 1)
    ON CONFLICT (libraryId, kind, value) DO UPDATE SET numItems = numItems + 1;
END;
CREATE TRIGGER itemValuesRemoved AFTER DELETE ON itemValues BEGIN
  UPDATE valueCounts SET numItems = numItems - 1 WHERE libraryId = OLD.libraryId AND kind = OLD.kind AND value = OLD.value;
  DELETE FROM valueCounts WHERE libraryId = OLD.libraryId AND kind = OLD.kind AND value = OLD.value AND numItems = 0;
END;
CREATE TABLE itemCounts (
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  explicit INTEGER NOT NULL,
  isAlone INTEGER NOT NULL,
  numItems INTEGER NOT NULL,
  PRIMARY KEY (libraryId, explicit, isAlone)
) WITHOUT ROWID;
INSERT INTO itemCounts (libraryId, explicit, isAlone, numItems)
  SELECT libraryId, explicit, seriesName = '', count(*) FROM libraryItems GROUP BY libraryId, explicit, seriesName = '';
CREATE TRIGGER libraryItemsAdded AFTER INSERT ON libraryItems BEGIN
  ${countItem('NEW')}
END;
CREATE TRIGGER libraryItemsRemoved AFTER DELETE ON libraryItems BEGIN
  ${discountItem('OLD')}
END;
CREATE TRIGGER libraryItemsMoved AFTER UPDATE OF explicit, seriesName ON libraryItems BEGIN
  ${discountItem('OLD')}
  ${countItem('NEW')}
END;
CREATE INDEX libraryItemsAlone ON libraryItems(libraryId, explicit, id) WHERE seriesName = '';
CREATE INDEX libraryItemsPresent ON libraryItems(folderId, id) WHERE isMissing = 0;
CREATE INDEX libraryItemsWithIssues ON libraryItems(libraryId, isMissing, isInvalid) WHERE isMissing = 1 OR isInvalid = 1;
DROP INDEX libraryItemsByTitle;
CREATE INDEX libraryItemsByTitle ON libraryItems(libraryId, title COLLATE NOCASE, subtitle, asin, isbn, explicit, id);
CREATE INDEX libraryItemsByLanguage ON libraryItems(libraryId, language);
CREATE INDEX libraryItemsByPublisher ON libraryItems(libraryId, publisher);
`;

/** The few items that are hidden from accounts without explicit content. */
export const explicitItems = `
CREATE INDEX libraryItemsExplicit ON libraryItems(libraryId, id) WHERE explicit = 1;
`;
