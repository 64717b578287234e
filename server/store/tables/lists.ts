export const listTables = `
CREATE TABLE collections (
  id TEXT PRIMARY KEY,
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT,
  createdAt INTEGER NOT NULL,
  lastUpdate INTEGER NOT NULL
);
CREATE TABLE collectionBooks (
  collectionId TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
  itemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  addedAt INTEGER NOT NULL,
  PRIMARY KEY (collectionId, itemId)
);
CREATE INDEX collectionBooksByItem ON collectionBooks(itemId);

CREATE TABLE playlists (
  id TEXT PRIMARY KEY,
  libraryId TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
  userId TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT,
  createdAt INTEGER NOT NULL,
  lastUpdate INTEGER NOT NULL
);
CREATE INDEX playlistsByUser ON playlists(userId, libraryId);
CREATE TABLE playlistItems (
  playlistId TEXT NOT NULL REFERENCES playlists(id) ON DELETE CASCADE,
  itemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  episodeId TEXT REFERENCES podcastEpisodes(id) ON DELETE CASCADE,
  mediaItemId TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (playlistId, mediaItemId)
);
CREATE INDEX playlistItemsByItem ON playlistItems(itemId);

CREATE TABLE feeds (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  userId TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  entityType TEXT NOT NULL,
  entityId TEXT NOT NULL,
  entityUpdatedAt INTEGER,
  serverAddress TEXT NOT NULL,
  coverPath TEXT,
  meta TEXT NOT NULL,
  episodes TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE UNIQUE INDEX feedsByEntity ON feeds(entityId);

CREATE TABLE shares (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  libraryItemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  mediaItemId TEXT NOT NULL,
  mediaItemType TEXT NOT NULL,
  userId TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  expiresAt INTEGER,
  isDownloadable INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE UNIQUE INDEX sharesByMedia ON shares(mediaItemId);
`;
