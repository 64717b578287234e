import { bookSettings } from '../../schemas/book-settings.ts';
import { defaultEreaderSettings, ereaderSettings, type EreaderSettings } from '../../schemas/ereader-settings.ts';
import type { PageLook } from '../../services/reader/engine.ts';
import { defineStored, type KeyValueStorage } from '../../services/storage.ts';
import { PAGE_SETTINGS, pageLookOf, withPageLook } from './pages.logic.ts';

/** Where the settings are kept (STO-028). */
export const EREADER_SETTINGS = defineStored('ereaderSettings', ereaderSettings);
/** Where the settings of books are kept that look in their own way. */
export const BOOK_SETTINGS = defineStored('earmark.bookSettings', bookSettings);

/** Books that look in their own way; those that were set longest ago look as all others again. */
const BOOKS_KEPT = 100;

interface File {
  readonly itemId: string;
  readonly ino: string;
  readonly format: string;
}

/** How a book looks: as all books on this device, or in its own way. `pages`: null where its text flows. */
export interface BookLook {
  readonly settings: EreaderSettings;
  readonly pages: PageLook | null;
  readonly isOwn: boolean;
}

/** How a book looks as it is opened. */
export function lookFor(storage: KeyValueStorage, file: File): BookLook {
  const everywhere = lookEverywhere(storage, file);
  const own = storage.read(BOOK_SETTINGS)?.find(isOf(file));
  if (!own) return everywhere;
  const pages = everywhere.pages && { ...everywhere.pages, ...own.pages };
  return { settings: own.settings, pages, isOwn: true };
}

/** Keeps how a book looks: for all books, or for this one. The direction of fixed pages is the book's in any case. */
export function keepLook(storage: KeyValueStorage, file: File, { settings, pages, isOwn }: BookLook): void {
  const stored = storage.read(PAGE_SETTINGS);
  const everywhere = pageLookOf(stored, file);
  if (pages && everywhere) {
    const { fit, layout } = isOwn ? everywhere : pages;
    storage.write(PAGE_SETTINGS, withPageLook(stored, file, { ...pages, fit, layout }));
  }
  if (!isOwn) return void storage.write(EREADER_SETTINGS, settings);
  const { itemId, ino } = file;
  const one = { itemId, ino, settings, pages: pages && { fit: pages.fit, layout: pages.layout } };
  storage.write(BOOK_SETTINGS, [...othersOf(storage, file).slice(1 - BOOKS_KEPT), one]);
}

/** The look that a book gets in its own way, or as all others; null: it has it. What it is kept for is kept too. */
export function scopedLook(
  storage: KeyValueStorage,
  file: File,
  look: BookLook,
  scope: 'all' | 'book',
): BookLook | null {
  const isOwn = scope === 'book';
  if (isOwn === look.isOwn) return null;
  if (!isOwn) return sharedLook(storage, file, look);
  const own = { settings: look.settings, pages: look.pages, isOwn };
  keepLook(storage, file, own);
  return own;
}

/** Forgets that a book looks in its own way. `zoom` and turn of fixed pages are what they are. */
function sharedLook(storage: KeyValueStorage, file: File, { pages }: BookLook): BookLook {
  storage.write(BOOK_SETTINGS, othersOf(storage, file));
  const everywhere = lookEverywhere(storage, file);
  if (!pages || !everywhere.pages) return everywhere;
  const { fit, layout } = everywhere.pages;
  return { ...everywhere, pages: { ...pages, fit, layout } };
}

function lookEverywhere(storage: KeyValueStorage, file: File): BookLook {
  const settings = storage.read(EREADER_SETTINGS) ?? defaultEreaderSettings;
  return { settings, pages: pageLookOf(storage.read(PAGE_SETTINGS), file), isOwn: false };
}

const isOf = (file: File) => (one: { readonly itemId: string; readonly ino: string }) =>
  one.itemId === file.itemId && one.ino === file.ino;

function othersOf(storage: KeyValueStorage, file: File) {
  const isThis = isOf(file);
  return (storage.read(BOOK_SETTINGS) ?? []).filter((one) => !isThis(one));
}
