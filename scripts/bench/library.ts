import { randomUUID } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { createItemRepository } from '../../server/items/items.repo.ts';
import type { BookItem } from '../../server/items/model.ts';
import { walkItems } from '../../server/scan/walk.ts';
import type { FoundItem } from '../../server/scan/types.ts';
import { openStore, type Store } from '../../server/store/index.ts';
import { defaultLibrarySettings, type Library } from '../../server/store/libraries.repo.ts';

const WORDS =
  'amber anchor archive autumn beacon bridge candle canyon cedar cipher compass copper crimson delta ember empire falcon forest frontier garden glacier harbor horizon island ivory jasmine journey kingdom lantern legend lighthouse marble meadow memory midnight mirror monsoon mountain nebula northern oasis ocean orchard paper phantom pilgrim planet prairie quartz quiet raven river saffron season secret shadow silver sparrow spiral stone storm summer tempest thunder timber tower valley velvet violet voyage whisper willow winter wonder'.split(
    ' ',
  );
const GENRES = [
  'Fiction',
  'Fantasy',
  'Science fiction',
  'History',
  'Mystery',
  'Romance',
  'Biography',
  'Children',
  'Poetry',
  'Travel',
  'Science',
  'Philosophy',
];
const DAY_MS = 86_400_000;
/** Different covers; drawing one for each of 10,000 books takes a minute. */
const MOST_COVERS = 400;
/** Links of one file; file systems end at 65,000. */
const MOST_LINKS = 30_000;
/** Books stored in one transaction: as many as are in memory at a time. */
const PART = 1000;
/** Progress of years of listening: this many begun books, most of them finished. */
export const PROGRESS_RECORDS = 512;

/**
 * Creates one library of `count` books directly in the store of a data folder with the demo. Each book is a folder of
 * its own with the audio of a demo book (a hard link), so that scans find everything unchanged; titles, authors and
 * series differ; covers repeat after some hundred. The demo's own libraries are removed. Root has begun the first 512
 * of them. `media`: folder for books and covers; the store keeps their absolute paths. Returns the ids of the library
 * and of a book to play.
 */
export async function makeLibrary(
  dataDir: string,
  media: string,
  count: number,
): Promise<{ libraryId: string; itemId: string }> {
  const [covers, books] = [path.join(media, 'covers'), path.join(media, 'books')];
  mkdirSync(covers, { recursive: true });
  mkdirSync(books, { recursive: true });
  const store = openStore(dataDir);
  try {
    const items = createItemRepository(store.database, () => ['the', 'a']);
    const [model] = playableBooks(store).flatMap((id) => items.load(id) ?? []);
    if (model?.mediaType !== 'book') throw new Error('The demo has no book with audio');
    const library = newLibrary(books);
    store.libraries.save(library);
    makeFiles(books, model, count);
    await drawCovers(covers, count);
    // Nothing is lost when this is interrupted: it starts over then.
    for (const bulk of ['cache_size = -524288', 'synchronous = OFF']) store.database.all(`PRAGMA ${bulk}`);
    const heard: BookItem[] = [];
    let number = 0;
    for await (const folders of inParts(await walkItems(books, { audioOnly: false }))) {
      const made = folders.map((folder) => {
        number += 1;
        return bookOf(model, library, folder, number - 1, coverPath(covers, number - 1));
      });
      store.database.transaction(() => made.forEach((book) => items.save(book)));
      heard.push(...made.slice(0, PROGRESS_RECORDS - heard.length));
    }
    store.database.transaction(() => listenTo(store, heard));
    for (const other of store.libraries.all()) if (other.id !== library.id) store.libraries.remove(other.id);
    return { libraryId: library.id, itemId: heard[0]?.id ?? '' };
  } finally {
    store.close();
  }
}

/** One folder per book with the model's audio in it. */
function makeFiles(books: string, model: BookItem, count: number): void {
  const [audio] = model.audioFiles;
  if (!audio) throw new Error('The model has no audio');
  let source = audio.metadata.path;
  for (let number = 0; number < count; number += 1) {
    const file = path.join(books, String(number), audio.metadata.filename);
    mkdirSync(path.dirname(file));
    if (number > 0 && number % MOST_LINKS === 0) {
      copyFileSync(source, file);
      source = file;
    } else linkSync(source, file);
  }
}

/** Items of a walk, in parts. */
async function* inParts(walk: AsyncGenerator<FoundItem>): AsyncGenerator<FoundItem[]> {
  const take = async (): Promise<FoundItem[]> => {
    const part: FoundItem[] = [];
    while (part.length < PART) {
      const next = await walk.next();
      if (next.done) break;
      part.push(next.value);
    }
    return part;
  };
  for (let part = await take(); part.length > 0; part = await take()) yield part;
}

async function drawCovers(folder: string, count: number): Promise<void> {
  const drawn = Math.min(MOST_COVERS, count);
  for (let start = 0; start < drawn; start += 50) {
    const numbers = Array.from({ length: Math.min(50, drawn - start) }, (_, offset) => start + offset);
    await Promise.all(numbers.map((number) => drawCover(number, coverPath(folder, number))));
  }
  for (let number = drawn; number < count; number += 1)
    linkSync(coverPath(folder, number % drawn), coverPath(folder, number));
}

