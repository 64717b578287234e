import { createTokenService } from '../auth/tokens.ts';
import { defaultConfig } from '../config.ts';
import { isRecord } from '../http/input.ts';
import { importedSettings } from '../settings/server-settings.ts';
import { createProgressRepository } from '../store/progress.repo.ts';
import type { PlayMethod } from '../store/playback-sessions.repo.ts';
import type { Store } from '../store/index.ts';
import { defaultPermissions, type UserPermissions, type UserType } from '../store/users.repo.ts';
import type { Report } from './report.ts';
import { flag, list, number, record, text, texts, time, type Source } from './source.ts';

const typeOf = (value: unknown): UserType =>
  value === 'root' || value === 'admin' || value === 'guest' ? value : 'user';

/**
 * Accounts with their passwords, rights and bookmarks. Sign-ins and API keys of the other server end: its secret is not
 * ours.
 */
export async function importUsers(source: Source, store: Store, dataDir: string, report: Report): Promise<void> {
  const tokens = createTokenService(store, { ...defaultConfig, dataDir });
  const progress = createProgressRepository(store.database);
  for (const row of source.rows('users')) {
    const [id, username, type] = [String(row['id']), text(row['username']) ?? '', typeOf(row['type'])];
    if (username === '' || store.users.byName(username)) {
      report.left('users', username || id);
      continue;
    }
    const theirs = record(row['permissions']);
    const extra = record(row['extraData']);
    const defaults = defaultPermissions(type);
    const permissions = Object.fromEntries(
      Object.entries(defaults).map(([key, value]) => [key, typeof theirs[key] === 'boolean' ? theirs[key] : value]),
    ) as unknown as UserPermissions;
    const hash = text(row['pash']) ?? '';
    const createdAt = time(row['createdAt']) ?? Date.now();
    store.users.insert({
      id,
      username,
      email: text(row['email']),
      passwordHash: hash,
      type,
      token: await tokens.legacy({ id, username }),
      tokenVersion: 0,
      isActive: flag(row['isActive']),
      isLocked: flag(row['isLocked']),
      lastSeen: time(row['lastSeen']),
      permissions,
      librariesAccessible: texts(theirs['librariesAccessible']),
      itemTagsSelected: texts(theirs['itemTagsSelected']),
      seriesHideFromContinueListening: texts(extra['seriesHideFromContinueListening']),
      authOpenIDSub: text(extra['authOpenIDSub']),
      createdAt,
      updatedAt: time(row['updatedAt']) ?? createdAt,
    });
    report.took('users');
    if (hash === '') report.note(`"${username}" has no password: set one before signing in with it.`);
    for (const mark of list(row['bookmarks'])) {
      const libraryItemId = isRecord(mark) ? text(mark['libraryItemId']) : null;
      if (!isRecord(mark) || libraryItemId === null || !hasItem(store, libraryItemId)) {
        report.left('bookmarks', `${username}: ${isRecord(mark) ? (text(mark['title']) ?? '') : ''}`);
        continue;
      }
      progress.saveBookmark(id, {
        libraryItemId,
        time: number(mark['time']),
        title: text(mark['title']) ?? '',
        createdAt: time(mark['createdAt']) ?? createdAt,
      });
      report.took('bookmarks');
    }
  }
}

const hasItem = (store: Store, id: string): boolean =>
  store.database.get('SELECT 1 AS one FROM libraryItems WHERE id = ?', id) !== undefined;

/** The item and episode of a media id. */
function mediaOf(store: Store, id: unknown): { itemId: string; episodeId: string | null } | undefined {
  const key = text(id);
  return (
    store.database.get(
      `SELECT id AS itemId, NULL AS episodeId FROM libraryItems WHERE mediaId = ? AND mediaType = 'book'
       UNION ALL SELECT itemId, id AS episodeId FROM podcastEpisodes WHERE id = ?`,
      key,
      key,
    ) ?? undefined
  );
}

