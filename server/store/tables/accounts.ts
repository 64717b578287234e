/** Accounts, their sign-ins and keys, and the settings (one JSON per key). */
export const accountTables = `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  email TEXT,
  passwordHash TEXT NOT NULL,
  type TEXT NOT NULL,
  token TEXT NOT NULL,
  isActive INTEGER NOT NULL,
  isLocked INTEGER NOT NULL DEFAULT 0,
  lastSeen INTEGER,
  permissions TEXT NOT NULL,
  librariesAccessible TEXT NOT NULL DEFAULT '[]',
  itemTagsSelected TEXT NOT NULL DEFAULT '[]',
  seriesHideFromContinueListening TEXT NOT NULL DEFAULT '[]',
  authOpenIDSub TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE TABLE refreshSessions (
  id TEXT PRIMARY KEY,
  userId TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  tokenHash TEXT NOT NULL UNIQUE,
  ipAddress TEXT,
  userAgent TEXT,
  expiresAt INTEGER NOT NULL,
  createdAt INTEGER NOT NULL
);
CREATE INDEX refreshSessionsByUser ON refreshSessions(userId);
CREATE TABLE apiKeys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  expiresAt INTEGER,
  lastUsedAt INTEGER,
  isActive INTEGER NOT NULL,
  permissions TEXT,
  userId TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  createdByUserId TEXT REFERENCES users(id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE customMetadataProviders (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  mediaType TEXT NOT NULL,
  authHeaderValue TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
`;

/** Tokens without a sign-in are valid while they carry the version of their account. */
export const tokenVersions = 'ALTER TABLE users ADD COLUMN tokenVersion INTEGER NOT NULL DEFAULT 0;';