function playableBooks(store: Store): string[] {
  return store.database
    .all<{ id: string }>(
      "SELECT id FROM libraryItems WHERE mediaType = 'book' AND numTracks = 1 ORDER BY duration DESC",
    )
    .map(({ id }) => id);
}

function newLibrary(fullPath: string): Library {
  const [id, now] = [randomUUID(), Date.now()];
  return {
    id,
    name: 'Bench',
    displayOrder: 1,
    icon: 'audiobookshelf',
    mediaType: 'book',
    provider: 'google',
    settings: defaultLibrarySettings('book'),
    folders: [{ id: randomUUID(), fullPath, libraryId: id, addedAt: now }],
    lastScan: now,
    lastScanVersion: null,
    createdAt: now,
    lastUpdate: now,
  };
}

function bookOf(model: BookItem, library: Library, found: FoundItem, number: number, cover: string): BookItem {
  const word = (step: number) =>
    capital(WORDS[(number * 7 + step * 13 + Math.floor(number / 80) * step) % WORDS.length] ?? '');
  const title = `${word(1)} ${word(2)} ${number + 1}`;
  // Names repeat every 10,000 books with a number: authors and series have as many books in larger libraries.
  const round = number < 10_000 ? '' : ` ${Math.floor(number / 10_000) + 1}`;
  const author = `${word(3)} ${word(4 + (number % 3))}${round}`;
  const inSeries =
    number % 5 === 0 ? [{ id: '', name: `The ${word(5)} Cycle${round}`, sequence: String((number % 9) + 1) }] : [];
  const addedAt = Date.now() - DAY_MS * (number % 700) - number;
  const libraryFiles = found.files.map((file) => ({ ...file, isSupplementary: null, addedAt, updatedAt: addedAt }));
  const audioFiles = model.audioFiles.slice(0, 1).map((file) => ({ ...file, ...found.files[0] }));
  return {
    ...model,
    id: randomUUID(),
    mediaId: randomUUID(),
    libraryId: library.id,
    folderId: library.folders[0]?.id ?? '',
    ino: found.ino,
    path: found.path,
    relPath: found.relPath,
    mtimeMs: found.mtimeMs,
    ctimeMs: found.ctimeMs,
    birthtimeMs: found.birthtimeMs,
    addedAt,
    updatedAt: addedAt,
    coverPath: cover,
    tags: number % 11 === 0 ? ['favourite'] : [],
    libraryFiles,
    audioFiles,
    ebookFile: null,
    metadata: {
      ...model.metadata,
      title,
      subtitle: null,
      authors: [{ id: '', name: author }],
      narrators: [`${word(6)} ${word(7)}`],
      series: inSeries,
      genres: [GENRES[number % GENRES.length] ?? ''],
      publishedYear: String(1900 + (number % 125)),
      publisher: null,
      description: `<p>${title}, by ${author}.</p>`,
      isbn: null,
      asin: null,
    },
  };
}

/** Root's progress: one in sixteen is in progress. */
function listenTo(store: Store, books: readonly BookItem[]): void {
  const root = store.users.all().find(({ type }) => type === 'root');
  if (!root) throw new Error('The demo has no root account');
  for (const { id } of store.progress.ofUser(root.id)) store.progress.remove(id);
  for (const [number, book] of books.entries()) {
    const isFinished = number % 16 !== 0;
    const duration = book.audioFiles[0]?.duration ?? 0;
    const lastUpdate = Date.now() - (DAY_MS / 2) * (number + 1);
    const progress = isFinished ? 1 : (1 + (number % 7)) / 9;
    store.progress.save({
      id: randomUUID(),
      userId: root.id,
      libraryItemId: book.id,
      episodeId: null,
      mediaItemId: book.mediaId,
      mediaItemType: 'book',
      duration,
      progress,
      currentTime: duration * progress,
      isFinished,
      hideFromContinueListening: false,
      ebookLocation: null,
      ebookProgress: 0,
      lastUpdate,
      startedAt: lastUpdate - DAY_MS,
      finishedAt: isFinished ? lastUpdate : null,
    });
  }
}

function coverPath(folder: string, number: number): string {
  return path.join(folder, `${number}.webp`);
}

/** A small unique picture: two colours and the number. */
async function drawCover(number: number, file: string): Promise<void> {
  const hue = (number * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 60% 35%)"/><stop offset="1" stop-color="hsl(${(hue + 80) % 360} 55% 60%)"/></linearGradient></defs><rect width="300" height="300" fill="url(#g)"/><circle cx="${50 + (number % 200)}" cy="${60 + (number % 170)}" r="${30 + (number % 60)}" fill="hsl(${(hue + 180) % 360} 50% 70%)" opacity=".6"/><text x="150" y="170" font-size="64" fill="#fff" text-anchor="middle" font-family="sans-serif">${number + 1}</text></svg>`;
  await sharp(Buffer.from(svg)).webp({ quality: 70 }).toFile(file);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