/** Media progress and listening sessions of all accounts. */
export function importListening(source: Source, store: Store, report: Report): void {
  for (const row of source.rows('mediaProgresses')) {
    const media = mediaOf(store, row['mediaItemId']);
    const userId = text(row['userId']) ?? '';
    if (!media || !store.users.byId(userId)) {
      report.left('progress', String(row['mediaItemId']));
      continue;
    }
    const extra = record(row['extraData']);
    const [duration, currentTime, isFinished] = [
      number(row['duration']),
      number(row['currentTime']),
      flag(row['isFinished']),
    ];
    const startedAt = time(row['createdAt']) ?? Date.now();
    store.progress.save({
      id: String(row['id']),
      userId,
      libraryItemId: media.itemId,
      episodeId: media.episodeId,
      mediaItemId: String(row['mediaItemId']),
      mediaItemType: media.episodeId === null ? 'book' : 'podcastEpisode',
      duration,
      progress: isFinished ? 1 : number(extra['progress'], duration > 0 ? Math.min(1, currentTime / duration) : 0),
      currentTime,
      isFinished,
      hideFromContinueListening: flag(row['hideFromContinueListening']),
      ebookLocation: text(row['ebookLocation']),
      ebookProgress: number(row['ebookProgress']),
      lastUpdate: time(row['updatedAt']) ?? startedAt,
      startedAt,
      finishedAt: time(row['finishedAt']),
    });
    report.took('progress');
  }
  const devices = new Map(source.rows('devices').map((row) => [row['id'], row]));
  for (const row of source.rows('playbackSessions')) {
    const extra = record(row['extraData']);
    const isEpisode = row['mediaItemType'] === 'podcastEpisode';
    const userId = text(row['userId']) ?? '';
    const libraryItemId = text(extra['libraryItemId']) ?? mediaOf(store, row['mediaItemId'])?.itemId;
    if (libraryItemId === undefined || !store.users.byId(userId)) {
      report.left('sessions', text(row['displayTitle']) ?? String(row['id']));
      continue;
    }
    const device = devices.get(row['deviceId']);
    const startedAt = time(row['createdAt']) ?? Date.now();
    store.sessions.save({
      id: String(row['id']),
      userId,
      libraryId: text(row['libraryId']),
      libraryItemId,
      bookId: isEpisode ? null : text(row['mediaItemId']),
      episodeId: isEpisode ? text(row['mediaItemId']) : null,
      mediaType: isEpisode ? 'podcast' : 'book',
      mediaMetadata: record(row['mediaMetadata']),
      displayTitle: text(row['displayTitle']) ?? '',
      displayAuthor: text(row['displayAuthor']),
      coverPath: text(row['coverPath']),
      duration: number(row['duration']),
      playMethod: Math.min(3, Math.max(0, Math.trunc(number(row['playMethod'])))) as PlayMethod,
      mediaPlayer: text(row['mediaPlayer']),
      deviceInfo: device
        ? {
            ...record(device['extraData']),
            id: device['id'],
            userId,
            deviceId: device['deviceId'],
            ipAddress: device['ipAddress'],
            clientName: device['clientName'],
            clientVersion: device['clientVersion'],
            deviceName: device['deviceName'],
          }
        : {},
      serverVersion: text(row['serverVersion']),
      date: text(row['date']) ?? new Date(startedAt).toISOString().slice(0, 10),
      dayOfWeek: text(row['dayOfWeek']) ?? '',
      timeListening: number(row['timeListening']),
      startTime: number(row['startTime']),
      currentTime: number(row['currentTime']),
      startedAt,
      updatedAt: time(row['updatedAt']) ?? startedAt,
    });
    report.took('sessions');
  }
}

export function importLists(source: Source, store: Store, report: Report): void {
  const { database } = store;
  for (const table of ['collections', 'playlists'] as const) {
    for (const row of source.rows(table)) {
      const createdAt = time(row['createdAt']) ?? Date.now();
      const userId = text(row['userId']) ?? '';
      const isOwned = table === 'collections' || store.users.byId(userId) !== undefined;
      if (!isOwned || !store.libraries.byId(text(row['libraryId']) ?? '')) {
        report.left(table, text(row['name']) ?? String(row['id']));
        continue;
      }
      const owner = table === 'playlists' ? [userId] : [];
      database.run(
        `INSERT INTO ${table} (id, libraryId, name, description, createdAt, lastUpdate${owner.map(() => ', userId').join('')})
         VALUES (?, ?, ?, ?, ?, ?${owner.map(() => ', ?').join('')})`,
        String(row['id']),
        text(row['libraryId']),
        text(row['name']) ?? '',
        text(row['description']),
        createdAt,
        time(row['updatedAt']) ?? createdAt,
        ...owner,
      );
      report.took(table);
    }
  }
  const isListed = (table: string, id: unknown) =>
    database.get(`SELECT 1 AS one FROM ${table} WHERE id = ?`, text(id)) !== undefined;
  for (const row of source.rows('collectionBooks', 'order')) {
    const media = mediaOf(store, row['bookId']);
    if (media && isListed('collections', row['collectionId']))
      database.run(
        'INSERT INTO collectionBooks (collectionId, itemId, position, addedAt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        text(row['collectionId']),
        media.itemId,
        number(row['order']),
        time(row['createdAt']) ?? Date.now(),
      );
    else report.left('books of collections', String(row['bookId']));
  }
  for (const row of source.rows('playlistMediaItems', 'order')) {
    const media = mediaOf(store, row['mediaItemId']);
    if (media && isListed('playlists', row['playlistId']))
      database.run(
        'INSERT INTO playlistItems (playlistId, itemId, episodeId, mediaItemId, position) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        text(row['playlistId']),
        media.itemId,
        media.episodeId,
        text(row['mediaItemId']),
        number(row['order']),
      );
    else report.left('entries of playlists', String(row['mediaItemId']));
  }
}

/** Settings with the same meaning here. Not those of OpenID: their secrets must be set again. */
export function importSettings(source: Source, store: Store, report: Report): string[] {
  const row = source.rows('settings').find(({ key }) => key === 'server-settings');
  const settings = importedSettings(record(row?.['value']));
  store.settings.set('server', settings);
  report.took('settings', Object.keys(settings).length);
  report.note(
    'Not in the backup, or not taken over: sign-ins, API keys, OpenID, mail, notifications, feeds and shared links.',
  );
  return settings.sortingPrefixes ?? ['the', 'a'];
}
