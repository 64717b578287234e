import { fromJson, toJson, type Database } from './database.ts';

export type UserType = 'root' | 'admin' | 'user' | 'guest';

/** Permissions of an account; `selectedTagsNotAccessible` turns `itemTagsSelected` into a list of forbidden tags. */
export interface UserPermissions {
  download: boolean;
  update: boolean;
  delete: boolean;
  upload: boolean;
  createEreader: boolean;
  accessAllLibraries: boolean;
  accessAllTags: boolean;
  accessExplicitContent: boolean;
  selectedTagsNotAccessible: boolean;
}

/** An account. Times in ms; `token` is the legacy token without expiry. */
export interface User {
  readonly id: string;
  username: string;
  email: string | null;
  passwordHash: string;
  type: UserType;
  token: string;
  /** Counts up to end every token of the account. */
  tokenVersion: number;
  isActive: boolean;
  isLocked: boolean;
  lastSeen: number | null;
  permissions: UserPermissions;
  librariesAccessible: string[];
  itemTagsSelected: string[];
  seriesHideFromContinueListening: string[];
  authOpenIDSub: string | null;
  readonly createdAt: number;
  updatedAt: number;
}

interface UserRow {
  id: string;
  username: string;
  email: string | null;
  passwordHash: string;
  type: UserType;
  token: string;
  tokenVersion: number;
  isActive: number;
  isLocked: number;
  lastSeen: number | null;
  permissions: string;
  librariesAccessible: string;
  itemTagsSelected: string;
  seriesHideFromContinueListening: string;
  authOpenIDSub: string | null;
  createdAt: number;
  updatedAt: number;
}

export type UserRepository = ReturnType<typeof createUserRepository>;

/** Accounts by id and by name (names are compared without case). */
export function createUserRepository(database: Database) {
  const byId = (id: string) => one(database.get<UserRow>('SELECT * FROM users WHERE id = ?', id));
  const update = (user: User): void => {
    database.run(
      `UPDATE users SET username = ?, email = ?, passwordHash = ?, type = ?, token = ?, tokenVersion = ?, isActive = ?, isLocked = ?, lastSeen = ?,
        permissions = ?, librariesAccessible = ?, itemTagsSelected = ?, seriesHideFromContinueListening = ?, authOpenIDSub = ?, updatedAt = ? WHERE id = ?`,
      ...changeable(user),
      user.id,
    );
  };
  const one = (row: UserRow | undefined) => (row ? fromRow(row) : undefined);
  return {
    byId,
    update,
    /** Reads an account again and writes the changed one, both at once; undefined when it is missing. */
    change: (id: string, make: (user: User) => User): User | undefined =>
      database.transaction(() => {
        const before = byId(id);
        const after = before && { ...make(before), updatedAt: Date.now() };
        if (after) update(after);
        return after;
      }),
    byName: (username: string) => one(database.get<UserRow>('SELECT * FROM users WHERE username = ?', username)),
    all: () => database.all<UserRow>('SELECT * FROM users ORDER BY createdAt, rowid').map(fromRow),
    hasRoot: () => database.get<{ n: number }>("SELECT count(*) AS n FROM users WHERE type = 'root'")?.n !== 0,
    insert: (user: User) => {
      database.run(
        `INSERT INTO users (username, email, passwordHash, type, token, tokenVersion, isActive, isLocked, lastSeen, permissions, librariesAccessible,
          itemTagsSelected, seriesHideFromContinueListening, authOpenIDSub, updatedAt, createdAt, id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...changeable(user),
        user.createdAt,
        user.id,
      );
    },
    remove: (id: string) => database.run('DELETE FROM users WHERE id = ?', id),
    setLastSeen: (id: string, lastSeen: number) =>
      database.run('UPDATE users SET lastSeen = ? WHERE id = ?', lastSeen, id),
  };
}

function changeable(user: User) {
  return [
    user.username,
    user.email,
    user.passwordHash,
    user.type,
    user.token,
    user.tokenVersion,
    user.isActive,
    user.isLocked,
    user.lastSeen,
    toJson(user.permissions),
    toJson(user.librariesAccessible),
    toJson(user.itemTagsSelected),
    toJson(user.seriesHideFromContinueListening),
    user.authOpenIDSub,
    user.updatedAt,
  ];
}

function fromRow(row: UserRow): User {
  return {
    ...row,
    isActive: row.isActive === 1,
    isLocked: row.isLocked === 1,
    permissions: fromJson<UserPermissions>(row.permissions, defaultPermissions(row.type)),
    librariesAccessible: fromJson<string[]>(row.librariesAccessible, []),
    itemTagsSelected: fromJson<string[]>(row.itemTagsSelected, []),
    seriesHideFromContinueListening: fromJson<string[]>(row.seriesHideFromContinueListening, []),
  };
}

export function defaultPermissions(type: UserType): UserPermissions {
  const isAdmin = type === 'root' || type === 'admin';
  return {
    download: true,
    update: isAdmin,
    delete: type === 'root',
    upload: isAdmin,
    createEreader: isAdmin,
    accessAllLibraries: true,
    accessAllTags: true,
    accessExplicitContent: isAdmin,
    selectedTagsNotAccessible: false,
  };
}
