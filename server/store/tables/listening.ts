const sessionTable = (name: string, user: string) => `CREATE TABLE ${name} (
  id TEXT PRIMARY KEY,
  userId ${user},
  libraryId TEXT,
  libraryItemId TEXT,
  bookId TEXT,
  episodeId TEXT,
  mediaType TEXT NOT NULL,
  mediaMetadata TEXT NOT NULL,
  displayTitle TEXT NOT NULL,
  displayAuthor TEXT,
  coverPath TEXT,
  duration REAL NOT NULL,
  playMethod INTEGER NOT NULL,
  mediaPlayer TEXT,
  deviceInfo TEXT NOT NULL,
  serverVersion TEXT,
  date TEXT NOT NULL,
  dayOfWeek TEXT NOT NULL,
  timeListening REAL NOT NULL,
  startTime REAL NOT NULL,
  currentTime REAL NOT NULL,
  startedAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);`;

const sessionIndexes = `CREATE INDEX playbackSessionsByUser ON playbackSessions(userId, updatedAt);
CREATE INDEX playbackSessionsByItem ON playbackSessions(libraryItemId);
CREATE INDEX playbackSessionsByUpdate ON playbackSessions(updatedAt);
`;

/** Listening and reading of users. `mediaItemId` is the media id of a book or the id of an episode. */
export const listeningTables = `
CREATE TABLE mediaProgress (
  id TEXT PRIMARY KEY,
  userId TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  libraryItemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  episodeId TEXT REFERENCES podcastEpisodes(id) ON DELETE CASCADE,
  mediaItemId TEXT NOT NULL,
  mediaItemType TEXT NOT NULL,
  duration REAL NOT NULL DEFAULT 0,
  progress REAL NOT NULL DEFAULT 0,
  currentTime REAL NOT NULL DEFAULT 0,
  isFinished INTEGER NOT NULL DEFAULT 0,
  hideFromContinueListening INTEGER NOT NULL DEFAULT 0,
  ebookLocation TEXT,
  ebookProgress REAL NOT NULL DEFAULT 0,
  lastUpdate INTEGER NOT NULL,
  startedAt INTEGER NOT NULL,
  finishedAt INTEGER
);
CREATE UNIQUE INDEX mediaProgressByMedia ON mediaProgress(userId, mediaItemId);
CREATE INDEX mediaProgressByItem ON mediaProgress(libraryItemId);
CREATE INDEX mediaProgressByUpdate ON mediaProgress(userId, lastUpdate);

CREATE TABLE bookmarks (
  userId TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  libraryItemId TEXT NOT NULL REFERENCES libraryItems(id) ON DELETE CASCADE,
  time REAL NOT NULL,
  title TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  PRIMARY KEY (userId, libraryItemId, time)
);

${sessionTable('playbackSessions', 'TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE')}
${sessionIndexes}`;

/** As on a real server, sessions stay when their user is deleted, without a user. */
export const sessionsOutliveUsers = `
${sessionTable('keptSessions', 'TEXT REFERENCES users(id) ON DELETE SET NULL')}
INSERT INTO keptSessions SELECT * FROM playbackSessions;
DROP TABLE playbackSessions;
ALTER TABLE keptSessions RENAME TO playbackSessions;
${sessionIndexes}`;

/** The statistics of a year select by the start of a session. */
export const sessionsByStart = 'CREATE INDEX IF NOT EXISTS playbackSessionsByStart ON playbackSessions(startedAt);';
