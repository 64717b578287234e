import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { createItemRepository } from '../../server/library/items.repo.ts';
import type { BookItem } from '../../server/library/model.ts';
import { findItems } from '../../server/scan/walk.ts';
import type { FoundItem } from '../../server/scan/types.ts';
import { openStore, type Store } from '../../server/store/index.ts';
import { defaultLibrarySettings, type Library } from '../../server/store/libraries.repo.ts';

const WORDS = 'amber anchor archive autumn beacon bridge candle canyon cedar cipher compass copper crimson delta ember empire falcon forest frontier garden glacier harbor horizon island ivory jasmine journey kingdom lantern legend lighthouse marble meadow memory midnight mirror monsoon mountain nebula northern oasis ocean orchard paper phantom pilgrim planet prairie quartz quiet raven river saffron season secret shadow silver sparrow spiral stone storm summer tempest thunder timber tower valley velvet violet voyage whisper willow winter wonder'.split(' ');
const GENRES = ['Fiction', 'Fantasy', 'Science fiction', 'History', 'Mystery', 'Romance', 'Biography', 'Children', 'Poetry', 'Travel', 'Science', 'Philosophy'];
const DAY_MS = 86_400_000;

/**
 * Makes one library of so many books straight in the store of a data folder in which the demo was read in. Each book is
 * a folder of its own with the audio of a demo book (a hard link), so that scans find everything unchanged; titles,
 * authors, series and covers are all different. The demo's own libraries go.
 * @param media folder for the books and covers; the store keeps their absolute paths
 * @returns ids of the library and of a book to play
 */
export async function makeLibrary(dataDir: string, media: string, count: number): Promise<{ libraryId: string; itemId: string }> {
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
    const found = await makeFiles(books, model, count);
    await drawCovers(covers, count);
    const made = found.map((folder, number) => bookOf(model, library, folder, number, coverPath(covers, number)));
    store.database.transaction(() => made.forEach((book) => items.save(book)));
    for (const other of store.libraries.all()) if (other.id !== library.id) store.libraries.remove(other.id);
    return { libraryId: library.id, itemId: made[0]?.id ?? '' };
  } finally {
    store.close();
  }
}

/** One folder per book with the model's audio in it, as a scan sees them. */
async function makeFiles(books: string, model: BookItem, count: number): Promise<FoundItem[]> {
  const [audio] = model.audioFiles;
  if (!audio) throw new Error('The model has no audio');
  for (let number = 0; number < count; number += 1) {
    mkdirSync(path.join(books, String(number)));
    linkSync(audio.metadata.path, path.join(books, String(number), audio.metadata.filename));
  }
  return findItems(books, { audioOnly: false });
}

async function drawCovers(folder: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 50) {
    const numbers = Array.from({ length: Math.min(50, count - start) }, (_, offset) => start + offset);
    await Promise.all(numbers.map((number) => drawCover(number, coverPath(folder, number))));
  }
}

function playableBooks(store: Store): string[] {
  return store.database.all<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'book' AND numTracks = 1 ORDER BY duration DESC").map(({ id }) => id);
}

function newLibrary(fullPath: string): Library {
  const [id, now] = [randomUUID(), Date.now()];
  return {
    id, name: 'Bench', displayOrder: 1, icon: 'audiobookshelf', mediaType: 'book', provider: 'google', settings: defaultLibrarySettings('book'),
    folders: [{ id: randomUUID(), fullPath, libraryId: id, addedAt: now }], lastScan: now, lastScanVersion: null, createdAt: now, lastUpdate: now,
  };
}

function bookOf(model: BookItem, library: Library, found: FoundItem, number: number, cover: string): BookItem {
  const word = (step: number) => capital(WORDS[(number * 7 + step * 13 + Math.floor(number / 80) * step) % WORDS.length] ?? '');
  const title = `${word(1)} ${word(2)} ${number + 1}`;
  const author = `${word(3)} ${word(4 + (number % 3))}`;
  const inSeries = number % 5 === 0 ? [{ id: '', name: `The ${word(5)} Cycle`, sequence: String((number % 9) + 1) }] : [];
  const addedAt = Date.now() - DAY_MS * (number % 700) - number;
  const libraryFiles = found.files.map((file) => ({ ...file, isSupplementary: null, addedAt, updatedAt: addedAt }));
  const audioFiles = model.audioFiles.slice(0, 1).map((file) => ({ ...file, ...found.files[0] }));
  return {
    ...model,
    id: randomUUID(), mediaId: randomUUID(), libraryId: library.id, folderId: library.folders[0]?.id ?? '', ino: found.ino, path: found.path, relPath: found.relPath,
    mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs, birthtimeMs: found.birthtimeMs, addedAt, updatedAt: addedAt, coverPath: cover, tags: number % 11 === 0 ? ['favourite'] : [],
    libraryFiles, audioFiles, ebookFile: null,
    metadata: {
      ...model.metadata, title, subtitle: null, authors: [{ id: '', name: author }], narrators: [`${word(6)} ${word(7)}`], series: inSeries,
      genres: [GENRES[number % GENRES.length] ?? ''], publishedYear: String(1900 + (number % 125)), publisher: null, description: `<p>${title}, by ${author}.</p>`, isbn: null, asin: null,
    },
  };
}

function coverPath(folder: string, number: number): string {
  return path.join(folder, `${number}.webp`);
}

/** A small picture of its own: two colours and the number. */
async function drawCover(number: number, file: string): Promise<void> {
  const hue = (number * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 60% 35%)"/><stop offset="1" stop-color="hsl(${(hue + 80) % 360} 55% 60%)"/></linearGradient></defs><rect width="300" height="300" fill="url(#g)"/><circle cx="${50 + (number % 200)}" cy="${60 + (number % 170)}" r="${30 + (number % 60)}" fill="hsl(${(hue + 180) % 360} 50% 70%)" opacity=".6"/><text x="150" y="170" font-size="64" fill="#fff" text-anchor="middle" font-family="sans-serif">${number + 1}</text></svg>`;
  await sharp(Buffer.from(svg)).webp({ quality: 70 }).toFile(file);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
