import { fromJson, toJson, type Database } from './database.ts';

export type LibraryMediaType = 'book' | 'podcast';

/** Settings of a library; the optional ones exist for one media type only. */
export interface LibrarySettings {
  coverAspectRatio: number;
  disableWatcher: boolean;
  autoScanCronExpression: string | null;
  skipMatchingMediaWithAsin?: boolean;
  skipMatchingMediaWithIsbn?: boolean;
  audiobooksOnly?: boolean;
  epubsAllowScriptedContent?: boolean;
  hideSingleBookSeries?: boolean;
  onlyShowLaterBooksInContinueSeries?: boolean;
  metadataPrecedence?: string[];
  podcastSearchRegion?: string;
  /** Per cent of the duration from which an item counts as finished; null is off. */
  markAsFinishedPercentComplete: number | null;
  /** Seconds before the end from which an item counts as finished; null is off. */
  markAsFinishedTimeRemaining: number | null;
}

export interface LibraryFolder {
  readonly id: string;
  readonly fullPath: string;
  readonly libraryId: string;
  readonly addedAt: number;
}

export interface Library {
  readonly id: string;
  name: string;
  folders: LibraryFolder[];
  displayOrder: number;
  icon: string;
  mediaType: LibraryMediaType;
  provider: string;
  settings: LibrarySettings;
  lastScan: number | null;
  lastScanVersion: string | null;
  readonly createdAt: number;
  lastUpdate: number;
}

type LibraryRow = Omit<Library, 'folders' | 'settings'> & { settings: string };

export type LibraryRepository = ReturnType<typeof createLibraryRepository>;

/** Libraries with their folders, in display order. `save` inserts or updates and makes the folders match. */
export function createLibraryRepository(database: Database) {
  const read = (row: LibraryRow): Library => ({
    id: row.id,
    name: row.name,
    folders: database.all<LibraryFolder>(
      'SELECT id, fullPath, libraryId, addedAt FROM libraryFolders WHERE libraryId = ? ORDER BY rowid',
      row.id,
    ),
    displayOrder: row.displayOrder,
    icon: row.icon,
    mediaType: row.mediaType,
    provider: row.provider,
    settings: fromJson<LibrarySettings>(row.settings, defaultLibrarySettings(row.mediaType)),
    lastScan: row.lastScan,
    lastScanVersion: row.lastScanVersion,
    createdAt: row.createdAt,
    lastUpdate: row.lastUpdate,
  });
  return {
    all: () => database.all<LibraryRow>('SELECT * FROM libraries ORDER BY displayOrder, createdAt').map(read),
    byId: (id: string) => {
      const row = database.get<LibraryRow>('SELECT * FROM libraries WHERE id = ?', id);
      return row && read(row);
    },
    save: (library: Library) =>
      database.transaction(() => {
        database.run(
          `INSERT INTO libraries (id, name, displayOrder, icon, mediaType, provider, settings, lastScan, lastScanVersion, createdAt, lastUpdate)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET name = excluded.name, displayOrder = excluded.displayOrder, icon = excluded.icon, provider = excluded.provider,
             settings = excluded.settings, lastScan = excluded.lastScan, lastScanVersion = excluded.lastScanVersion, lastUpdate = excluded.lastUpdate`,
          library.id,
          library.name,
          library.displayOrder,
          library.icon,
          library.mediaType,
          library.provider,
          toJson(library.settings),
          library.lastScan,
          library.lastScanVersion,
          library.createdAt,
          library.lastUpdate,
        );
        const kept = new Set(library.folders.map((folder) => folder.id));
        for (const { id } of database.all<{ id: string }>(
          'SELECT id FROM libraryFolders WHERE libraryId = ?',
          library.id,
        )) {
          if (!kept.has(id)) database.run('DELETE FROM libraryFolders WHERE id = ?', id);
        }
        for (const folder of library.folders) {
          database.run(
            'INSERT INTO libraryFolders (id, libraryId, fullPath, addedAt) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET fullPath = excluded.fullPath',
            folder.id,
            library.id,
            folder.fullPath,
            folder.addedAt,
          );
        }
      }),
    /** Removes the library with its items, authors, series, lists and progress. */
    remove: (id: string) => database.run('DELETE FROM libraries WHERE id = ?', id),
  };
}

export function defaultLibrarySettings(mediaType: LibraryMediaType): LibrarySettings {
  const finished = { markAsFinishedPercentComplete: null, markAsFinishedTimeRemaining: 10 };
  if (mediaType === 'podcast') {
    return {
      coverAspectRatio: 1,
      disableWatcher: false,
      autoScanCronExpression: null,
      podcastSearchRegion: 'us',
      ...finished,
    };
  }
  return {
    coverAspectRatio: 1,
    disableWatcher: false,
    autoScanCronExpression: null,
    skipMatchingMediaWithAsin: false,
    skipMatchingMediaWithIsbn: false,
    audiobooksOnly: false,
    epubsAllowScriptedContent: false,
    hideSingleBookSeries: false,
    onlyShowLaterBooksInContinueSeries: false,
    metadataPrecedence: ['folderStructure', 'audioMetatags', 'nfoFile', 'txtFiles', 'opfFile', 'absMetadata'],
    ...finished,
  };
}
