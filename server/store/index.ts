import { createApiKeyRepository, type ApiKeyRepository } from './api-keys.repo.ts';
import { openDatabase, type MainDatabase } from './database.ts';
import { createLibraryRepository, type LibraryRepository } from './libraries.repo.ts';
import { createPlaybackSessionRepository, type PlaybackSessionRepository } from './playback-sessions.repo.ts';
import { createProgressRepository, type ProgressRepository } from './progress.repo.ts';
import { createRefreshSessionRepository, type RefreshSessionRepository } from './refresh-sessions.repo.ts';
import { createSettingsRepository, type SettingsRepository } from './settings.repo.ts';
import { createUserRepository, type UserRepository } from './users.repo.ts';

/** All data on disk. Areas with tables of their own have a repository for each database (`perDatabase`). */
export interface Store {
  readonly database: MainDatabase;
  readonly users: UserRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly refreshSessions: RefreshSessionRepository;
  readonly settings: SettingsRepository;
  readonly libraries: LibraryRepository;
  readonly progress: ProgressRepository;
  readonly sessions: PlaybackSessionRepository;
  close(): void;
}

/** Opens, creates or upgrades the store of a data folder; `say` gets progress lines. */
export function openStore(dataDir: string, say?: (text: string) => void): Store {
  const database = openDatabase(dataDir, say);
  return {
    database,
    users: createUserRepository(database),
    apiKeys: createApiKeyRepository(database),
    refreshSessions: createRefreshSessionRepository(database),
    settings: createSettingsRepository(database),
    libraries: createLibraryRepository(database),
    progress: createProgressRepository(database),
    sessions: createPlaybackSessionRepository(database),
    close: () => database.close(),
  };
}
