import { randomUUID } from 'node:crypto';
import type { BookItem } from '../../../server/items/model.ts';
import { createItemRepository } from '../../../server/items/items.repo.ts';
import type { Store } from '../../../server/store/index.ts';
import { defaultLibrarySettings, type Library } from '../../../server/store/libraries.repo.ts';
import { defaultPermissions, type User } from '../../../server/store/users.repo.ts';

const GENRES = ['Fantasy', 'History', 'Mystery', 'Poetry', 'Romance', 'Science', 'Travel', 'Westerns'];

/** An account that sees all but what the changes to its permissions hide. */
export const reader = (permissions: Partial<User['permissions']> = {}, itemTagsSelected: string[] = []): User => ({
  id: 'u',
  username: 'u',
  email: null,
  passwordHash: '',
  type: 'user',
  token: 't',
  tokenVersion: 0,
  isActive: true,
  isLocked: false,
  lastSeen: null,
  permissions: { ...defaultPermissions('user'), accessExplicitContent: true, ...permissions },
  librariesAccessible: [],
  itemTagsSelected,
  seriesHideFromContinueListening: [],
  authOpenIDSub: null,
  createdAt: 1,
  updatedAt: 1,
});

/**
 * Stores a library of `count` generated books directly: 4 books to an author, 5 to a series, progress of a user in
 * every tenth.
 */
export function seedLibrary(store: Store, userId: string, count: number): Library {
  const [id, folderId, now] = [randomUUID(), randomUUID(), Date.now()];
  const library: Library = {
    id,
    name: 'Large',
    folders: [{ id: folderId, fullPath: '/nowhere', libraryId: id, addedAt: now }],
    displayOrder: 9,
    icon: 'database',
    mediaType: 'book',
    provider: 'google',
    settings: defaultLibrarySettings('book'),
    lastScan: now,
    lastScanVersion: null,
    createdAt: now,
    lastUpdate: now,
  };
  store.libraries.save(library);
  const items = createItemRepository(store.database, () => ['the', 'a']);
  store.database.transaction(() => {
    for (let i = 0; i < count; i += 1) {
      const book = items.save(bookOf(library, folderId, i, now));
      if (i % 10 === 0) {
        store.progress.save({
          id: randomUUID(),
          userId,
          libraryItemId: book.id,
          episodeId: null,
          mediaItemId: book.mediaId,
          mediaItemType: 'book',
          duration: 3600,
          progress: 0.5,
          currentTime: 1800,
          isFinished: i % 20 === 0,
          hideFromContinueListening: false,
          ebookLocation: null,
          ebookProgress: 0,
          lastUpdate: now - i,
          startedAt: now - i,
          finishedAt: i % 20 === 0 ? now - i : null,
        });
      }
    }
  });
  return library;
}

function bookOf(library: Library, folderId: string, i: number, now: number): BookItem {
  const path = `/nowhere/${i}`;
  const metadata = {
    filename: 'a.mp3',
    ext: '.mp3',
    path: `${path}/a.mp3`,
    relPath: 'a.mp3',
    size: 50_000_000 + i,
    mtimeMs: now - i,
    ctimeMs: now,
    birthtimeMs: now,
  };
  return {
    id: randomUUID(),
    mediaId: randomUUID(),
    libraryId: library.id,
    folderId,
    ino: String(i),
    path,
    relPath: String(i),
    isFile: false,
    isMissing: false,
    isInvalid: false,
    mtimeMs: now - i,
    ctimeMs: now,
    birthtimeMs: now - i,
    addedAt: now - i,
    updatedAt: now - i,
    lastScan: now,
    scanVersion: null,
    coverPath: null,
    tags: i % 7 === 0 ? ['favourite'] : [],
    libraryFiles: [{ ino: `f${i}`, metadata, isSupplementary: null, addedAt: now, updatedAt: now, fileType: 'audio' }],
    mediaType: 'book',
    chapters: [],
    ebookFile: null,
    metadata: {
      title: `${i % 2 ? 'The ' : ''}Book of ${(i * 7919) % 10_007}`,
      subtitle: null,
      authors: [{ id: '', name: `First${Math.floor(i / 4) % 97} Last${Math.floor(i / 4)}` }],
      narrators: [`Narrator ${i % 300}`],
      series: i % 2 ? [{ id: '', name: `Saga ${Math.floor(i / 10)}`, sequence: String((i % 10) + 1) }] : [],
      genres: [GENRES[i % GENRES.length] ?? '', GENRES[(i * 3) % GENRES.length] ?? ''],
      publishedYear: String(1900 + (i % 120)),
      publishedDate: null,
      publisher: `House ${i % 40}`,
      description: '<p>A description of the usual length, of which every book has one. '.repeat(4),
      isbn: null,
      asin: null,
      language: 'English',
      explicit: i % 50 === 0,
      abridged: false,
    },
    audioFiles: [
      {
        index: 1,
        ino: `f${i}`,
        metadata,
        addedAt: now,
        updatedAt: now,
        trackNumFromMeta: 1,
        discNumFromMeta: null,
        trackNumFromFilename: null,
        discNumFromFilename: null,
        manuallyVerified: false,
        exclude: false,
        error: null,
        format: 'MP2/3 (MPEG audio layer 2/3)',
        duration: 3600 + i,
        bitRate: 64_000,
        language: null,
        codec: 'mp3',
        timeBase: '1/14112000',
        channels: 1,
        channelLayout: 'mono',
        chapters: [],
        embeddedCoverArt: null,
        metaTags: { tagAlbum: 'x' },
        mimeType: 'audio/mpeg',
      },
    ],
  };
}
